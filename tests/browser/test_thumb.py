"""What a thumb needs on a phone: the acting button at the foot of the screen, a still map of what matters, few words
above it.
"""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from rules import game
from rules.actions import Action
from rules.dice import SeededDice
from tests.browser.backstage import Backstage
from tests.browser.layouts import DESK, PHONE, resize, settle
from tests.browser.playing import DRAWN, Player
from tests.browser.sieges import fight_at_jerusalem
from tests.browser.test_battle_ends import before_the_walls
from tests.rules.scene import Table, choosing, moving

PlayAt = Callable[..., Player]
HOST = ["al-adil", "al-aziz", "arabs-4", "qara-qush", "saladin", "yuzpah"]
AT_EGYPT = f"gaza: gaza-templars\nacre: walter\negypt: {' '.join(HOST)}\n"

IN_DOCK = """selector => [...document.querySelectorAll(selector)].every((button) => {
  const box = button.getBoundingClientRect();
  const top = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
  return button.closest("#dock") && box.top >= 0 && box.bottom <= innerHeight
    && (button === top || button.contains(top));
})"""
SPOT = """town => { const { left, top } = document
  .querySelector(`.town[data-town=${town}] .hit`).getBoundingClientRect();
  return [Math.round(left), Math.round(top)] }"""
SHOWN = """() => { const map = document.querySelector("#map").getBoundingClientRect();
  const tools = document.querySelector("#map-tools").getBoundingClientRect();
  return (town) => { const box = document.querySelector(`.town[data-town="${town}"] .hit`).getBoundingClientRect();
    const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    return x >= map.left && x <= map.right && y >= map.top && y <= Math.min(map.bottom, tools.top) } }"""
CHIPS = """() => Object.fromEntries([...document.querySelectorAll("#bar button")].map((one) => {
  const { left, top, width } = one.getBoundingClientRect();
  return [one.dataset.key, [left, top, width].map(Math.round)] }))"""


def in_sight(page: Page, *towns: str) -> list[bool]:
    """Whether each town can be seen on the map, clear of its buttons."""
    found: list[bool] = page.evaluate(f"towns => towns.map(({SHOWN})())", list(towns))
    return found


def choose_all(page: Page) -> None:
    """Chooses all blocks at Egypt, by their pile and the bar."""
    page.locator(".token[data-at=egypt] >> nth=-1").tap()
    page.locator("#bar [data-key=all-here]").tap()


def test_the_attack_stands_at_the_foot_whoever_goes_and_who_is_left_out_keeps_their_place(play_at: PlayAt) -> None:
    """For each number of blocks and each road; and the map stays where it is."""
    player = play_at(moving(AT_EGYPT, first="saracen"), **PHONE)
    page = player.page
    choose_all(page)
    settle(page)
    before = page.evaluate(SPOT, "gaza")
    page.locator("#bar .chip-off").last.tap()
    settle(page)
    assert page.evaluate(SPOT, "gaza") == before
    page.locator("#bar .chip-on").tap()

    page.locator(".town.goal[data-town=gaza]").dispatch_event("click")
    confirm, chips = page.locator("#bar [data-key=confirm]"), page.locator("#bar .plan-chip")
    expect(confirm).to_be_visible()
    # Where not all have room the strongest go; the button that sends a block by another road says so in words.
    expect(page.locator(".plan-chips li").first.locator("[data-chip=saladin]")).to_be_visible()
    expect(page.locator("[data-key=chip-saladin]")).to_contain_text("or by ")
    first = chips.first
    count, stood = chips.count(), page.evaluate(CHIPS)
    name = first.get_attribute("data-chip") or ""
    off = page.locator(f"#bar [data-key=off-{name}]")
    pressed = ("confirm", "no-route", f"off-{name}")
    off.evaluate("one => one.click()")
    expect(first).to_contain_class("out")
    expect(chips).to_have_count(count)
    now = page.evaluate(CHIPS)
    assert [now[key] for key in pressed] == [stood[key] for key in pressed]
    off.evaluate("one => one.click()")
    expect(page.locator("#bar .plan-chip.out")).to_have_count(0)
    now = page.evaluate(CHIPS)
    assert [now[key] for key in pressed] == [stood[key] for key in pressed]

    for left in range(len(HOST), 0, -1):
        expect(confirm).to_be_visible()
        expect(page.locator("#prompt")).to_have_text("Now press “Attack”, or choose something else.")
        roads = page.locator("#bar [data-key^=road-]")
        for number in range(max(1, roads.count())):
            if roads.count():
                roads.nth(number).evaluate("road => road.click()")
            page.locator("#bar").evaluate("bar => { bar.scrollTop = 0 }")
            assert page.evaluate(IN_DOCK, "#bar [data-key=confirm]"), (left, number)
        if left > 1:
            page.locator("#bar .chip-off").last.evaluate("off => off.click()")
    assert player.problems == []


