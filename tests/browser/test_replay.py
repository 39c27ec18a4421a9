"""Looking back through a game: scrubber, keys, playing on, other eyes, links to a moment; and motion that can be
skipped.
"""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.looking import look_in_light_and_dark, violations
from tests.browser.playing import DRAWN, Player
from tests.browser.test_play import DESK, FOUR_AT_ACRE, PHONE, Hand, at
from tests.rules.scene import choosing, moving

NewPlayer = Callable[..., Player]
SeatTwo = Callable[..., tuple[Player, Player]]
PlayAt = Callable[..., Player]
SIZES = [pytest.param(DESK, id="desk"), pytest.param(PHONE, id="phone")]


def solo(new_player: NewPlayer, **options: Any) -> Player:
    return new_player("Imad", alone=True, **options)


def moment(page: Page) -> str:
    return page.get_attribute("main", "data-moment") or ""


def comes_to(page: Page, wanted: str) -> None:
    expect(page.locator("main")).to_have_attribute("data-moment", wanted)


def test_no_explanation_of_the_present_stands_beside_the_past(new_player: NewPlayer) -> None:
    player = new_player()
    player.begin_lesson()
    coach = player.page.locator("#coach")
    expect(coach).to_be_visible()
    start(player.page)
    expect(coach).to_be_hidden()
    player.page.keyboard.press("Escape")
    expect(coach).to_be_visible()


def start(page: Page) -> None:
    page.locator("[data-key=replay-open]").click()
    expect(page.locator("#past")).to_be_visible()


def resign(page: Page) -> None:
    page.get_by_role("tab", name="Game").click()
    page.get_by_role("button", name="Resign …").click()
    page.get_by_role("button", name="Resign", exact=True).click()
    expect(page.locator("[data-key=replay-game]")).to_be_visible()
    page.get_by_role("tab", name="Log").click()


@pytest.mark.parametrize("size", SIZES)
def test_a_game_is_stepped_through_and_left_again(new_player: NewPlayer, size: dict[str, Any]) -> None:
    player = solo(new_player, **size, at="move")
    page = player.page
    start(page)
    # It opens with the turn that is being played, and opens again where it was left.
    expect(page.locator(".past-title")).to_contain_text("1187, turn 1 · Cards")
    begun = moment(page)
    side = begun.split("-")[0]
    expect(page.locator("[data-key=replay-play]")).to_be_focused()
    page.keyboard.press("Home")
    comes_to(page, f"{side}-2")  # the first entry with a position
    first = moment(page)
    page.keyboard.press("Escape")
    start(page)
    comes_to(page, first)
    years = page.locator(".tick.year").evaluate_all("ticks => ticks.map((tick) => tick.getBoundingClientRect().right)")
    assert max(years) <= page.viewport_size["width"]
    slider = page.locator("#past input[type=range]")
    last = int(slider.get_attribute("max") or 0)
    page.locator("[data-key=past-on]").click()
    comes_to(page, f"{side}-3")
    page.keyboard.press("End")
    comes_to(page, f"{side}-{last}")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("main")).not_to_have_attribute("data-moment", f"{side}-{last}")
    page.keyboard.press("Home")
    comes_to(page, first)
    expect(page.locator(".phase")).to_have_text("Deployment")
    slider.fill(str(last))
    comes_to(page, f"{side}-{last}")
    expect(page.locator(".phase")).to_have_text("Movement")
    expect(slider).to_have_attribute("aria-valuetext", re.compile("^1187, turn 1 · Movement: "))
    page.locator("[data-key=replay-jump]").select_option(label="1187, turn 1 · Cards")
    expect(page.locator(".phase")).to_have_text("Cards")
    expect(page.locator("#log .visited").first).to_be_visible()
    assert f"as={side}" in page.url
    page.keyboard.press("Escape")
    comes_to(page, "now")
    expect(page.locator("#past")).to_be_hidden()
    assert "at=" not in page.url
    assert player.problems == []


