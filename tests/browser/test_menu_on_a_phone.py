"""What lies below the hand on a phone is a tap away: the menu, the log and the look back; and what a guest is told."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.backstage import Backstage
from tests.browser.playing import Player
from tests.rules.scene import choosing, moving

PHONE: dict[str, Any] = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}
PLACES = "acre: king-guy\ndamascus: saladin"


def test_the_line_of_year_and_score_opens_the_menu_wherever_the_page_is(play_at: Callable[..., Player]) -> None:
    page = play_at(moving(PLACES), **PHONE).page
    page.evaluate("window.scrollTo(0, 300)")
    menu = page.locator("#menu")
    page.locator("#brief").tap()
    expect(menu.get_by_role("link", name="My games")).to_be_in_viewport(ratio=1)
    menu.get_by_role("button", name="Log", exact=True).tap()
    expect(menu).to_be_hidden()
    expect(page.locator("#story-tools")).to_be_in_viewport(ratio=1)
    page.locator("#brief").tap()
    menu.get_by_role("button", name="Look back").tap()
    expect(page.locator("#past")).to_be_in_viewport(ratio=1)
    page.locator("[data-key=past-now]").tap()
    page.set_viewport_size({"width": 1440, "height": 900})
    expect(menu.get_by_role("button", name="Look back")).to_be_hidden()


def test_the_menu_opens_below_the_sign_that_was_pressed(play_at: Callable[..., Player]) -> None:
    page = play_at(moving(PLACES), **PHONE).page
    page.evaluate("window.scrollTo(0, 300)")
    line, menu = page.locator("#brief"), page.locator("#menu")
    for _ in range(2):
        line.tap()
        opened, pressed = menu.bounding_box(), line.bounding_box()
        assert opened
        assert pressed
        assert opened["x"] <= 16
        assert 0 <= opened["y"] - pressed["y"] - pressed["height"] <= 12
        page.keyboard.press("Escape")
        expect(menu).to_be_hidden()
    page.evaluate("window.scrollTo(0, 0)")
    page.locator(".menu-opener").tap()
    opened = menu.bounding_box()
    assert opened
    assert opened["x"] + opened["width"] >= PHONE["width"] - 16


BELOW_THE_QUESTION = """one => { const { bottom } = document.querySelector("#prompt").getBoundingClientRect();
  window.scrollBy(0, one.getBoundingClientRect().top - bottom - 8); }"""
IS_ABOVE = """(one, down) => { const { left, top } = one.getBoundingClientRect();
  return one.contains(document.elementFromPoint(left + 30, top + down)); }"""


def test_what_is_said_lies_over_nothing_that_stands_below_the_map(play_at: Callable[..., Player]) -> None:
    """Of what stands above the map only the year’s line and the question stay in sight over the log and its tabs."""
    page = play_at(moving(PLACES), **PHONE).page
    page.evaluate("document.querySelector('#awaited').textContent = 'Much is said of the winter. '.repeat(90)")
    more = page.locator("[data-key=prompt-more]")
    expect(more).to_be_visible()
    tabs = page.locator("#side [role=tablist]")
    tabs.evaluate(BELOW_THE_QUESTION)
    page.wait_for_timeout(200)
    assert tabs.evaluate(IS_ABOVE, 20)
    expect(page.locator("#prompt")).to_be_in_viewport(ratio=1)
    page.evaluate("window.scrollTo(0, 0)")
    page.wait_for_timeout(200)
    assert more.evaluate(IS_ABOVE, 4)


# Whether a finger can open the menu where the page is scrolled to: by the line of the year or by the page's head.
OPENERS = """() => [...document.querySelectorAll("[popovertarget=menu]:not([popovertargetaction])")].some((one) => {
  const { left, top, width, height } = one.getBoundingClientRect();
  if (width === 0 || top < 0 || top + height > innerHeight) return false;
  return one.contains(document.elementFromPoint(left + 8, top + height - 6)); })"""


def amiss_in_scrolling(page: Page) -> list[int]:
    """Where the page is scrolled to when nothing in sight opens the menu."""
    without = []
    for y in range(0, page.evaluate("document.documentElement.scrollHeight - innerHeight") + 150, 150):
        page.evaluate("y => window.scrollTo(0, y)", y)
        page.wait_for_timeout(60)
        if not page.evaluate(OPENERS):
            without.append(y)
    return without


HELD = {"frank": "assassins jihad guide move-3 move-3 move-2", "saracen": "move-1 " * 6}


@pytest.mark.parametrize("language", ["en", "fr", "pl"])
def test_what_opens_the_menu_is_in_sight_however_far_one_has_scrolled(
    play_at: Callable[..., Player], backstage: Backstage, language: str
) -> None:
    player = play_at(moving(PLACES), **PHONE, locale=language)
    page = player.page
    assert amiss_in_scrolling(page) == []
    player.stand_at(choosing(PLACES, **HELD, turn="1188.1"), backstage)
    assert amiss_in_scrolling(page) == []
    # Much that is said scrolls below the year's line.
    page.evaluate("document.querySelector('#awaited').textContent = 'Much is said of the winter. '.repeat(90)")
    page.evaluate("document.querySelector('#prompt-box').scrollTo(0, 300)")
    assert amiss_in_scrolling(page) == []
    page.locator("[data-key=replay-open]").tap()
    expect(page.locator("#past")).to_be_visible()
    assert amiss_in_scrolling(page) == []
    page.locator("#brief").tap()
    expect(page.locator("#menu")).to_be_visible()
    assert player.problems == []


def test_what_opens_the_menu_is_in_sight_in_a_lesson(new_player: Callable[..., Player]) -> None:
    player = new_player(**PHONE)
    player.page.goto("/?stay")
    player.page.locator("form[action$='/lesson/'] button:not([name])").click()
    player.see_game()
    assert amiss_in_scrolling(player.page) == []


# What of the line of year and score, and of the cities with who holds them, goes beyond the screen or its own line.
BEYOND = """() => [...document.querySelectorAll("#status li, #status p, #brief span, .points span")].filter((one) => {
  const { left, right } = one.getBoundingClientRect(), list = one.parentElement.getBoundingClientRect();
  return left < Math.max(0, list.left - 1) || right > Math.min(innerWidth, list.right + 1); })
  .map((one) => one.textContent)"""


@pytest.mark.parametrize("language", ["en", "fr", "pl"])
def test_year_score_and_all_cities_stand_whole_on_any_screen(play_at: Callable[..., Player], language: str) -> None:
    page = play_at(moving(PLACES), **PHONE, locale=language).page
    for width, height in ((390, 844), (360, 740), (320, 640), (768, 1024), (1024, 768), (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("window.scrollTo(0, 0)")
        assert page.evaluate(BEYOND) == [], width
    # In a look back the list of moments names the longest turn and phase whole.
    page.set_viewport_size({"width": 390, "height": 844})
    page.locator("[data-key=replay-open]").tap()
    assert page.locator("[data-key=replay-jump]").evaluate(WHOLE)


WHOLE = """list => {
  const alone = list.cloneNode(true);
  alone.style.cssText = "position: absolute; max-width: none; flex: none";
  list.after(alone);
  const wide = alone.offsetWidth;
  alone.remove();
  return list.offsetWidth >= wide - 1; }"""


def test_a_hand_of_cards_leaves_the_map_its_room_however_much_is_said(play_at: Callable[..., Player]) -> None:
    held = {"frank": "assassins jihad guide move-3 move-3 move-2", "saracen": "move-1 " * 6}
    page = play_at(choosing(PLACES, **held, turn="1188.1"), **PHONE).page
    expect(page.locator("#dock #hand .card").first).to_be_visible()
    page.evaluate("document.querySelector('#awaited').textContent = 'Much is said of the winter. '.repeat(40)")
    page.wait_for_function(SEEN)


SEEN = """() => { const box = (one) => document.querySelector(one).getBoundingClientRect();
  return box("#dock").top - Math.max(box("#map").top, box("#prompt-box").bottom) >= 239
    && box("#dock").bottom < 846 }"""
"""Whether so much of the map is seen between what is said and the cards."""


def test_a_guest_has_nothing_to_keep_of_a_lesson(new_player: Callable[..., Player], backstage: Backstage) -> None:
    player = new_player(**PHONE)
    player.begin_lesson()
    player.open_at(choosing(PLACES, frank="move-3 " * 6, saracen="move-1 " * 6, turn="1188.1"), backstage)
    expect(player.page.locator("#keep-here")).to_have_count(0)


def test_a_guest_is_told_once_that_the_game_can_be_kept(
    new_player: Callable[..., Player], backstage: Backstage
) -> None:
    player = new_player(**PHONE)
    page = player.page
    page.goto("/")
    page.get_by_text("Play now", exact=True).tap()
    page.get_by_role("button", name="Yes: gently, and explained").tap()
    player.see_game()
    player.game = re.findall(r"games/([^/]+)", page.url)[0]
    said = page.locator("#keep-here")
    expect(said).to_be_hidden()
    for turn, seen in ((2, True), (3, False)):
        held = {"frank": "move-3 " * (7 - turn), "saracen": "move-1 " * (7 - turn)}
        player.open_at(choosing(PLACES, **held, turn=f"1187.{turn}"), backstage)
        expect(said).to_be_visible(visible=seen)
        if seen:
            expect(said.get_by_role("link", name="Keep your games")).to_be_in_viewport(ratio=1)
    assert player.problems == []
