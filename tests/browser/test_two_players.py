"""Two people, two browsers, one game."""

import json
import re
import uuid
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from rules.roster import BLOCKS
from tests.browser.playing import Player

NewPlayer = Callable[..., Player]
HIDDEN_IDS = {
    side: [block.id for block in BLOCKS if block.side == number] for number, side in enumerate(("frank", "saracen"))
}


@pytest.fixture
def table(seat_two: Callable[..., tuple[Player, Player]]) -> tuple[Player, Player]:
    return seat_two()


def test_an_invitation_leads_a_stranger_by_way_of_signing_up_into_the_game(new_player: NewPlayer) -> None:
    richard, saladin = new_player("Richard"), new_player()
    page = richard.page
    page.goto("/games/new/")
    page.get_by_label("Somebody I invite, by name or by a link").check()
    page.get_by_label("Franks", exact=True).check()
    page.get_by_role("button", name="Open the game").click()
    saladin.page.goto(page.locator(".invitation-link").inner_text())
    saladin.page.get_by_role("link", name="Sign up to join").click()
    saladin.sign_up(f"Saladin-{uuid.uuid4().hex[:8]}", saladin.page.url)
    saladin.page.get_by_role("button", name="Join and play").click()
    saladin.see_game()
    # The page of the open game turns into the game by itself.
    richard.see_game()
    assert richard.problems == saladin.problems == []


def test_the_other_page_follows_without_a_reload(table: tuple[Player, Player]) -> None:
    richard, saladin = table
    expect(saladin.page.locator("#prompt")).to_have_text("Waiting for the Franks to deploy.")
    saladin.page.evaluate("window.sameDocument = true")
    richard.page.get_by_role("button", name="Done").click()
    expect(saladin.page.locator("#prompt")).to_contain_text("Saladin may change places")
    expect(saladin.page.locator("#log")).to_contain_text("The Franks finished their deployment.")
    assert saladin.page.evaluate("window.sameDocument")
    expect(richard.page.locator("#prompt")).to_contain_text("Waiting for the Saracens")
    assert richard.problems == saladin.problems == []


def test_the_page_follows_by_polling_when_the_socket_is_cut(table: tuple[Player, Player]) -> None:
    richard, saladin = table
    page = saladin.page
    page.clock.install()
    page.route_web_socket(re.compile("/ws/"), lambda socket: socket.close())
    page.reload()
    saladin.see_game()
    richard.page.get_by_role("button", name="Done").click()
    expect(richard.page.locator("#prompt")).to_contain_text("Waiting for the Saracens")
    page.clock.run_for(21_000)
    expect(page.locator("#prompt")).to_contain_text("Saladin may change places")
    expect(page.locator("#connection")).to_have_text(
        "No live connection: this page asks every 20 seconds.", use_inner_text=False
    )


def test_hidden_blocks_never_reach_the_other_page(table: tuple[Player, Player]) -> None:
    richard, saladin = table
    answers: list[str] = []
    # The game's socket carries the views; only one opened from now on can be listened to.
    saladin.page.on(
        "websocket", lambda socket: socket.on("framereceived", lambda message: answers.append(str(message)))
    )
    saladin.page.reload()
    saladin.see_game()
    richard.page.get_by_role("button", name="Done").click()
    expect(saladin.page.locator("#prompt")).to_contain_text("Saladin may change places")
    for player, enemy in ((richard, "saracen"), (saladin, "frank")):
        document = drawn(player.page)
        shown = [block for block in HIDDEN_IDS[enemy] if re.search(rf"\b{block}\b", document)]
        assert shown == []
    saladin.wait_until(lambda: any("finished their deployment" in answer for answer in answers))
    sent = [block for block in HIDDEN_IDS["frank"] for answer in answers if f'"{block}"' in answer]
    assert sent == []
    assert "king-guy" in drawn(richard.page)


def drawn(page: Page) -> str:
    """What the page shows: its document without the tables of all names and arms and the seats printed on the map, the
    same for all.
    """
    # The table of names stands in the head.
    script = """() => {
      const body = document.body.cloneNode(true);
      for (const printed of body.querySelectorAll('svg.arms, .town .seat')) printed.remove();
      return body.outerHTML;
    }"""
    return str(page.evaluate(script))


def test_undo_takes_back_what_the_enemy_has_not_seen(table: tuple[Player, Player]) -> None:
    richard, saladin = table
    page = richard.page
    page.locator("[data-key='block-balian']").click()
    before = richard.drawn
    page.locator("[data-town=ascalon][data-key='to-ascalon']").click()
    expect(page.locator(".token[data-block=balian]")).to_have_attribute("aria-label", re.compile("at Ascalon"))
    assert "ascalon" not in json.dumps(saladin.page.evaluate("() => document.querySelector('#log').innerText"))
    assert richard.drawn != before
    page.get_by_role("button", name="Undo", exact=True).click()
    expect(page.locator(".token[data-block=balian]")).to_have_attribute("aria-label", re.compile("at Nablus"))
    expect(page.get_by_role("button", name="Undo", exact=True)).to_be_disabled()