def test_it_plays_by_itself_and_stops_at_the_space_bar_and_at_the_end(new_player: NewPlayer) -> None:
    player = solo(new_player, **DESK, at="cards")
    page = player.page
    start(page)
    page.locator("[data-key=replay-speed]").select_option("4")
    page.locator("#map").focus()
    first = moment(page)
    page.keyboard.press("Space")
    expect(page.locator("[data-state=on]")).to_be_visible()
    expect(page.locator("main")).not_to_have_attribute("data-moment", first)
    page.keyboard.press("Space")
    expect(page.locator("[data-state=on]")).to_have_count(0)
    stopped = moment(page)
    page.wait_for_timeout(900)
    assert moment(page) == stopped
    page.locator("[data-key=replay-play]").click()
    expect(page.locator("[data-state=on]")).to_have_count(0)
    last = page.locator("#past input[type=range]").get_attribute("max")
    assert moment(page).split("-")[1] == last
    page.reload()
    player.see_game()
    expect(page.locator("[data-key=replay-speed]")).to_have_value("4")
    assert player.problems == []


BUTTONS = """() => [...document.querySelectorAll("#past :is(button, select):not(.past-more)")].map((one) => {
  const { left, top, width } = one.getBoundingClientRect();
  return [one.dataset.key, ...[left, top, width].map(Math.round)]; })"""


def test_on_a_phone_the_buttons_keep_their_places_from_moment_to_moment(new_player: NewPlayer) -> None:
    """However long title and words are, and whether or not these can be opened."""
    page = solo(new_player, **PHONE, at="move").page
    start(page)
    page.locator("[data-key=replay-first]").click()
    before = page.evaluate(BUTTONS)
    more = page.locator("[data-key=past-more]")
    opened = set()
    for _ in range(8):
        page.locator("[data-key=past-on]").click()
        page.wait_for_timeout(150)
        assert page.evaluate(BUTTONS) == before
        opened.add(more.is_visible())
    page.locator(".past-title").evaluate(
        "title => { title.textContent = '108 / 254 · 1188, turn 1 · Battle of Jerusalem · the game has gone on' }"
    )
    assert page.evaluate(BUTTONS) == before
    assert page.locator(".past-title").evaluate("title => title.scrollHeight <= title.clientHeight + 1")
    assert opened == {True, False}


def test_what_was_taken_back_is_struck_through_for_its_owner_alone(seat_two: SeatTwo) -> None:
    richard, saladin = seat_two()
    page = richard.page
    hand = Hand(richard, touch=False)
    hand.block("balian")
    hand.act(lambda: hand.press("#choices [data-town=ascalon]"))
    hand.act(lambda: hand.press("[data-key=undo]"))
    expect(page.locator("#log s")).to_have_count(0)
    expect(page.get_by_label("with what was taken back")).to_be_hidden()
    start(page)
    struck = page.locator("#log .undone s")
    expect(struck).to_have_text("Balian took a seat at Ascalon instead of Nablus.")
    page.locator("#log .undone button").click()
    expect(page.locator(".past-words.undone")).to_be_visible()
    assert at(richard, "balian") == "Ascalon"
    page.get_by_label("with what was taken back").uncheck()
    expect(struck).to_have_count(0)
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    assert at(richard, "balian") in ("Ascalon", "Nablus")
    page.keyboard.press("Escape")
    before = richard.drawn
    page.get_by_role("button", name="Done").click()
    page.wait_for_function(DRAWN, arg=before)
    expect(saladin.page.locator("#log")).to_contain_text("The Franks finished their deployment.")
    start(saladin.page)
    expect(saladin.page.locator("#log .line").first).to_be_visible()
    expect(saladin.page.locator("#log s")).to_have_count(0)
    expect(saladin.page.locator("#log")).not_to_contain_text("Balian")


