"""When a game is held for lost: by small chances twice in a row, which winners never had."""

import pytest

from opponent.lab import resigning
from opponent.lab.resigning import lowest_chances
from opponent.resigning import LOST, chance_of
from rules import game
from rules.dice import SeededDice
from rules.ruleset import Ruleset


def test_both_sides_together_have_the_whole_chance() -> None:
    worlds = [game.new_game(Ruleset(), SeededDice(seed)).position for seed in range(3)]
    assert chance_of("frank", worlds) + chance_of("saracen", worlds) == pytest.approx(1)
    assert LOST < chance_of("frank", worlds) < 1 - LOST


def test_whoever_wins_never_held_the_game_for_lost_and_some_who_lose_do() -> None:
    """`python3 -m opponent.lab.resigning` does the same with many more games."""
    found = [side for seed in range(1, 5) for side in lowest_chances("knight", "squire", seed)]
    assert not [low for low, won in found if won and low < LOST]
    assert [low for low, won in found if not won and low < LOST]


def test_one_small_chance_is_not_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of chances card by card the larger of two neighbors counts."""
    chances = iter([0.5, 0.01, 0.5, 0.03, 0.02, 0.5])
    told = [("frank", chance) for chance in chances]

    def play(*_names: str, makers: dict[str, object], **_more: object) -> object:
        make = makers["knight that doubts"]
        make("frank", 1).noted.extend(told)  # type: ignore[operator]

        class Result:
            winner = "frank"

        return Result()

    monkeypatch.setattr(resigning, "play", play)
    assert lowest_chances("knight", "squire", 1) == [(0.03, True), (1.0, False)]
