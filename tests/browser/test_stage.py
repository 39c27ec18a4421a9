"""The battle stage: it takes the place of the map while a battle is fought, and shows who stands where and what is
rolled.
"""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.backstage import Backstage
from tests.browser.blows import at_last_blow, told
from tests.browser.looking import look_in_light_and_dark
from tests.browser.playing import DRAWN, Player
from tests.browser.sieges import fight_at_jerusalem, fullest_siege
from tests.browser.test_blocks import NewPlayer, Table, sit_down
from tests.rules.scene import Table as Scene
from tests.rules.scene import moving

__all__ = ["sit_down"]

PlayAt = Callable[..., Player]
DESK = {"width": 1440, "height": 900}

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


@pytest.mark.parametrize(("width", "height", "least"), [(1440, 900, 90), (1024, 768, 60), (390, 844, 56)])
def test_the_fullest_siege_fits_without_scrolling(play_at: PlayAt, width: int, height: int, least: int) -> None:
    """12 blocks against 9: garrison, relief and reserves of both sides, as the page opens."""
    player = play_at(fight_at_jerusalem(), width=width, height=height)
    expect(player.page.locator(".fighter")).to_have_count(21)
    expect(player.page.locator("#choices [data-type=fire]")).to_be_visible()
    found = player.page.evaluate(MEASURED, PARTS)
    assert found == {"fighters": 21, "seen": 21, "least": found["least"], "out": [], "aside": False}
    assert found["least"] >= least
    # However small a block is, its name can be read on it.
    assert page_names(player) == (set(), set())
    assert player.problems == []


def test_the_stage_can_be_read_by_everybody(play_at: PlayAt) -> None:
    page = play_at(fullest_siege().position, **DESK).page
    expect(page.locator(".bay.castle .walls")).to_be_attached()
    look_in_light_and_dark(page, "#battle")
    page.set_viewport_size({"width": 390, "height": 844})
    look_in_light_and_dark(page, "#battle")


def test_hidden_blocks_are_upright_backs_that_tell_nothing(sit_down: Callable[..., Table]) -> None:
    position = fullest_siege().position
    page = sit_down(position, "frank").page
    expect(page.locator(".fighter.saracen.back")).to_have_count(11)
    labels = page.locator(".fighter.saracen").evaluate_all(
        "all => all.map((one) => one.outerHTML.replace(/translate[^;]*/, ''))"
    )
    assert len(set(labels[1:])) <= 11
    assert not any(name in label for label in labels for name in ("Saladin", "sanjar", "Keukburi", "strength 2"))


def test_ones_own_side_stands_left_whoever_attacks(sit_down: Callable[..., Table]) -> None:
    for side, other in (("frank", "saracen"), ("saracen", "frank")):
        page = sit_down(fight_at_jerusalem(), side).page
        # The page knows a solo game, in which the Franks stand left for good; a duel has one side.
        expect(page.locator(".flank.own h3")).to_contain_text("Franks")
        found = page.evaluate(FLANKS)
        assert found["frank"] < found["saracen"], (side, other)


def test_a_second_press_on_the_raised_block_has_it_fire(play_at: PlayAt) -> None:
    player = play_at(fight_at_jerusalem(), **DESK)
    page = player.page
    page.locator(".fighter[data-block=turks-1]").click()
    expect(page.locator("#choices .chosen-block h2")).to_contain_text("Turks")
    before = player.drawn
    with player.expect_act() as sent:
        page.locator(".fighter[data-block=turks-1]").click()
    assert sent[0]["action"] == {"type": "fire", "block": "turks-1"}
    page.wait_for_function(DRAWN, arg=before)
    # The dice lie there until the next are rolled, and after a reload.
    die = page.locator(".tray .die")
    expect(die).to_have_count(3)
    assert die.first.bounding_box()["width"] == 48  # type: ignore[index]
    page.reload()
    player.see_game()
    expect(die).to_have_count(3)
    assert player.problems == []


