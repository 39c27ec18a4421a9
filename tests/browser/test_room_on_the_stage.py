"""The stage has room for what it says: names of bays, words of a roll, and acts with long reasons."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from rules.position import Position
from tests.browser.backstage import Backstage
from tests.browser.playing import DRAWN, Player
from tests.browser.sieges import fight_at_jerusalem
from tests.rules.scene import Table, moving

PlayAt = Callable[..., Player]
NAMES_UNDER_BLOCK = """() => {
  const { left, right, top, bottom } = document.querySelector(".fighter.chosen .block").getBoundingClientRect();
  const edge = 3;
  return [...document.querySelectorAll(".bay-area")].filter((one) => {
    const name = one.getBoundingClientRect();
    return name.left < right && name.right > left && name.top < bottom && name.bottom > top - edge;
  }).map((one) => one.textContent);
}"""
"""The names of bays that the raised block lies over, with its gold edge."""
TRAY_IN_THE_WAY = """() => {
  const box = (one) => one.getBoundingClientRect();
  const words = [...document.querySelectorAll(".tray :is(.special, .shooter, .told, .die)")];
  const field = box(document.querySelector(".stage-field"));
  const ways = [...document.querySelectorAll(".ways-out")].map(box);
  return words.filter((one) => {
    const { left, right, top, bottom } = box(one);
    return top < field.top || bottom > field.bottom
      || ways.some((way) => left < way.right && right > way.left && top < way.bottom && bottom > way.top);
  }).map((one) => one.textContent || one.className);
}"""
"""Script: the words and dice of a roll that are cut off by the stage, or lie over its signs of ways out."""


def knight_attacked() -> Position:
    """A knight in the field acts first, and may charge; there are four ways out."""
    table = Table(moving("tiberias: raymond-tiberias\nbanyas: qaimaz\nacre: king-guy", first="saracen"))
    table.do("saracen", "move qaimaz tiberias", "done").do("frank", "done", "garrison -")
    assert table.legal("frank", "charge raymond-tiberias")
    return table.position


@pytest.mark.parametrize(("width", "height"), [(390, 844), (1024, 768), (1440, 900)])
@pytest.mark.parametrize("position", [fight_at_jerusalem, knight_attacked])
def test_a_raised_block_leaves_the_name_of_its_bay_free(
    play_at: PlayAt, position: Callable[[], Position], width: int, height: int
) -> None:
    page = play_at(position(), width=width, height=height).page
    expect(page.locator(".fighter.chosen")).to_have_count(1)
    assert page.evaluate(NAMES_UNDER_BLOCK) == []


@pytest.mark.parametrize("locale", ["en", "fr", "pl"])
def test_the_words_of_a_roll_have_room_between_few_blocks(play_at: PlayAt, locale: str) -> None:
    player = play_at(knight_attacked(), width=1024, height=768, locale=locale)
    before = player.drawn
    player.page.locator("#choices [data-type=charge]").click()
    player.page.wait_for_function(DRAWN, arg=before)
    expect(player.page.locator(".tray .special")).to_be_visible()
    expect(player.page.locator(".tray .told")).to_be_visible()
    assert player.page.evaluate(TRAY_IN_THE_WAY) == []


@pytest.mark.parametrize("locale", ["en", "fr", "pl"])
def test_a_charge_takes_little_height_from_the_blocks_of_a_phone(play_at: PlayAt, locale: str) -> None:
    page = play_at(knight_attacked(), width=390, height=844, locale=locale, has_touch=True).page
    charge = page.locator("#choices [data-type=charge]").bounding_box()
    fire = page.locator("#choices [data-type=fire]").bounding_box()
    assert charge
    assert fire
    assert charge["width"] > 340
    assert charge["height"] < 100
    # Fire keeps the right foot of the dock.
    assert fire["y"] >= charge["y"] + charge["height"]
    assert fire["x"] + fire["width"] > 360


@pytest.mark.parametrize("locale", ["en", "fr", "pl"])
def test_a_lesson_with_many_words_leaves_blocks_that_can_be_read(
    new_player: Callable[..., Player], backstage: Backstage, locale: str
) -> None:
    """At the second shot of its battle, which may be a charge."""
    table = Table(
        moving("tiberias: raymond-tiberias\nbanyas: qaimaz\nacre: king-guy", turn="1187.1"), {"fire": [6] * 9}
    )
    table.do("frank", "move raymond-tiberias banyas", "done").do("saracen", "done", "garrison -", "fire qaimaz")
    player = new_player(locale=locale, width=390, height=844, has_touch=True)
    page = player.page
    player.begin_lesson()
    player.open_at(table.position, backstage)
    expect(page.locator("#choices [data-type=charge]")).to_be_visible()
    page.wait_for_timeout(300)  # the parts of the page share its room in the next frames
    wide = page.locator(".fighter").evaluate_all("all => all.map((one) => one.offsetWidth)")
    assert len(wide) == 2
    assert min(wide) >= 44


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


@pytest.mark.parametrize(("width", "height"), [(390, 844), (1440, 900)])
def test_blocks_keep_their_size_when_some_fall_and_a_list_opens(
    play_at: PlayAt, backstage: Backstage, width: int, height: int
) -> None:
    player = play_at(crowd(fallen=False), width=width, height=height)
    page = player.page
    page.wait_for_timeout(600)  # the parts of the page share its room in the next frames
    size = page.evaluate(SIZE_OF_BLOCKS)
    page.locator("#choices [data-key=group-retreat]").click()
    expect(page.locator("#choices .menu-list")).to_be_visible()
    page.locator("#choices [data-key=group-retreat]").click()
    expect(page.locator("#choices [data-type=fire]")).to_be_visible()
    page.wait_for_timeout(200)
    assert page.evaluate(SIZE_OF_BLOCKS) == size
    player.stand_at(crowd(fallen=True), backstage)
    expect(page.locator(".fighter")).to_have_count(10)
    page.wait_for_timeout(200)
    assert page.evaluate(SIZE_OF_BLOCKS) == size
    assert player.problems == []


def test_small_blocks_grow_again_where_room_comes_free(play_at: PlayAt) -> None:
    player = play_at(crowd(fallen=True), width=390, height=844, has_touch=True)
    page = player.page
    expect(page.locator(".fighter")).not_to_have_count(0)
    page.wait_for_timeout(600)  # from now on blocks keep their size
    page.evaluate("document.querySelector('#battle').style.maxHeight = '150px'")
    page.wait_for_timeout(200)
    assert page.evaluate(SIZE_OF_BLOCKS) < 30
    page.evaluate("document.querySelector('#battle').style.maxHeight = 'none'")
    page.wait_for_timeout(200)
    assert page.evaluate(SIZE_OF_BLOCKS) == 56
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


@pytest.mark.parametrize("width", [1440, 1280, 1024])
def test_beside_the_map_fire_keeps_its_place_whatever_else_a_block_can_do(play_at: PlayAt, width: int) -> None:
    """Fire stays at the foot of the stage, whether Charge or any other button stands beside or above it."""
    player = play_at(knights_attacked(), width=width, height=900)
    page = player.page
    page.wait_for_timeout(500)
    seen = []
    for name in ("balian", "conrad", "walter"):
        page.locator(f".fighter[data-block={name}]").click(force=True)
        page.wait_for_timeout(300)
        seen.append(page.evaluate(FIRE_AT))
    assert seen == [seen[0]] * 3
    assert player.problems == []
