"""What stands in a record beside the board, in what order it can stand (rules/course.py)."""

from typing import Any

import pytest

from rules.course import Course

MADE = [{"type": "game-created", "side": "frank"}]
AT = "2026-01-01T00:00:00.000000+00:00"


def event(
    kind: str, type_: str, *, side: str = "", person: int | None = None, wall: bool = True, **payload: Any
) -> dict[str, Any]:
    facts = payload.pop("facts", [])
    told = {"type": type_, **payload}
    return {
        "kind": kind,
        "side": side,
        "person": person,
        "payload": told,
        "events": facts,
        "wall": wall,
        "at": AT,
        "rules": "2.0.1",
        "hash": "f",
    }


def course(*, pace: str = "none", joined: bool = True, **agreed: Any) -> Course:
    """Person 1 has made a game and plays the Franks; person 2, if joined, the Saracens, and it has started."""
    found = Course()
    found.follow(event("system", "create", person=1, pace=pace, choice="frank", facts=MADE, **agreed))
    if joined:
        found.follow(event("system", "join", side="saracen", person=2))
        found.follow(event("system", "start"))
    return found


def refused(found: Course, written: dict[str, Any], awaited: set[str] | None = None) -> str:
    with pytest.raises(ValueError) as caught:  # noqa: PT011  # tests assert the words returned
        found.check(written, awaited=awaited, ended_on_board=False)
    return str(caught.value)


def test_a_record_begins_with_its_making() -> None:
    Course().check(
        event("system", "create", person=1, choice="frank", visibility="public", ruleset={}, facts=MADE),
        awaited=None,
        ended_on_board=False,
    )


def test_a_game_does_not_start_with_a_free_seat() -> None:
    assert "a seat was free" in refused(course(joined=False), event("system", "start", person=1))


def test_a_seat_that_was_left_belongs_to_nobody() -> None:
    found = course(joined=False)
    found.follow(event("system", "join", side="saracen", person=2))
    assert found.people == {"frank": 1, "saracen": 2}
    found.follow(event("system", "remove", side="saracen", person=1))
    assert found.people == {"frank": 1, "saracen": None}


def test_nobody_leaves_a_free_seat() -> None:
    left = event("system", "leave", side="saracen", person=2, facts=[{"type": "player-left", "side": "saracen"}])
    assert "nobody sat there" in refused(course(joined=False), left)
    taken_out = event(
        "system", "remove", side="saracen", person=1, facts=[{"type": "player-removed", "side": "saracen"}]
    )
    assert "nobody sat there" in refused(course(joined=False), taken_out)


def test_an_act_of_a_player_says_whose_it_is() -> None:
    facts = [{"type": "pause-offered", "side": "frank"}]
    assert "who did it" in refused(
        course(), event("system", "offer", side="frank", wall=False, offer="pause", facts=facts)
    )


def claim(side: str = "frank") -> dict[str, Any]:
    loser = {"frank": "saracen", "saracen": "frank"}[side]
    facts = [{"type": "time-claimed", "side": side, "loser": loser}]
    return event(
        "system",
        "claim",
        side=side,
        person={"frank": 1, "saracen": 2}[side],
        claim="win",
        ending="time-out",
        winner=side,
        reason="late",
        facts=facts,
    )


def test_time_is_claimed_only_where_there_are_clocks() -> None:
    assert "no clock" in refused(course(pace="friendly"), claim(), {"saracen"})
    course(pace="slow").check(claim(), awaited={"saracen"}, ended_on_board=False)


def test_time_is_claimed_only_of_the_side_that_must_act() -> None:
    assert "waited for frank" in refused(course(pace="slow"), claim(), {"frank"})
    course(pace="slow").check(claim(), awaited=None, ended_on_board=False)  # the position is not known


