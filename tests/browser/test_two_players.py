"""Two people, two browsers, one game."""

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from rules.roster import BLOCKS
from tests.browser.looking import resize
from tests.browser.playing import Player

NewPlayer = Callable[..., Player]
HIDDEN_IDS = {
    side: [block.id for block in BLOCKS if block.side == number] for number, side in enumerate(("frank", "saracen"))
}


@pytest.fixture
def table(seat_two: Callable[..., tuple[Player, Player]]) -> tuple[Player, Player]:
    return seat_two()


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


def hidden_in(words: str, *sides: str) -> list[str]:
    """The blocks of these sides that are named there."""
    return [block for side in sides for block in HIDDEN_IDS[side] if re.search(rf"\b{block}\b", words)]


def test_two_follow_one_another_and_a_spectator_both_and_none_is_sent_what_is_hidden(
    seat_two: Callable[..., tuple[Player, Player]], new_player: NewPlayer
) -> None:
    # The games' sockets carry the views.
    saladin, baldwin, sent = new_player("Saladin"), new_player("Baldwin"), dict[Player, list[str]]()
    for player in (saladin, baldwin):
        heard = sent[player] = []
        player.page.on(
            "websocket",
            lambda socket, heard=heard: socket.on("framereceived", lambda message: heard.append(str(message))),
        )
    richard, saladin = seat_two(saladin=saladin, visibility="public")
    richard.watch_requests()
    page = richard.page
    baldwin.page.goto(page.url)
    baldwin.see_game()
    expect(baldwin.page.locator("#awaited")).to_contain_text("You are watching")
    assert baldwin.offered() == []
    assert hidden_in(drawn(baldwin.page), "frank", "saracen") == []
    expect(saladin.page.locator("#prompt")).to_have_text("Waiting for the Franks to deploy.")
    # Undo takes back what the enemy has not seen.
    page.locator("[data-key='block-balian']").click()
    page.locator("[data-town=ascalon][data-key='to-ascalon']").click()
    expect(page.locator(".token[data-block=balian]")).to_have_attribute("aria-label", re.compile("at Ascalon"))
    assert "ascalon" not in saladin.page.inner_text("#log").lower()
    page.get_by_role("button", name="Undo", exact=True).click()
    expect(page.locator(".token[data-block=balian]")).to_have_attribute("aria-label", re.compile("at Nablus"))
    expect(page.get_by_role("button", name="Undo", exact=True)).to_be_disabled()
    # The other pages follow without a reload; a double click applies once.
    saladin.page.evaluate("window.sameDocument = true")
    page.get_by_role("button", name="Done").dblclick()
    expect(saladin.page.locator("#prompt")).to_contain_text("Saladin may change places")
    expect(saladin.page.locator("#log")).to_contain_text("The Franks finished their deployment.")
    assert saladin.page.evaluate("window.sameDocument")
    expect(page.locator("#prompt")).to_contain_text("Waiting for the Saracens")
    expect(page.locator("#notice")).to_be_empty()
    assert [act["act"] for act in richard.acts] == ["actions", "undo", "actions"]
    expect(baldwin.page.locator("#prompt")).to_have_text("Waiting for the Saracens to deploy.")
    assert hidden_in(drawn(page), "saracen") == []
    assert hidden_in(drawn(saladin.page), "frank") == []
    assert "king-guy" in drawn(page)
    saladin.wait_until(lambda: any("finished their deployment" in answer for answer in sent[saladin]))
    assert [block for block in HIDDEN_IDS["frank"] for answer in sent[saladin] if f'"{block}"' in answer] == []
    # What they say is between them.
    saladin.page.get_by_role("tab", name="Talk").click()
    saladin.page.get_by_label("Your message").fill("Between us")
    saladin.page.get_by_role("button", name="Send", exact=True).click()
    expect(saladin.page.locator(".talk-lines .own")).to_have_count(1)
    # Resigning asks first, and ends the game for all.
    page.get_by_role("tab", name="Game").click()
    page.get_by_role("button", name="Resign …").click()
    page.get_by_role("button", name="Play on").click()
    expect(page.locator("#prompt")).to_contain_text("Waiting for the Saracens")
    page.get_by_role("button", name="Resign …").click()
    page.get_by_role("button", name="Resign", exact=True).click()
    for player in (richard, saladin, baldwin):
        expect(player.page.locator("#prompt")).to_contain_text("the Saracens win")
    for width in (1280, 390):
        resize(baldwin.page, {"width": width, "height": 844})
        expect(baldwin.page.get_by_role("tab", name="Talk")).to_have_count(0)
    assert not [frame for frame in sent[baldwin] if "talk" in frame]
    assert richard.problems == saladin.problems == baldwin.problems == []


def test_where_sockets_are_blocked_pages_play_and_follow_by_http(table: tuple[Player, Player]) -> None:
    richard, saladin = table
    page = richard.page
    richard.watch_requests()
    saladin.page.clock.install()
    for player in table:
        player.cut_sockets()
        player.page.reload()
        player.see_game()
    page.locator("[data-key='block-balian']").click()
    page.locator("[data-key='to-ascalon']").click()
    expect(page.locator(".token[data-block=balian]")).to_have_attribute("aria-label", re.compile("at Ascalon"))
    assert richard.by_http == len(richard.acts) == 1
    # A stale page is brought up to date with a notice: the same person has gone on on another device.
    elsewhere = Player(page.context.new_page())
    elsewhere.page.goto(page.url)
    elsewhere.see_game()
    elsewhere.page.locator("[data-key='block-bohemond']").click()
    elsewhere.page.locator("[data-key='to-latakia']").click()
    for other in (elsewhere.page, page):
        if other is page:
            page.get_by_role("button", name="Done").click()
            expect(page.locator("#notice")).to_contain_text("Something happened meanwhile")
        expect(other.locator(".token[data-block=bohemond]")).to_have_attribute("aria-label", re.compile("at Latakia"))
    done = page.get_by_role("button", name="Done")
    expect(done).to_be_enabled()

    def forge(route: Route) -> None:
        body = route.request.post_data_json | {"action": {"type": "place", "block": "walter", "town": "acre"}}
        route.continue_(post_data=json.dumps(body))

    # A refusal says why, and by which rule.
    page.route("**/actions/", forge)
    done.click()
    expect(page.locator("#notice")).to_contain_text(re.compile(r"\(rule \d"))
    expect(done).to_be_enabled()
    page.unroute("**/actions/")
    keys: list[str] = []

    def lose_the_first(route: Route) -> None:
        keys.append(route.request.post_data_json["key"])
        if len(keys) == 1:
            route.fetch()
            route.abort()
        else:
            route.continue_()

    # An answer lost on the way is asked for again with the same key.
    page.route("**/actions/", lose_the_first)
    done.click()
    expect(page.locator("#prompt")).to_contain_text("Waiting for the Saracens")
    assert len(keys) == 2
    assert keys[0] == keys[1]
    expect(page.locator("#log")).to_contain_text("The Franks finished their deployment.")
    saladin.page.clock.run_for(21_000)
    expect(saladin.page.locator("#prompt")).to_contain_text("Saladin may change places")
    expect(saladin.page.locator("#connection")).to_have_text(
        "No live connection: this page asks every 20 seconds.", use_inner_text=False
    )
