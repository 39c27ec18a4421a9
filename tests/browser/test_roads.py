"""Choosing where a block goes: the short ways first, every other legal one on demand."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Route, expect

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


def open_game(new_player: Callable[..., Player], **facts: Any) -> Player:
    """A solo game whose view offers King Guy these roads out of Jerusalem, and holds these facts besides."""

    def offer(route: Route) -> None:
        view: dict[str, Any] = route.fetch().json()
        route.fulfill(json=view | {"actions": OFFERS, "step": "move", "moves-left": 2} | facts)

    player = new_player("Guy", alone=True)
    player.page.route("**/view/**", offer)
    player.page.reload()
    player.see_game()
    player.page.locator("[data-key='block-king-guy']").click()
    return player


def destinations(player: Player) -> list[str]:
    return [
        str(found)
        for found in player.page.locator(".chosen-block button[data-town]").evaluate_all(
            "all => all.map(b => b.dataset.town)"
        )
    ]


def test_the_shortest_way_by_each_road_is_offered(new_player: Callable[..., Player]) -> None:
    player = open_game(new_player)
    assert destinations(player) == ["nablus", "jaffa", "ascalon"]
    player.page.locator("[data-key=ways-nablus]").click()
    routes = player.page.locator(".routes button:not(.quiet)")
    expect(routes).to_have_count(2)
    expect(routes.first).to_have_text(
        "Move: Nablus · 1 Move (King Guy)"
    )  # whom it moves is said to those who do not see


def test_every_legal_way_can_be_shown(new_player: Callable[..., Player]) -> None:
    player = open_game(new_player)
    player.page.get_by_role("button", name="Show detours").click()
    assert set(destinations(player)) == {"nablus", "jaffa", "ascalon"}
    player.page.locator("[data-key=ways-nablus]").click()
    expect(player.page.locator(".routes button:not(.quiet)")).to_have_count(3)


@pytest.mark.parametrize(("town", "path"), [("jaffa", ["ramallah", "jaffa"]), ("nablus", ["nablus"])])
def test_where_nobody_fights_the_best_way_is_taken_at_one_press(
    new_player: Callable[..., Player], town: str, path: list[str]
) -> None:
    player = open_game(new_player)
    with player.expect_act() as sent:
        player.page.locator(f".town.goal[data-town={town}]").click()
    assert sent[0]["action"] == {"type": "move", "block": "king-guy", "path": path}


def test_against_enemies_the_direct_road_is_taken_at_one_press_where_all_others_are_detours(
    new_player: Callable[..., Player],
) -> None:
    player = open_game(new_player, prospects={"towns": {"nablus": {"follows": "battle", "main": None, "first": 1}}})
    with player.expect_act() as sent:
        player.page.locator(".town.goal.attack[data-town=nablus]").click()
    assert sent[0]["action"]["path"] == ["nablus"]


def test_against_enemies_the_road_is_asked_for_where_the_direct_one_is_not_the_main_road(
    new_player: Callable[..., Player],
) -> None:
    towns = {"nablus": {"follows": "reinforcement", "main": "damiya", "first": 1}}
    player = open_game(new_player, prospects={"towns": towns})
    player.page.locator(".town.goal[data-town=nablus]").click()
    bar = player.page.locator("#bar")
    expect(bar).to_contain_text("Asked first: several roads lead there.")
    expect(bar).to_contain_text("1 block by the road from Damiya: main attack")
    bar.locator("[data-key=road-jerusalem]").click()
    expect(bar).to_contain_text("1 block by the road from Jerusalem: in reserve until round 2")
    with player.expect_act() as sent:
        bar.locator("[data-key=confirm]").click()
    assert sent[0]["action"]["path"] == ["nablus"]
