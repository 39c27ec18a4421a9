"""Wherever the blocks of random games stand: when a movement begins, a block that may act is in sight."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from rules import game
from rules.dice import SeededDice
from rules.notation import parse_action
from rules.position import Position
from tests.browser.backstage import Backstage
from tests.browser.playing import Player
from tests.browser.test_blocks import Table as Answered
from tests.rules.playing import play
from tests.rules.scene import moving

SIZES = [
    {"width": 390, "height": 844, "has_touch": True},
    {"width": 1024, "height": 768},
    {"width": 1440, "height": 900},
]
GAMES, MOST = 2, 5
"""Games played at random, and movements of each that are looked at."""
# The blocks that may act, whole in the frame of the map and with nothing over their middle.
SEEN = """() => {
  const map = document.querySelector("#map").getBoundingClientRect();
  return [...document.querySelectorAll(".token.able")].filter((one) => {
    const { left, top, right, bottom } = one.querySelector(".block").getBoundingClientRect();
    const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return left >= map.left && right <= map.right && top >= map.top && bottom <= map.bottom
      && over?.closest(".token, .town, .clash, .surplus"); }).length }"""
Movement = tuple[Position, Position, list[dict[str, Any]]]


def movements(seed: int, side: str) -> Iterator[Movement]:
    """Each movement of a side in a random game: the position that it saw last before the other side acted or the cards
    were turned, the position in which it begins, and what this side was shown in between.
    """
    before: Position | None = None
    facts: list[dict[str, Any]] = []
    for turn in play(seed, "purposeful"):
        position = turn.outcome.position
        if before is None or before.battle:
            before, facts = position, []
        facts += [fact for one in turn.outcome.events if (fact := one.seen_by(side)) is not None]
        if position.step == "move" and position.awaited == {side} and turn.before and turn.before.awaited != {side}:
            yield before, position, facts
        if turn.side == side:
            before, facts = position, []


IN_THE_NORTH = (
    "gaza: walter balian\naleppo: sanjar\nartah: zangi\nharim: arabs-1\nzerdana: tuman\nhama: kurds-4\nhoms: yuzpah\n"
    "baalbek: turks-3"
)


def answered(new_player: Callable[..., Player], backstage: Backstage, side: str, **size: Any) -> Player:
    """Who plays a side against somebody, and will be answered by the test."""
    other = new_player("Other").name
    player = new_player("Mover", **size)
    player.game = backstage.start_duel(*((player.name, other) if side == "frank" else (other, player.name)))
    return player


@pytest.mark.parametrize("size", SIZES, ids=lambda size: str(size["width"]))
def test_a_movement_far_away_is_told_beside_a_block_that_may_act(
    new_player: Callable[..., Player], backstage: Backstage, size: dict[str, Any]
) -> None:
    player = answered(new_player, backstage, "saracen", **size)
    position = moving(IN_THE_NORTH, first="frank", mover="frank")
    page_of = Answered(player, position, "saracen")
    player.open_game()
    expect(player.page.locator("#log .line").first).to_be_attached()
    facts: list[dict[str, Any]] = []
    for act in ("move walter egypt", "done"):
        outcome = game.apply(position, "frank", parse_action(act), SeededDice(1))
        position = outcome.position
        facts += [fact for one in outcome.events if (fact := one.seen_by("saracen")) is not None]
    page_of.turn_to(position, *({**fact, "text": "Told."} for fact in facts))
    page_of.wake()
    expect(player.page.locator(".headline")).to_contain_text("Egypt")
    player.page.wait_for_timeout(1200)
    assert player.page.evaluate(SEEN) > 0


@pytest.mark.parametrize("size", SIZES, ids=lambda size: str(size["width"]))
@pytest.mark.parametrize("side", ["frank", "saracen"])
def test_a_block_that_may_act_is_in_sight_when_a_movement_begins(
    new_player: Callable[..., Player], backstage: Backstage, side: str, size: dict[str, Any]
) -> None:
    player = answered(new_player, backstage, side, **size)
    found = [each for seed in range(GAMES) for each in list(movements(seed, side))[:MOST]]
    page_of = Answered(player, found[0][0], side)
    player.open_game()
    expect(player.page.locator("#log .line").first).to_be_attached()
    missed = []
    for number, (before, after, facts) in enumerate(found):
        page_of.turn_to(before)
        page_of.wake()
        player.page.wait_for_timeout(150)
        page_of.turn_to(after, *({**fact, "text": "Told."} for fact in facts))
        page_of.wake()
        player.page.wait_for_timeout(350)
        if not player.page.evaluate(SEEN):
            missed.append(number)
    assert len(found) >= 2 * GAMES
    assert missed == []
