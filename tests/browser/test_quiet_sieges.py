"""Sieges in which nothing is wanted take one press each."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.test_thumb import DESK, PHONE, PlayAt
from tests.rules.scene import Table, moving

PLACES = (
    "tyre: [conrad@1] saladin al-adil\ntripoli: [raymond-tripoli@1] al-aziz kurds-1\njaffa: [balian@1] sanjar zangi\n"
    "antioch: king-guy\negypt: yuzpah"
)


@pytest.mark.parametrize("size", [pytest.param(PHONE, id="phone"), pytest.param(DESK, id="desk")])
def test_one_press_goes_on_besieging(play_at: PlayAt, size: dict[str, Any]) -> None:
    table = Table(moving(PLACES, first="saracen")).do("saracen", "done").do("frank", "done")
    player = play_at(table.position, **size)
    page = player.page
    expect(page.locator("#choices [data-siege]")).to_have_count(3)
    page.locator("#choices [data-siege=tyre]").click()
    # The page of a game alone turns to the besieged, and back.
    page.locator("#choices [data-type=sally]").first.click()
    # Nobody has pressed No storm or Done: the next siege can be chosen, and the first is told to go on.
    expect(page.locator("#choices [data-siege]")).to_have_count(2)
    expect(page.locator("#choices [data-siege=tyre]")).to_have_count(0)
    expect(page.locator("#choices")).to_be_visible()
    assert page.locator("#choices [data-siege=jaffa]").get_attribute("aria-label") == (
        "Besiege Jaffa on, without a storm"
    )
    assert player.problems == []
