"""A battle on a phone: what is said of it in sight, and where its buttons stand."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from rules.position import Position
from tests.browser.playing import Player
from tests.rules.scene import Table, moving

PlayAt = Callable[..., Player]
PHONE: dict[str, Any] = {"width": 390, "height": 844, "has_touch": True}
FIELD = "tyre: conrad balian@2\ntiberias: gaza-templars reynald-kerak\nacre: saladin keukburi al-mashtub\n"
SIEGE = "tyre: [conrad] saladin al-afdal al-mashtub\nacre: king-guy walter\nantioch: bohemond\n"


def go_on(table: Table, step: str, side: str, round_: int, **answers: str) -> Position:
    """Fires on until this side is asked for this step of this round; what else is asked has these answers, once."""
    while not (table.step == step and table.awaited == {side} and table.position.combat.round == round_):
        (awaited,) = table.awaited
        if table.step == "choose-battle":
            (town,) = table.options(awaited, "choose-battle", "town")
            table.do(awaited, f"choose-battle {town}")
        elif table.step in ("fight", "hits"):
            type_ = "fire" if table.step == "fight" else "take-hit"
            table.do(awaited, f"{type_} {min(table.options(awaited, type_, 'block'))}")
        else:
            table.do(awaited, f"{table.step} {answers.pop(table.step, '-')}")
    return table.position


def field() -> Table:
    """Franks attack Acre by two roads; nobody hits."""
    table = Table(moving(FIELD), {"fire": [6] * 200})
    table.do("frank", *(f"move {block} acre" for block in ("conrad", "balian", "gaza-templars", "reynald-kerak")))
    return table.do("frank", "done").do("saracen", "done")


def siege(*relief: str) -> Table:
    """Saracens besiege Conrad in Tyre; nobody hits."""
    table = Table(moving(SIEGE), {"fire": [6] * 200})
    return table.do("frank", *(f"move {block} tyre" for block in relief), "done").do("saracen", "done")


LAST: dict[str, tuple[Callable[[], Position], str]] = {
    "attacker": (lambda: go_on(field(), "fight", "frank", 3), "the Franks must retreat"),
    "defender": (lambda: go_on(field(), "fight", "saracen", 3), "the Franks must retreat"),
    "who-storms": (lambda: go_on(siege(), "storm", "saracen", 3, storm="al-afdal"), "the stormers fall back"),
    "stormer": (lambda: go_on(siege(), "fight", "saracen", 3, storm="al-afdal"), "the stormers fall back"),
    "who-sallies": (lambda: go_on(siege("king-guy"), "sally", "frank", 3), "sallying blocks go into the castle"),
    "sallied": (lambda: go_on(siege("king-guy"), "fight", "saracen", 3, sally="conrad"), "sallying blocks go into"),
    "relief": (lambda: go_on(siege("king-guy"), "fight", "frank", 3), "the Franks must retreat"),
}


@pytest.mark.parametrize("where", LAST)
def test_in_the_last_round_it_stands_in_sight_what_comes_after_it(play_at: PlayAt, where: str) -> None:
    position, words = LAST[where]
    page = play_at(position(), **PHONE).page
    end = page.locator("#battle .battle-end")
    expect(end).to_contain_text("Last round")
    expect(end).to_contain_text(words)
    expect(end).to_be_in_viewport(ratio=1)


def test_before_the_last_round_blocks_have_the_room_of_those_words(play_at: PlayAt) -> None:
    page = play_at(go_on(field(), "fight", "frank", 2), **PHONE).page
    expect(page.locator("#battle .battle-end")).to_be_hidden()


FOOT = "one => { const box = one.getBoundingClientRect(); return [box.left, box.right, box.bottom].map(Math.round) }"
KEYS = "all => all.map((one) => one.dataset.type ?? one.dataset.key)"


def turcopoles() -> Table:
    """They can harry."""
    places = "tiberias: antioch-turcopoles\nacre: sanjar@1 turks-1@1\n"
    table = Table(moving(places), {"fire": [6] * 200})
    table.do("frank", "move antioch-turcopoles acre", "done")
    return table.do("saracen", "done")


def at_the_gate() -> Table:
    """They can harry, retreat, and withdraw into their castle."""
    table = Table(moving("tiberias: turks-1 keukburi\nacre: walter king-guy\nbaisan: conrad"), {"fire": [6] * 200})
    table.do("frank", "move walter tiberias", "move king-guy tiberias", "done")
    return table.do("saracen", "done")


def test_many_acts_leave_the_blocks_their_room(play_at: PlayAt) -> None:
    page = play_at(go_on(at_the_gate(), "fight", "saracen", 1), **PHONE).page
    acts = page.locator("#choices .chosen-block button")
    expect(acts).to_have_count(5)
    expect(acts.first).to_be_in_viewport(ratio=1)
    page.wait_for_timeout(300)
    tops, heights, feet = zip(*acts.evaluate_all(BOXES), strict=True)
    assert max(feet) - min(tops) < 175, heights
    assert min(heights) >= 40
    assert min(page.locator("#battle .fighter").evaluate_all("all => all.map((one) => one.offsetWidth)")) >= 60


BOXES = (
    """all => all.map((one) => one.getBoundingClientRect()).map(({ top, height, bottom }) => [top, height, bottom])"""
)


def test_fire_stands_at_one_place_whatever_else_a_block_can_do(play_at: PlayAt) -> None:
    positions = [
        go_on(field(), "fight", "saracen", 1),
        go_on(field(), "fight", "frank", 3),
        go_on(turcopoles(), "fight", "frank", 1),
        go_on(siege(), "fight", "saracen", 1, storm="al-afdal"),
        go_on(at_the_gate(), "fight", "saracen", 1),
    ]
    seen, feet = set[tuple[str, ...]](), set[tuple[int, ...]]()
    for position in positions:
        page = play_at(position, **PHONE).page
        fire = page.locator("#choices button[data-type=fire]")
        expect(fire).to_be_in_viewport(ratio=1)
        page.wait_for_timeout(300)  # the parts of the page share its room in the next frames
        feet.add(tuple(fire.evaluate(FOOT)))
        seen.add(tuple(page.locator("#choices .chosen-block button").evaluate_all(KEYS)))
    assert len(seen) == len(positions), seen
    # The heights of lines are no whole pixels. What has all fire takes the left part of its place.
    left, *others = zip(*feet, strict=True)
    assert max(left) < 230, feet
    assert all(max(edge) - min(edge) <= 2 for edge in others), feet


# A press of a finger where the button for a retreat is, taken for one on what stood there before.
PRESS = """() => { const menu = document.querySelector("#choices [data-key=group-retreat]");
  const { left, top } = menu.getBoundingClientRect();
  const before = document.createElement("button");
  before.dataset.type = "harry";
  document.querySelector("#choices").append(before);
  before.dispatchEvent(new MouseEvent("click",
    { bubbles: true, detail: 1, clientX: left + 20, clientY: top + 20 }));
  before.remove();
  return new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(() => {
    const isRetreat = () => document.elementFromPoint(left + 20, top + 20).closest("[data-key=group-retreat]") !== null;
    const early = isRetreat();
    setTimeout(() => go([early, isRetreat()]), 400);
  }))); }"""


def test_an_act_that_has_just_come_under_the_finger_cannot_be_pressed_yet(play_at: PlayAt) -> None:
    page = play_at(go_on(field(), "fight", "frank", 3), **PHONE).page
    page.wait_for_timeout(300)
    assert page.evaluate(PRESS) == [False, True]
