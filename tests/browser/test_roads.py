"""Choosing where a block goes: the short ways first, every other legal one on demand."""

import uuid
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Route, expect

from tests.browser.playing import Player

PATHS = [
    ["nablus"],
    ["jericho", "damiya", "nablus"],
    ["hebron", "jerusalem", "nablus"],
    ["hebron", "jerusalem"],
    ["ramallah", "jaffa"],
    ["ramallah", "ascalon"],
    ["hebron", "lachish", "ascalon"],
]
OFFERS = [
    {"type": "move", "block": {"any": ["king-guy", "walter", "conrad"]}, "path": {"any": PATHS}, "about": {"cost": 1}},
    {"type": "done"},
]


def open_game(new_player: Callable[..., Player]) -> Player:
    """A solo game whose view offers King Guy these roads out of Jerusalem; what is sent is kept in `sent`."""
    player = new_player(f"Guy-{uuid.uuid4().hex[:8]}", path="/signup/?alone")
    player.page.route("**/view/**", offer)
    player.page.reload()
    player.see_game()
    player.page.locator("[data-key='block-king-guy']").click()
    return player


def offer(route: Route) -> None:
    view: dict[str, Any] = route.fetch().json()
    route.fulfill(json=view | {"actions": OFFERS})


def destinations(player: Player) -> list[str]:
    return [
        str(found) for found in player.page.locator(".chosen-block button[data-town]").evaluate_all("all => all.map(b => b.dataset.town)")
    ]


def test_the_shortest_way_by_each_road_is_offered_and_no_round_trips(new_player: Callable[..., Player]) -> None:
    player = open_game(new_player)
    assert destinations(player) == ["nablus", "jaffa", "ascalon"]
    expect(player.page.locator("[data-key=to-nablus]")).to_contain_text("2 ways")
    player.page.locator("[data-key=to-nablus]").click()
    routes = player.page.locator(".routes button:not(.quiet)")
    expect(routes).to_have_count(2)
    expect(routes.first).to_have_text("Move: Nablus · 1 Move")
    expect(routes.first).to_be_focused()


def test_every_legal_way_can_be_shown(new_player: Callable[..., Player]) -> None:
    player = open_game(new_player)
    player.page.get_by_role("button", name="Show detours").click()
    assert set(destinations(player)) == {"nablus", "jerusalem", "jaffa", "ascalon"}
    player.page.locator("[data-key=to-nablus]").click()
    expect(player.page.locator(".routes button:not(.quiet)")).to_have_count(3)


def test_a_destination_with_one_way_takes_one_click(new_player: Callable[..., Player]) -> None:
    player = open_game(new_player)
    with player.page.expect_request("**/actions/") as sent:
        player.page.locator(".town.goal[data-town=jaffa]").click()
    assert sent.value.post_data_json["action"] == {"type": "move", "block": "king-guy", "path": ["ramallah", "jaffa"]}
