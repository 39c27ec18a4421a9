"""Somebody on a phone, alone at a game with hints, and what the hint says."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

from rules.position import Position
from tests.browser.backstage import Backstage
from tests.browser.layouts import PHONE, settle
from tests.browser.playing import Player

Sit = Callable[[Position], Player]
LONG = "It gains most of all that could be done now, and here are many words that say why. " * 4
GO_TO_TYRE = {"type": "move", "block": "balian", "path": ["tyre"]}
HINTED = {"card": {"type": "play-card", "card": "manna"}, "winter": {"type": "done"}}
"""By the step: what is hinted at is lit, and brought into sight, where the question asks for it."""


def answer(page: Page, action: dict[str, Any], why: str = "It is best.", said: str = "This act") -> None:
    """From now on this is what a hint says."""
    page.unroute_all()
    page.route("**/hint/**", lambda route: route.fulfill(json={"action": action, "said": said, "why": why}))


@pytest.fixture
def sit(new_player: Callable[..., Player], backstage: Backstage) -> Sit:
    """Seats a person whose page is given a long hint."""

    def seated(position: Position) -> Player:
        player = new_player("Ibelin", **PHONE)
        player.game = backstage.start_solo(player.name, position.ruleset.to_json(), hints=True)
        backstage.stage(player.game, position)
        answer(player.page, HINTED.get(position.step, GO_TO_TYRE), LONG)
        player.open_game()
        settle(player.page)
        return player

    return seated