def test_a_new_move_does_not_throw_out_who_looks_back(seat_two: SeatTwo) -> None:
    richard, saladin = seat_two()
    page = saladin.page
    start(page)
    here, count = moment(page), int(page.locator("#past input[type=range]").get_attribute("max") or 0)
    richard.page.get_by_role("button", name="Done").click()
    expect(page.locator(".past-title")).to_contain_text("the game has gone on")
    assert moment(page) == here
    expect(page.locator("#past input[type=range]")).to_have_attribute("max", str(count + 1))
    page.keyboard.press("End")
    expect(page.locator(".past-words")).to_contain_text("The Franks finished their deployment.")
    page.get_by_role("button", name="To the present").click()
    expect(page.locator("#prompt")).to_contain_text("Saladin may change places")
    assert saladin.problems == []


def test_a_link_leads_to_the_moment_even_by_way_of_logging_in(play_at: PlayAt, new_player: NewPlayer) -> None:
    player = play_at(moving(FOUR_AT_ACRE), **DESK)
    page = player.page
    hand = Hand(player, touch=False)
    for block in ("walter", "king-guy"):
        hand.block(block)
        hand.act(lambda: hand.town("caesarea"))
    page.locator("#log .line-button", has_text="Walter moved").click()
    expect(page.locator("main")).to_have_attribute("data-moment", re.compile("^frank-"))
    link, name = page.url, page.inner_text(".player.frank .player-name")
    wanted = moment(page)
    assert re.search(r"\?at=\d+&as=frank$", link)
    other = new_player(**PHONE).page
    other.goto(link)
    other.fill("[name=login]", name)
    other.fill("[name=password]", "a-long-way-to-acre")
    other.click("main button")
    expect(other.locator("main[data-drawn]")).to_be_visible()
    comes_to(other, wanted)
    expect(other.locator(".past-words")).to_have_text("Walter moved Acre – Caesarea.")
    # A moment beyond the end is the last one; eyes that are not due are refused in words, and the present is shown.
    page.goto(re.sub(r"at=\d+", "at=99999", link))
    comes_to(page, f"frank-{int(wanted.split('-')[1]) + 1}")
    page.goto(link.replace("as=frank", "as=all"))
    expect(page.locator("#notice")).to_have_text("The whole record is shown when the game is over.")
    comes_to(page, "now")


def test_after_the_end_anybody_looks_through_any_eyes(new_player: NewPlayer) -> None:
    player = solo(new_player, **DESK, at="move")
    page = player.page
    start(page)
    eyes = page.locator("[data-key=replay-eyes]")
    assert eyes.locator("option").all_inner_texts() == ["Franks", "Saracens"]  # both are one's own in a solo game
    on = page.locator("[data-key=replay-practice]")
    expect(on).to_be_hidden()  # nobody plays on from a moment of a game that runs
    page.keyboard.press("Escape")
    resign(page)
    page.locator("[data-key=replay-game]").click()
    expect(page.locator("#past")).to_be_visible()
    assert eyes.locator("option").all_inner_texts() == ["Franks", "Saracens", "a spectator", "all: everything open"]
    page.keyboard.press("End")
    last = page.locator("#past input[type=range]").get_attribute("max")
    expect(page.locator("main")).to_have_attribute("data-moment", re.compile(f"-{last}$"))
    page.keyboard.press("ArrowLeft")
    title = page.locator(".past-title")
    expect(title).to_contain_text("Movement")
    for value, hidden in (("public", True), ("all", False), ("saracen", True), ("frank", True)):
        eyes.select_option(value)
        expect(page.locator("main")).to_have_attribute("data-moment", re.compile(f"^{value}-"))
        expect(title).to_contain_text("Movement")
        backs = page.locator(".token:not([data-block])").count()
        assert bool(backs) is hidden, value
    eyes.select_option("all")
    expect(page.locator("#log")).to_contain_text("The Saracens were dealt:")
    expect(on).to_have_attribute("href", re.compile(r"/practice/\?at=\d+&as=all$"))
    on.click()
    page.get_by_role("radio", name="Nobody: you play both sides").check()
    page.get_by_role("button", name="Begin").click()
    expect(page.locator(".prompt-box")).to_contain_text("Practice")
    assert player.problems == []