def test_what_the_dice_did_is_said_on_a_phone_too(play_at: PlayAt) -> None:
    player = play_at(fight_at_jerusalem(), width=390, height=844)
    player.page.locator("#choices [data-type=fire]").first.click()
    said = player.page.locator(".tray .told")
    expect(said).to_be_visible()
    expect(said).to_contain_text("hit")
    expect(player.page.locator(".tray .die")).not_to_have_count(0)
    assert player.page.evaluate(MEASURED, f"{PARTS}, .tray .told")["out"] == []
    assert player.problems == []


def test_the_map_can_be_looked_at_and_the_stage_again(play_at: PlayAt) -> None:
    page = play_at(fight_at_jerusalem(), **DESK).page
    page.keyboard.press("Tab")
    page.locator("[data-key=to-map]").press("Enter")
    expect(page.locator("#battle")).to_be_hidden()
    expect(page.locator(".token[data-block=saladin]")).to_be_visible()
    expect(page.locator("#panel #choices [data-type=fire]").first).to_be_visible()
    expect(page.locator("[data-key=to-stage]")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#battle")).to_be_visible()
    expect(page.locator("[data-key=to-map]")).to_be_focused()


def test_the_end_of_a_battle_is_seen_before_the_map_comes_back(sit_down: Callable[..., Table]) -> None:
    table, page_of = at_last_blow(sit_down)
    page = page_of.page
    after = table.do("saracen", "fire saladin")
    page_of.turn_to(after.position, *told(after.events))
    page_of.wake()
    expect(page.locator(".tray .die")).to_have_count(4)
    expect(page.locator(".banner.shown")).to_contain_text("Told: ")
    expect(page.locator("#battle")).to_be_visible()
    page.mouse.click(700, 400)
    expect(page.locator("#battle")).to_be_hidden()
    expect(page.locator(".token[data-block=saladin]")).to_be_visible()


@pytest.mark.parametrize("size", [{"width": 1440, "height": 900}, {"width": 390, "height": 844}])
def test_what_ends_a_battle_is_told_beside_the_dice(sit_down: Callable[..., Table], size: dict[str, int]) -> None:
    table, page_of = at_last_blow(sit_down)
    page = page_of.page
    page.set_viewport_size({"width": size["width"], "height": size["height"]})
    after = table.do("saracen", "fire saladin")
    page_of.turn_to(after.position, *told(after.events))
    page_of.wake()
    banner = page.locator(".banner.shown")
    expect(banner).to_contain_text("Told: ")
    ribbon, dice = banner.bounding_box(), page.locator(".tray .dice").bounding_box()
    assert ribbon is not None
    assert dice is not None
    assert ribbon["y"] + ribbon["height"] <= dice["y"] or dice["y"] + dice["height"] <= ribbon["y"]


def last_hit() -> Scene:
    """In the last round the Kurds hit Conrad or Walter, as the Franks choose. Then the battle is over."""
    table = Scene(
        moving("acre: conrad@2 walter@2\ntiberias: kurds-3\n"), {"fire:tiberias:3:kurds-3": [1, 6, 6], "fire": [6] * 24}
    )
    table.do("frank", "move conrad tiberias", "move walter tiberias", "done").do("saracen", "done", "garrison -")
    while table.step == "fight":
        (side,) = table.awaited
        table.do(side, next(fire for fire in ("fire conrad", "fire walter", "fire kurds-3") if table.legal(side, fire)))
    return table


def test_no_block_can_be_pressed_while_the_end_of_its_battle_is_shown(sit_down: Callable[..., Table]) -> None:
    table = last_hit()
    page_of = sit_down(table.position, "frank")
    page = page_of.page
    expect(page.locator(".fighter[data-type=take-hit]")).to_have_count(2)
    page.locator("[data-key=follow]").uncheck()
    after = table.do("frank", "take-hit walter")
    assert table.step == "regroup"
    page_of.turn_to(after.position, *told(after.events))
    page_of.wake()
    expect(page.locator(".banner.shown")).to_contain_text("Told: ")
    # At once: the end goes by itself.
    counted = (
        "() => ['.fighter', '.fighter:is(.able, [data-type], [tabindex])'].map((found) =>"
        " document.querySelectorAll(found).length)"
    )
    assert page.evaluate(counted) == [3, 0]


def test_a_press_on_a_block_counts_though_its_drawing_changes_meanwhile(sit_down: Callable[..., Table]) -> None:
    table = last_hit()
    page_of = sit_down(table.position, "frank")
    page = page_of.page
    block = page.locator(".fighter[data-block=walter]")
    found = block.bounding_box()
    assert found
    page.evaluate(
        "() => document.querySelector('.fighters').addEventListener('click', ({ target }) => (window.pressed ="
        " target.dataset.block))"
    )
    page.mouse.move(found["x"] + found["width"] / 2, found["y"] + found["height"] / 2)
    page.mouse.down()
    # As a show does when it is over: the block is drawn with other steps.
    block.locator("svg").evaluate("drawing => drawing.replaceWith(drawing.cloneNode(true))")
    page.mouse.up()
    assert page.evaluate("window.pressed") == "walter"


def test_a_battle_is_replayed_on_the_stage(new_player: NewPlayer, backstage: Backstage) -> None:
    player = new_player("Usama", alone=True, at="fight", **DESK)
    page = player.page
    before = player.drawn
    page.locator("#choices [data-type=fire]").click()
    page.wait_for_function(DRAWN, arg=before)
    page.locator("[data-key=replay-open]").click()
    page.locator("[data-key=replay-last]").click()
    expect(page.locator("main.past #battle")).to_be_visible()
    expect(page.locator(".tray .die").first).to_be_visible()
    expect(page.locator(".fighter.able")).to_have_count(0)
    assert player.problems == []


def test_the_acts_of_a_block_are_at_the_block_and_once_as_buttons(play_at: PlayAt) -> None:
    player = play_at(fight_at_jerusalem(), **DESK)
    page = player.page
    # The first to fire is chosen already: one press of its button, or of another block and what it does.
    expect(page.locator("#choices [data-type=fire]")).to_have_count(1)
    expect(page.locator(".block-acts")).to_have_count(0)
    page.locator(".fighter[data-block=saladin]").click()
    menu = page.locator(".block-acts")
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


@pytest.mark.parametrize(
    ("width", "height", "locale"), [(390, 844, "en"), (1024, 768, "en"), (1024, 768, "fr"), (1440, 900, "pl")]
)
def test_nothing_on_the_stage_is_cut_off(play_at: PlayAt, width: int, height: int, locale: str) -> None:
    page = play_at(fight_at_jerusalem(), width=width, height=height, locale=locale).page
    cut = "all => all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent)"
    expect(page.locator(".ways-out")).to_have_count(2)
    assert page.locator(".bay-area, .ways-out").evaluate_all(cut) == []
    assert page.evaluate(MEASURED, PARTS)["out"] == []


OUT_OF_FRAME = """async () => {
  const { arrangeRanks, heightOf } = await import("/static/frontend/js/battle/ranks.js");
  const stack = (side, area, count, round) => ({ side, area, round, count, hidden: count, blocks: [] });
  const found = [];
  for (const [width, height] of [[374, 430], [374, 300], [700, 500], [1000, 560]])
    for (let own = 1; own <= 12; own += 1)
      for (let other = 1; other <= 12; other += 1)
        for (const late of [0, 1, 6]) {
          const sides = ["frank", "saracen"];
          const stacks = sides.flatMap((side, i) => [stack(side, "field", i ? other : own),
            stack(side, "reserve", late, 2)]);
          const { bays, spots, size } = arrangeRanks(
            [...stacks, stack("frank", "castle", 3)], sides, { width, height });
          const leaves = (x, y, wide, high) => x < 0 || y < 0 || x + wide > width + 1 || y + high > height + 1;
          const out = bays.some(({ box }) => leaves(box.left, box.top, box.width, box.height))
            || [...spots.values()].some(({ x, y }) => leaves(x, y, size, heightOf(size)));
          if (out) found.push([width, height, own, other, late]);
        }
  return found;
}"""


def test_however_many_fight_all_stand_within_the_stage(play_at: PlayAt) -> None:
    assert play_at(fight_at_jerusalem(), **DESK).page.evaluate(OUT_OF_FRAME) == []
