"""A page that is open sees the truth, or says that it cannot know it: frozen networks, sleeping devices, proxies that
keep words back.
"""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Route, WebSocketRoute, expect

from tests.browser.playing import Player
from tests.browser.test_socket_play import connected, is_act, place_balian

SOCKETS = re.compile("/ws/")
ALL = re.compile("/api/|/games/$")


class Network:
    """What is between a page and the server. Frozen, it keeps everything and closes nothing."""

    def __init__(self, player: Player) -> None:
        self.frozen = False
        self.opened: list[WebSocketRoute] = []
        self.kept: list[Route] = []
        player.page.route_web_socket(SOCKETS, self._meet)
        player.page.route(ALL, self._pass)

    def _meet(self, socket: WebSocketRoute) -> None:
        self.opened.append(socket)
        if self.frozen:
            return
        server = socket.connect_to_server()
        socket.on_message(lambda message: None if self.frozen else server.send(message))
        server.on_message(lambda message: None if self.frozen else socket.send(message))

    def _pass(self, route: Route) -> None:
        if self.frozen:
            self.kept.append(route)
        else:
            route.continue_()


# Resolves when the server has answered something: what the page asked before may have been answered by then.
ANSWERED = "() => fetch('/help/dice/', { cache: 'no-store' }).then((answer) => answer.text()).then(() => true)"


