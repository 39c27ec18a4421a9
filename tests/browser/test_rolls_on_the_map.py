"""Dice that are rolled outside of battles lie on the map, and what they did is told, before anything else follows."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.layouts import DESK, PHONE
from tests.browser.playing import Player
from tests.rules.scene import Table, choosing, reveal

SIZES = [pytest.param(PHONE, id="phone"), pytest.param(DESK, id="desk", marks=pytest.mark.whole)]
LEAST = 1000
"""Milliseconds for which dice on the map are seen at least."""
FALL = 350
"""Milliseconds for which they fall at least."""

# What is seen of dice and of the words over the map, and when the next move of the other side is told.
WATCH = """() => {
  const seen = (window.seen = []);
  const look = () => {
    const dice = document.querySelectorAll(".dice-shown .face").length;
    const words = document.querySelector(".moment:not([hidden])")?.textContent ?? "";
    const told = document.querySelector(".narration:not([hidden]) > span")?.textContent ?? "";
    const asked = !document.querySelector("main").classList.contains("untold") &&
      document.querySelector("#prompt-box.yours") !== null;
    const now = JSON.stringify({ dice, words, told, asked });
    if (seen.at(-1)?.now !== now) seen.push({ at: performance.now(), now, dice, words, told, asked });
    requestAnimationFrame(look);
  };
  look();
}"""


def assassins_at_tartus() -> Table:
    """The Saracens besiege a Templar of two steps in the castle of Tartus, and have played the Assassins."""
    places = "tartus: [tartus-templars@1] tuman keukburi\ntripoli: raymond-tripoli\nkerak: walter\negypt: al-aziz\n"
    return reveal("move-1", "assassins", places, dice={"assassins": [5, 5, 1]})


def check_dice_come_first(page: Page) -> list[dict[str, Any]]:
    """What the three dice of the Assassins did was told while they lay on the map, and nothing asked meanwhile. Returns
    what was seen up to their end.
    """
    expect(page.locator(".moment")).to_contain_text("The Assassins struck")
    expect(page.locator("main.untold")).to_have_count(0)
    expect(page.locator("#prompt-box.yours")).to_be_visible()
    seen: list[dict[str, Any]] = page.evaluate("() => window.seen")
    dice = [one for one in seen if one["dice"] == 3]
    assert dice, seen
    gone = next(one["at"] for one in seen if one["at"] > dice[-1]["at"])
    assert gone - dice[0]["at"] >= LEAST, seen
    # They have landed before it is told what they did.
    told = next(one["at"] for one in seen if "The Assassins struck" in one["words"] + one["told"])
    assert told - dice[0]["at"] >= FALL, seen
    assert [one for one in seen if one["dice"] and one["asked"]] == []
    return [one for one in seen if one["at"] < gone]


@pytest.mark.parametrize("size", SIZES)
def test_what_ones_own_assassins_rolled_and_did_is_shown_before_the_enemy_moves(
    against_computer: Callable[..., Player], size: dict[str, Any]
) -> None:
    table = assassins_at_tartus()
    assert (table.step, table.awaited) == ("assassins", {"saracen"})
    player = against_computer(table.position, **size)
    page = player.page
    expect(page.locator("#prompt-box.yours")).to_be_visible()
    page.evaluate(WATCH)
    before = player.drawn
    page.locator("#choices button", has_text="Tartus").click()
    confirm = page.locator("#bar [data-key=confirm]")
    if confirm.is_visible():
        confirm.click()
    player.settle(before)
    expect(page.locator(".moment")).to_contain_text("The Assassins struck")
    expect(page.locator(".moment")).to_be_in_viewport()
    expect(page.locator(".dice-shown")).to_be_in_viewport()
    seen = check_dice_come_first(page)
    assert "The Assassins struck" in seen[-1]["words"]
    # Nothing of the enemy's turn is told while they lie there.
    assert [one for one in seen if one["told"]] == []
    # The line that stays tells it as well.
    expect(page.locator(".headline")).to_contain_text("your Assassins struck")
    assert player.problems == []


def test_what_the_enemys_assassins_rolled_and_did_is_shown_before_anything_is_asked(
    against_computer: Callable[..., Player],
) -> None:
    places = "tartus: tartus-templars\ntripoli: raymond-tripoli\nhoms: tuman\negypt: al-aziz\n"
    table = Table(choosing(places, frank="assassins move-1", saracen="move-2 move-1", turn="1188.5"))
    player = against_computer(table.do("frank", "play-card assassins").position, **PHONE)
    page = player.page
    expect(page.locator("#prompt-box.yours")).to_be_visible()
    page.evaluate(WATCH)
    before = player.drawn
    page.locator("#hand [data-type=play-card]").first.click()
    player.settle(before)
    check_dice_come_first(page)
    expect(page.locator(".headline")).to_contain_text("their Assassins struck")
    assert player.problems == []
