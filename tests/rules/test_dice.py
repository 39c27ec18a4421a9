"""Chance: the sources, and the errors of those that cannot answer (rules/dice.py)."""

from collections.abc import Sequence
from typing import Any

import pytest

from rules.dice import Dice, DiceError, Draw, RecordedDice, ScriptedDice, SeededDice, SystemDice

LOTS = ("kurds-1", "turks-1", "arabs-1")


@pytest.mark.parametrize("dice", [SystemDice(), SeededDice(3)], ids=["system", "seeded"])
def test_dice_have_six_faces_and_lots_are_not_put_back(dice: Dice) -> None:
    faces = dice.roll("fire", 600)
    assert set(faces) == {1, 2, 3, 4, 5, 6}
    assert sorted(dice.choose("draw", LOTS, 3)) == sorted(LOTS)
    assert [draw.purpose for draw in dice.draws] == ["fire", "draw"]
    assert dice.draws[1] == Draw("draw", "choose", 3, dice.draws[1].results)


def test_equal_lots_are_separate_lots() -> None:
    """The deck holds six cards of a kind."""
    assert SeededDice(1).choose("deal", ["move-3", "move-3"], 2) == ("move-3", "move-3")


def test_a_seed_repeats() -> None:
    assert SeededDice(5).roll("fire", 20) == SeededDice(5).roll("fire", 20)
    assert SeededDice(5).roll("fire", 20) != SeededDice(6).roll("fire", 20)


def test_the_order_of_lots_means_nothing() -> None:
    assert SeededDice(5).choose("draw", LOTS, 2) == SeededDice(5).choose("draw", LOTS[::-1], 2)


def test_a_script_answers_by_the_longest_matching_purpose() -> None:
    dice = ScriptedDice({"fire:acre:1:saladin": [1], "fire:acre": [2], "fire": [3], "*": [4, 5]})
    assert dice.roll("fire:acre:1:saladin", 1) == (1,)
    assert dice.roll("fire:acre:1:saladin", 1) == (2,)
    assert dice.roll("fire:acre:1:saladin", 1) == (3,)
    assert dice.roll("march:balian", 1) == (4,)
    assert dice.left == {"*": [5]}


def test_a_script_falls_back_to_another_source() -> None:
    assert ScriptedDice({}, SeededDice(1)).roll("fire", 3) == SeededDice(1).roll("fire", 3)
    assert ScriptedDice({}, SeededDice(1)).choose("draw", LOTS) == SeededDice(1).choose("draw", LOTS)


def _roll(script: dict[str, Sequence[Any]]) -> None:
    ScriptedDice(script).roll("fire:acre", 2)


def _choose(script: dict[str, Sequence[Any]]) -> None:
    ScriptedDice(script).choose("draw:frank", ("balian", "walter"), 2)


@pytest.mark.parametrize(
    ("ask", "script", "words"),
    [
        (_roll, {}, "does not say what fire:acre"),
        (_roll, {"fire": [1]}, "asks for 2"),
        (_roll, {"fire": [1, 7]}, "faces 1 to 6"),
        (_roll, {"fire": [0, 1]}, "faces 1 to 6"),
        (_roll, {"fire": [True, 1]}, "faces 1 to 6"),
        (_roll, {"fire": ["1", 1]}, "faces 1 to 6"),
        (_choose, {}, "does not say what draw:frank"),
        (_choose, {"draw": ["balian"]}, "asks for 2"),
        (_choose, {"draw": ["balian", "balian"]}, "cannot be 'balian'"),
        (_choose, {"draw": ["balian", "conrad"]}, "cannot be 'conrad'"),
    ],
)
def test_a_script_that_cannot_answer_says_so(ask: Any, script: dict[str, Sequence[Any]], words: str) -> None:
    with pytest.raises(DiceError, match=words):
        ask(script)


def test_a_record_gives_back_what_was_drawn() -> None:
    dice = SeededDice(9)
    faces, lots = dice.roll("fire:acre", 4), dice.choose("draw", LOTS, 2)
    again = RecordedDice([Draw.from_json(draw.to_json()) for draw in dice.draws])
    assert (again.roll("fire:acre", 4), again.choose("draw", LOTS, 2)) == (faces, lots)
    assert again.draws == dice.draws


@pytest.mark.parametrize(
    ("draw", "words"),
    [
        (None, "the record ends after 0 draws"),
        (Draw("fire:tyre", "d6", 6, (1, 2)), "was asked, the record has"),
        (Draw("fire:acre", "choose", 6, (1, 2)), "was asked, the record has"),
        (Draw("fire:acre", "d6", 8, (1, 2)), "was asked, the record has"),
        (Draw("fire:acre", "d6", 6, (1,)), "was asked, the record has"),
        (Draw("fire:acre", "d6", 6, (1, 7)), "not faces of a die"),
        (Draw("fire:acre", "d6", 6, ("1", 2)), "not faces of a die"),
    ],
)
def test_a_record_of_something_else_is_refused(draw: Draw | None, words: str) -> None:
    with pytest.raises(DiceError, match=words):
        RecordedDice([draw] if draw else []).roll("fire:acre", 2)


@pytest.mark.parametrize("lots", [("balian", "balian"), ("balian", "saladin")])
def test_a_record_of_lots_that_were_not_there_is_refused(lots: tuple[str, str]) -> None:
    with pytest.raises(DiceError, match="not among the lots"):
        RecordedDice([Draw("draw", "choose", 2, lots)]).choose("draw", ("balian", "walter"), 2)


@pytest.mark.parametrize("dice", [ScriptedDice({}), RecordedDice([])], ids=["scripted", "recorded"])
def test_scripts_and_records_are_asked_by_purpose_only(dice: Dice) -> None:
    with pytest.raises(DiceError, match="by purpose only"):
        dice.below(6)
