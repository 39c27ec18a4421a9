"""What lies below the hand on a phone is a tap away: the menu, the log and the look back; and what a guest is told."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

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


def test_a_guest_is_told_once_that_the_game_can_be_kept(
    new_player: Callable[..., Player], backstage: Backstage
) -> None:
    player = new_player(**PHONE)
    page = player.page
    player.begin_lesson()
    said = page.locator("#keep-here")
    expect(said).to_be_hidden()
    for turn, seen in ((2, True), (3, False)):
        held = {"frank": "move-3 " * (7 - turn), "saracen": "move-1 " * (7 - turn)}
        player.open_at(choosing(PLACES, **held, turn=f"1187.{turn}"), backstage)
        expect(said).to_be_visible(visible=seen)
        if seen:
            expect(said.get_by_role("link", name="Keep your games")).to_be_in_viewport(ratio=1)
    assert player.problems == []
