"""Dice that are rolled outside of battles lie on the map, and what they did is told, before anything else follows."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from rules.position import Position
from tests.browser.backstage import Backstage
from tests.browser.playing import Player
from tests.rules.scene import Table, choosing, reveal

NewPlayer = Callable[..., Player]
SIZES = [{"width": 390, "height": 844, "has_touch": True}, {"width": 1440, "height": 900}]
LEAST = 1000
"""Milliseconds for which dice on the map are seen at least."""

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


@pytest.fixture
def against_computer(new_player: NewPlayer, backstage: Backstage) -> Callable[..., Player]:
    """A Saracen player, whose page shows motion, at a position of a game against the novice."""

    def play(position: Position, **options: Any) -> Player:
        player = new_player("Usama", reduced_motion="no-preference", **options)
        player.game = backstage.start_against_computer(player.name, "saracen", "page")
        backstage.stage(player.game, position)
        player.open_game()
        expect(player.page.locator("#connection")).not_to_be_empty()
        return player

    return play


def assassins_at_tartus() -> Table:
    """The Saracens besiege a Templar of two steps in the castle of Tartus, and have played the Assassins."""
    places = "tartus: [tartus-templars@1] tuman keukburi\ntripoli: raymond-tripoli\nkerak: walter\negypt: al-aziz\n"
    return reveal("move-1", "assassins", places, dice={"assassins": [5, 5, 1]})


def shown(page: Page) -> list[dict[str, Any]]:
    seen: list[dict[str, Any]] = page.evaluate("() => window.seen")
    return seen


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
    expect(page.locator("main.untold")).to_have_count(0)
    expect(page.locator("#prompt-box.yours")).to_be_visible()
    seen = shown(page)
    dice = [one for one in seen if one["dice"] == 3]
    assert dice, seen
    gone = next(one["at"] for one in seen if one["at"] > dice[-1]["at"])
    assert gone - dice[0]["at"] >= LEAST, seen
    assert "The Assassins struck" in dice[-1]["words"]
    # Nothing of the enemy's turn is told, and nothing asked, while they lie there.
    assert [one for one in seen if one["at"] < gone and (one["told"] or (one["asked"] and one["dice"]))] == []
    # The line that stays tells it as well.
    expect(page.locator(".headline")).to_contain_text("your Assassins struck")
    assert player.problems == []


@pytest.mark.parametrize("size", SIZES)
def test_what_the_enemys_assassins_rolled_and_did_is_shown_before_anything_is_asked(
    against_computer: Callable[..., Player], size: dict[str, Any]
) -> None:
    places = "tartus: tartus-templars\ntripoli: raymond-tripoli\nhoms: tuman\negypt: al-aziz\n"
    table = Table(choosing(places, frank="assassins move-1", saracen="move-2 move-1", turn="1188.5"))
    player = against_computer(table.do("frank", "play-card assassins").position, **size)
    page = player.page
    expect(page.locator("#prompt-box.yours")).to_be_visible()
    page.evaluate(WATCH)
    before = player.drawn
    page.locator("#hand [data-type=play-card]").first.click()
    player.settle(before)
    expect(page.locator(".moment")).to_contain_text("The Assassins struck")
    expect(page.locator("main.untold")).to_have_count(0)
    expect(page.locator("#prompt-box.yours")).to_be_visible()
    seen = shown(page)
    dice = [one for one in seen if one["dice"] == 3]
    assert dice, seen
    gone = next(one["at"] for one in seen if one["at"] > dice[-1]["at"])
    assert gone - dice[0]["at"] >= LEAST, seen
    assert [one for one in seen if one["dice"] and one["asked"]] == []
    expect(page.locator(".headline")).to_contain_text("their Assassins struck")
    assert player.problems == []
