"""The battle stage: it takes the place of the map while a battle is fought, and shows who stands where and what is
rolled.
"""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from rules import game
from rules.actions import Action
from rules.dice import SeededDice
from rules.position import Position
from tests.browser.answered import Table, sit_down
from tests.browser.backstage import Backstage
from tests.browser.looking import look_in_light_and_dark, violations
from tests.browser.playing import DRAWN, Player
from tests.browser.sieges import fight_at_jerusalem, fullest_siege
from tests.browser.test_play_battles import before_the_walls

__all__ = ["sit_down"]

PlayAt = Callable[..., Player]
DESK = {"width": 1440, "height": 900}
LAPTOP = {"width": 1024, "height": 768}
PHONE = {"width": 390, "height": 844}
LEAST = {1440: 90, 1024: 60, 390: 56}
"""Pixels that a block of the fullest siege is wide at least, by the width of the page."""

PARTS = ".fighter, .bay, #choices button, #choices summary, .to-map, .order, .rounds, .tray .die"
MEASURED = """(parts) => {
  const box = (element) => { const { left, top, right, bottom } = element.getBoundingClientRect();
    return [left, top, right, bottom] };
  const outside = ([left, top, right, bottom]) => left < 0 || top < 0 || right > innerWidth || bottom > innerHeight;
  const fighters = [...document.querySelectorAll(".fighter")];
  const out = [...document.querySelectorAll(parts)].filter((part) => outside(box(part)));
  const seen = fighters.filter((one) => {
    const [left, top, right, bottom] = box(one);
    return one.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
  });
  return { fighters: fighters.length, seen: seen.length, least: Math.min(...fighters.map((one) => one.offsetWidth)),
    out: out.map((part) => part.className), aside: document.documentElement.scrollWidth > innerWidth };
}"""
FLANKS = """() => Object.fromEntries(["frank", "saracen"].map((side) => [side,
  Math.max(...[...document.querySelectorAll(`.fighter.${side}`)].map((one) => one.getBoundingClientRect().left))]))"""


NAMES = """() => [...document.querySelectorAll(".fighter:not(.back)")].map((one) => {
  const name = one.querySelector(".block-name"), box = name.getBoundingClientRect();
  const { left, right } = one.getBoundingClientRect();
  return [one.dataset.block, name.checkVisibility() && box.height >= 9, box.left >= left && box.right <= right];
})"""


def page_names(player: Player) -> tuple[set[str], set[str]]:
    """Blocks shown whose names cannot be read, and those whose names are wider than the block."""
    found = player.page.evaluate(NAMES)
    return {block for block, read, _ in found if not read}, {block for block, _, within in found if not within}


WORDS = ".bay-area, .bay-figure, .battle-facts, .stage-head h2"
CUT = """(words) => [...document.querySelectorAll(words)].filter((one) => one.checkVisibility()).filter((one) => {
  const [own, around] = [one.getBoundingClientRect(),
    (one.closest(".bay-name") ?? one.parentElement).getBoundingClientRect()];
  const gone = own.top >= around.bottom - 1; // as a whole, to a line out of sight
  return !gone && (one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== "inline"
    || own.left < around.left - 1 || own.right > around.right + 1 || own.bottom > around.bottom + 2);
}).map((one) => one.textContent)"""