def wait(player: Player, seconds: int) -> None:
    """Lets time pass on the page, a few seconds after the other, so that what it asks meanwhile may be answered."""
    for _ in range(seconds // 5):
        player.page.clock.run_for(5000)
        player.page.evaluate(ANSWERED)


def no_news(player: Player) -> Locator:
    return player.page.locator("#no-news")


@pytest.fixture
def frozen(seat_two: Callable[..., tuple[Player, Player]]) -> tuple[Player, Player, Network]:
    """Two at a table; the page of the first has its network in the test's hands, and its time."""
    richard, saladin = seat_two()
    network = Network(richard)
    richard.page.clock.install()
    richard.page.reload()
    richard.see_game()
    connected(richard)
    connected(saladin)
    return richard, saladin, network


def test_a_frozen_network_is_told_within_half_a_minute_and_what_happened_is_shown_when_it_thaws(
    frozen: tuple[Player, Player, Network],
) -> None:
    richard, saladin, network = frozen
    wait(richard, 20)
    expect(no_news(richard)).to_be_empty()
    richard.page.get_by_role("button", name="Done").click()
    expect(richard.page.locator("#prompt")).to_contain_text("Waiting for the Saracens")
    network.frozen = True
    saladin.page.get_by_role("button", name="Done").click()
    expect(saladin.page.locator("#prompt")).not_to_contain_text("Saladin may change places")
    wait(richard, 35)
    expect(no_news(richard)).to_have_text(
        re.compile(r"^No news since (noon|midnight|\d+(:\d\d)? [ap]\.m\.): what stands here may be out")
    )
    assert no_news(richard).get_attribute("role") == "status"
    expect(richard.page.locator("#connection")).to_contain_text("No live connection", use_inner_text=False)
    network.frozen = False
    wait(richard, 60)
    expect(no_news(richard)).to_be_empty()
    connected(richard)
    expect(richard.page.locator("#hand [data-type=play-card]").first).to_be_visible()
    expect(richard.page.locator("#log")).to_contain_text("The Saracens finished their deployment.")
    assert richard.problems == []


def test_nothing_that_can_be_tried_is_disabled_and_an_act_goes_out_once_the_network_thaws(
    frozen: tuple[Player, Player, Network],
) -> None:
    richard, saladin, network = frozen
    network.frozen = True
    wait(richard, 35)
    expect(no_news(richard)).not_to_be_empty()
    done = richard.page.get_by_role("button", name="Done")
    expect(done).to_be_enabled()
    done.click()
    wait(richard, 10)
    expect(richard.page.locator("#notice")).to_contain_text("No answer yet")
    wait(richard, 40)
    expect(richard.page.locator("#notice")).to_contain_text("The server cannot be reached")
    expect(done).to_be_enabled()
    network.frozen = False
    done.click()
    expect(saladin.page.locator("#prompt")).to_contain_text("Saladin may change places")
    wait(richard, 5)
    expect(richard.page.locator("#prompt")).to_contain_text("Waiting for the Saracens")


def test_an_outage_of_some_seconds_is_no_alarm(frozen: tuple[Player, Player, Network]) -> None:
    """Requests fail at once, as where a server starts anew: the page says quietly that it tries again."""
    richard, _, network = frozen
    page = richard.page
    network.frozen = True
    wait(richard, 35)
    page.unroute(ALL)
    page.route(ALL, lambda route: route.abort())
    page.get_by_role("button", name="Done").click()
    notice = page.locator("#notice")
    for _ in range(9):
        page.evaluate(ANSWERED)
        page.clock.run_for(900)
        expect(notice).to_have_text("No answer yet. The page goes on trying.")
        expect(notice).to_contain_class("quiet")
    page.unroute(ALL)
    wait(richard, 10)
    expect(page.locator("#prompt")).to_contain_text("Waiting for the Saracens")
    expect(notice).to_be_empty()
    expect(notice).not_to_contain_class("quiet")


def test_after_a_dead_socket_acts_do_not_wait_for_another_one(frozen: tuple[Player, Player, Network]) -> None:
    richard, _, network = frozen
    network.frozen = True
    wait(richard, 30)
    # HTTP is back before the sockets are.
    richard.page.unroute(ALL)
    richard.watch_requests()
    place_balian(richard)
    expect(richard.page.locator(".token[data-block=balian]")).to_have_attribute("aria-label", re.compile("at Ascalon"))
    richard.page.get_by_role("button", name="Undo", exact=True).click()
    expect(richard.page.locator(".token[data-block=balian]")).to_have_attribute("aria-label", re.compile("at Nablus"))
    assert richard.by_http == 2  # though the page's clock stood still meanwhile
    expect(no_news(richard)).to_be_empty()


def test_a_page_that_wakes_finds_a_dead_socket_in_seconds(frozen: tuple[Player, Player, Network]) -> None:
    """The socket is half open: the other end has gone without a word, as happens while a laptop sleeps."""
    richard, saladin, network = frozen
    richard.page.get_by_role("button", name="Done").click()
    expect(richard.page.locator("#prompt")).to_contain_text("Waiting for the Saracens")
    richard.page.unroute(ALL)
    network.frozen = True
    saladin.page.get_by_role("button", name="Done").click()
    expect(saladin.page.locator("#prompt")).not_to_contain_text("Saladin may change places")
    richard.page.clock.fast_forward(2000)
    richard.page.evaluate("window.dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))")
    richard.page.clock.run_for(4500)
    expect(richard.page.locator("#hand [data-type=play-card]").first).to_be_visible()
    before = len(network.opened)
    network.frozen = False
    wait(richard, 10)
    richard.wait_until(lambda: len(network.opened) > before)


def test_a_proxy_that_keeps_what_the_server_says_is_found_out(new_player: Callable[..., Player]) -> None:
    """The sockets open, and what the page sends arrives; nothing comes back."""
    alone = new_player("Ibelin", alone=True)

    def meet(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        socket.on_message(server.send)
        server.on_message(lambda message: None)

    alone.page.route_web_socket(SOCKETS, meet)
    alone.watch_requests()
    alone.page.reload()
    alone.see_game()
    expect(alone.page.locator("#connection")).to_contain_text("No live connection", use_inner_text=False)
    place_balian(alone)
    expect(alone.page.locator(".token[data-block=balian]")).to_have_attribute("aria-label", re.compile("at Ascalon"))
    assert alone.by_http == 1
    assert len(alone.acts) == 1


def test_a_list_of_games_says_since_when_it_knows_nothing(new_player: Callable[..., Player]) -> None:
    player = new_player("Raymond", locale="fr-FR")
    network = Network(player)
    player.page.clock.install()
    player.page.goto("/games/")
    expect(player.page.locator("html[data-live=yes]")).to_be_attached()
    wait(player, 40)
    expect(no_news(player)).to_be_empty()
    network.frozen = True
    wait(player, 35)
    expect(no_news(player)).to_contain_text("Aucune nouvelle depuis")
    network.frozen = False
    wait(player, 60)
    expect(no_news(player)).to_be_empty()
    expect(player.page.locator("html[data-live=yes]")).to_be_attached()


def test_an_announcement_that_was_lost_is_made_good_within_a_minute(
    seat_two: Callable[..., tuple[Player, Player]],
) -> None:
    """Everything answers, and a view that should have come by itself did not."""
    richard, saladin = seat_two()
    lost = {"yes": True}

    def meet(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        socket.on_message(server.send)

        def back(message: Any) -> None:
            told = json.loads(message)
            if not lost["yes"] or "id" in told or "pong" in told:
                socket.send(message)

        server.on_message(back)

    richard.page.get_by_role("button", name="Done").click()
    expect(richard.page.locator("#prompt")).to_contain_text("Waiting for the Saracens")
    richard.page.route_web_socket(SOCKETS, meet)
    richard.page.clock.install()
    richard.page.reload()
    richard.see_game()
    connected(richard)
    saladin.page.get_by_role("button", name="Done").click()
    expect(saladin.page.locator("#prompt")).not_to_contain_text("Saladin may change places")
    wait(richard, 65)
    expect(richard.page.locator("#hand [data-type=play-card]").first).to_be_visible()


def test_the_page_says_which_version_it_shows_also_of_what_comes_while_somebody_looks(
    seat_two: Callable[..., tuple[Player, Player]],
) -> None:
    richard, saladin = seat_two()
    with richard.page.expect_request(re.compile("/here/$")) as told:
        richard.page.reload()
    richard.see_game()
    assert told.value.post_data_json == {"version": int(richard.drawn.split("-")[1])}
    assert not is_act(json.dumps(told.value.post_data_json))
    connected(richard).page.get_by_role("button", name="Done").click()
    expect(connected(saladin).page.locator("#prompt")).to_contain_text("Saladin may change places")
    with richard.page.expect_request(re.compile("/here/$")) as told:
        saladin.page.get_by_role("button", name="Done").click()
    expect(richard.page.locator("#hand [data-type=play-card]").first).to_be_visible()
    assert f"frank-{told.value.post_data_json['version']}" == richard.drawn
