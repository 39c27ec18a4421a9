"""What the site writes into a record beside the actions: which events, who acts, what cannot be taken back, and which
values hold.
"""

from typing import Any

import pytest

from rules.entries import FORMS, form_of
from rules.entry_values import MOST_TEXT, MOST_TIME

ROOM_WALLS = {"create", "join", "leave", "remove", "cancel", "start-by-hand", "part-missing", "start"}
PLAYED_WALLS = {
    "resign",
    "annulled-untouched",
    "game-closed",
    "annulled-by-staff",
    "result-ruled",
    "result-set",
    "game-restored",
}
SOMETIMES = {"answer", "claim", "rules-moved", "rewind"}
"""An accepted end is a wall, a declined one none; a claim that calls the computer is none either; rules
that change the position are; a rewind always is."""
OF_NO_SIDE = {
    "create", "cancel", "start-by-hand", "start", "close-announced", "annulled-untouched", "game-closed", "pause-over",
    "site-away",
    "game-held", "game-released", "lapse-agreed",
}  # fmt: skip
"""Of the system's events; those of staff are of no side either."""


def event(
    kind: str, type_: str, payload: Any = None, facts: Any = None, *, side: str = "", wall: bool = False
) -> dict[str, Any]:
    told = {"type": type_}
    return {"kind": kind, "side": side, "payload": told | (payload or {}), "events": facts or [told], "wall": wall}


def refused(written: dict[str, Any]) -> str:
    with pytest.raises(ValueError, match="the site writes no") as caught:
        form_of(written)
    return str(caught.value)


def test_what_ends_a_game_or_begins_it_cannot_be_taken_back() -> None:
    walls = {type_ for (_, type_), forms in FORMS.items() if all(form.wall for form in forms)}
    assert walls == ROOM_WALLS | PLAYED_WALLS | {"rewind"}
    assert {type_ for (_, type_), forms in FORMS.items() if len({form.wall for form in forms}) == 2} == {
        "answer",
        "claim",
        "rules-moved",
    }


def test_events_of_staff_and_some_of_the_system_are_of_no_side() -> None:
    for (kind, type_), forms in FORMS.items():
        if type_ in ("clocks-frozen", "clocks-resumed") and kind == "system":
            continue  # written in two ways
        expected = kind != "staff" and type_ not in OF_NO_SIDE
        assert {form.side for form in forms} == {expected}, type_


def rewind(**fact: Any) -> dict[str, Any]:
    told = {"type": "game-rewound", "year": 1188} | fact
    return event("staff", "rewind", {"to": 12}, [told], wall=True)


@pytest.mark.parametrize(
    ("fact", "holds"),
    [
        ({}, True),
        ({"turn": 0}, True),
        ({"turn": 6}, True),
        ({"turn": -1}, False),
        ({"turn": True}, False),
        ({"year": 0}, False),
        ({"on": 1}, False),
    ],
)
def test_a_rewind_tells_the_year_and_perhaps_the_turn(fact: dict[str, Any], holds: bool) -> None:
    if holds:
        assert form_of(rewind(**fact)).wall
    else:
        assert "events[0]" in refused(rewind(**fact))


@pytest.mark.parametrize(("to", "holds"), [(1, True), (0, False), (-1, False), (True, False), ("1", False)])
def test_a_rewind_goes_back_to_an_event(to: Any, holds: bool) -> None:
    written = rewind() | {"payload": {"type": "rewind", "to": to}}
    if holds:
        assert form_of(written)
    else:
        assert "payload.to" in refused(written)


@pytest.mark.parametrize(
    ("amount", "holds"), [(1, True), (MOST_TIME, True), (0, False), (MOST_TIME + 1, False), (True, False)]
)
def test_time_is_given_in_whole_seconds(amount: Any, holds: bool) -> None:
    given = {"type": "time-given", "loser": "saracen", "amount": amount, "side": "frank"}
    written = event("system", "give-time", facts=[given], side="frank")
    if holds:
        assert form_of(written).by == "player"
    else:
        assert "amount" in refused(written)


@pytest.mark.parametrize(("commitment", "holds"), [("0a" * 32, True), ("0A" * 32, False), ("", False), (7, False)])
def test_dice_of_a_game_taken_up_again_are_named_by_a_hash(commitment: Any, holds: bool) -> None:
    written = event("staff", "game-restored", {"commitment": commitment}, wall=True)
    if holds:
        assert form_of(written).wall
    else:
        assert "payload.commitment" in refused(written)


def test_at_most_ten_years_are_given_at_once() -> None:
    assert MOST_TIME == 3660 * 86_400


@pytest.mark.parametrize("loser", ["frank", "", "both"])
def test_time_is_given_to_the_other_side(loser: str) -> None:
    given = {"type": "time-given", "loser": loser, "amount": 60, "side": "frank"}
    assert "loser" in refused(event("system", "give-time", facts=[given], side="frank"))


def test_a_fact_has_no_reason_where_the_payload_gives_none() -> None:
    written = event("staff", "game-restored", {}, [{"type": "game-restored", "reason": None}], wall=True)
    assert "reason" in refused(written)


def test_a_reason_has_at_most_ten_thousand_letters() -> None:
    assert MOST_TEXT == 10_000
    for length, holds in ((MOST_TEXT, True), (MOST_TEXT + 1, False)):
        reason = "x" * length
        written = event(
            "staff", "game-restored", {"reason": reason}, [{"type": "game-restored", "reason": reason}], wall=True
        )
        if holds:
            assert form_of(written).wall
        else:
            assert "reason" in refused(written)


def test_a_wall_where_none_is_written_is_refused() -> None:
    assert "it is a wall" in refused(event("system", "time-ran-out", side="frank", wall=True))
    assert "it is no wall" in refused(event("system", "resign", side="frank"))
    assert "it names no side" in refused(event("system", "time-ran-out"))


def test_names_too_few_or_too_many_are_refused() -> None:
    assert "payload.to is missing" in refused(
        event("staff", "rewind", facts=[{"type": "game-rewound", "year": 1188}], wall=True)
    )
    assert "events[0].on" in refused(rewind(on=1))


def test_an_unknown_event_is_refused() -> None:
    with pytest.raises(ValueError, match="there is no staff event of the type 'resign'"):
        form_of(event("staff", "resign"))


@pytest.mark.parametrize(
    ("offer", "ending", "fact"), [("end", "agreed", "game-agreed"), ("annul", "annulled", "annulled-by-consent")]
)
def test_an_agreed_end_cannot_be_taken_back(offer: str, ending: str, fact: str) -> None:
    payload = {"offer": offer, "answer": "accept", "ending": ending, "winner": "", "reason": "consent"}
    told = [{"type": fact, "side": "frank"}]
    form_of(event("system", "answer", payload, told, side="frank", wall=True))
    refused(event("system", "answer", payload, told, side="frank"))


@pytest.mark.parametrize(
    ("reported", "told", "holds"),
    [(True, True, True), (False, False, False), (True, False, False), (False, True, False)],
)
def test_clocks_that_a_report_stops_say_so(reported: bool, told: bool, holds: bool) -> None:
    written = event("system", "clocks-frozen", {"reported": reported}, [{"type": "clocks-frozen", "reported": told}])
    if holds:
        assert form_of(written).by != "player"
    else:
        assert "clocks-frozen" in refused(written)
