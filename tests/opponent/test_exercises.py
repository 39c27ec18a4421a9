"""Exercises: sound positions, decisions that are told apart, judgements that rest on nothing hidden."""

import json
from collections.abc import Iterator
from random import Random

import pytest

from opponent import exercises
from opponent.exercises import BATTLE, CARD, KINDS, MOVEMENT, RETREAT, STORM, Exercise, is_decided, judge, play_in
from opponent.plans import DONE
from opponent.reasons import KEYS
from rules import game
from rules.actions import Action, SetChoice
from rules.atlas import SIDES
from rules.play import IllegalAction
from rules.roster import OF_SIDE, ids
from tests.opponent.exchanging import dealt_anew

ALL = exercises.load()
BATTLES = [one for one in ALL if one.kind in (STORM, RETREAT, BATTLE)]
LONG = [one for one in ALL if one.kind in (MOVEMENT, CARD)]
SOME = [*Random(1).sample(BATTLES, 1), *Random(1).sample(LONG, 1)]
"""Playing a movement or a card out takes half a second of the processor, a battle a tenth."""


def name(exercise: Exercise) -> str:
    return f"{exercise.kind}-{exercise.id}"


def others(exercise: Exercise) -> Iterator[Action]:
    """Legal actions of another kind than the best choice begins with."""
    for found in game.legal_actions(exercise.position, exercise.side):
        sizes = (found.least, found.most) if isinstance(found, SetChoice) else ()
        for action in [found.choose(found.candidates[:size]) for size in sizes] or [found]:  # type: ignore[union-attr]
            if (action.type, bool(action.blocks)) != (exercise.best[0].type, bool(exercise.best[0].blocks)):
                yield action


def test_every_exercise_is_sound_and_its_choices_decide() -> None:
    for exercise in ALL:
        assert game.problems(exercise.position) == []
        assert exercise.side in exercise.position.awaited
        for choice in (exercise.best, exercise.usual):
            assert is_decided(exercise, choice)
            assert not is_decided(exercise, choice[:-1])
        assert exercise.best != exercise.usual
        assert exercise.errors >= 3
        assert exercise.gain > 0
    assert len({exercise.id for exercise in ALL}) == len(ALL)
    assert all(exercises.by_id(exercise.id) is exercise for exercise in ALL)
    assert exercises.by_id("none") is None


def test_there_are_exercises_of_both_sides_both_editions_and_all_kinds() -> None:
    assert {exercise.kind for exercise in ALL} == set(KINDS)
    assert {exercise.side for exercise in ALL} == set(SIDES)
    assert {exercise.position.ruleset.edition for exercise in ALL} == {"1.4", "2.0"}
    assert len({exercise.position.year for exercise in ALL}) > 3


def test_an_exercise_is_the_same_after_it_was_written_and_read() -> None:
    for exercise in ALL:
        again = exercises.from_json(json.loads(json.dumps(exercises.to_json(exercise))))
        assert exercises.to_json(again) == exercises.to_json(exercise)
        assert exercises.guesses_of(again.belief()) == exercise.guesses


def test_every_exercise_has_a_reason_that_has_words() -> None:
    for exercise in ALL:
        assert exercise.reason is not None
        assert exercise.reason.key in KEYS
        assert exercise.reason.english().endswith(".")
        assert game.problems(exercise.position) == []


@pytest.mark.parametrize("exercise", SOME, ids=name)
def test_the_kings_choice_solves_an_exercise_and_the_second_best_does_not(exercise: Exercise) -> None:
    best, usual = judge(exercise, exercise.best), judge(exercise, exercise.usual)
    assert (best.solved, best.gain, best.error) == (True, 0.0, 0.0)
    assert best.chance == best.king_chance
    assert not usual.solved
    assert usual.gain > 0
    assert usual.chance < usual.king_chance == best.chance
    assert usual.best == exercise.best


@pytest.mark.parametrize("exercise", SOME[:1], ids=name)
def test_a_bad_choice_does_not_solve_an_exercise(exercise: Exercise) -> None:
    """Of all other choices in a battle the one that comes to least."""
    least = min(others(exercise), key=lambda action: sum(play_in(exercise, [action]).worths))
    found = judge(exercise, [least])
    assert not found.solved
    assert found.gain >= exercise.gain / 2


def test_a_movement_is_judged_by_where_it_ends_and_not_by_its_order() -> None:
    """The moves of the best choice turned round, where that is legal and does not change which road is the main one."""
    tried = 0
    for exercise in (one for one in ALL if one.kind == MOVEMENT):
        assert not exercises._is_same(exercise, exercise.usual, exercise.best)
        done = exercise.best.index(DONE)
        turned = [*reversed(exercise.best[:done]), *exercise.best[done:]]
        try:
            after, best = (exercises._after_actions(exercise, one[:done])[0] for one in (turned, exercise.best))
        except IllegalAction:
            continue
        if done > 1 and (after.mains, after.main_starts) == (best.mains, best.main_starts):
            tried += 1
            assert exercises._is_same(exercise, turned, exercise.best)
    assert tried


@pytest.mark.parametrize("exercise", SOME, ids=name)
def test_what_is_shown_and_judged_rests_on_nothing_hidden(exercise: Exercise) -> None:
    enemy = 1 - SIDES.index(exercise.side)
    other = exercise._replace(position=dealt_anew(exercise.position, enemy, Random(exercise.id)))
    assert other.position != exercise.position
    shown, judged = [], []
    for one in (exercise, other):
        exercises.forget()
        shown.append(json.dumps(game.observe(one.position, one.side)))
        judged.append(repr(judge(one, one.usual)))
    assert shown[0] == shown[1]
    assert judged[0] == judged[1]


def test_the_worlds_of_a_judgement_are_those_that_fit_what_the_side_saw() -> None:
    """Not the enemy's starting seats alone: guesses change the worlds."""
    exercise = ALL[0]
    belief = exercise.belief()
    without = exercises.belief_of(exercise.side, exercise.position.ruleset, ())
    worlds = [
        [world.where for world in exercises.worlds_of(exercise.position, exercise.side, 4, "x", one)]
        for one in (belief, without)
    ]
    assert worlds[0] != worlds[1]


def test_the_same_answer_gets_the_same_judgement() -> None:
    exercise = BATTLES[0]
    first = judge(exercise, exercise.usual)
    exercises.forget()
    assert judge(exercise, exercise.usual) == first


@pytest.mark.parametrize("kind", [MOVEMENT, STORM])
def test_what_is_not_legal_or_not_a_whole_decision_is_refused(kind: str) -> None:
    exercise = next(one for one in ALL if one.kind == kind)
    before = exercise.position.to_json()
    with pytest.raises(ValueError, match="not complete"):
        judge(exercise, [])
    with pytest.raises(ValueError, match="nothing may follow"):
        judge(exercise, [*exercise.best, Action("done")])
    with pytest.raises(IllegalAction):
        judge(exercise, [Action("play-card", card="jihad")])
    enemy = ids(OF_SIDE[1 - SIDES.index(exercise.side)])[0]
    with pytest.raises(IllegalAction):
        is_decided(exercise, [Action("move", block=enemy, path=("acre",))])
    assert exercise.position.to_json() == before
