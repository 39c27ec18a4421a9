"""Choosing where a block goes: the short ways first, every other legal one on demand."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, Route, expect

from tests.browser.playing import Player

PATHS = [
    ["nablus"],
    ["jericho", "damiya", "nablus"],
    ["jericho", "amman", "damiya", "nablus"],
    ["ramallah", "jaffa"],
    ["ramallah", "ascalon"],
    ["hebron", "lachish", "ascalon"],
]
OFFERS = [
    {"type": "move", "block": {"any": ["king-guy", "walter", "conrad"]}, "path": {"any": PATHS}, "about": {"cost": 1}},
    {"type": "done"},
]


def offer(player: Player, **facts: Any) -> Page:
    """The page anew, with a view that offers King Guy these roads out of Jerusalem, and holds these facts besides."""

    def answer(route: Route) -> None:
        view: dict[str, Any] = route.fetch().json()
        route.fulfill(json=view | {"actions": OFFERS, "step": "move", "moves-left": 2} | facts)

    player.page.unroute("**/view/**")
    player.page.route("**/view/**", answer)
    player.page.reload()
    player.see_game()
    player.page.locator("[data-key='block-king-guy']").click()
    return player.page


def destinations(page: Page) -> list[str]:
    found: list[str] = page.locator(".chosen-block button[data-town]").evaluate_all(
        "all => all.map((one) => one.dataset.town)"
    )
    return found


def path_of_a_press(player: Player, selector: str) -> Any:
    """Which way a press on it takes King Guy."""
    with player.expect_act() as sent:
        player.page.locator(selector).click()
    action = sent[0]["action"]
    assert (action["type"], action["block"]) == ("move", "king-guy")
    return action["path"]


def test_the_short_ways_are_offered_first_and_all_others_on_demand(new_player: Callable[..., Player]) -> None:
    player = new_player("Guy", alone=True)
    page = offer(player)
    assert destinations(page) == ["nablus", "jaffa", "ascalon"]
    page.locator("[data-key=ways-nablus]").click()
    routes = page.locator(".routes button:not(.quiet)")
    expect(routes).to_have_count(2)
    # Whom it moves is said to those who do not see.
    expect(routes.first).to_have_text("Move: Nablus · 1 Move (King Guy)")
    page = offer(player)
    page.get_by_role("button", name="Show detours").click()
    assert set(destinations(page)) == {"nablus", "jaffa", "ascalon"}
    page.locator("[data-key=ways-nablus]").click()
    expect(routes).to_have_count(3)
    # Where nobody fights the best way is taken at one press.
    offer(player)
    assert path_of_a_press(player, ".town.goal[data-town=jaffa]") == ["ramallah", "jaffa"]
    offer(player)
    assert path_of_a_press(player, ".town.goal[data-town=nablus]") == ["nablus"]


def test_against_enemies_the_road_is_asked_for_where_the_direct_one_is_not_the_main_road(
    new_player: Callable[..., Player],
) -> None:
    player = new_player("Guy", alone=True)
    # All others are detours: the direct road is taken at one press.
    offer(player, prospects={"towns": {"nablus": {"follows": "battle", "main": None, "first": 1}}})
    assert path_of_a_press(player, ".town.goal.attack[data-town=nablus]") == ["nablus"]
    page = offer(player, prospects={"towns": {"nablus": {"follows": "reinforcement", "main": "damiya", "first": 1}}})
    page.locator(".town.goal[data-town=nablus]").click()
    bar = page.locator("#bar")
    expect(bar).to_contain_text("Asked first: several roads lead there.")
    expect(bar).to_contain_text("1 block by the road from Damiya: main attack")
    bar.locator("[data-key=road-jerusalem]").click()
    expect(bar).to_contain_text("1 block by the road from Jerusalem: in reserve until round 2")
    assert path_of_a_press(player, "#bar [data-key=confirm]") == ["nablus"]
