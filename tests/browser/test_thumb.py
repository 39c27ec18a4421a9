"""What a thumb needs on a phone: the acting button at the foot of the screen, a still map of what matters, few words
above it.
"""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from rules import game
from rules.actions import Action
from rules.deck import DECK
from rules.dice import SeededDice
from tests.browser.backstage import Backstage
from tests.browser.playing import DRAWN, Player
from tests.browser.sieges import fight_at_jerusalem
from tests.browser.test_battle_ends import before_the_walls
from tests.rules.scene import Table, choosing, moving

PlayAt = Callable[..., Player]
PHONE: dict[str, Any] = {"width": 390, "height": 844, "has_touch": True}
DESK: dict[str, Any] = {"width": 1440, "height": 900}
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


WORDY = """() => {
  const told = document.createElement("p"), coach = document.createElement("div"), said = document.createElement("p");
  told.id = "told";
  for (const words of "Words of a squire. |".repeat(20).split("|").slice(0, -1))
    told.append(Object.assign(document.createElement("span"), { textContent: words }));
  coach.className = "coach";
  said.textContent = "An explanation of it. ".repeat(12);
  coach.append(said);
  document.querySelector("#prompt").after(coach, told);
}"""


def in_sight(page: Page, *towns: str) -> list[bool]:
    """Whether each town can be seen on the map, clear of its buttons."""
    found: list[bool] = page.evaluate(f"towns => towns.map(({SHOWN})())", list(towns))
    return found


def choose_all(page: Page) -> None:
    """Chooses all blocks at Egypt, by their pile and the bar."""
    page.locator(".token[data-at=egypt] >> nth=-1").tap()
    page.locator("#bar [data-key=all-here]").tap()


def test_the_attack_stands_at_the_foot_for_each_number_of_blocks_and_each_road(play_at: PlayAt) -> None:
    player = play_at(moving(AT_EGYPT, first="saracen"), **PHONE)
    page = player.page
    choose_all(page)
    page.locator(".town.goal[data-town=gaza]").dispatch_event("click")
    for left in range(len(HOST), 0, -1):
        expect(page.locator("#bar [data-key=confirm]")).to_be_visible()
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


CHIPS = """() => Object.fromEntries([...document.querySelectorAll("#bar button")].map((one) => {
  const { left, top, width } = one.getBoundingClientRect();
  return [one.dataset.key, [left, top, width].map(Math.round)] }))"""


def test_who_is_left_out_of_a_plan_keeps_their_place_under_the_road(play_at: PlayAt) -> None:
    player = play_at(moving(AT_EGYPT, first="saracen"), **PHONE)
    page = player.page
    choose_all(page)
    page.locator(".town.goal[data-town=gaza]").dispatch_event("click")
    expect(page.locator("#bar [data-key=confirm]")).to_be_visible()
    first = page.locator("#bar .plan-chip").first
    chips = page.locator("#bar .plan-chip")
    count, before = chips.count(), page.evaluate(CHIPS)
    name = first.get_attribute("data-chip") or ""
    off = page.locator(f"#bar [data-key=off-{name}]")
    off.evaluate("one => one.click()")
    expect(first).to_contain_class("out")
    expect(chips).to_have_count(count)
    pressed = ("confirm", "no-route", f"off-{name}")
    now = page.evaluate(CHIPS)
    assert [now[key] for key in pressed] == [before[key] for key in pressed]
    off.evaluate("one => one.click()")
    expect(page.locator("#bar .plan-chip.out")).to_have_count(0)
    now = page.evaluate(CHIPS)
    assert [now[key] for key in pressed] == [before[key] for key in pressed]
    assert player.problems == []


def test_where_not_all_have_room_the_strongest_go(play_at: PlayAt) -> None:
    """And the button that sends a block by another road says so in words."""
    page = play_at(moving(AT_EGYPT, first="saracen"), **PHONE).page
    choose_all(page)
    page.locator(".town.goal[data-town=gaza]").dispatch_event("click")
    expect(page.locator(".plan-chips li").first.locator("[data-chip=saladin]")).to_be_visible()
    expect(page.locator("[data-key=chip-saladin]")).to_contain_text("or by ")


def test_dropping_a_block_leaves_the_map_where_it_is(play_at: PlayAt) -> None:
    page = play_at(moving(AT_EGYPT, first="saracen"), **PHONE).page
    choose_all(page)
    page.wait_for_timeout(400)
    before = page.evaluate(SPOT, "gaza")
    page.locator("#bar .chip-off").last.tap()
    page.wait_for_timeout(400)
    assert page.evaluate(SPOT, "gaza") == before


