"""What a finger presses on a phone is at least 40 pixels high, also where it must look lower."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from rules.position import Position
from tests.browser.playing import Player
from tests.browser.sieges import fight_at_jerusalem, fullest_siege
from tests.rules.scene import moving

PHONE: dict[str, Any] = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}
LOW = """() => {
  const own = "button, summary, select, [role=tab]";
  const elsewhere = ".line-button, .prompt-more";
  const low = [];
  for (const one of document.querySelectorAll(`main :is(${own})`)) {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    if (!one.checkVisibility({ visibilityProperty: true }) || one.matches(elsewhere) || top === bottom) continue;
    const more = getComputedStyle(one, "::after");
    const reach = more.position === "absolute" ? parseFloat(more.height) : 0;
    if (Math.max(bottom - top, reach) < 39.5) low.push(`${one.textContent} ${one.className}`);
  }
  return low;
}"""
"""The names of what is lower, but for lines of the log, which stand below one another in their dozens."""


def march() -> Position:
    return moving("acre: king-guy balian walter\ntyre: conrad\ntripoli: bohemond\ndamascus: saladin\naleppo: zangi")


@pytest.mark.parametrize("position", [march, fight_at_jerusalem, lambda: fullest_siege().position])
def test_what_is_pressed_has_room_for_a_finger(
    play_at: Callable[..., Player], position: Callable[[], Position]
) -> None:
    page = play_at(position(), **PHONE).page
    expect(page.locator("#prompt")).not_to_be_empty()
    assert page.evaluate(LOW) == []
