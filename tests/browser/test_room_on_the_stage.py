"""The stage has room for what it says, blocks and buttons keep size and place, and on a phone all of it is in sight."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from rules.position import Position
from tests.browser.backstage import Backstage
from tests.browser.layouts import DESK, PHONE, resize, settle
from tests.browser.playing import DRAWN, Player
from tests.browser.sieges import BESIEGERS, after_a_round, before_the_storm
from tests.rules.scene import Table, moving

PlayAt = Callable[..., Player]


def crowd(*, fallen: bool) -> Position:
    """Eight Franks in the field against four Saracens, whose turn it is; two of the Franks have fallen, or none."""
    franks = "king-guy walter conrad josselin balian reynald-sidon"
    more = "" if fallen else " raymond-tripoli raymond-tiberias"
    places = f"ajlun: {franks}{more}\nashtera: sanjar zangi keukburi tuman\nacre: bohemond\negypt: al-aziz\n"
    table = Table(moving(places, first="saracen"), {"fire": [6] * 200})
    table.do("saracen", *(f"move {block} ajlun" for block in ("sanjar", "zangi", "keukburi", "tuman")), "done")
    table.do("frank", "done")
    while table.awaited != {"saracen"}:
        table.do("frank", f"fire {table.actions('frank', 'fire')[0].block}")
    assert table.step == "fight"
    return table.position


SIZE_OF_BLOCKS = "() => document.querySelector('.fighter').offsetWidth"
GROWS = "least => document.querySelector('.fighter').offsetWidth {} least"


def test_blocks_keep_their_size_when_some_fall_and_a_list_opens_and_grow_where_room_comes_free(
    play_at: PlayAt, backstage: Backstage
) -> None:
    player = play_at(crowd(fallen=False), **DESK)
    page = player.page
    for size in (DESK, PHONE):
        if size is PHONE:
            resize(page, PHONE)
            player.open_at(crowd(fallen=False), backstage)
        settle(page, 36)  # from now on blocks keep their size
        wide = page.evaluate(SIZE_OF_BLOCKS)
        page.locator("#choices [data-key=group-retreat]").click()
        expect(page.locator("#choices .menu-list")).to_be_visible()
        page.locator("#choices [data-key=group-retreat]").click()
        expect(page.locator("#choices [data-type=fire]")).to_be_visible()
        settle(page)
        assert page.evaluate(SIZE_OF_BLOCKS) == wide
        player.stand_at(crowd(fallen=True), backstage)
        expect(page.locator(".fighter")).to_have_count(10)
        settle(page)
        assert page.evaluate(SIZE_OF_BLOCKS) == wide
    page.evaluate("document.querySelector('#battle').style.maxHeight = '150px'")
    page.wait_for_function(GROWS.format("<"), arg=30)
    page.evaluate("document.querySelector('#battle').style.maxHeight = 'none'")
    page.wait_for_function(GROWS.format("==="), arg=56)
    assert player.problems == []


FIRE_AT = """() => {
  const { left, bottom } = document.querySelector("#choices [data-type=fire]").getBoundingClientRect();
  return [left, bottom].map(Math.round); }"""


def knights_attacked() -> Position:
    """A field battle in which the attacked Franks act first; their buttons differ in words and number."""
    host = ("shirkuh", "kurds-1", "yazkuj")
    table = Table(
        moving(f"ashtera: conrad walter balian\ndamascus: {' '.join(host)}\n", first="saracen"), {"fire": [6] * 24}
    )
    table.do("saracen", *(f"move {block} ashtera" for block in host), "done").do("frank", "done")
    while table.awaited != {"frank"} or table.step != "fight":
        (side,) = table.awaited
        table.do(side, {"choose-battle": "choose-battle ashtera", "garrison": "garrison -"}[table.step])
    return table.position


@pytest.mark.whole
def test_beside_the_map_fire_keeps_its_place_whatever_else_a_block_can_do(play_at: PlayAt) -> None:
    """Fire stays at the foot of the stage, whether Charge or any other button stands beside or above it."""
    player = play_at(knights_attacked(), **DESK)
    page = player.page
    for width in (1440, 1280, 1024):
        resize(page, {"width": width, "height": 900})
        seen = []
        for name in ("balian", "conrad", "walter"):
            page.locator(f".fighter[data-block={name}]").click(force=True)
            settle(page)
            seen.append(page.evaluate(FIRE_AT))
        assert seen == [seen[0]] * 3, width
    assert player.problems == []


FIELD = "tyre: conrad balian@2\ntiberias: gaza-templars reynald-kerak\nacre: saladin keukburi al-mashtub\n"
SIEGE = "tyre: [conrad] saladin al-afdal al-mashtub\nacre: king-guy walter\nantioch: bohemond\n"


def go_on(table: Table, step: str, side: str, round_: int, **answers: str) -> Position:
    """Fires on until this side is asked for this step of this round; what else is asked has these answers, once."""
    for _ in range(100):
        if table.step == step and table.awaited == {side} and table.position.combat.round == round_:
            return table.position
        (awaited,) = table.awaited
        if table.step == "choose-battle":
            (town,) = table.options(awaited, "choose-battle", "town")
            table.do(awaited, f"choose-battle {town}")
        elif table.step in ("fight", "hits"):
            type_ = "fire" if table.step == "fight" else "take-hit"
            table.do(awaited, f"{type_} {min(table.options(awaited, type_, 'block'))}")
        else:
            table.do(awaited, f"{table.step} {answers.pop(table.step, '-')}")
    raise AssertionError(f"{side} is never asked for {step} in round {round_}")


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


def test_in_the_last_round_it_stands_in_sight_what_comes_after_it(play_at: PlayAt, backstage: Backstage) -> None:
    player = play_at(go_on(field(), "fight", "frank", 2), **PHONE)
    end = player.page.locator("#battle .battle-end")
    # Before, blocks have the room of those words.
    expect(player.page.locator("#battle .fighter")).not_to_have_count(0)
    expect(end).to_be_hidden()
    for where, (position, words) in LAST.items():
        player.stand_at(position(), backstage)
        expect(end, where).to_contain_text(words)
        expect(end, where).to_contain_text("Last round")
        settle(player.page, 6)
        expect(end, where).to_be_in_viewport(ratio=1)
    assert player.problems == []


FOOT = "one => { const box = one.getBoundingClientRect(); return [box.left, box.right, box.bottom].map(Math.round) }"
KEYS = "all => all.map((one) => one.dataset.type ?? one.dataset.key)"
EDGES = "all => all.map((one) => one.getBoundingClientRect()).map(({ top, height, bottom }) => [top, height, bottom])"


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


# A press of a finger where the button for a retreat is, taken for one on what stood there before.
PRESS = """() => { const menu = document.querySelector("#choices [data-key=group-retreat]");
  const { left, top } = menu.getBoundingClientRect();
  const before = document.createElement("button");
  before.dataset.type = "harry";
  document.querySelector("#choices").append(before);
  before.dispatchEvent(new MouseEvent("click",
    { bubbles: true, detail: 1, clientX: left + 20, clientY: top + 20 }));
  before.remove();
  window.isRetreat = () => document.elementFromPoint(left + 20, top + 20).closest("[data-key=group-retreat]") !== null;
  return new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(() => go(window.isRetreat())))); }"""


def test_fire_stands_at_one_place_whatever_else_a_block_can_do_and_many_acts_leave_blocks_their_room(
    play_at: PlayAt, backstage: Backstage
) -> None:
    positions = [
        go_on(field(), "fight", "saracen", 1),
        go_on(turcopoles(), "fight", "frank", 1),
        go_on(siege(), "fight", "saracen", 1, storm="al-afdal"),
        go_on(at_the_gate(), "fight", "saracen", 1),
        go_on(field(), "fight", "frank", 3),
    ]
    seen, feet = set[tuple[str, ...]](), set[tuple[int, ...]]()
    player = play_at(positions[0], **PHONE)
    page = player.page
    acts = page.locator("#choices .chosen-block button")
    for number, position in enumerate(positions):
        if number:
            player.open_at(position, backstage)
        fire = page.locator("#choices button[data-type=fire]")
        expect(fire).to_be_in_viewport(ratio=1)
        settle(page)
        feet.add(tuple(fire.evaluate(FOOT)))
        seen.add(tuple(acts.evaluate_all(KEYS)))
        if acts.count() == 5:
            tops, heights, bottoms = zip(*acts.evaluate_all(EDGES), strict=True)
            assert max(bottoms) - min(tops) < 175, heights
            assert min(heights) >= 40
            assert min(page.locator("#battle .fighter").evaluate_all("all => all.map((one) => one.offsetWidth)")) >= 60
    assert len(seen) == len(positions), seen
    assert max(len(keys) for keys in seen) == 5
    # The heights of lines are no whole pixels. What has all fire takes the left part of its place.
    left, *others = zip(*feet, strict=True)
    assert max(left) < 230, feet
    assert all(max(edge) - min(edge) <= 2 for edge in others), feet
    # An act that has just come under the finger cannot be pressed yet.
    assert page.evaluate(PRESS) is False
    page.wait_for_function("() => window.isRetreat()")
    assert player.problems == []


LEAST = 44
"""Pixels: names and steps of a block can be read."""
EMPTY = 16
BOXES = """() => {
  const box = (one) => { const { left, top, right, bottom } = one.getBoundingClientRect();
    return { left, top, right, bottom }; };
  const panel = document.querySelector("#choices");
  const ends = [...panel.querySelectorAll("*")].map((one) => box(one).bottom);
  return {
    blocks: [...document.querySelectorAll(".fighter")].map((one) => ({ ...box(one), size: one.offsetWidth })),
    panel: { ...box(panel), empty: box(panel).bottom - Math.max(...ends) },
    stage: box(document.querySelector("#battle")), dice: document.querySelectorAll(".tray .die").length,
  };
}"""


def check_seen(page: Page) -> dict[str, Any]:
    """Each block is large enough, and lies on the stage above the panel, which is as high as what it says."""
    settle(page, 6)
    found: dict[str, Any] = page.evaluate(BOXES)
    assert min(block["size"] for block in found["blocks"]) >= LEAST
    assert max(block["bottom"] for block in found["blocks"]) <= found["stage"]["bottom"] <= found["panel"]["top"]
    assert found["panel"]["empty"] < EMPTY
    assert found["panel"]["bottom"] <= PHONE["height"]
    return found


def test_who_storms_is_chosen_on_a_phone_among_blocks_that_are_seen(play_at: PlayAt, backstage: Backstage) -> None:
    player = play_at(before_the_storm(), **PHONE)
    page = player.page
    expect(page.locator(".fighter")).to_have_count(1 + len(BESIEGERS))
    first = check_seen(page)
    page.locator(".fighter[data-block=saladin]").tap()
    confirm = page.locator("[data-key=confirm-storm]")
    expect(confirm).to_have_text("Storm with Saladin")
    chosen = check_seen(page)
    # Who is chosen next is as large, and in the same row.
    assert [one["size"] for one in chosen["blocks"]] == [one["size"] for one in first["blocks"]]
    assert [one["left"] for one in chosen["blocks"]] == [one["left"] for one in first["blocks"]]
    page.locator(".fighter[data-block=keukburi]").tap()
    expect(confirm).to_have_text("Storm with Saladin, Keukburi")
    check_seen(page)
    before = player.drawn
    confirm.tap()
    page.wait_for_function(DRAWN, arg=before)
    expect(page.locator("#choices .chosen-block")).to_be_visible()
    # The panel of the fight is lower than that of the choice, and the stage has what it left.
    fight = check_seen(page)
    assert fight["panel"]["bottom"] - fight["panel"]["top"] < chosen["panel"]["bottom"] - chosen["panel"]["top"]

    # Dice of earlier rounds lie neither where blocks are chosen nor under a new storm.
    player.open_at(after_a_round(), backstage)
    expect(page.locator("main[data-step=storm]")).to_be_attached()
    assert check_seen(page)["dice"] == 0
    before = player.drawn
    page.locator(".fighter[data-block=al-mashtub]").tap()
    page.locator("[data-key=confirm-storm]").tap()
    page.wait_for_function(DRAWN, arg=before)
    expect(page.locator("#choices .chosen-block")).to_be_visible()
    assert check_seen(page)["dice"] == 0
    assert player.problems == []
