"""WCAG 2.2 AA on every page and in every phase of a game, as far as axe-core can tell: light and dark, phone and desk,
each language.
"""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.urls import URLPattern, URLResolver
from playwright.sync_api import Page, expect

import frontend.urls
from tests.browser.backstage import Backstage
from tests.browser.looking import DESK, PHONE, look_in_both_sizes, look_in_light_and_dark, resize, violations
from tests.browser.playing import Player
from tests.browser.sieges import fight_at_jerusalem
from tests.rules.scene import choosing, moving

NewPlayer = Callable[..., Player]
PLACES = "acre: king-guy walter conrad josselin\ntyre: balian\ndamascus: saladin kurds-1\n"


def pages() -> Iterator[str]:
    """The address of every page without parameters."""

    def walk(patterns: list[Any], prefix: str) -> Iterator[str]:
        for pattern in patterns:
            route = prefix + str(pattern.pattern)
            if isinstance(pattern, URLResolver):
                yield from walk(pattern.url_patterns, route)
            elif isinstance(pattern, URLPattern) and "<" not in route:
                yield "/" + route

    yield from walk(frontend.urls.urlpatterns, "")


def main_of(page: Page, path: str) -> str:
    """The main part of a page to read; "" if the address answers otherwise."""
    answer = page.request.get(path, max_redirects=0)
    if answer.status not in (200, 404) or "html" not in answer.headers["content-type"]:
        return ""
    found = re.search(r"<main.*</main>", answer.text(), re.DOTALL)
    return found[0] if found else answer.text()


@pytest.mark.parametrize("step", [6, pytest.param(1, marks=pytest.mark.whole)])
def test_every_page_for_visitors_and_for_players(new_player: NewPlayer, step: int) -> None:
    """Those that are the same to both but for the head of the page are looked at once; in every run each sixth."""
    visitor, player = new_player().page, new_player("Usama", alone=True).page
    seen = {"visitor": 0, "player": 0}
    for path in [*pages(), "/nothing-here/"][::step]:
        theirs, ours = main_of(visitor, path), main_of(player, path)
        if ours:
            look_in_both_sizes(player, path)
            seen["player"] += 1
        if theirs and theirs != ours:
            look_in_both_sizes(visitor, path)
            seen["visitor"] += 1
    assert seen["player"] >= 20 // step
    assert seen["visitor"] >= 6 // step


@pytest.mark.whole
@pytest.mark.parametrize("language", ["fr", "pl"])
def test_the_main_pages_in_each_language(new_player: NewPlayer, backstage: Backstage, language: str) -> None:
    """Their colors are those of the pages in English."""
    player = new_player("Usama", alone=True, locale=language, width=360, height=740)
    page = player.page
    assert violations(page, colors=False) == []
    backstage.play_to(player.game, "fight")
    player.open_game()
    assert violations(page, colors=False) == []
    for path in ("/?stay", "/help/", "/games/", "/games/new/", "/games/open/"):
        page.goto(path)
        assert violations(page, colors=False) == [], path


