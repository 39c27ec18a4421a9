"""What happened: looking back from the log, its end and what is fetched behind it, and what the other side did
meanwhile.
"""

from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Route, expect

from tests.browser.backstage import Backstage
from tests.browser.playing import DRAWN, Player
from tests.browser.test_headline import end_moving
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


def test_what_the_other_side_did_meanwhile_is_shown_once_and_not_to_who_turned_it_off(
    seat_two: SeatTwo, backstage: Backstage
) -> None:
    richard, saladin = seat_two()
    page = saladin.page
    expect(page.locator("#log .line").first).to_be_visible()
    address = page.url
    page.goto("/games/")
    before = richard.drawn
    richard.page.get_by_role("button", name="Done").click()
    richard.page.wait_for_function(DRAWN, arg=before)
    page.goto(address)
    past = page.locator("#past")
    expect(past).to_contain_text("Since you were here:")
    expect(past).to_contain_text("The Franks finished their deployment.")
    past.get_by_role("button", name="Skip").click()
    expect(past).to_be_hidden()
    expect(page.get_by_role("button", name="Done")).to_be_enabled()
    page.reload()
    saladin.see_game()
    expect(page.locator("#log .line").first).to_be_visible()
    expect(past).to_be_hidden()
    page.locator("#story-tools select").select_option("off")
    page.goto("/games/")
    richard.stand_at(moving("banyas: balian\nacre: walter\negypt: saladin\n", first="frank"), backstage)
    hand = Hand(richard, touch=False)
    hand.block("balian")
    hand.act(lambda: hand.press("#choices [data-town=damascus]"))
    end_moving(richard)
    page.goto(address)
    saladin.see_game()
    expect(page.locator("#log")).to_contain_text("The Franks took Damascus without a fight.")
    expect(past).to_be_hidden()
    assert saladin.problems == []


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


LENGTH = 400


def entry(number: int, **changes: Any) -> dict[str, Any]:
    event = {"type": "group-moved", "text": f"Line {number}."}
    return {"n": number, "at": "", "side": "frank", "kind": "action", "undone": False, "events": [event]} | changes


def test_a_long_log_is_read_from_its_end(new_player: Callable[..., Player]) -> None:
    player = new_player("William", alone=True)
    page = player.page
    fetched: list[int] = []

    def answer(route: Route) -> None:
        query = parse_qs(urlsplit(route.request.url).query)
        after, limit = int(query["after"][0]), int(query["limit"][0])
        numbers = range(after + 1, min(LENGTH, after + limit) + 1)
        fetched.extend(numbers)
        entries = [entry(number, undone=number == 399) for number in numbers]
        route.fulfill(json={"count": LENGTH, "next": None, "results": entries})

    def begin(route: Route) -> None:
        response = route.fetch()
        entries = [entry(number, undone=number == 399) for number in range(251, LENGTH + 1)]
        route.fulfill(json=response.json() | {"news": {"anew": True, "entries": entries}})

    page.route("**/history/**", answer)
    page.route("**/view/**", begin)
    page.reload()
    lines = page.locator("#log li.line")
    expect(lines.first).to_have_text("Line 400.")
    # What was taken back is not told.
    expect(lines.nth(1)).to_have_text("Line 398.")
    assert fetched == []
    page.get_by_role("button", name="Earlier").click()
    expect(lines.last).to_have_text("Line 101.")
    assert fetched == list(range(101, 251))
    page.get_by_role("button", name="Earlier").click()
    expect(lines.last).to_have_text("Line 1.")
    expect(page.get_by_role("button", name="Earlier")).to_have_count(0)