def test_a_pile_stays_where_it_is_while_blocks_are_chosen_in_it(play_at: PlayAt, backstage: Backstage) -> None:
    """It may make way once, when towns light up. From then on a finger presses where each block was, and the map does
    not get a press that was meant for it.
    """
    at_damascus = AT_EGYPT.replace("egypt", "damascus").replace("gaza:", "banyas:")
    player = play_at(moving(AT_EGYPT, first="saracen"), **PHONE)
    page = player.page
    for town, places in (("egypt", AT_EGYPT), ("damascus", at_damascus)):
        if town == "damascus":
            player.open_at(moving(places, first="saracen"), backstage)
        page.locator(f".token[data-at={town}] >> nth=-1").tap()
        fan = page.locator(".fan")
        fan.locator("[data-fan]").first.tap()
        expect(fan.locator("[aria-pressed=true]")).to_have_count(1)
        settle(page)
        if town == "egypt":  # elsewhere every other place would hide towns that are lit
            question, window = page.locator("#prompt").bounding_box(), fan.bounding_box()
            assert question
            assert window
            assert window["y"] >= question["y"] + question["height"]
        blocks = fan.locator("[data-fan]").evaluate_all(
            "all => all.map((one) => { const { left, right, top, bottom } = one.getBoundingClientRect();"
            " return [(left + right) / 2, (top + bottom) / 2] })"
        )
        assert len(blocks) == 6
        for number, (x, y) in enumerate(blocks[1:5], 2):
            page.touchscreen.tap(x, y)
            expect(fan.locator("[aria-pressed=true]")).to_have_count(number)
    assert player.problems == []


def test_where_a_regroup_and_a_hand_of_cards_look_at_is_in_view(play_at: PlayAt, backstage: Backstage) -> None:
    player = play_at(before_the_walls().position, **PHONE)
    page = player.page
    page.locator("#choices [data-type=withdraw]").tap()
    expect(page.locator("#battle")).to_be_hidden()
    settle(page)
    assert in_sight(page, "gaza", "egypt") == [True, True]
    page.locator("[data-tool=zoom-whole]").tap()
    page.wait_for_function(
        "() => { const map = document.querySelector('#map'); return map.scrollWidth <= map.clientWidth + 1 }"
    )

    # For a card a map without own blocks goes to where most of both sides meet.
    places = "tripoli: josselin\nhoms: saladin\ngaza: balian walter conrad\negypt: yuzpah sanjar arabs-4\n"
    player.open_at(moving(places), backstage)
    page.locator(".town[data-town=aleppo] .hit").evaluate("one => one.scrollIntoView({ block: 'center' })")
    settle(page)
    assert in_sight(page, "egypt") == [False]
    hands = {"frank": "jihad move-3 move-2 move-2 move-1", "saracen": "guide move-3 move-2 move-2 move-1"}
    player.stand_at(choosing(places, **hands), backstage)
    expect(page.locator("#hand [data-type=play-card]").first).to_be_visible()
    settle(page, 36)
    assert in_sight(page, "gaza", "egypt") == [True, True]

    # The chosen card is marked while the other side chooses.
    places = "gaza: gaza-templars\nantioch: bohemond\negypt: saladin al-adil\naleppo: sanjar\n"
    player.open_at(choosing(places, **hands), backstage)
    settle(page)
    assert in_sight(page, "gaza", "egypt") == [True, True]
    page.locator("[data-key=follow]").evaluate("box => { box.checked && box.click() }")
    before = player.drawn
    page.locator("#hand [data-card=move-3]").click()
    page.wait_for_function(DRAWN, arg=before)
    for size in (PHONE, DESK):
        resize(page, size)
        expect(page.locator("#hand .card.chosen")).to_have_count(1)
        expect(page.locator("#hand .card.chosen")).to_contain_text("chosen, face down")
        expect(page.locator("#bar")).to_contain_text("chosen, face down")
    assert player.problems == []


