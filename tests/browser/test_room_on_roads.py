"""Of several chosen blocks it is said at each town, before it is pressed, how many the roads there take."""

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from tests.browser.playing import Player
from tests.rules.scene import moving

PHONE: dict[str, Any] = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}
PLACES = "damascus: saladin al-mashtub al-afdal keukburi kurds-3\ntripoli: raymond-tripoli\nacre: king-guy"


def test_towns_say_how_many_of_the_chosen_blocks_find_room_on_the_roads(play_at: Callable[..., Player]) -> None:
    player = play_at(moving(PLACES, mover="saracen"), **PHONE)
    page = player.page
    page.locator(".token[data-block=saladin]").tap()
    names = page.locator(".fan .fan-own-name")
    expect(names).to_have_text(["al-Afdal", "al-Mashtub", "Keukburi", "Kurds 3", "Saladin"])
    page.locator(".fan [data-fan=saladin]").tap()
    expect(page.locator(".goal-room")).to_have_count(0)
    page.get_by_role("button", name="Choose all 5").tap()
    tripoli = page.locator(".town[data-town=tripoli]")
    expect(tripoli).to_have_attribute("aria-label", re.compile("2/5"))
    expect(page.locator(".goal-room", has_text="2/5").first).to_be_visible()
    expect(page.locator("#prompt")).to_contain_text("2/5: chosen blocks that find room on the roads there.")
    assert player.problems == []
