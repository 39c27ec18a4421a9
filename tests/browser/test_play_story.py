"""What happened: looking back from the log, and being shown what the other side did meanwhile; pages that lost the
thread.
"""

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.playing import DRAWN, Player
from tests.browser.test_play import DESK, PHONE, Hand, at
from tests.rules.scene import moving

SeatTwo = Callable[..., tuple[Player, Player]]
PlayAt = Callable[..., Player]


def test_a_line_of_the_log_leads_back_and_the_present_is_a_press_away(play_at: PlayAt) -> None:
    player = play_at(moving("acre: king-guy walter\ntyre: balian\n"), **DESK)
    page = player.page
    hand = Hand(player, touch=False)
    for block in ("walter", "king-guy"):
        hand.block(block)
        hand.act(lambda: hand.town("caesarea"))
    line = page.locator("#log .line-button", has_text="Walter moved")
    line.hover()
    expect(page.locator(".pointers .pointed")).to_have_count(2)
    line.click()
    past = page.locator("#past")
    expect(past).to_contain_text("Walter moved Acre – Caesarea.")
    assert at(player, "walter") == "Caesarea"
    assert at(player, "king-guy") == "Acre"
    expect(page.locator("#bar")).to_be_hidden()
    page.locator("[data-key=past-on]").click()
    expect(past).to_contain_text("King Guy moved Acre – Caesarea.")
    assert at(player, "king-guy") == "Caesarea"
    page.keyboard.press("Escape")
    expect(past).to_be_hidden()
    expect(page.get_by_role("button", name="Undo", exact=True)).to_be_visible()
    assert player.problems == []


def test_what_the_other_side_did_meanwhile_is_shown_once(seat_two: SeatTwo) -> None:
    richard, saladin = seat_two()
    expect(saladin.page.locator("#log .line").first).to_be_visible()
    address = saladin.page.url
    saladin.page.goto("/games/")
    before = richard.drawn
    richard.page.get_by_role("button", name="Done").click()
    richard.page.wait_for_function(DRAWN, arg=before)
    saladin.page.goto(address)
    past = saladin.page.locator("#past")
    expect(past).to_contain_text("Since you were here:")
    expect(past).to_contain_text("The Franks finished their deployment.")
    past.get_by_role("button", name="Skip").click()
    expect(past).to_be_hidden()
    expect(saladin.page.get_by_role("button", name="Done")).to_be_enabled()
    saladin.page.reload()
    saladin.see_game()
    expect(saladin.page.locator("#log .line").first).to_be_visible()
    expect(past).to_be_hidden()
    assert saladin.problems == []


def test_nothing_is_replayed_to_who_turned_it_off(seat_two: SeatTwo) -> None:
    richard, saladin = seat_two()
    expect(saladin.page.locator("#log .line").first).to_be_visible()
    saladin.page.locator("#story-tools select").select_option("off")
    address = saladin.page.url
    saladin.page.goto("/games/")
    before = richard.drawn
    richard.page.get_by_role("button", name="Done").click()
    richard.page.wait_for_function(DRAWN, arg=before)
    saladin.page.goto(address)
    saladin.see_game()
    expect(saladin.page.locator("#log")).to_contain_text("The Franks finished their deployment.")
    expect(saladin.page.locator("#past")).to_be_hidden()


def test_a_page_whose_socket_is_cut_comes_back_when_it_is_restored(seat_two: SeatTwo) -> None:
    richard, saladin = seat_two()
    page = saladin.page
    page.clock.install()
    state = {"cut": True}

    def meet(socket: object) -> None:
        if state["cut"]:
            socket.close()  # type: ignore[attr-defined]
        else:
            socket.connect_to_server()  # type: ignore[attr-defined]

    page.route_web_socket(re.compile("/ws/games/"), meet)
    page.reload()
    saladin.see_game()
    expect(page.locator("#connection")).to_have_text(
        "No live connection: this page asks every 20 seconds.", use_inner_text=False
    )
    state["cut"] = False
    page.clock.run_for(90_000)
    expect(page.locator("#connection")).to_have_text("Connected: this page follows the game.", use_inner_text=False)
    richard.page.get_by_role("button", name="Done").click()
    expect(page.locator("#prompt")).to_contain_text("Saladin may change places")


def test_the_rule_behind_the_prompt_is_a_press_away(play_at: PlayAt) -> None:
    player = play_at(moving("acre: king-guy\n"), **PHONE)
    page = player.page
    page.locator("#rule > a").click()
    words = page.locator("#rule .rule-text")
    expect(words).to_contain_text("Movement")
    with page.context.expect_page() as opened:
        words.get_by_role("link", name="Open the player's aid").click()
    expect(opened.value.locator(":target")).to_contain_text("Movement")
    words.get_by_role("button", name="Close").click()
    expect(words).to_be_hidden()
    page.locator("#rule > a").press("Enter")
    expect(words).to_be_visible()
    page.keyboard.press("Escape")
    expect(words).to_be_hidden()
