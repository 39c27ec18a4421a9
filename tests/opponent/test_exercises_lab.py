"""How exercises are looked for: decisions of games and of records, choices of one kind, what is dropped."""

from collections.abc import Iterable, Mapping
from functools import cache
from itertools import islice
from random import Random
from typing import Any

import pytest

from opponent import exercises
from opponent.exercises import BATTLE, CARD, KINDS, MOVEMENT, RETREAT, STORM, Exercise
from opponent.knowledge import Belief
from opponent.lab import exercises as lab
from opponent.lab.choices import Moment, candidates_of, is_searched, of_record, of_selfplay
from opponent.policy import Policy
from opponent.reasons import Reason
from rules.actions import Action
from rules.replay import Fault
from tests.rules.recorded_games import read
from tests.rules.scene import moving

pytestmark = pytest.mark.whole
ALL = exercises.load()


@cache
def beginning() -> list[Moment]:
    """The first decisions of a game between knights."""
    return list(islice(of_selfplay(("knight", "knight"), 3), 60))


def moment_of(exercise: Exercise) -> Moment:
    return Moment(exercise.position, exercise.side, exercise.guesses)


def moved(block: str, *path: str) -> Action:
    return Action("move", block=block, path=path)


def test_decisions_of_a_record_are_those_that_were_taken_with_what_was_known() -> None:
    record = read("edition-1.4")
    found = list(islice(of_record(record), 30))
    assert {moment.position.step for moment in found} >= {"card", "move", "garrison"}
    assert len({moment.guesses for moment in found if moment.side == "frank"}) > 3
    for moment in found:
        assert moment.side in moment.position.awaited
        assert is_searched(moment.position, moment.side)
        assert exercises.guesses_of(exercises.belief_of(moment.side, moment.position.ruleset, moment.guesses)) == (
            moment.guesses
        )


def test_plans_that_were_taken_back_are_nothing_that_the_other_side_saw(monkeypatch: pytest.MonkeyPatch) -> None:
    record = read("edition-1.4")
    last = next(
        event["n"]
        for event in record["events"]
        if event["kind"] == "undo" and any(fact["type"] == "group-moved" for fact in undone_by(record, event))
    )
    events = record["events"][: next(event["n"] for event in record["events"][last:] if event["wall"])]
    seen: list[tuple[int, str]] = []

    def see(self: Belief, facts: Iterable[Mapping[str, Any]]) -> None:
        seen.extend((self.side, fact["type"]) for fact in facts)

    monkeypatch.setattr(Belief, "see", see)
    list(of_record(record | {"events": events}))
    gone = {number for event in events for number in event["payload"].get("undoes", ())}
    stands = [fact["type"] for event in events if event["n"] not in gone for fact in event["events"] if "data" in fact]
    assert gone
    assert [name for side, name in seen if side == 0 and name == "group-moved"] == [
        name for name in stands if name == "group-moved"
    ]


