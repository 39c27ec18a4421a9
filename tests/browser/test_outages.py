"""A short outage of the site: hints, odds and talk wait and are tried again, as acts are."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.playing import Player
from tests.browser.test_still_buttons import Sit, sit
from tests.rules.scene import moving

__all__ = ["sit"]

TRYING = "No answer yet. The page goes on trying."
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


def ask_for_a_hint(page: Page) -> None:
    page.locator("[data-key=hint-turn]").tap()


def ask_for_odds(page: Page) -> None:
    page.locator("#tab-odds").tap()
    page.locator("[data-key=odds-acre]").tap()


@pytest.mark.parametrize(
    ("ask", "pattern", "place", "then"),
    [
        (ask_for_a_hint, "**/hint/**", "#hint-here-said", "This act"),
        (ask_for_odds, "**/odds/**", "#odds-list", "%"),
    ],
    ids=["hint", "odds"],
)
def test_hints_and_odds_wait_out_an_outage(
    sit: Sit, ask: Callable[[Page], None], pattern: str, place: str, then: str
) -> None:
    player = sit(moving(FIGHT))
    page = player.page
    away_twice(page, pattern)
    ask(page)
    expect(page.locator(place)).to_contain_text(TRYING)
    expect(page.locator(place)).to_contain_text(then)
    expect(page.locator(place)).not_to_contain_text(TRYING)


def test_a_message_waits_out_an_outage_and_is_written_once(seat_two: Callable[..., tuple[Player, Player]]) -> None:
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