def test_other_eyes_do_not_stop_what_plays(new_player: NewPlayer) -> None:
    player = solo(new_player, **DESK, at="move")
    page = player.page
    start(page)
    page.locator("[data-key=replay-play]").click()
    expect(page.locator("[data-state=on]")).to_be_visible()
    side = moment(page).split("-")[0]
    other = "saracen" if side == "frank" else "frank"
    page.locator("[data-key=replay-eyes]").select_option(other)
    expect(page.locator("main")).to_have_attribute("data-moment", re.compile(f"^{other}-"))
    expect(page.locator("[data-state=on]")).to_be_visible()
    first = moment(page)
    expect(page.locator("main")).not_to_have_attribute("data-moment", first)
    assert moment(page).startswith(f"{other}-")
    # The bar says what is so when they cannot be had.
    page.keyboard.press("Home")
    comes_to(page, f"{other}-2")
    page.reload()
    player.see_game()
    comes_to(page, f"{other}-2")
    page.route("**/replay/**", lambda route: route.abort())
    page.locator("[data-key=replay-eyes]").select_option(side)
    expect(page.locator("[data-key=replay-eyes]")).to_have_value(other)
    comes_to(page, f"{other}-2")


def test_a_space_bar_held_down_plays_once_and_one_on_a_button_presses_it_alone(new_player: NewPlayer) -> None:
    player = solo(new_player, **DESK, at="move")
    page = player.page
    start(page)
    page.locator("[data-key=replay-speed]").select_option("0.5")
    playing = page.locator("[data-state=on]")
    page.locator("#past input[type=range]").focus()
    for _ in range(4):  # each but the first is a repetition
        page.keyboard.down("Space")
    page.keyboard.up("Space")
    expect(playing).to_be_visible()
    page.locator("[data-key=replay-play]").focus()
    page.keyboard.press("Space")
    expect(playing).to_have_count(0)
    page.keyboard.press("Home")
    side = moment(page).split("-")[0]
    comes_to(page, f"{side}-2")
    page.locator("[data-key=past-on]").focus()
    page.keyboard.press("Space")
    comes_to(page, f"{side}-3")
    expect(playing).to_have_count(0)
    assert player.problems == []


def test_a_tap_on_a_year_leads_to_its_beginning_and_the_ring_keeps_clear_of_it(new_player: NewPlayer) -> None:
    player = solo(new_player, **PHONE, at="move")
    page = player.page
    start(page)
    side = moment(page).split("-")[0]
    page.keyboard.press("End")
    expect(page.locator("main")).not_to_have_attribute("data-moment", f"{side}-2")
    page.locator(".tick.year").tap()
    comes_to(page, f"{side}-2")
    slider = page.locator("#past input[type=range]")
    slider.focus()
    page.keyboard.press("ArrowRight")
    comes_to(page, f"{side}-3")
    # The whole turn and phase can be read, and the ring goes around slider and years alike.
    assert page.locator(".past-title").evaluate(
        "title => title.scrollWidth <= title.clientWidth && title.scrollHeight <= title.clientHeight + 1"
    )
    assert page.locator(".scrubber").evaluate("scrubber => getComputedStyle(scrubber).outlineStyle") == "solid"
    assert slider.evaluate("slider => getComputedStyle(slider).outlineStyle") == "none"
    assert player.problems == []