def test_the_computer_is_called_once_and_only_where_that_was_agreed() -> None:
    facts = [{"type": "taken-over", "side": "frank", "loser": "saracen"}]
    call = event("system", "claim", side="frank", person=1, wall=False, claim="computer", facts=facts)
    assert "there was a win to be claimed" in refused(course(pace="slow"), call, {"saracen"})
    found = course(pace="slow", **{"take-over": True})
    assert "the computer was to be called" in refused(found, claim(), {"saracen"})
    found.check(call, awaited={"saracen"}, ended_on_board=False)
    found.follow(call)
    assert found.people == {"frank": 1, "saracen": None}
    assert "there was a win" in refused(found, call, {"saracen"})


def test_what_staff_does_under_the_same_rules_needs_no_other_rules() -> None:
    course().check(
        event("staff", "clocks-resumed", wall=False, facts=[{"type": "clocks-resumed"}]),
        awaited=None,
        ended_on_board=False,
    )


def test_plans_are_taken_back_by_nobody_only_for_other_rules() -> None:
    facts = [{"type": "taken-back", "side": "frank", "count": 1}]
    undo = event("undo", "restart-turn", side="frank", wall=False, undoes=[4], facts=facts)
    assert "no other rules followed" in refused(course(), undo)


def test_plans_of_a_player_whom_staff_replaced_are_taken_back_by_nobody() -> None:
    found = course()
    replaced = {"seat": "frank", "from": 1, "to": 3, "facts": [{"type": "player-replaced", "side": "frank"}]}
    found.follow(event("staff", "replace", **replaced))
    undo = {}
    for side in ("frank", "saracen"):
        facts = [{"type": "taken-back", "side": side, "count": 1}]
        undo[side] = event("undo", "restart-turn", side=side, wall=False, undoes=[4], facts=facts)
    found.check(undo["frank"], awaited=None, ended_on_board=False)
    assert "no other rules followed" in refused(found, undo["saracen"])


def test_a_turn_is_begun_again_by_who_sits_there_or_by_nobody() -> None:
    facts = [{"type": "taken-back", "side": "frank", "count": 1}]
    again = event("undo", "restart-turn", side="frank", person=1, wall=False, undoes=[4], facts=facts)
    course().check(again, awaited=None, ended_on_board=False)
    assert "but 1 sat there" in refused(course(), again | {"person": 7})


def test_a_part_that_is_missing_is_written_down_right_before_the_start() -> None:
    found = course(joined=False)
    found.follow(event("system", "join", side="saracen", person=2))
    missing = event("system", "part-missing", side="frank", facts=[{"type": "part-missing", "side": "frank"}])
    found.check(missing, awaited=None, ended_on_board=False)
    found.follow(missing)
    left = event("system", "leave", side="saracen", person=2, facts=[{"type": "player-left", "side": "saracen"}])
    assert "had to start now" in refused(found, left)
    other = event("system", "part-missing", side="saracen", facts=[{"type": "part-missing", "side": "saracen"}])
    found.check(other, awaited=None, ended_on_board=False)
    found.follow(other)
    found.check(event("system", "start", contributions={}), awaited=None, ended_on_board=False)


@pytest.mark.parametrize(
    "at",
    [
        "2026-01-01T00:00:00+00:00",  # without parts of a second it would sort wrongly among others
        "2026-02-30T00:00:00.000000+00:00",
        "2026-01-01T00:00:00.000000+01:00",
        "2026-01-01T00:00:00.000000+00:000",
    ],
)
def test_a_time_is_written_with_six_digits_after_the_second_in_utc(at: str) -> None:
    written = event("system", "create", person=1, choice="frank", visibility="public", ruleset={}, facts=MADE)
    assert refused(Course(), written | {"at": at}) == f"{at!r} is no time of a record"


def test_the_time_of_a_games_end_is_that_of_its_first() -> None:
    found = course()
    found.follow(event("system", "resign", side="frank", person=1))
    later = AT.replace("2026-01-01", "2026-01-02")
    found.follow(event("staff", "result-ruled", ending="ruling", winner="frank", reason="a fault") | {"at": later})
    assert (found.ended, found.ended_at) == (("frank", "ruling"), AT)
