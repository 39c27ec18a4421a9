"""The levels decide by what their side may know, and by the rules."""

from random import Random

import pytest

from opponent.arena import Seat, maker, play
from opponent.exchange import compare
from rules import game
from rules.dice import SeededDice
from rules.position import Position
from rules.ruleset import Ruleset
from tests.opponent.dealing import dealt_anew

SHORT = {"knight": 150}
"""Decisions of a game that are played here; `python3 -m opponent.exchange` plays whole ones."""


@pytest.mark.parametrize("level", SHORT)
@pytest.mark.parametrize("seed", [1, 2])
def test_a_level_decides_the_same_whatever_the_enemy_hides(level: str, seed: int) -> None:
    assert compare(level, seed, most=SHORT[level], exchange=dealt_anew) == []


def test_the_exchange_finds_a_player_who_looks_at_hidden_blocks() -> None:
    class Cheat:
        """Asks the driver's own position, as no player can."""

        def decide(self, position: Position) -> game.Action:
            legal = game.legal_actions(position, "frank")
            return legal[sum(position.steps) * sum(position.where[32:]) % len(legal)]

    dice, random = SeededDice(1), Random(1)
    position = game.new_game(Ruleset(), dice).position
    cheat = Cheat()
    found = {str(cheat.decide(dealt_anew(position, 1, random))) for _ in range(5)}
    assert len(found) > 1


def test_a_knight_beats_the_styles_of_selfplay_on_either_side() -> None:
    assert play("knight", "purposeful", 1).winner == "frank"
    assert play("siege", "knight", 2).winner == "saracen"


def test_a_player_gets_views_and_worlds_and_no_handle_on_the_truth() -> None:
    given = []

    class Spy:
        def decide(self, view: object, world: object) -> game.Action:
            given.extend([view, world])
            return game.Action("done")

    position = game.new_game(Ruleset(), SeededDice(2)).position
    Seat("frank", Spy(), 1).decide(position)
    view, world = given
    assert view() == game.observe(position, "frank")
    assert world(Random(1)) is not position


def test_a_name_of_a_player_is_a_level_a_style_or_a_function_of_a_module() -> None:
    for name in ("knight", "uniform", "opponent.levels:knight"):
        assert hasattr(maker(name)("frank", 1), "decide")
