"""Fingers on a phone: a chosen block is dragged, anything else moves the map, two fingers zoom.

Real touches, by way of the browser.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import CDPSession, Page, expect

from tests.browser.playing import DRAWN, Player
from tests.browser.test_play import FOUR_AT_ACRE, PHONE, at
from tests.rules.scene import moving

PlayAt = Callable[..., Player]
Point = tuple[float, float]


RESTED = """() => new Promise((rested) => {
  let last = "", same = 0;
  const look = () => {
    const now = JSON.stringify(document.querySelector(".town[data-town=tyre]").getBoundingClientRect());
    same = now === last ? same + 1 : 0;
    last = now;
    if (same < 15) requestAnimationFrame(look);
    else rested();
  };
  look();
})"""
"""Waits until the map has stood still for a quarter of a second: the camera goes to where a chosen block can go."""


class Fingers:
    """One finger or two on the glass. Points are pixels of the window."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.session: CDPSession = page.context.new_cdp_session(page)

    def send(self, kind: str, *points: Point) -> None:
        touches = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    @contextmanager
    def down(self, *points: Point) -> Iterator[None]:
        self.send("touchStart", *points)
        yield
        self.send("touchEnd")

    def move(self, start: Point, end: Point, steps: int = 6) -> None:
        for step in range(1, steps + 1):
            share = step / steps
            self.send("touchMove", (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share))


def middle(page: Page, selector: str) -> Point:
    box = page.locator(selector).first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.fixture
def player(play_at: PlayAt) -> Player:
    return play_at(moving(FOUR_AT_ACRE), **PHONE)


def choose(player: Player, block: str) -> None:
    token = player.page.locator(f".token[data-block={block}]")
    token.tap()
    expect(token).to_have_class(re.compile(r"\bchosen\b"))
    player.page.evaluate(RESTED)


def test_a_chosen_block_is_dragged_to_a_neighboring_town(player: Player) -> None:
    page = player.page
    choose(player, "walter")
    fingers = Fingers(page)
    start, end = middle(page, ".token[data-block=walter]"), middle(page, ".town[data-town=caesarea] .hit")
    before = player.drawn
    with fingers.down(start):
        fingers.move(start, end)
        expect(page.locator(".drag-ghost")).to_be_visible()
        expect(page.locator(".town[data-town=caesarea].over")).to_be_visible()
    page.wait_for_function(DRAWN, arg=before)
    assert at(player, "walter") == "Caesarea"
    assert at(player, "conrad") == "Acre"
    expect(page.locator(".drag-ghost")).to_have_count(0)
    assert player.problems == []


def test_a_block_dropped_nowhere_stays_and_is_still_chosen(player: Player) -> None:
    page = player.page
    choose(player, "walter")
    fingers = Fingers(page)
    start = middle(page, ".token[data-block=walter]")
    with fingers.down(start):
        fingers.move(start, (start[0] - 40, start[1] + 30))
        expect(page.locator(".drag-ghost")).to_be_visible()
    expect(page.locator(".drag-ghost")).to_have_count(0)
    expect(page.locator(".token.chosen[data-block=walter]")).to_have_count(1)
    assert at(player, "walter") == "Acre"


@pytest.mark.parametrize("selector", [".token[data-block=conrad]", ".town[data-town=acre] .hit"])
def test_one_finger_moves_the_map_wherever_it_begins_and_chooses_nothing(player: Player, selector: str) -> None:
    page = player.page
    fingers = Fingers(page)
    start, before = middle(page, selector), middle(page, ".town[data-town=tyre]")
    with fingers.down(start):
        fingers.move(start, (start[0] - 50, start[1] + 40))

        def moved() -> Point:
            now = middle(page, ".town[data-town=tyre]")
            return now[0] - before[0], now[1] - before[1]

        player.wait_until(lambda: moved() == (pytest.approx(-50, abs=3), pytest.approx(40, abs=3)))
    expect(page.locator(".token.chosen")).to_have_count(0)
    expect(page.locator(".drag-ghost")).to_have_count(0)
    assert player.problems == []


