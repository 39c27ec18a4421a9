"""What lies below the hand on a phone is a tap away: the menu, the log and the look back; and what a guest is told."""

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.backstage import Backstage
from tests.browser.layouts import PHONE
from tests.browser.playing import Player
from tests.rules.scene import choosing, moving

PLACES = "acre: king-guy\ndamascus: saladin"
MOBILE = PHONE | {"is_mobile": True}
BELOW_THE_QUESTION = """one => { const { bottom } = document.querySelector("#prompt").getBoundingClientRect();
  window.scrollBy(0, one.getBoundingClientRect().top - bottom - 8); }"""
IS_ABOVE = """([selector, down]) => { const one = document.querySelector(selector);
  const { left, top } = one.getBoundingClientRect();
  return one.contains(document.elementFromPoint(left + 30, top + down)); }"""
# Whether so much of the map is seen between what is said and the cards.
SEEN = """() => { const box = (one) => document.querySelector(one).getBoundingClientRect();
  return box("#dock").top - Math.max(box("#map").top, box("#prompt-box").bottom) >= 239
    && box("#dock").bottom < 846 }"""


def test_the_line_of_year_and_score_opens_the_menu_below_it_wherever_the_page_is(
    play_at: Callable[..., Player],
) -> None:
    page = play_at(moving(PLACES), **MOBILE).page
    line, menu = page.locator("#brief"), page.locator("#menu")
    page.evaluate("window.scrollTo(0, 300)")
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
    assert opened["x"] + opened["width"] >= MOBILE["width"] - 16
    page.keyboard.press("Escape")

    page.evaluate("window.scrollTo(0, 300)")
    line.tap()
    expect(menu.get_by_role("link", name="My games")).to_be_in_viewport(ratio=1)
    menu.get_by_role("button", name="Log", exact=True).tap()
    expect(menu).to_be_hidden()
    expect(page.locator("#story-tools")).to_be_in_viewport(ratio=1)
    line.tap()
    menu.get_by_role("button", name="Look back").tap()
    expect(page.locator("#past")).to_be_in_viewport(ratio=1)
    page.locator("[data-key=past-now]").tap()
    page.set_viewport_size({"width": 1440, "height": 900})
    expect(menu.get_by_role("button", name="Look back")).to_be_hidden()


def test_what_is_said_lies_over_nothing_below_the_map_and_leaves_the_map_its_room_above_cards(
    play_at: Callable[..., Player], backstage: Backstage
) -> None:
    """Of what stands above the map only the year’s line and the question stay in sight over the log and its tabs."""
    player = play_at(moving(PLACES), **MOBILE)
    page = player.page
    page.evaluate("document.querySelector('#awaited').textContent = 'Much is said of the winter. '.repeat(90)")
    expect(page.locator("[data-key=prompt-more]")).to_be_visible()
    page.locator("#side [role=tablist]").evaluate(BELOW_THE_QUESTION)
    page.wait_for_function(IS_ABOVE, arg=["#side [role=tablist]", 20])
    expect(page.locator("#prompt")).to_be_in_viewport(ratio=1)
    page.evaluate("window.scrollTo(0, 0)")
    page.wait_for_function(IS_ABOVE, arg=["[data-key=prompt-more]", 4])

    held = {"frank": "assassins jihad guide move-3 move-3 move-2", "saracen": "move-1 " * 6}
    player.stand_at(choosing(PLACES, **held, turn="1188.1"), backstage)
    expect(page.locator("#dock #hand .card").first).to_be_visible()
    page.evaluate("document.querySelector('#awaited').textContent = 'Much is said of the winter. '.repeat(40)")
    page.wait_for_function(SEEN)


def test_a_guest_is_told_once_that_the_game_can_be_kept(
    new_player: Callable[..., Player], backstage: Backstage
) -> None:
    player = new_player(**MOBILE)
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