@pytest.mark.parametrize("places", [AT_EGYPT, AT_EGYPT.replace("egypt", "damascus").replace("gaza:", "banyas:")])
def test_a_pile_stays_where_it_is_while_blocks_are_chosen_in_it(play_at: PlayAt, places: str) -> None:
    """It may make way once, when towns light up. From then on a finger presses where each block was, and the map does
    not get a press that was meant for it.
    """
    player = play_at(moving(places, first="saracen"), **PHONE)
    page = player.page
    page.locator(f".token[data-at={'egypt' if 'egypt' in places else 'damascus'}] >> nth=-1").tap()
    fan = page.locator(".fan")
    fan.locator("[data-fan]").first.tap()
    expect(fan.locator("[aria-pressed=true]")).to_have_count(1)
    page.wait_for_timeout(400)  # the map has come to rest
    if "egypt" in places:  # elsewhere every other place would hide towns that are lit
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


def test_a_regroup_and_a_hand_of_cards_have_their_places_in_view(play_at: PlayAt) -> None:
    player = play_at(before_the_walls().position, **PHONE)
    page = player.page
    page.locator("#choices [data-type=withdraw]").tap()
    expect(page.locator("#battle")).to_be_hidden()
    page.wait_for_timeout(300)
    assert in_sight(page, "gaza", "egypt") == [True, True]
    page.locator("[data-tool=zoom-whole]").tap()
    page.wait_for_timeout(300)
    assert page.evaluate(
        "() => { const map = document.querySelector('#map'); return map.scrollWidth <= map.clientWidth + 1 }"
    )
    assert player.problems == []


def test_for_a_card_a_map_without_own_blocks_goes_to_where_most_of_both_sides_meet(
    play_at: PlayAt, backstage: Backstage
) -> None:
    places = "tripoli: josselin\nhoms: saladin\ngaza: balian walter conrad\negypt: yuzpah sanjar arabs-4\n"
    player = play_at(moving(places), **PHONE)
    page = player.page
    page.locator(".town[data-town=aleppo] .hit").evaluate("one => one.scrollIntoView({ block: 'center' })")
    page.wait_for_timeout(400)
    assert in_sight(page, "egypt") == [False]
    player.stand_at(
        choosing(places, frank="jihad move-3 move-2 move-2 move-1", saracen="guide move-3 move-2 move-2 move-1"),
        backstage,
    )
    expect(page.locator("#hand [data-type=play-card]").first).to_be_visible()
    page.wait_for_timeout(600)
    assert in_sight(page, "gaza", "egypt") == [True, True]
    assert player.problems == []


def hand() -> str:
    return " ".join(card for card in DECK if card.startswith("move"))


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_the_chosen_card_is_marked_while_the_other_chooses(play_at: PlayAt, size: dict[str, Any]) -> None:
    places = "gaza: gaza-templars\nantioch: bohemond\negypt: saladin al-adil\naleppo: sanjar\n"
    player = play_at(
        choosing(places, frank="jihad move-3 move-2 move-2 move-1", saracen="guide move-3 move-2 move-2 move-1"), **size
    )
    page = player.page
    if size is PHONE:
        assert in_sight(page, "gaza", "egypt") == [True, True]
    page.locator("[data-key=follow]").evaluate("box => { box.checked && box.click() }")
    before = player.drawn
    page.locator("#hand [data-card=move-3]").click()
    page.wait_for_function(DRAWN, arg=before)
    expect(page.locator("#hand .card.chosen")).to_have_count(1)
    expect(page.locator("#hand .card.chosen")).to_contain_text("chosen, face down")
    expect(page.locator("#bar")).to_contain_text("chosen, face down")
    assert player.problems == []


def test_muster_stands_beside_done_on_a_desk(play_at: PlayAt) -> None:
    page = play_at(moving("acre: king-guy\ntyre: balian\ndamascus: saladin"), **DESK).page
    # Asked until it is so: the page may still be drawing.
    page.wait_for_function("""() => {
      const [done, muster] = ["[data-type=done]", "[data-key=muster-turn]"]
        .map((one) => document.querySelector(`#bar ${one}`));
      return done && muster && Math.abs(done.getBoundingClientRect().y - muster.getBoundingClientRect().y) < 4;
    }""")


