"""A short outage of the site: hints, odds and talk wait and are tried again, as acts are."""

from collections.abc import Callable

from playwright.sync_api import Page, Route, expect

from tests.browser.backstage import Backstage
from tests.browser.playing import Player
from tests.rules.scene import moving

TRYING = "No answer yet. The page goes on trying."
HINT = {"action": {"type": "move", "block": "balian", "path": ["tyre"]}, "said": "This act", "why": "It gains most."}
FIGHT = "sidon: balian\ntyre: conrad\nacre: king-guy [saladin]"


def away_twice(page: Page, pattern: str) -> None:
    """The site cannot be reached at two requests, and says at the first that it is away."""
    left = [503, 0]

    def answer(route: Route) -> None:
        if not left:
            route.fallback()
        elif left.pop(0):
            route.fulfill(status=503, json={"code": "away", "detail": "Away."})
        else:
            route.abort()

    page.route(pattern, answer)


def test_hints_odds_and_messages_wait_out_an_outage(
    new_player: Callable[..., Player], seat_two: Callable[..., tuple[Player, Player]], backstage: Backstage
) -> None:
    player = new_player("Ibelin", width=390, height=844, has_touch=True)
    page = player.page
    player.game = backstage.start_solo(player.name, hints=True)
    player.open_at(moving(FIGHT), backstage)
    page.route("**/hint/**", lambda route: route.fulfill(json=HINT))
    away_twice(page, "**/hint/**")
    away_twice(page, "**/odds/**")
    page.locator("[data-key=hint-turn]").tap()
    hint, odds = page.locator("#hint-here-said"), page.locator("#odds-list")
    expect(hint).to_contain_text(TRYING)
    expect(hint).to_contain_text("This act")
    expect(hint).not_to_contain_text(TRYING)
    page.locator("#tab-odds").tap()
    page.locator("[data-key=odds-acre]").tap()
    expect(odds).to_contain_text(TRYING)
    expect(odds).to_contain_text("%")
    expect(odds).not_to_contain_text(TRYING)
    # A message is written once.
    richard, _ = seat_two()
    page = richard.page
    page.locator("#tab-talk").click()
    away_twice(page, "**/talk/")
    page.fill("#talk-text", "Well met!")
    page.locator("#talk-form .primary").click()
    expect(page.locator("#talk-problem")).to_have_text(TRYING)
    expect(page.locator("#talk-lines .own")).to_contain_text("Well met!")
    expect(page.locator("#talk-lines .own")).to_have_count(1)
    expect(page.locator("#talk-problem")).to_be_empty()
