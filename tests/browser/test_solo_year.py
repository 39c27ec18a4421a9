"""One person plays both sides through a whole year, by clicking."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.playing import Player

MOST_DECISIONS = 400


@pytest.mark.parametrize(
    ("seed", "size"),
    [
        pytest.param(1187, {"width": 1440, "height": 900}, id="desk"),
        pytest.param(1188, {"width": 820, "height": 1180, "has_touch": True}, id="tablet"),
        pytest.param(1189, {"width": 360, "height": 740, "has_touch": True}, id="phone"),
    ],
)
def test_a_whole_year_can_be_played_alone_through_the_board(new_player: Callable[..., Player], seed: int, size: dict[str, Any]) -> None:
    player = new_player("Sibylla", alone=True, **size)
    player.random = Random(seed)
    player.on_map = True
    page = player.page
    expect(page.locator(".years [aria-current]")).to_have_text("1187")
    decisions = 0
    phases = set()
    while page.locator(".years [aria-current]").inner_text() == "1187" and not page.locator(".phase", has_text="Game over").count():
        phases.add(page.inner_text(".phase"))
        player.decide()
        decisions += 1
        assert decisions < MOST_DECISIONS, "the year does not end"
    assert {"Deployment", "Cards", "Movement", "Winter"} <= phases
    assert decisions > 20
    assert player.pressed_on_map > 10
    expect(page.locator("#log li").first).to_be_visible()
    assert player.problems == []