def test_score_and_turn_stay_in_sight_and_words_take_a_third(play_at: PlayAt) -> None:
    page = play_at(moving(AT_EGYPT, first="saracen"), **PHONE).page
    page.evaluate(WORDY)
    page.wait_for_timeout(300)
    assert page.locator("#prompt-box").evaluate("box => box.offsetHeight <= 0.35 * innerHeight")
    expect(page.locator("#brief")).to_be_in_viewport()
    expect(page.locator("#brief")).to_contain_text("1188")
    page.set_viewport_size({"width": 1440, "height": 900})
    expect(page.locator("#brief")).to_be_hidden()


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


def test_what_is_said_above_the_map_ends_with_a_whole_line_and_can_be_read_on(play_at: PlayAt) -> None:
    player = play_at(moving(AT_EGYPT, first="saracen"), **PHONE)
    page = player.page
    more = page.locator("[data-key=prompt-more]")
    expect(more).to_be_hidden()
    for words in range(26, 46, 4):
        page.evaluate("document.querySelector('.coach:not([hidden])')?.remove()")
        page.evaluate(WORDY.replace("repeat(12)", f"repeat({words})").replace("repeat(20)", "repeat(1)"))
        expect(more).to_be_visible()
        expect(more).to_be_in_viewport()
        assert page.evaluate(CUT) == [], words
        page.evaluate("document.querySelector('#told').remove()")
    box = page.locator("#prompt-box")
    assert box.evaluate("box => box.scrollHeight > box.clientHeight + 1")
    more.tap()
    expect(more).to_have_text("Show less")
    assert box.evaluate("box => box.offsetHeight > 0.35 * innerHeight")
    more.tap()
    expect(more).to_have_text("Read all of it")
    assert box.evaluate("box => box.offsetHeight <= 0.35 * innerHeight")
    assert player.problems == []


def test_what_the_computer_says_is_cut_at_whole_sentences_and_can_be_read_on(play_at: PlayAt) -> None:
    page = play_at(moving(AT_EGYPT, first="saracen"), **PHONE).page
    page.evaluate(WORDY.replace("repeat(12)", "repeat(1)"))
    more, told = page.locator("[data-key=prompt-more]"), page.locator("#told")
    expect(more).to_be_visible()
    # As many as two lines hold, each whole.
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


def test_a_button_that_is_held_down_stays_while_the_map_comes_to_rest(play_at: PlayAt) -> None:
    """The blocks are drawn at another size then, and the page with them: a button that was exchanged under the finger
    was never pressed.
    """
    player = play_at(moving(AT_EGYPT, first="saracen"), **DESK)
    page = player.page
    page.wait_for_timeout(600)
    done = page.locator("#bar [data-type=done]")
    done.evaluate("button => { window.held = button }")
    done.hover()
    page.mouse.down()
    page.evaluate("""() => { const map = document.querySelector("#map"); const { zoom } = map.dataset;
      const wheel = () => map.dispatchEvent(new WheelEvent("wheel",
        { deltaY: -600, ctrlKey: true, clientX: 400, clientY: 400, bubbles: true, cancelable: true }));
      for (let i = 0; i < 4; i += 1) wheel();
      return new Promise((go) => setTimeout(() => go(map.dataset.zoom !== zoom), 900)); }""")
    assert page.evaluate("window.held.isConnected")
    page.mouse.up()
    expect(page.locator("[data-key=done-really]")).to_be_visible()
    assert player.problems == []


SEEN = """() => { const map = document.querySelector('#map'), frame = map.getBoundingClientRect(),
  sheet = map.querySelector('.sheet').getBoundingClientRect();
  return [Number(map.dataset.zoom), sheet.top - frame.top, frame.bottom - sheet.bottom] }"""
FOOT = 55
"""Pixels below the sheet, for the map's buttons."""


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_the_map_comes_back_from_far_goals_when_they_are_decided(play_at: PlayAt, size: dict[str, Any]) -> None:
    """Where blocks can go is shown from however far; nobody has to zoom in again, nor sees land where no map is."""
    places = "tripoli: josselin\nst-simeon: bohemond\nascalon: balian\nhoms: saladin\naleppo: sanjar\negypt: yuzpah\n"
    player = play_at(moving(places), **size)
    page = player.page
    page.wait_for_timeout(400)
    for _ in range(2):
        page.locator("[data-tool=zoom-in]").click()
        page.wait_for_timeout(350)
    near = page.evaluate(SEEN)[0]
    for let_go in (True, False):
        page.locator("[data-key=block-josselin]").evaluate("button => button.click()")
        page.wait_for_function(f"near => ({SEEN})()[0] < near - 0.05", arg=near)
        page.wait_for_timeout(350)
        before = player.drawn
        if let_go:
            page.keyboard.press("Escape")
        else:
            page.locator("[data-key=to-ascalon]").first.evaluate("button => button.click()")
            page.wait_for_function(DRAWN, arg=before)
        page.wait_for_function(f"near => Math.abs(({SEEN})()[0] - near) < 0.01", arg=near)
        page.wait_for_timeout(350)
        if not let_go:
            expect(page.locator(".town[data-town=ascalon] .hit")).to_be_in_viewport(ratio=0.9)
        _, above, below = page.evaluate(SEEN)
        assert above <= 1, above
        assert below <= FOOT, below
    assert player.problems == []


