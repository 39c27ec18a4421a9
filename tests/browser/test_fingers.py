"""Fingers on a phone: a chosen block is dragged, anything else moves the map, two fingers zoom.

Real touches, by way of the browser.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import CDPSession, Page, expect

from tests.browser.backstage import Backstage
from tests.browser.layouts import DESK, settle
from tests.browser.layouts import PHONE as TALL_PHONE
from tests.browser.playing import DRAWN, Player
from tests.browser.test_play import FOUR_AT_ACRE, PHONE, at
from tests.rules.scene import moving

PlayAt = Callable[..., Player]
Point = tuple[float, float]


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


def choose(player: Player, block: str) -> None:
    token = player.page.locator(f".token[data-block={block}]")
    token.tap()
    expect(token).to_have_class(re.compile(r"\bchosen\b"))
    settle(player.page)  # the camera goes to where a chosen block can go


def test_a_chosen_block_is_dragged_anything_else_moves_the_map_and_two_fingers_zoom(
    play_at: PlayAt, backstage: Backstage
) -> None:
    player = play_at(moving(FOUR_AT_ACRE), **PHONE)
    page = player.page
    fingers = Fingers(page)
    ghost, chosen = page.locator(".drag-ghost"), page.locator(".token.chosen[data-block=walter]")

    # One finger moves the map wherever it begins, and chooses nothing.
    for selector in (".token[data-block=conrad]", ".town[data-town=acre] .hit"):
        settle(page)
        start, before = middle(page, selector), middle(page, ".town[data-town=tyre]")
        with fingers.down(start):
            fingers.move(start, (start[0] - 50, start[1] + 40))

            def moved(before: Point = before) -> Point:
                now = middle(page, ".town[data-town=tyre]")
                return now[0] - before[0], now[1] - before[1]

            player.wait_until(lambda: moved() == (pytest.approx(-50, abs=3), pytest.approx(40, abs=3)))
        expect(page.locator(".token.chosen")).to_have_count(0)
        expect(ghost).to_have_count(0)
        player.open_game()

    # A chosen block that is dropped nowhere stays, and is still chosen.
    choose(player, "walter")
    start = middle(page, ".token[data-block=walter]")
    with fingers.down(start):
        fingers.move(start, (start[0] - 40, start[1] + 30))
        expect(ghost).to_be_visible()
    expect(ghost).to_have_count(0)
    expect(chosen).to_have_count(1)
    assert at(player, "walter") == "Acre"
    settle(page)

    start, end = middle(page, ".token[data-block=walter]"), middle(page, ".town[data-town=caesarea] .hit")
    drawn = player.drawn
    with fingers.down(start):
        fingers.move(start, end)
        expect(ghost).to_be_visible()
        expect(page.locator(".town[data-town=caesarea].over")).to_be_visible()
    page.wait_for_function(DRAWN, arg=drawn)
    assert at(player, "walter") == "Caesarea"
    assert at(player, "conrad") == "Acre"
    expect(ghost).to_have_count(0)

    # Two fingers zoom about the point between them, and the choice stays.
    player.open_at(moving(FOUR_AT_ACRE), backstage)
    choose(player, "walter")
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
    expect(chosen).to_have_count(1)
    expect(ghost).to_have_count(0)
    assert player.problems == []


def test_a_tap_where_nothing_can_be_done_says_there_why_and_what_it_is_over_no_button(
    play_at: PlayAt, backstage: Backstage
) -> None:
    # 2.13: Yuzpah moves three towns; 5.0: blocks stop where enemies stand. What is chosen is kept.
    out_of_reach = moving(
        "tyre: yuzpah\negypt: saladin\nacre: king-guy\njerusalem: balian\nbeaufort: walter\n", first="saracen"
    )
    player = play_at(out_of_reach, **TALL_PHONE)
    page = player.page
    card, why = page.locator(".town-card"), page.locator(".town-card .why-not")
    for size in (DESK, TALL_PHONE):
        page.set_viewport_size({"width": size["width"], "height": size["height"]})
        player.open_game()
        page.locator("[data-tool=zoom-whole]").click()
        page.locator(".token[data-block=yuzpah]").click()
        page.locator(".token[data-at=jerusalem]").first.dispatch_event("click")
        expect(why).to_have_text("Yuzpah: moves 3, and Jerusalem is 4 towns away.")
        expect(card).to_be_in_viewport(ratio=1)
        expect(page.locator(".token.chosen[data-block=yuzpah]")).to_have_count(1)
        page.locator(".town[data-town=caesarea]").dispatch_event("click")
        expect(why).to_contain_text("Yuzpah: it cannot pass enemies")
        expect(page.locator(".token.chosen[data-block=yuzpah]")).to_have_count(1)

    # Public facts alone: how many of the enemy's blocks stand there, and not which.
    player.open_at(moving("acre: king-guy\ntyre: balian@1\ndamascus: saladin zangi", first="frank"), backstage)
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

    # At Damascus blocks can be chosen and mustered, and the press asked for that; Banyas can only be looked at.
    hosts = "damascus: saladin al-afdal keukburi kurds-1 kurds-2\nbanyas: balian walter josselin\n"
    player.open_at(moving(hosts, first="saracen"), backstage)
    page.locator(".town[data-town=damascus] .hit").tap(force=True)
    expect(page.locator(".town-now [data-key=all-here]")).to_be_in_viewport(ratio=1)
    expect(card).to_be_hidden()
    player.open_at(moving(hosts, first="saracen"), backstage)
    page.locator(".town[data-town=banyas] .hit").tap(force=True)
    expect(card).to_contain_text("Banyas")
    card_foot = card.evaluate("card => card.getBoundingClientRect().bottom")
    assert card_foot <= page.locator("#dock").evaluate("dock => dock.getBoundingClientRect().top")

    # At the upper edge of the map it leaves what is asked to be read.
    player.open_at(moving("antioch: bohemond\naleppo: saladin al-adil kurds-1 turks-1\nbanyas: balian\n"), backstage)
    page.locator(".token[data-at=aleppo]").last.tap()
    expect(card).to_contain_text("4 hidden")
    assert page.evaluate(
        "document.querySelector('.town-card').getBoundingClientRect().top >="
        " document.querySelector('#map').getBoundingClientRect().top"
    )
    assert player.problems == []
