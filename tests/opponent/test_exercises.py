"""Exercises: sound positions, decisions that are told apart, judgements that rest on nothing hidden."""

from random import Random

import pytest

from opponent import exercises
from opponent.exercises import KINDS, Exercise, is_decided, judge
from opponent.lab.exercises import aim_of, is_solved_by_king
from rules import game
from rules.actions import Action, SetChoice
from rules.atlas import SIDES
from rules.editions import OFFERED
from rules.play import IllegalAction
from tests.opponent.dealing import dealt_anew

ALL = exercises.load()
FEW = [next(one for one in ALL if one.kind == kind) for kind in KINDS if any(one.kind == kind for one in ALL)]
"""One of each kind."""
SOME = Random(1).sample(ALL, min(6, len(ALL)))


def ids(exercise: Exercise) -> str:
    return f"{exercise.kind}-{exercise.id}"


def test_every_exercise_is_sound_and_its_best_choice_decides() -> None:
    for exercise in ALL:
        assert game.problems(exercise.position) == []
        assert exercise.side in exercise.position.awaited
        for choice in (exercise.best, exercise.usual):
            assert is_decided(exercise, choice)
            assert not any(is_decided(exercise, choice[:count]) for count in range(len(choice)))
        assert exercise.errors >= 3
        assert exercise.gain >= 1.5
        aims = {repr(aim_of(exercise.position, exercise.side, one)) for one in (exercise.best, exercise.usual)}
        assert len(aims) == 2
    assert len({exercise.id for exercise in ALL}) == len(ALL)
    assert all(exercises.by_id(exercise.id) is exercise for exercise in ALL)
    assert exercises.by_id("none") is None