def test_a_tap_reads_signs_on_the_map_and_parts_of_buttons(play_at: PlayAt) -> None:
    position = moving("acre: king-guy walter\ntyre: conrad\ntiberias: saladin\negypt: al-aziz\naleppo: sanjar\n")
    for block in ("king-guy", "walter"):
        position = game.apply(
            position, "frank", Action("move", block=block, path=("tiberias",)), SeededDice(1)
        ).position
    player = play_at(position, **PHONE)
    page = player.page
    said = page.locator(".title-said")
    page.wait_for_timeout(400)  # the map has come to rest
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
    assert player.problems == []


def test_the_card_of_a_town_at_the_upper_edge_leaves_what_is_asked_to_be_read(play_at: PlayAt) -> None:
    player = play_at(moving("antioch: bohemond\naleppo: saladin al-adil kurds-1 turks-1\nbanyas: balian\n"), **PHONE)
    page = player.page
    page.locator(".token[data-at=aleppo]").last.tap()
    card = page.locator(".town-card")
    expect(card).to_contain_text("4 hidden")
    assert page.evaluate(
        "document.querySelector('.town-card').getBoundingClientRect().top >="
        " document.querySelector('#map').getBoundingClientRect().top"
    )
    assert player.problems == []


def test_signs_of_battles_that_can_begin_lie_two_beside_each_other(play_at: PlayAt) -> None:
    places = "damascus: saladin\naleppo: zangi\nhoms: kurds-2\nbanyas: balian\nartah: king-guy\ntripoli: conrad\n"
    table = Table(moving(places, first="saracen"))
    table.do("saracen", "move saladin banyas", "move zangi artah", "move kurds-2 krak/tripoli", "done")
    player = play_at(table.do("frank", "done").position, **PHONE)
    signs = player.page.locator(".battle-strip .begins")
    expect(signs).to_have_count(3)
    tops = {round(box["y"]) for sign in signs.all() if (box := sign.bounding_box())}
    assert len(tops) == 2


def test_a_finger_leaves_no_block_of_the_stage_as_if_it_were_chosen(play_at: PlayAt) -> None:
    """The browser of a phone takes the last place that was touched for a pointer that rests there."""
    page = play_at(fight_at_jerusalem(), **PHONE).page
    fighter = page.locator(".fighter.able:not(.chosen)").first
    looks = "one => [getComputedStyle(one).transform, getComputedStyle(one.querySelector('.block')).stroke]"
    before = fighter.locator("> svg").evaluate(looks)
    fighter.hover()
    page.wait_for_timeout(400)
    assert fighter.locator("> svg").evaluate(looks) == before


@pytest.mark.parametrize("size", [pytest.param(PHONE, id="phone"), pytest.param(DESK, id="desk")])
def test_undo_and_undo_all_look_alike(play_at: PlayAt, size: dict[str, Any]) -> None:
    """Both can be pressed, or neither; the one that was pressed looks no other afterwards."""
    player = play_at(moving("jerusalem: walter\nacre: conrad\ndamascus: saladin"), **size)
    page = player.page
    looks = """() => ["undo", "restart"].map((key) => {
      const button = document.querySelector(`#bar [data-key=${key}]`);
      const { opacity, color, borderColor } = getComputedStyle(button);
      return [button.disabled, opacity, color, borderColor].join(" ");
    })"""
    page.locator("[data-block=walter]").first.click()
    page.locator(".town[data-town=ramallah]").click()
    expect(page.locator("#bar [data-key=undo]")).to_be_enabled()
    page.locator("#bar [data-key=undo]").click()
    expect(page.locator("#bar [data-key=undo]")).to_be_disabled()
    undo, restart = page.evaluate(looks)
    assert undo == restart
    assert player.problems == []