WORDY = """([sentences, words]) => {
  document.querySelectorAll("#told, .coach:not([hidden])").forEach((one) => one.remove());
  const told = document.createElement("p"), coach = document.createElement("div"), said = document.createElement("p");
  told.id = "told";
  for (const words of "Words of a squire. |".repeat(sentences).split("|").slice(0, -1))
    told.append(Object.assign(document.createElement("span"), { textContent: words }));
  coach.className = "coach";
  said.textContent = "An explanation of it. ".repeat(words);
  coach.append(said);
  document.querySelector("#prompt").after(coach, told);
}"""
# Lines and buttons above the map that its box or the button at its foot cuts.
CUT = """() => { const box = document.querySelector("#prompt-box"), more = document.querySelector(".prompt-more");
  const edge = more.checkVisibility() ? more.getBoundingClientRect().top : box.getBoundingClientRect().bottom;
  const range = document.createRange(), walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT), cut = [];
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (!node.data.trim() || more.contains(node) || node.parentElement.closest(".only-read, #told")) continue;
    range.selectNodeContents(node);
    for (const { top, bottom } of range.getClientRects())
      if (top < edge - 1 && bottom > edge + 1) cut.push(node.data.slice(0, 30));
  }
  return cut; }"""
HEIGHT = "box => box.offsetHeight / innerHeight"


def test_words_above_the_map_take_a_third_end_with_a_whole_line_and_can_be_read_on(play_at: PlayAt) -> None:
    """Score and turn stay in sight."""
    player = play_at(moving(AT_EGYPT, first="saracen"), **PHONE)
    page = player.page
    more, told, box = page.locator("[data-key=prompt-more]"), page.locator("#told"), page.locator("#prompt-box")
    expect(more).to_be_hidden()

    # What the computer says is cut at whole sentences: as many as two lines hold.
    page.evaluate(WORDY, [20, 1])
    expect(more).to_be_visible()
    said = told.inner_text()
    assert 2 <= said.count("Words of a squire.") < 20
    assert said.strip().endswith(".")
    assert told.evaluate("told => told.scrollHeight <= told.clientHeight + 1")
    more.tap()
    expect(told.locator(".later")).to_have_count(0)
    expect(told).to_be_in_viewport(ratio=1)
    more.tap()
    expect(told.locator(".later")).not_to_have_count(0)
    page.locator("#told span").first.evaluate("span => { span.textContent = 'A long sentence of it. '.repeat(12) }")
    page.wait_for_function("() => document.querySelectorAll('#told span:not(.later)').length === 1")
    expect(told.locator("span").first).to_be_visible()

    page.evaluate(WORDY, [20, 12])
    settle(page)
    assert box.evaluate(HEIGHT) <= 0.35
    expect(page.locator("#brief")).to_be_in_viewport()
    expect(page.locator("#brief")).to_contain_text("1188")

    for words in range(26, 46, 4):
        page.evaluate(WORDY, [1, words])
        expect(more).to_be_visible()
        expect(more).to_be_in_viewport()
        settle(page, 3)
        assert page.evaluate(CUT) == [], words
    assert box.evaluate("box => box.scrollHeight > box.clientHeight + 1")
    more.tap()
    expect(more).to_have_text("Show less")
    assert box.evaluate(HEIGHT) > 0.35
    more.tap()
    expect(more).to_have_text("Read all of it")
    assert box.evaluate(HEIGHT) <= 0.35
    page.set_viewport_size({"width": 1440, "height": 900})
    expect(page.locator("#brief")).to_be_hidden()
    assert player.problems == []


