"""Looking back through a game: scrubber, keys, playing on, other eyes, links to a moment; and motion that can be
skipped.
"""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.looking import look_in_light_and_dark, resize, violations
from tests.browser.playing import DRAWN, Player
from tests.browser.test_play import DESK, FOUR_AT_ACRE, PHONE, Hand, at
from tests.rules.scene import moving

NewPlayer = Callable[..., Player]
SeatTwo = Callable[..., tuple[Player, Player]]
PlayAt = Callable[..., Player]


def moment(page: Page) -> str:
    return page.get_attribute("main", "data-moment") or ""


def comes_to(page: Page, wanted: str) -> None:
    expect(page.locator("main")).to_have_attribute("data-moment", wanted)


def start(page: Page) -> None:
    page.locator("[data-key=replay-open]").click()
    expect(page.locator("#past")).to_be_visible()


def resign(page: Page) -> None:
    page.get_by_role("tab", name="Game").click()
    page.get_by_role("button", name="Resign …").click()
    page.get_by_role("button", name="Resign", exact=True).click()
    expect(page.locator("[data-key=replay-game]")).to_be_visible()
    page.get_by_role("tab", name="Log").click()


def test_a_game_is_stepped_through_and_left_again(new_player: NewPlayer) -> None:
    player = new_player("Imad", alone=True, **DESK, at="move")
    page = player.page
    asked = page.inner_text("#prompt")
    start(page)
    # It opens with the turn that is being played, and opens again where it was left.
    expect(page.locator(".past-title")).to_contain_text("1187, turn 1 · Cards")
    side = moment(page).split("-")[0]
    expect(page.locator("[data-key=replay-play]")).to_be_focused()
    # Nothing is asked of who looks back.
    expect(page.locator("#prompt")).to_have_text("You are looking back at an earlier moment.")
    expect(page.locator("#prompt-box.yours, #rule a")).to_have_count(0)
    page.keyboard.press("Home")
    comes_to(page, f"{side}-2")  # the first entry with a position
    first = moment(page)
    page.keyboard.press("Escape")
    expect(page.locator("#prompt")).to_have_text(asked)
    start(page)
    comes_to(page, first)
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
    look_at_the_bar(page)
    page.get_by_role("button", name="To the present").click()
    comes_to(page, "now")
    expect(page.locator("#past")).to_be_hidden()
    assert "at=" not in page.url
    assert player.problems == []


def look_at_the_bar(page: Page) -> None:
    """It is for everybody: read in light and dark, hit by a finger, and leaves the map its room."""
    look_in_light_and_dark(page, "#past")
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0
    lines = "title => Math.round(title.scrollHeight / parseFloat(getComputedStyle(title).lineHeight))"
    assert page.locator(".past-title").evaluate(lines) <= 2
    boxes = page.locator("#past button:visible, #past select:visible").evaluate_all(
        "all => all.map((one) => one.getBoundingClientRect()).map(({ width, height }) => [width, height])"
    )
    assert min(size for box in boxes for size in box) >= 32
    expect(page.locator("#map")).to_be_in_viewport(ratio=0.9)
    expect(page.locator("[data-key=replay-play]")).to_be_in_viewport(ratio=1)


def test_it_plays_by_itself_and_stops_at_the_space_bar_and_at_the_end_but_not_at_other_eyes(
    new_player: NewPlayer,
) -> None:
    player = new_player("Imad", alone=True, **DESK, at="cards")
    page = player.page
    page.clock.install()
    page.reload()
    player.see_game()
    start(page)
    playing = page.locator("[data-state=on]")
    side = moment(page).split("-")[0]
    other = "saracen" if side == "frank" else "frank"
    page.locator("[data-key=replay-speed]").select_option("0.5")
    page.locator("#past input[type=range]").focus()
    for _ in range(4):  # held down: each but the first is a repetition
        page.keyboard.down("Space")
    page.keyboard.up("Space")
    expect(playing).to_be_visible()
    # On a button it presses that alone.
    page.locator("[data-key=replay-play]").focus()
    page.keyboard.press("Space")
    expect(playing).to_have_count(0)
    stopped = moment(page)
    page.clock.run_for(6000)
    assert moment(page) == stopped
    page.keyboard.press("Home")
    comes_to(page, f"{side}-2")
    page.locator("[data-key=past-on]").focus()
    page.keyboard.press("Space")
    comes_to(page, f"{side}-3")
    expect(playing).to_have_count(0)
    page.keyboard.press("Home")
    page.locator("[data-key=replay-play]").click()
    expect(playing).to_be_visible()
    page.locator("[data-key=replay-eyes]").select_option(other)
    expect(page.locator("main")).to_have_attribute("data-moment", re.compile(f"^{other}-"))
    expect(playing).to_be_visible()
    page.locator("[data-key=replay-speed]").select_option("4")
    expect(playing).to_have_count(0)
    last = page.locator("#past input[type=range]").get_attribute("max")
    assert moment(page) == f"{other}-{last}"
    # The bar says what is so when other eyes cannot be had.
    page.keyboard.press("Home")
    comes_to(page, f"{other}-2")
    page.reload()
    player.see_game()
    comes_to(page, f"{other}-2")
    expect(page.locator("[data-key=replay-speed]")).to_have_value("4")
    page.route("**/replay/**", lambda route: route.abort())
    page.locator("[data-key=replay-eyes]").select_option(side)
    expect(page.locator("[data-key=replay-eyes]")).to_have_value(other)
    comes_to(page, f"{other}-2")