@pytest.mark.parametrize(
    ("locale", "sizes"), [("en", [DESK, LAPTOP, PHONE]), ("fr", [LAPTOP]), ("pl", [DESK])], ids=["en", "fr", "pl"]
)
def test_the_fullest_siege_fits_without_scrolling_and_no_word_is_cut_off(
    play_at: PlayAt, backstage: Backstage, locale: str, sizes: list[dict[str, int]]
) -> None:
    """12 blocks against 9: garrison, relief and reserves of both sides, as the page opens."""
    player = play_at(fight_at_jerusalem(), locale=locale, **sizes[0])
    page = player.page
    cut = "all => all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent)"
    for size in sizes:
        if size is not sizes[0]:
            page.set_viewport_size({"width": size["width"], "height": size["height"]})
            page.reload()
            player.see_game()
        player.rest(".fighter")
        expect(page.locator(".fighter")).to_have_count(21)
        expect(page.locator("#choices [data-type=fire]")).to_be_visible()
        found = page.evaluate(MEASURED, PARTS)
        assert found == {"fighters": 21, "seen": 21, "least": found["least"], "out": [], "aside": False}, size
        assert locale != "en" or found["least"] >= LEAST[size["width"]], size
        # However small a block is, its name can be read on it.
        assert page_names(player) == (set(), set()), size
        expect(page.locator(".ways-out")).to_have_count(2)
        assert page.locator(".bay-area, .ways-out").evaluate_all(cut) == [], size
    # A storm, while its blocks are chosen and when it is fought, on a phone and then on a desk.
    player.stand_at(before_the_walls(), backstage)
    page.locator(".fighter[data-block=saladin]").click()
    expect(page.locator(".bay.reserve .bay-name")).to_be_attached()
    for size in (PHONE, DESK):
        page.set_viewport_size({"width": size["width"], "height": size["height"]})
        player.rest(".fighter")
        assert page.evaluate(CUT, WORDS) == [], size
    before = player.drawn
    page.locator("[data-key=confirm-storm]").click()
    page.wait_for_function(DRAWN, arg=before)
    expect(page.locator(".battle-facts")).not_to_be_empty()
    for size in (DESK, PHONE):
        page.set_viewport_size({"width": size["width"], "height": size["height"]})
        player.rest(".fighter")
        assert page.evaluate(CUT, WORDS) == [], size
    assert player.problems == []


def test_the_stage_can_be_read_by_everybody(play_at: PlayAt) -> None:
    page = play_at(fullest_siege().position, **DESK).page
    expect(page.locator(".bay.castle .walls")).to_be_attached()
    assert violations(page, "#battle", colors=False) == []
    page.set_viewport_size({"width": 390, "height": 844})
    look_in_light_and_dark(page, "#battle")


def test_ones_own_side_stands_left_and_hidden_blocks_are_upright_backs_that_tell_nothing(
    sit_down: Callable[..., Table],
) -> None:
    table = sit_down(fullest_siege().position, "frank")
    page = table.page
    expect(page.locator(".fighter.saracen.back")).to_have_count(11)
    labels = page.locator(".fighter.saracen").evaluate_all("all => all.map((one) => one.outerHTML)")
    assert not any(name in label for label in labels for name in ("Saladin", "sanjar", "Keukburi", "strength 2"))
    expect(page.locator(".flank.own h3")).to_contain_text("Franks")
    # In a game alone the Franks stand left for good, whoever attacks.
    table.side = "saracen"
    table.turn_to(fight_at_jerusalem())
    table.wake()
    expect(page.locator(".fighter.saracen.back")).to_have_count(0)
    found = page.evaluate(FLANKS)
    assert found["frank"] < found["saracen"]


def test_a_second_press_on_the_raised_block_has_it_fire_though_its_drawing_changes_meanwhile(play_at: PlayAt) -> None:
    """What the dice did is said on a phone too, and they lie there until the next are rolled, and after a reload."""
    player = play_at(fight_at_jerusalem(), **PHONE)
    page = player.page
    block = page.locator(".fighter[data-block=turks-1]")
    block.click()
    expect(page.locator("#choices .chosen-block h2")).to_contain_text("Turks")
    player.rest(".fighter")
    found = block.bounding_box()
    assert found
    before = player.drawn
    with player.expect_act() as sent:
        page.mouse.move(found["x"] + found["width"] / 2, found["y"] + found["height"] / 2)
        page.mouse.down()
        # As a show does when it is over: the block is drawn with other steps.
        block.locator("svg").evaluate("drawing => drawing.replaceWith(drawing.cloneNode(true))")
        page.mouse.up()
    assert sent[0]["action"] == {"type": "fire", "block": "turks-1"}
    page.wait_for_function(DRAWN, arg=before)
    die, said = page.locator(".tray .die"), page.locator(".tray .told")
    expect(die).to_have_count(3)
    expect(said).to_be_visible()
    expect(said).to_contain_text("hit")
    assert page.evaluate(MEASURED, f"{PARTS}, .tray .told")["out"] == []
    page.reload()
    player.see_game()
    expect(die).to_have_count(3)
    assert player.problems == []