@pytest.mark.parametrize("everything", [False, pytest.param(True, marks=pytest.mark.whole)])
def test_the_game_in_each_phase_with_its_tabs_menus_and_dialogs(
    new_player: NewPlayer, backstage: Backstage, everything: bool
) -> None:
    """In every run a battle and what lies beside the board; besides, the phases before it."""
    player = new_player("Usama", alone=True, **DESK)
    page = player.page

    def look() -> None:
        look_in_light_and_dark(page)
        resize(page, PHONE)
        expect(page.locator("#map.moving, #map[data-moving=true]")).to_have_count(0)
        # Towns can lie under a button of the map, of which axe takes its room; the map can be moved away.
        found = violations(page, colors=False)
        assert [one for one in found if not (one.startswith("target-size") and "data-tool=" in one)] == []
        resize(page, DESK)

    cards = choosing(PLACES, frank="move-3 manna move-2 move-1 guide", saracen="move-3 jihad move-2 move-1 intrigue")
    if everything:
        look()
    for position in (cards, moving(PLACES), fight_at_jerusalem()) if everything else (fight_at_jerusalem(),):
        player.open_at(position, backstage)
        look()
        if position.step == "move":
            page.locator("#choices [data-block]").first.click()
            look()
    for tab in page.get_by_role("tab").all():
        tab.click()
        assert violations(page, "#panel", colors=False) == []
    resize(page, PHONE)
    for tab in page.get_by_role("tab").all():
        tab.click()
        # Farther up the dock lies over a part of the panel, as chance has it.
        page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
        look_in_light_and_dark(page, "#panel")
    for menu in ("languages", "menu"):
        page.locator(f".site-header [popovertarget={menu}]").first.click()
        assert violations(page, f"#{menu}") == []
        page.keyboard.press("Escape")
        expect(page.locator(f"#{menu}")).to_be_hidden()
    page.get_by_role("tab", name="Game").click()
    page.locator("#resign").click()
    expect(page.locator("#resign-dialog")).to_be_visible()
    assert violations(page, "#resign-dialog") == []


def test_a_form_ties_its_errors_to_its_fields_and_the_first_stop_skips_to_the_content(new_player: NewPlayer) -> None:
    page = new_player().page
    page.goto("/signup/")
    page.fill("[name=username]", "Usama")
    page.fill("[name=password1]", "acre")
    if page.locator("[name=password2]").count():
        page.fill("[name=password2]", "acre")
    page.click("main form button")
    wrong = page.locator("main [aria-invalid=true]").first
    expect(wrong).to_be_visible()
    for described in (wrong.get_attribute("aria-describedby") or "").split():
        expect(page.locator(f"[id='{described}']")).to_be_attached()
    assert violations(page) == []
    page.goto("/help/")
    page.keyboard.press("Tab")
    expect(page.locator(":focus")).to_have_class("skip")
    expect(page.locator(":focus")).to_be_in_viewport()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.querySelector('main').contains(document.activeElement)")
    # Of texts that look the same three are looked at: one that is hard to read is found, or these tests show nothing.
    for color, where in (("#ddd", "light"), ("#333", "dark")):
        page.locator("main p").nth(4).evaluate("(text, color) => { text.style.color = color; }", color)
        with pytest.raises(AssertionError, match=where):
            look_in_light_and_dark(page, "main")


FOCUSED = """() => {
  const focused = document.activeElement, style = getComputedStyle(focused);
  const inside = focused.querySelector(".hit, .block-edge");
  const seen = (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2) || style.boxShadow !== "none" ||
    (inside !== null && parseFloat(getComputedStyle(inside).strokeWidth) >= 4);
  const at = document.querySelector("#choices").contains(focused) ? "choices" : "";
  return [focused === document.body ? "body" : at, seen || focused === document.body ? "" : focused.outerHTML];
}"""


def test_the_keyboard_goes_into_the_map_and_out_of_it_and_what_has_the_focus_can_be_seen(
    new_player: NewPlayer,
) -> None:
    """No trap: from the first block on, Tab comes to the choices in the end, and back again."""
    page = new_player("Usama", alone=True).page
    page.locator("body").press("Tab")
    stops = 0
    for _ in range(30):
        page.keyboard.press("Tab")
        place, unseen = page.evaluate(FOCUSED)
        assert unseen == ""
        stops += place != "body"  # behind the last stop, before the first
    assert stops >= 25
    page.locator("#map").focus()
    place = ""
    for _ in range(400):
        page.keyboard.press("Tab")
        place, unseen = page.evaluate(FOCUSED)
        assert unseen == ""
        if place == "choices":
            break
    assert place == "choices"
    page.keyboard.press("Shift+Tab")
    assert page.evaluate(FOCUSED)[0] != "choices"