@pytest.mark.parametrize(("language", "size"), [("en", DESK), ("en", PHONE), ("fr", PHONE), ("pl", PHONE)])
def test_the_bar_is_for_everybody(new_player: NewPlayer, size: dict[str, Any], language: str) -> None:
    """Longer words are looked at where there is the least room for them."""
    player = solo(new_player, locale=language, **size, at="move")
    page = player.page
    start(page)
    look_in_light_and_dark(page, None if language == "en" else "#past")
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0
    lines = "title => Math.round(title.scrollHeight / parseFloat(getComputedStyle(title).lineHeight))"
    assert page.locator(".past-title").evaluate(lines) <= 2
    for button in page.locator("#past button:visible, #past select:visible").all():
        box = button.bounding_box()
        assert box
        assert box["height"] >= 32
        assert box["width"] >= 32
    expect(page.locator("#map")).to_be_in_viewport(ratio=0.9)
    expect(page.locator("[data-key=replay-play]")).to_be_in_viewport(ratio=1)


def test_the_analysis_is_told_in_words_and_leads_into_the_replay(new_player: NewPlayer) -> None:
    """What the page draws and where its link goes; what is found is the server's, and stands here as it could be."""
    player = solo(new_player, **DESK, at="move")
    page = player.page
    decision = {
        "n": 3,
        "side": "saracen",
        "when": "1187",
        "before": 0.6,
        "gain": -0.2,
        "played": "Done",
        "king": None,
        "why": "Why.",
    }
    found = {"state": "made", "curve": [{"n": 2, "chance": 0.4}, {"n": 3, "chance": 0.6}], "decisions": [decision]}
    page.route("**/analysis/", lambda route: route.fulfill(json=found))
    resign(page)
    page.get_by_role("tab", name="Analysis").click()
    said = page.locator(".analysis-curve figcaption").inner_text()
    expect(page.locator(".analysis-curve").get_by_role("img", name=said)).to_be_visible()
    assert {"40", "60"} <= set(re.findall(r"\d+", said))
    look_in_light_and_dark(page, "#panel")
    for size in (PHONE, DESK):
        page.set_viewport_size({"width": size["width"], "height": size["height"]})
        assert violations(page, "#panel") == []
    page.locator("[data-key=analysis-3]").click()
    comes_to(page, "all-3")
    assert player.problems == []


def test_six_tabs_stand_in_a_row_or_in_two_of_three(seat_two: SeatTwo) -> None:
    richard, _ = seat_two()
    page = richard.page
    resign(page)
    rows = "all => Object.values(Object.groupBy(all, (one) => one.offsetTop)).map((row) => row.length)"
    for width, height, wanted in ((1440, 900, [6]), (1024, 768, [3, 3]), (390, 844, [3, 3])):
        page.set_viewport_size({"width": width, "height": height})
        expect(page.get_by_role("tab")).to_have_count(6)
        assert page.get_by_role("tab").evaluate_all(rows) == wanted, width


def test_nothing_is_asked_while_one_looks_back(new_player: NewPlayer) -> None:
    page = solo(new_player, **DESK, at="cards").page
    expect(page.locator("#prompt")).to_contain_text("Choose a card")
    start(page)
    page.keyboard.press("Home")
    expect(page.locator("#prompt")).to_have_text("You are looking back at an earlier moment.")
    expect(page.locator("#prompt-box.yours, #rule a")).to_have_count(0)
    page.get_by_role("button", name="To the present").click()
    expect(page.locator("#prompt")).to_contain_text("Choose a card")


def test_two_events_are_told_in_sight_on_a_phone(play_at: PlayAt) -> None:
    hands = {"frank": "manna move-3 move-2 move-2 move-1", "saracen": "jihad move-3 move-2 move-2 move-1"}
    player = play_at(choosing("acre: king-guy\ndamascus: saladin\n", **hands), **PHONE, reduced_motion="no-preference")
    page = player.page
    for card in hands.values():
        before = player.drawn
        page.locator(f"#hand [data-type=play-card][data-card={card.split()[0]}]").first.click()
        page.wait_for_function(DRAWN, arg=before)
    told = page.locator(".moment")
    expect(told).to_contain_text("Both played an event: neither takes effect")
    expect(told).to_be_in_viewport()