def test_a_stale_page_is_brought_up_to_date_with_a_notice(table: tuple[Player, Player], new_player: NewPlayer) -> None:
    richard, _ = table
    page = richard.page
    page.route_web_socket(re.compile("/ws/"), lambda socket: socket.close())
    page.reload()
    richard.see_game()
    # The same person on another device.
    other = page.context.new_page()
    other.goto(page.url)
    elsewhere = Player(other)
    elsewhere.see_game()
    other.locator("[data-key='block-balian']").click()
    other.locator("[data-key='to-ascalon']").click()
    expect(other.locator(".token[data-block=balian]")).to_have_attribute("aria-label", re.compile("at Ascalon"))
    page.get_by_role("button", name="Done").click()
    expect(page.locator("#notice")).to_contain_text("Something happened meanwhile")
    expect(page.locator(".token[data-block=balian]")).to_have_attribute("aria-label", re.compile("at Ascalon"))
    expect(page.get_by_role("button", name="Done")).to_be_enabled()


def test_a_refused_action_shows_why_and_which_rule(table: tuple[Player, Player]) -> None:
    richard, _ = table
    page = richard.page
    richard.cut_sockets()
    page.reload()
    richard.see_game()

    def forge(route: Route) -> None:
        body = route.request.post_data_json | {"action": {"type": "place", "block": "walter", "town": "acre"}}
        route.continue_(post_data=json.dumps(body))

    page.route("**/actions/", forge)
    page.get_by_role("button", name="Done").click()
    expect(page.locator("#notice")).to_contain_text(re.compile(r"\(rule \d"))
    expect(page.get_by_role("button", name="Done")).to_be_enabled()


def test_a_double_click_applies_once(table: tuple[Player, Player]) -> None:
    richard, saladin = table
    richard.watch_requests()
    richard.page.get_by_role("button", name="Done").dblclick()
    expect(saladin.page.locator("#prompt")).to_contain_text("Saladin may change places")
    expect(richard.page.locator("#notice")).to_be_empty()
    assert [act["act"] for act in richard.acts] == ["actions"]


def test_an_answer_lost_on_the_way_is_asked_for_again_with_the_same_key(table: tuple[Player, Player]) -> None:
    richard, saladin = table
    keys: list[str] = []

    def lose_the_first(route: Route) -> None:
        keys.append(route.request.post_data_json["key"])
        if len(keys) == 1:
            route.fetch()
            route.abort()
        else:
            route.continue_()

    richard.cut_sockets()
    richard.page.reload()
    richard.see_game()
    richard.page.route("**/actions/", lose_the_first)
    richard.page.get_by_role("button", name="Done").click()
    expect(saladin.page.locator("#prompt")).to_contain_text("Saladin may change places")
    expect(richard.page.locator("#prompt")).to_contain_text("Waiting for the Saracens")
    assert len(keys) == 2
    assert keys[0] == keys[1]


def test_a_spectator_follows_and_can_press_nothing(
    seat_two: Callable[..., tuple[Player, Player]], new_player: NewPlayer
) -> None:
    richard, _ = seat_two(visibility="public")
    page, baldwin = richard.page, new_player("Baldwin")
    baldwin.page.goto(page.url)
    baldwin.see_game()
    expect(baldwin.page.locator("#awaited")).to_contain_text("You are watching")
    assert baldwin.offered() == []
    document = drawn(baldwin.page)
    assert [
        block for block in HIDDEN_IDS["frank"] + HIDDEN_IDS["saracen"] if re.search(rf"\b{block}\b", document)
    ] == []
    page.get_by_role("button", name="Done").click()
    expect(baldwin.page.locator("#prompt")).to_have_text("Waiting for the Saracens to deploy.")
    assert baldwin.problems == []


def test_resigning_asks_first_and_ends_the_game_for_both(table: tuple[Player, Player]) -> None:
    richard, saladin = table
    page = richard.page
    page.get_by_role("tab", name="Game").click()
    page.get_by_role("button", name="Resign …").click()
    page.get_by_role("button", name="Play on").click()
    expect(page.locator("#prompt")).to_contain_text("Deployment")
    page.get_by_role("button", name="Resign …").click()
    page.get_by_role("button", name="Resign", exact=True).click()
    expect(page.locator("#prompt")).to_contain_text("the Saracens win")
    expect(saladin.page.locator("#prompt")).to_contain_text("the Saracens win")