ZOOMED = """() => new Promise((zoomed) => {
  const map = document.querySelector("#map"), { zoom } = map.dataset;
  for (let i = 0; i < 4; i += 1)
    map.dispatchEvent(new WheelEvent("wheel",
      { deltaY: -600, ctrlKey: true, clientX: 400, clientY: 400, bubbles: true, cancelable: true }));
  let left = 300;
  const look = () => {
    left -= 1;
    if (map.dataset.zoom !== zoom || left === 0) zoomed(map.dataset.zoom !== zoom);
    else requestAnimationFrame(look);
  };
  look();
})"""
SEEN = """() => { const map = document.querySelector('#map'), frame = map.getBoundingClientRect(),
  sheet = map.querySelector('.sheet').getBoundingClientRect();
  return [Number(map.dataset.zoom), sheet.top - frame.top, frame.bottom - sheet.bottom] }"""
FOOT = 55
"""Pixels below the sheet, for the map's buttons."""
LOOKS = """() => ["undo", "restart"].map((key) => {
  const button = document.querySelector(`#bar [data-key=${key}]`);
  const { opacity, color, borderColor } = getComputedStyle(button);
  return [button.disabled, opacity, color, borderColor].join(" ");
})"""
# Whether two buttons stand beside each other; asked until it is so, for the page may still be drawing.
BESIDE = """() => {
  const [done, muster] = ["[data-type=done]", "[data-key=muster-turn]"]
    .map((one) => document.querySelector(`#bar ${one}`));
  return done && muster && Math.abs(done.getBoundingClientRect().y - muster.getBoundingClientRect().y) < 4;
}"""


def test_a_button_that_is_held_down_stays_while_the_map_comes_to_rest(play_at: PlayAt, backstage: Backstage) -> None:
    """The blocks are drawn at another size then, and the page with them: a button that was exchanged under the finger
    was never pressed.
    """
    player = play_at(moving(AT_EGYPT, first="saracen"), **DESK)
    page = player.page
    settle(page)
    done = page.locator("#bar [data-type=done]")
    done.evaluate("button => { window.held = button }")
    done.hover()
    page.mouse.down()
    assert page.evaluate(ZOOMED)
    settle(page)
    assert page.evaluate("window.held.isConnected")
    page.mouse.up()
    expect(page.locator("[data-key=done-really]")).to_be_visible()

    # On a desk Muster stands beside Done. Undo and Undo all look alike, also when one was pressed.
    player.stand_at(moving("jerusalem: walter\nacre: king-guy\ntyre: balian\ndamascus: saladin"), backstage)
    page.wait_for_function(BESIDE)
    for size in (DESK, PHONE):
        resize(page, size)
        before = player.drawn
        page.locator("[data-block=walter]").first.click()
        page.locator(".town[data-town=ramallah]").click()
        page.wait_for_function(DRAWN, arg=before)
        expect(page.locator("#bar [data-key=undo]")).to_be_enabled()
        page.locator("#bar [data-key=undo]").click()
        expect(page.locator("#bar [data-key=undo]")).to_be_disabled()
        undo, restart = page.evaluate(LOOKS)
        assert undo == restart
    assert player.problems == []


@pytest.mark.whole
def test_the_map_comes_back_from_far_goals_when_they_are_decided(play_at: PlayAt, backstage: Backstage) -> None:
    """Where blocks can go is shown from however far; nobody has to zoom in again, nor sees land where no map is."""
    places = "tripoli: josselin\nst-simeon: bohemond\nascalon: balian\nhoms: saladin\naleppo: sanjar\negypt: yuzpah\n"
    player = play_at(moving(places), **PHONE)
    page = player.page
    for size in (PHONE, DESK):
        if size is DESK:
            page.set_viewport_size({"width": 1440, "height": 900})
            player.open_at(moving(places), backstage)
        settle(page)
        for _ in range(2):
            page.locator("[data-tool=zoom-in]").click()
            settle(page)
        near = page.evaluate(SEEN)[0]
        for let_go in (True, False):
            page.locator("[data-key=block-josselin]").evaluate("button => button.click()")
            page.wait_for_function(f"near => ({SEEN})()[0] < near - 0.05", arg=near)
            settle(page)
            before = player.drawn
            if let_go:
                page.keyboard.press("Escape")
            else:
                page.locator("[data-key=to-ascalon]").first.evaluate("button => button.click()")
                page.wait_for_function(DRAWN, arg=before)
            page.wait_for_function(f"near => Math.abs(({SEEN})()[0] - near) < 0.01", arg=near)
            settle(page)
            if not let_go:
                expect(page.locator(".town[data-town=ascalon] .hit")).to_be_in_viewport(ratio=0.9)
            _, above, below = page.evaluate(SEEN)
            assert above <= 1, above
            assert below <= FOOT, below
    assert player.problems == []


