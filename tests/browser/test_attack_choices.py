"""How attacks and retreats are chosen: lists that stay where they are, sets that are full, what the map shows."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from rules.notation import print_action
from rules.position import Position
from tests.browser.backstage import Backstage
from tests.browser.playing import Player
from tests.rules.scene import Table, choosing, moving

PlayAt = Callable[..., Player]
PHONE: dict[str, Any] = {"width": 390, "height": 844, "has_touch": True}
DESK: dict[str, Any] = {"width": 1440, "height": 900}
both_sizes = pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])


def box_of(found: Locator) -> dict[str, float]:
    box = found.bounding_box()
    assert box
    return {**box, "right": box["x"] + box["width"], "bottom": box["y"] + box["height"]}


def meets(one: dict[str, float], other: dict[str, float]) -> bool:
    return (
        one["x"] < other["right"]
        and other["x"] < one["right"]
        and one["y"] < other["bottom"]
        and other["y"] < one["bottom"]
    )


def franks_may_retreat() -> Position:
    table = Table(moving("ashtera: saladin keukburi\ntiberias: raymond-tripoli conrad", first="saracen"))
    table.do("saracen", "move saladin ajlun/tiberias", "move keukburi ajlun/tiberias", "done").do("frank", "done")
    answers = {"choose-battle": "choose-battle tiberias", "garrison": "garrison -"}
    while len(table.actions("frank", "retreat")) < 3:
        (side,) = table.awaited
        kind = "fire" if table.step == "fight" else "take-hit"
        table.do(side, answers.get(table.step) or print_action(table.actions(side, kind)[0]))
    return table.position


@both_sizes
def test_where_a_block_can_retreat_to_opens_where_it_was_pressed(play_at: PlayAt, size: dict[str, int]) -> None:
    page = play_at(franks_may_retreat(), **size).page
    page.locator(".fighter.able").first.click()
    acts = box_of(page.locator("#choices .chosen-block .buttons"))
    page.locator("#choices [data-key=group-retreat]").click()
    towns = page.locator("#choices .menu-list button")
    expect(towns).to_have_text(["Acre (Conrad)", "Baisan (Conrad)", "Banyas (Conrad)"])
    menu, ways = box_of(page.locator("#choices .menu-list")), page.locator(".ways-out")
    for number in range(ways.count()):
        assert not meets(menu, box_of(ways.nth(number))), "it covers the ways out"
    assert abs(menu["bottom"] - acts["bottom"]) <= acts["height"], "it opens elsewhere"
    # Back to the other acts.
    page.locator("#choices [data-key=group-retreat]").click()
    expect(page.locator("#choices [data-type=fire]")).to_be_visible()


@both_sizes
def test_all_whose_turn_it_is_retreat_to_a_town_at_one_press(play_at: PlayAt, size: dict[str, int]) -> None:
    player = play_at(franks_may_retreat(), **size)
    page = player.page
    page.locator("#choices [data-key=group-retreat]").click()
    together = page.locator("#choices .all-to")
    expect(together).to_contain_text("whose turn it is, at once to:")
    together.locator("[data-key=all-to-banyas]").click()
    # The page turns to the Saracens, who have won the field, and see how many went there.
    expect(page.locator(".token[data-at=banyas] .back-count")).to_have_text("2")
    assert player.problems == []


@both_sizes
def test_an_attack_is_asked_about_where_there_is_a_choice_and_says_so(play_at: PlayAt, size: dict[str, int]) -> None:
    """Raymond has a road to Banyas, and detours; Conrad can only come round, into reserve."""
    player = play_at(moving("tiberias: raymond-tripoli\nacre: conrad\nbanyas: saladin\nhoms: tuman"), **size)
    page = player.page
    page.locator("#choices [data-key=block-raymond-tripoli]").evaluate("button => button.click()")
    before = player.drawn
    page.locator(".town.goal[data-town=banyas]").dispatch_event("click")
    player.settle(before)
    expect(page.locator(".token[data-at=banyas][data-block=raymond-tripoli]")).to_be_attached()
    assert player.problems == []


LOW = 560
"""So low a window has the list of a plan scroll on a phone, and the panel on a desk."""
ARMY = "banyas: saladin keukburi tuman sanjar al-adil qaimaz\ntiberias: raymond-tripoli\nacre: king-guy\n"
SCROLLED = """() => [...document.querySelectorAll(".plan-list, #panel")].map((one) => Math.round(one.scrollTop))"""


def plan_attack(page: Page) -> None:
    page.locator("#choices [data-key=block-saladin]").evaluate("button => button.click()")
    page.locator("#bar [data-key=all-here]").click()
    page.locator(".town.goal[data-town=tiberias]").dispatch_event("click")
    expect(page.locator("#bar [data-chip]").first).to_be_visible()
    page.wait_for_timeout(400)  # the focus has come to the plan


@both_sizes
def test_who_leaves_a_block_out_of_a_plan_stays_where_they_were_in_its_list(
    play_at: PlayAt, size: dict[str, int]
) -> None:
    page = play_at(moving(ARMY, first="saracen"), **size | {"height": LOW}).page
    plan_attack(page)
    page.evaluate("document.querySelectorAll('.plan-list, #panel').forEach((one) => { one.scrollTop = 40 })")
    before = page.evaluate(SCROLLED)
    assert 40 in before
    last = page.locator("#bar .chip-off").nth(3)
    left = last.get_attribute("data-key")
    last.evaluate("button => { button.focus({ preventScroll: true }); button.click() }")
    expect(page.locator(f"#bar [data-key={left}]")).to_have_class("chip-on")
    assert page.evaluate(SCROLLED) == before
    assert str(page.evaluate("document.activeElement.dataset.key")).startswith("off-"), "the focus left the list"


FREE = """() => {
  const box = (selector) => document.querySelector(selector).getBoundingClientRect();
  return Math.min(box("#map").bottom, box("#dock").top) - Math.max(box("#map").top, box("#prompt-box").bottom);
}"""


def test_on_a_phone_the_list_of_a_plan_leaves_the_map_its_room_below_a_high_prompt(play_at: PlayAt) -> None:
    page = play_at(moving(ARMY, first="saracen"), **PHONE).page
    page.locator("#prompt-box").evaluate("box => { box.style.paddingTop = '9rem' }")
    plan_attack(page)
    page.wait_for_timeout(300)
    assert page.evaluate(FREE) >= 0.28 * PHONE["height"]


@both_sizes
def test_no_more_blocks_can_be_chosen_than_a_castle_holds(play_at: PlayAt, size: dict[str, int]) -> None:
    table = Table(moving("ashtera: saladin keukburi\nbanyas: king-guy conrad balian", first="saracen"))
    table.do("saracen", "move saladin banyas", "move keukburi banyas", "done").do("frank", "done")
    if table.step == "choose-battle":
        table.do("saracen", "choose-battle banyas")
    assert table.step == "garrison"
    page = play_at(table.position, **size).page
    page.locator(".fighter[data-block=conrad]").click()
    expect(page.locator("#choices [data-key=confirm-garrison]")).to_be_enabled()
    expect(page.locator(".fighter.able")).to_have_count(1)
    follows = page.locator("#choices .set-follows").inner_text()
    page.locator(".fighter[data-block=balian]").click()
    expect(page.locator("#notice")).to_have_text("One block at most: it holds 1 (rule 6.52).")
    expect(page.locator(".fighter.chosen")).to_have_count(1)
    assert page.locator("#choices .set-follows").inner_text() == follows
    # Who wants another one lets the first go.
    page.locator(".fighter[data-block=conrad]").click()
    page.locator(".fighter[data-block=balian]").click()
    expect(page.locator(".fighter.chosen[data-block=balian]")).to_have_count(1)


def test_on_a_phone_a_card_is_chosen_with_the_front_in_sight(play_at: PlayAt, backstage: Backstage) -> None:
    front = "tiberias: king-guy conrad raymond-tripoli\nbanyas: saladin keukburi tuman\n"
    far = "egypt: al-aziz\nantioch: bohemond\naleppo: zangi\n"
    player = play_at(moving(front + far, first="saracen"), **PHONE)
    page = player.page
    # The computer's last move was at Egypt: there the map looks.
    page.locator("#choices [data-key=block-al-aziz]").evaluate("button => button.click()")
    page.wait_for_timeout(400)
    hand = "move-1 move-1 move-2 move-2 move-3"
    player.stand_at(choosing(front + far, frank=hand, saracen=hand), backstage)
    expect(page.locator("#hand button.card").first).to_be_visible()
    page.wait_for_timeout(400)
    for town in ("tiberias", "banyas"):
        assert page.evaluate(SEEN, town), f"{town} is out of the map"


SEEN = """town => {
  const map = document.querySelector("#map").getBoundingClientRect();
  const { left, right, top, bottom } = document.querySelector(`.town[data-town=${town}] .hit`).getBoundingClientRect();
  return left >= map.left && right <= map.right && top >= map.top && bottom <= map.bottom;
}"""