BUTTONS = """() => [...document.querySelectorAll("#past :is(button, select):not(.past-more)")].map((one) => {
  const { left, top, width } = one.getBoundingClientRect();
  return [one.dataset.key, ...[left, top, width].map(Math.round)]; })"""


def test_on_a_phone_the_buttons_keep_their_places_and_years_are_tapped(new_player: NewPlayer) -> None:
    """However long title and words are, and whether or not these can be opened."""
    player = new_player("Imad", alone=True, **PHONE, at="move")
    page = player.page
    start(page)
    look_at_the_bar(page)
    side = moment(page).split("-")[0]
    page.locator("[data-key=replay-first]").click()
    comes_to(page, f"{side}-2")
    before = page.evaluate(BUTTONS)
    more, opened = page.locator("[data-key=past-more]"), set()
    last = page.locator("#past input[type=range]").get_attribute("max")
    for _ in range(8):
        if (stood := moment(page)) == f"{side}-{last}":
            break
        page.locator("[data-key=past-on]").click()
        expect(page.locator("main")).not_to_have_attribute("data-moment", stood)
        page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        assert page.evaluate(BUTTONS) == before
        opened.add(more.is_visible())
    assert opened == {True, False}
    page.locator(".tick.year").tap()
    comes_to(page, f"{side}-2")
    years = page.locator(".tick.year").evaluate_all("ticks => ticks.map((tick) => tick.getBoundingClientRect().right)")
    assert max(years) <= PHONE["width"]
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
    page.locator(".past-title").evaluate(
        "title => { title.textContent = '108 / 254 · 1188, turn 1 · Battle of Jerusalem · the game has gone on' }"
    )
    assert page.evaluate(BUTTONS) == before
    assert page.locator(".past-title").evaluate("title => title.scrollHeight <= title.clientHeight + 1")
    assert player.problems == []


def test_of_two_who_play_one_looks_back_at_what_was_taken_back_and_the_other_while_the_game_goes_on(
    seat_two: SeatTwo,
) -> None:
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
    # A new move does not throw out who looks back; what was taken back is its owner's alone.
    other = saladin.page
    start(other)
    here, count = moment(other), int(other.locator("#past input[type=range]").get_attribute("max") or 0)
    before = richard.drawn
    page.get_by_role("button", name="Done").click()
    page.wait_for_function(DRAWN, arg=before)
    expect(other.locator(".past-title")).to_contain_text("the game has gone on")
    assert moment(other) == here
    expect(other.locator("#past input[type=range]")).to_have_attribute("max", str(count + 1))
    other.keyboard.press("End")
    expect(other.locator(".past-words")).to_contain_text("The Franks finished their deployment.")
    expect(other.locator("#log .line").first).to_be_visible()
    expect(other.locator("#log s")).to_have_count(0)
    expect(other.locator("#log")).not_to_contain_text("Balian")
    other.get_by_role("button", name="To the present").click()
    expect(other.locator("#prompt")).to_contain_text("Saladin may change places")
    # Six tabs stand in a row, or in two of three.
    resign(page)
    rows = "all => Object.values(Object.groupBy(all, (one) => one.offsetTop)).map((row) => row.length)"
    for width, height, wanted in ((1440, 900, [6]), (1024, 768, [3, 3]), (390, 844, [3, 3])):
        resize(page, {"width": width, "height": height})
        expect(page.get_by_role("tab")).to_have_count(6)
        assert page.get_by_role("tab").evaluate_all(rows) == wanted, width
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


def test_after_the_end_anybody_looks_through_any_eyes_and_reads_the_analysis(new_player: NewPlayer) -> None:
    """What is found by the analysis is the server's, and stands here as it could be."""
    player = new_player("Imad", alone=True, **DESK, at="move")
    page = player.page
    start(page)
    eyes = page.locator("[data-key=replay-eyes]")
    assert eyes.locator("option").all_inner_texts() == ["Franks", "Saracens"]  # both are one's own in a solo game
    on = page.locator("[data-key=replay-practice]")
    expect(on).to_be_hidden()  # nobody plays on from a moment of a game that runs
    page.keyboard.press("Escape")
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
    page.get_by_role("tab", name="Analysis").click()
    said = page.locator(".analysis-curve figcaption").inner_text()
    expect(page.locator(".analysis-curve").get_by_role("img", name=said)).to_be_visible()
    assert {"40", "60"} <= set(re.findall(r"\d+", said))
    look_in_light_and_dark(page, "#panel")
    for size in (PHONE, DESK):
        resize(page, size)
        assert violations(page, "#panel", colors=False) == []
    page.locator("[data-key=analysis-3]").click()
    comes_to(page, "all-3")
    page.get_by_role("tab", name="Log").click()
    expect(page.locator("#log")).to_contain_text("The Saracens were dealt:")
    expect(on).to_have_attribute("href", re.compile(r"/practice/\?at=\d+&as=all$"))
    on.click()
    page.get_by_role("radio", name="Nobody: you play both sides").check()
    page.get_by_role("button", name="Begin").click()
    expect(page.locator(".prompt-box")).to_contain_text("Practice")
    assert player.problems == []