def test_a_tap_reads_signs_and_leaves_nothing_as_if_it_were_chosen(play_at: PlayAt, backstage: Backstage) -> None:
    position = moving("acre: king-guy walter\ntyre: conrad\ntiberias: saladin\negypt: al-aziz\naleppo: sanjar\n")
    for block in ("king-guy", "walter"):
        position = game.apply(
            position, "frank", Action("move", block=block, path=("tiberias",)), SeededDice(1)
        ).position
    player = play_at(position, **PHONE)
    page = player.page
    said = page.locator(".title-said")
    settle(page)
    page.locator(".clash rect").first.tap()
    expect(said).to_have_text("Tiberias, battle: Franks 2 : Saracens 1")
    page.locator("#prompt").tap()
    expect(said).to_be_hidden()
    page.locator(".battle-strip b.saracen").tap()
    expect(said).to_have_text("Saracens")
    # Where a town is to be pressed, the sign lets the press through.
    page.locator("[data-key=block-conrad]").evaluate("button => button.click()")
    expect(page.locator(".clash rect").first).to_have_css("pointer-events", "none")
    expect(page.locator(".battle-strip")).to_be_hidden()
    page.keyboard.press("Escape")
    expect(page.locator(".battle-strip")).to_be_visible()

    # Signs of battles that can begin lie two beside each other.
    places = "damascus: saladin\naleppo: zangi\nhoms: kurds-2\nbanyas: balian\nartah: king-guy\ntripoli: conrad\n"
    table = Table(moving(places, first="saracen"))
    table.do("saracen", "move saladin banyas", "move zangi artah", "move kurds-2 krak/tripoli", "done")
    player.stand_at(table.do("frank", "done").position, backstage)
    signs = page.locator(".battle-strip .begins")
    expect(signs).to_have_count(3)
    settle(page)
    assert len({round(box["y"]) for sign in signs.all() if (box := sign.bounding_box())}) == 2

    # The browser of a phone takes the last place that was touched for a pointer that rests there.
    player.stand_at(fight_at_jerusalem(), backstage)
    fighter = page.locator(".fighter.able:not(.chosen)").first
    looks = "one => [getComputedStyle(one).transform, getComputedStyle(one.querySelector('.block')).stroke]"
    settle(page)
    before: Any = fighter.locator("> svg").evaluate(looks)
    fighter.hover()
    settle(page)
    assert fighter.locator("> svg").evaluate(looks) == before
    assert player.problems == []


PLACES = "damascus: saladin al-mashtub al-afdal keukburi kurds-3\ntripoli: raymond-tripoli\nacre: king-guy"


def test_towns_say_how_many_of_the_chosen_blocks_find_room_on_the_roads(play_at: PlayAt) -> None:
    player = play_at(moving(PLACES, mover="saracen"), **PHONE)
    page = player.page
    page.locator(".token[data-block=saladin]").tap()
    names = page.locator(".fan .fan-own-name")
    expect(names).to_have_text(["al-Afdal", "al-Mashtub", "Keukburi", "Kurds 3", "Saladin"])
    page.locator(".fan [data-fan=saladin]").tap()
    expect(page.locator(".goal-room")).to_have_count(0)
    page.get_by_role("button", name="Choose all 5").tap()
    tripoli = page.locator(".town[data-town=tripoli]")
    expect(tripoli).to_have_attribute("aria-label", re.compile("2/5"))
    expect(page.locator(".goal-room", has_text="2/5").first).to_be_visible()
    expect(page.locator("#prompt")).to_contain_text("2/5: chosen blocks that find room on the roads there.")
    assert player.problems == []
