"""Playing by the game's socket: every page of a seat follows, and whatever happens to the socket an act is done
once.
"""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tests.browser.playing import Player

BY_HTTP = re.compile("/(view|history|actions|undo)/")
GAME_SOCKET = re.compile("/ws/games/")


@pytest.fixture
def table(seat_two: Callable[..., tuple[Player, Player]]) -> tuple[Player, Player]:
    two = seat_two()
    for player in two:
        player.watch_requests()
    return two


def connected(player: Player) -> Player:
    expect(player.page.locator("#connection")).to_have_text(
        "Connected: this page follows the game.", use_inner_text=False
    )
    return player


def second_page(player: Player) -> Player:
    """Another tab of the same person at the same game."""
    other = Player(player.page.context.new_page())
    other.page.goto(player.page.url)
    other.see_game()
    return connected(other)


def place_balian(player: Player) -> None:
    player.page.locator("[data-key='block-balian']").click()
    player.page.locator("[data-key='to-ascalon']").click()


def expect_balian_at(player: Player, town: str) -> None:
    expect(player.page.locator(".token[data-block=balian]")).to_have_attribute("aria-label", re.compile(f"at {town}"))


def behind(player: Player, meet: Callable[[WebSocketRoute], None]) -> Player:
    """The player's page anew, with its game socket in the test's hands."""
    player.page.route_web_socket(GAME_SOCKET, meet)
    player.page.reload()
    player.see_game()
    return connected(player)


def is_act(message: Any) -> bool:
    return json.loads(message).get("act") == "actions"


def comes_by_itself(message: Any) -> bool:
    """Whether a message of the server brings a view that nobody asked for just now."""
    return {"view", "id"} & json.loads(message).keys() == {"view"}


def test_both_pages_of_a_seat_and_the_other_side_follow_by_the_socket_alone(table: tuple[Player, Player]) -> None:
    richard, saladin = table
    tab = second_page(connected(richard))
    asked: list[str] = []
    for player in (richard, tab, connected(saladin)):
        player.page.on("request", lambda request: asked.append(request.url) if BY_HTTP.search(request.url) else None)
    place_balian(richard)
    expect_balian_at(tab, "Ascalon")
    tab.page.get_by_role("button", name="Undo", exact=True).click()
    expect_balian_at(richard, "Nablus")
    place_balian(tab)
    expect_balian_at(richard, "Ascalon")
    richard.page.get_by_role("button", name="Done").dblclick()
    for player in (saladin, tab):
        expect(player.page.locator("#log")).to_contain_text("The Franks finished their deployment.")
    expect(saladin.page.locator("#prompt")).to_contain_text("Saladin may change places")
    expect(tab.page.locator("#prompt")).to_contain_text("Waiting for the Saracens")
    expect(richard.page.locator("#notice")).to_be_empty()
    assert asked == []
    # One message is all that a decision takes, and a double click is one.
    assert [[act["act"] for act in player.acts] for player in (richard, tab)] == [["actions"] * 2, ["undo", "actions"]]
    assert richard.problems == saladin.problems == tab.problems == []


def test_a_socket_that_is_cut_in_the_middle_of_an_act_loses_and_doubles_nothing(table: tuple[Player, Player]) -> None:
    richard, saladin = table

    def meet(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def pass_on(message: Any) -> None:
            server.send(message)
            if is_act(message):
                socket.close()

        socket.on_message(pass_on)

    behind(richard, meet).page.get_by_role("button", name="Done").click()
    expect(saladin.page.locator("#prompt")).to_contain_text("Saladin may change places")
    expect(richard.page.locator("#prompt")).to_contain_text("Waiting for the Saracens")
    expect(richard.page.locator("#notice")).to_be_empty()
    assert [act["act"] for act in richard.acts] == ["actions", "actions"]
    assert richard.acts[0]["key"] == richard.acts[1]["key"]
    expect(
        saladin.page.locator("#log li.deployment-finished, #log li", has_text="The Franks finished their deployment.")
    ).to_have_count(1)


def test_an_act_that_is_not_answered_is_sent_by_http_under_its_key(table: tuple[Player, Player]) -> None:
    """The server has carried it out; its answer, and all that it says later, is lost on the way."""
    richard, saladin = table
    state = {"deaf": False}

    def meet(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def pass_on(message: Any) -> None:
            state["deaf"] = state["deaf"] or is_act(message)
            server.send(message)

        socket.on_message(pass_on)
        server.on_message(lambda message: None if state["deaf"] else socket.send(message))

    behind(richard, meet)
    place_balian(richard)
    expect_balian_at(richard, "Ascalon")
    richard.page.get_by_role("button", name="Done").click()
    expect(saladin.page.locator("#prompt")).to_contain_text("Saladin may change places")
    expect(richard.page.locator("#prompt")).to_contain_text("Waiting for the Saracens")
    assert richard.by_http == 2
    keys = [act["key"] for act in richard.acts]
    assert keys[0] == keys[1] != keys[2], (
        "the first by the socket, then by HTTP under the same key; the next by HTTP at once"
    )
    assert len(keys) == 3
    expect(richard.page.locator("#log li", has_text="The Franks finished their deployment.")).to_have_count(1)


def test_a_stale_page_is_told_so_by_the_socket_and_brought_up_to_date(table: tuple[Player, Player]) -> None:
    richard, _ = table

    def meet(socket: WebSocketRoute) -> None:
        """Views that come by themselves are kept from the page; answers are not."""
        server = socket.connect_to_server()
        server.on_message(
            lambda message: (
                socket.send(message) if "id" in json.loads(message) or "view" not in json.loads(message) else None
            )
        )
        socket.on_message(server.send)

    tab = second_page(richard)
    behind(richard, meet)
    place_balian(tab)
    expect_balian_at(tab, "Ascalon")
    richard.page.get_by_role("button", name="Done").click()
    expect(richard.page.locator("#notice")).to_contain_text("Something happened meanwhile")
    expect_balian_at(richard, "Ascalon")
    expect(richard.page.locator("#log")).to_contain_text("Balian")
    assert richard.by_http == 0
    expect(richard.page.get_by_role("button", name="Done")).to_be_enabled()