def second_round() -> Position:
    """The battle of Jerusalem when its second round has begun, in which reserves have come."""
    position = fight_at_jerusalem()
    while position.battle is not None and position.battle.round < 2:
        side = next(iter(position.awaited))
        action = game.legal_actions(position, side)[0]
        assert isinstance(action, Action)
        position = game.apply(position, side, action, SeededDice(5)).position
    return position


def test_the_map_can_be_looked_at_and_the_acts_of_a_block_are_at_the_block(
    play_at: PlayAt, backstage: Backstage
) -> None:
    player = play_at(second_round(), **DESK)
    page = player.page
    page.keyboard.press("Tab")
    page.locator("[data-key=to-map]").press("Enter")
    expect(page.locator("#battle")).to_be_hidden()
    expect(page.locator(".token[data-block=saladin]")).to_be_visible()
    expect(page.locator("[data-key=to-stage]")).to_be_focused()
    # Who has come is not said to be in reserve.
    page.locator("[data-strip=jerusalem]").click()
    page.locator("[data-key=to-map]").click()
    town = page.locator("#town")
    expect(town).to_contain_text("2 by the road from Ramallah, fighting from round 1 on")
    expect(town).to_contain_text("2 by the road from Jericho, in reserve until round 3")
    expect(town).not_to_contain_text("in reserve until round 1")
    page.locator("[data-key=to-stage]").press("Enter")
    expect(page.locator("#battle")).to_be_visible()
    expect(page.locator("[data-key=to-map]")).to_be_focused()
    player.stand_at(fight_at_jerusalem(), backstage)
    # The first to fire is chosen already: one press of its button, or of another block and what it does.
    expect(page.locator("#choices [data-type=fire]")).to_have_count(1)
    expect(page.locator(".block-acts")).to_have_count(0)
    page.locator(".fighter[data-block=saladin]").click()
    menu = page.locator(".block-acts")
    expect(menu).to_be_visible()
    player.rest(".fighter, .block-acts")
    block, shown = page.locator(".fighter[data-block=saladin]").bounding_box(), menu.bounding_box()
    assert block
    assert shown
    assert 0 <= shown["y"] - block["y"] - block["height"] < 20
    expect(menu.locator("button")).to_have_text(["Fire", "Retreat …"])
    menu.get_by_text("Retreat").click()
    expect(menu.locator("button")).to_have_text(["‹ Retreat", "Hebron", "Jericho"])
    expect(page.locator("#choices .menu-list")).to_have_count(0)
    with player.expect_act() as sent:
        menu.get_by_text("Jericho").click()
    assert sent[0]["action"] == {"type": "retreat", "block": "saladin", "to": "jericho"}
    assert player.problems == []


def test_a_look_back_from_a_battle_shows_the_map_or_the_stage_of_its_moment(
    new_player: Callable[..., Player],
) -> None:
    player = new_player("Usama", alone=True, at="fight", **PHONE)
    page = player.page
    fire = page.locator("#choices [data-type=fire]")
    expect(page.locator("#battle")).to_be_visible()
    expect(fire).to_be_in_viewport(ratio=1)
    page.locator("[data-key=replay-open]").evaluate("button => button.click()")
    expect(page.locator("#past")).to_contain_text("Cards")
    expect(page.locator("#battle")).to_be_hidden()
    page.locator("[data-key=past-now]").click()
    expect(page.locator("main.past")).to_have_count(0)
    expect(page.locator("#battle")).to_be_visible()
    expect(fire).to_be_in_viewport(ratio=1)
    before = player.drawn
    fire.click()
    page.wait_for_function(DRAWN, arg=before)
    page.locator("[data-key=replay-open]").evaluate("button => button.click()")
    expect(page.locator("main.past")).to_have_count(1)
    expect(page.locator("#past")).to_contain_text("Cards")
    page.locator("[data-key=replay-last]").evaluate("button => button.click()")
    expect(page.locator("main.past #battle")).to_be_visible()
    expect(page.locator(".fighter.able")).to_have_count(0)
    assert player.problems == []
