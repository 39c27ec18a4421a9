"""Wherever the blocks of random games stand: when a movement begins, a block that may act is in sight."""

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from rules import game
from rules.dice import SeededDice
from rules.notation import parse_action
from rules.position import Position
from tests.browser.answered import Table as Answered
from tests.browser.backstage import Backstage
from tests.browser.layouts import PHONE, SIZES, settle
from tests.browser.playing import Player
from tests.rules.playing import play
from tests.rules.scene import moving

MOST = 4
"""Movements of a game played at random that are looked at."""
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


def stand_at(page: Page, size: dict[str, Any]) -> None:
    page.set_viewport_size({"width": size["width"], "height": size["height"]})
    settle(page)


def test_a_movement_far_away_is_told_beside_a_block_that_may_act(
    new_player: Callable[..., Player], backstage: Backstage
) -> None:
    player = answered(new_player, backstage, "saracen", **PHONE)
    begun = position = moving(IN_THE_NORTH, first="frank", mover="frank")
    page_of = Answered(player, position, "saracen")
    page = player.page
    player.open_game()
    expect(page.locator("#log .line").first).to_be_attached()
    facts: list[dict[str, Any]] = []
    for act in ("move walter egypt", "done"):
        outcome = game.apply(position, "frank", parse_action(act), SeededDice(1))
        position = outcome.position
        facts += [fact for one in outcome.events if (fact := one.seen_by("saracen")) is not None]
    for size in SIZES:
        stand_at(page, size)
        page_of.turn_to(begun)
        page_of.wake()
        page_of.turn_to(position, *({**fact, "text": "Told."} for fact in facts))
        page_of.wake()
        expect(page.locator(".headline")).to_contain_text("Egypt")
        settle(page, 60)
        assert page.evaluate(SEEN) > 0, size
    assert player.problems == []


@pytest.mark.parametrize("side", ["frank", pytest.param("saracen", marks=pytest.mark.whole)])
def test_a_block_that_may_act_is_in_sight_when_a_movement_begins(
    new_player: Callable[..., Player], backstage: Backstage, side: str
) -> None:
    player = answered(new_player, backstage, side, **PHONE)
    found = list(islice(movements(1, side), MOST))
    assert len(found) == MOST
    page_of = Answered(player, found[0][0], side)
    page = player.page
    player.open_game()
    expect(page.locator("#log .line").first).to_be_attached()
    missed = []
    for size in SIZES:
        stand_at(page, size)
        for number, (before, after, facts) in enumerate(found):
            page_of.turn_to(before)
            page_of.wake()
            settle(page, 9)
            page_of.turn_to(after, *({**fact, "text": "Told."} for fact in facts))
            page_of.wake()
            settle(page)
            if not page.evaluate(SEEN):
                missed.append((size["width"], number))
    assert missed == []