def test_two_fingers_zoom_about_the_point_between_them_and_the_choice_stays(player: Player) -> None:
    page = player.page
    choose(player, "walter")
    fingers = Fingers(page)
    zoom = float(page.get_attribute("#map", "data-zoom") or 0)
    (x, y), town = middle(page, "#map"), middle(page, ".town[data-town=tyre]")
    with fingers.down((x - 40, y), (x + 40, y)):
        for apart in (50, 60):
            fingers.send("touchMove", (x - apart, y), (x + apart, y))
    page.wait_for_function("least => Number(document.getElementById('map').dataset.zoom) > least", arg=zoom * 1.4)
    assert float(page.get_attribute("#map", "data-zoom") or 0) == pytest.approx(zoom * 1.5, rel=0.05)
    after = middle(page, ".town[data-town=tyre]")
    assert (after[0] - x, after[1] - y) == (
        pytest.approx((town[0] - x) * 1.5, abs=12),
        pytest.approx((town[1] - y) * 1.5, abs=12),
    )
    expect(page.locator(".token.chosen[data-block=walter]")).to_have_count(1)
    expect(page.locator(".drag-ghost")).to_have_count(0)
    assert player.problems == []


@pytest.mark.parametrize("size", [{"width": 390, "height": 844, "has_touch": True}, {"width": 1440, "height": 900}])
def test_a_press_on_a_town_out_of_reach_keeps_what_is_chosen_and_says_why(
    play_at: Callable[..., Player], size: dict[str, Any]
) -> None:
    """2.13: Yuzpah moves three towns; 5.0: blocks stop where enemies stand."""
    places = "tyre: yuzpah\negypt: saladin\nacre: king-guy\njerusalem: balian\nbeaufort: walter\n"
    player = play_at(moving(places, first="saracen"), **size)
    page = player.page
    card = page.locator(".town-card")
    page.locator("[data-tool=zoom-whole]").click()
    page.locator(".token[data-block=yuzpah]").click()
    page.locator(".token[data-at=jerusalem]").first.dispatch_event("click")
    expect(card.locator(".why-not")).to_have_text("Yuzpah: moves 3, and Jerusalem is 4 towns away.")
    expect(card).to_be_in_viewport(ratio=1)
    expect(page.locator(".token.chosen[data-block=yuzpah]")).to_have_count(1)
    page.locator(".town[data-town=caesarea]").dispatch_event("click")
    expect(card.locator(".why-not")).to_contain_text("Yuzpah: it cannot pass enemies")
    expect(page.locator(".token.chosen[data-block=yuzpah]")).to_have_count(1)
    assert player.problems == []


def test_a_tap_where_nothing_can_be_done_says_there_what_it_is(play_at: Callable[..., Player]) -> None:
    """Public facts alone: how many of the enemy's blocks stand there, and not which."""
    page = play_at(
        moving("acre: king-guy\ntyre: balian@1\ndamascus: saladin zangi", first="frank"),
        width=390,
        height=844,
        has_touch=True,
    ).page
    card = page.locator(".town-card")
    page.locator("[data-tool=zoom-whole]").tap()
    page.locator(".token[data-at=damascus]").first.tap()
    expect(card).to_be_visible()
    expect(card).to_be_in_viewport(ratio=1)
    expect(card.locator("h2")).to_contain_text("Damascus")
    expect(card).to_contain_text("2")
    expect(card).not_to_contain_text("Saladin")
    page.locator(".town[data-town=masyaf] .hit").tap(force=True)
    expect(card).to_contain_text("The Assassins wait here.")
    expect(card).not_to_contain_text("Nobody is here.")
    page.locator("#prompt").tap()
    expect(card).to_be_hidden()


@pytest.mark.parametrize("town", ["damascus", "banyas"])
def test_what_stands_in_a_town_is_told_over_no_button(play_at: Callable[..., Player], town: str) -> None:
    """At Damascus blocks can be chosen and mustered, and the press asked for that; Banyas can only be looked at."""
    player = play_at(
        moving(
            "damascus: saladin al-afdal keukburi kurds-1 kurds-2\nbanyas: balian walter josselin\n", first="saracen"
        ),
        width=390,
        height=844,
        has_touch=True,
    )
    page = player.page
    card = page.locator(".town-card")
    page.locator(f".town[data-town={town}] .hit").tap(force=True)
    if town == "damascus":
        expect(page.locator(".town-now [data-key=all-here]")).to_be_in_viewport(ratio=1)
        expect(card).to_be_hidden()
    else:
        expect(card).to_contain_text("Banyas")
        card_foot = card.evaluate("card => card.getBoundingClientRect().bottom")
        assert card_foot <= page.locator("#dock").evaluate("dock => dock.getBoundingClientRect().top")
    assert player.problems == []