def undone_by(record: Mapping[str, Any], event: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The facts of the acts that an undo takes back."""
    return [fact for number in event["payload"]["undoes"] for fact in record["events"][number - 1]["events"]]


def test_records_of_running_games_and_altered_ones_are_refused() -> None:
    record = read("edition-1.4")
    with pytest.raises(ValueError, match="not over"):
        next(of_record(record | {"complete": False}))
    events = [dict(event) for event in record["events"]]
    events[4]["at"] = "2027-01-01T00:00:00.000000+00:00"
    with pytest.raises(Fault):
        list(islice(of_record(record | {"events": events}), 30))


def test_a_file_that_is_no_record_is_named_and_left_out(tmp_path: Any, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "bad.json").write_text("{}")
    assert list(lab.records([str(tmp_path / "bad.json"), str(tmp_path / "none.json")])) == []
    said = capsys.readouterr().err
    assert "bad.json" in said
    assert "none.json" in said


def test_movements_with_the_same_attacks_are_one_choice() -> None:
    places = "jerusalem: king-guy balian\nacre: walter\nnablus: kurds-1\nhebron: turks-1"
    position = moving(places, first="frank")
    one = (moved("king-guy", "nablus"), Action("done"))
    more = (moved("king-guy", "nablus"), moved("walter", "tyre"), Action("done"))
    other = (moved("king-guy", "hebron"), Action("done"))
    aims = [lab.aim_of(position, "frank", actions) for actions in (one, more, other, (Action("done"),))]
    assert aims[0] == aims[1]
    assert len(set(map(repr, aims))) == 3


def test_a_decision_is_a_retreat_where_one_of_the_two_choices_leaves() -> None:
    fight = next(moment for moment in beginning() if moment.position.step == "fight")
    fire, leave = Action("fire", block="conrad"), Action("retreat", block="conrad", to="acre")
    kinds = [lab.kind_of(fight.position, [fire], [second]) for second in (leave, Action("charge", block="conrad"))]
    assert kinds == [RETREAT, BATTLE]
    steps = {lab.kind_of(moment.position, [fire], [fire]) for moment in beginning()}
    assert steps >= {MOVEMENT, CARD, BATTLE}


def test_no_two_decisions_of_a_turn_and_few_of_a_kind_are_looked_at() -> None:
    battles = [moment for moment in beginning() if moment.position.step != "move"]
    found = list(lab.decisions_to_look_at(battles, lambda kind: kind != MOVEMENT, Random(1)))
    turns = [moment.turn for moment in found]
    assert len(turns) == len(set(turns)) > 1
    assert sum(moment.position.step == "card" for moment in found) <= lab.LOOKED_AT[CARD]
    assert not list(lab.decisions_to_look_at(beginning(), lambda kind: False, Random(1)))


def test_what_the_heuristic_would_leave_or_not_begin_is_looked_at_first(monkeypatch: pytest.MonkeyPatch) -> None:
    fights = [moment for moment in beginning() if moment.position.step == "fight"]
    leave = Action("retreat", block="conrad", to="acre")
    monkeypatch.setattr(
        Policy, "decide", lambda self, position, side: leave if position == late else leave._replace(type="fire")
    )
    late = fights[-1].position
    assert [lab.promise_of(moment) for moment in (fights[0], fights[-1])] == [0.0, 1.0]
    first = next(lab.decisions_to_look_at(fights, lambda kind: kind == RETREAT, Random(1)))
    assert first is fights[-1]


def test_a_choice_is_completed_until_the_side_is_done_and_what_is_not_legal_left_out() -> None:
    first = next(moment for moment in beginning() if moment.position.step == "move")
    plan = candidates_of(first.position, first.side, 1)[0]
    wrong = moved("king-guy" if first.side == "saracen" else "saladin", "acre")
    assert lab.completed(first, [wrong, *plan.actions]) == lab.completed(first, plan.actions)
    for moment in (moment for moment in beginning() if moment.position.step == "garrison"):
        decided = lab.completed(moment, candidates_of(moment.position, moment.side, 1)[0].actions)
        assert len(decided) == 1


def test_the_best_choice_of_an_exercise_is_found_again_in_other_worlds() -> None:
    exercise = next(one for one in ALL if one.kind == STORM and one.errors > 8)
    found = lab.searched(moment_of(exercise), "another seed")
    assert found is not None
    best, second, gain, errors = found
    aims = [lab.aim_of(exercise.position, exercise.side, actions) for actions in (best.actions, exercise.best)]
    assert aims[0] == aims[1] != lab.aim_of(exercise.position, exercise.side, second.actions)
    assert gain > lab.LEAST
    assert errors > 3


def test_where_nothing_else_can_be_done_nothing_is_clear() -> None:
    first = next(moment for moment in beginning() if moment.position.step == "move")
    position = first.position.copy()
    position.moves = 0
    assert lab.searched(first._replace(position=position), "1") is None


def test_a_king_that_errs_twice_in_ten_tries_has_an_exercise_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    exercise = ALL[0]
    errs = iter([True, False, True, True, False, True])
    monkeypatch.setattr(lab, "is_solved_by_king", lambda *_: next(errs))
    assert lab.count_solvers(exercise, 10) == (3, 5)
    answers = iter([True] * 9 + [False])
    monkeypatch.setattr(lab, "is_solved_by_king", lambda *_: next(answers))
    assert lab.count_solvers(exercise, 10) == (9, 10)


def test_a_check_drops_what_kings_do_not_solve(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(lab, "is_solved_by_king", lambda exercise, seed: exercise is not ALL[1])
    assert lab.check(ALL[:3], 2, lambda: False) == [ALL[0], ALL[2]]
    said = capsys.readouterr().out
    assert "4 of 6 tries" in said
    assert f"{ALL[1].id} " in said
    assert lab.check(ALL[:3], 2, lambda: True) == list(ALL[:3])


def test_a_collection_wants_all_kinds_and_not_always_the_same_answer() -> None:
    collection = lab.Collection([], 20)
    assert sum(collection.wanted.values()) == 20
    assert all(map(collection.wants, KINDS))
    exercise = next(one for one in ALL if one.kind == STORM)
    assert collection.has_room(exercise)
    collection.kept.append(exercise)
    assert not collection.has_room(exercise)
    alike = [exercise._replace(id=f"{number}") for number in range(3)]
    assert collection.has_room(alike[0])
    collection.kept += alike[:2]
    assert not collection.has_room(alike[2])
    assert not lab.Collection([], 20, [CARD]).wants(STORM)
    movement = next(one for one in ALL if one.kind == MOVEMENT)
    again = movement._replace(id="again")
    assert lab.Collection([], 20).has_room(again)
    assert not lab.Collection([movement], 20).has_room(again)


def test_the_search_ends_when_enough_are_kept_though_games_have_nothing_more_to_look_at() -> None:
    sources = iter([("game 1", iter(beginning())), ("game 2", iter(()))])
    lab.find(lab.Collection(ALL, 0), sources, 1, lambda: False, lambda: None)
    assert next(sources)[0] == "game 2"


def test_who_has_to_leave_has_to_see_that_the_fight_is_lost() -> None:
    """A chance near 0 or 100 makes no exercise of any other decision in a battle."""
    lost = next(one for one in ALL if one.reason is not None and one.reason.key == "leave")
    for key, is_open in (("leave", True), ("fight-on", False)):
        assert lab.is_open(lost._replace(reason=Reason(key, {"town": "acre", "chance": 100}))) is is_open


def test_retreats_are_answered_by_leaving_too() -> None:
    answers = [one.best[0].type in lab.LEAVING for one in ALL if one.kind == RETREAT]
    assert min(answers.count(True), answers.count(False)) >= 5


def test_a_king_with_another_seed_solves_an_exercise() -> None:
    exercise = next(one for one in ALL if one.kind == BATTLE)
    assert lab.is_solved_by_king(exercise, "a test")
