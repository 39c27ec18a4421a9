"""One person plays both sides through the parts of a year, by clicking."""

from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import expect

from tests.browser.backstage import Backstage
from tests.browser.playing import Player

MOST_DECISIONS = 400
PHASES = {"Deployment", "Cards", "Movement"}


def now(player: Player, what: str) -> str:
    """The year or the turn that is marked as the present one; no turn is while the armies deploy."""
    return "".join(player.page.locator(f".{what} [aria-current]").all_inner_texts())


def play_while(player: Player, goes_on: Callable[[], bool]) -> list[str]:
    """The phases of the decisions that were taken, until it goes on no more or the game is over."""
    phases: list[str] = []
    while goes_on() and not player.page.locator(".phase", has_text="Game over").count():
        phases.append(player.page.inner_text(".phase"))
        player.decide()
        assert len(phases) < MOST_DECISIONS, "the year does not end"
    return phases


def test_deployment_and_two_turns_can_be_played_alone_through_the_board(new_player: Callable[..., Player]) -> None:
    """Only here one decision after another is taken by pressing what is shown, from the first page of a game on. The
    other turns of a year ask for nothing else; its end is below.
    """
    player = new_player("Sibylla", alone=True, width=1440, height=900)
    player.random, player.on_map = Random(1187), True
    expect(player.page.locator(".years [aria-current]")).to_have_text("1187")
    phases = play_while(player, lambda: now(player, "turns") in ("", "1", "2"))
    assert now(player, "turns") == "3"
    assert set(phases) >= PHASES
    assert len(phases) > 10
    assert player.pressed_on_map > 5
    expect(player.page.locator("#log li").first).to_be_visible()
    assert player.problems == []


@pytest.mark.whole
def test_a_winter_can_be_played_on_a_phone(new_player: Callable[..., Player], backstage: Backstage) -> None:
    """A size changes where a decision stands and how it is pressed, not what follows from it: that the turns at the
    desk show. The page asks for every decision by the same few parts, cards, blocks, towns and buttons. Each is pressed
    here, or on a phone in `test_play.py`, `test_play_battles.py`, and, with the first decisions of a game, in
    `test_languages.py`."""
    player = new_player("Sibylla", alone=True, width=360, height=740, has_touch=True)
    player.random, player.on_map = Random(1189), True
    backstage.pass_turns(player.game, to=6)
    player.open_game()
    assert now(player, "turns") == "❄"
    phases = play_while(player, lambda: now(player, "years") == "1187")
    assert "Winter" in phases
    assert player.pressed_on_map > 0
    # What winter did is told, and not the last act of it alone.
    expect(player.page.locator(".year-said")).to_contain_text("Winter 1187 is over. Cities held: Franks ")
    expect(player.page.locator("#notice")).to_be_empty()
    expect(player.page.locator("#log li").first).to_be_visible()
    assert player.problems == []
