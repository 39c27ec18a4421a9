"""Records that were changed and had every fingerprint made anew: what a record shows of itself, and what the head or a
signature shows.
"""

import json
from collections.abc import Callable
from copy import copy, deepcopy
from datetime import datetime, timedelta
from functools import cache
from random import Random
from typing import Any

import pytest

from rules.actions import Action
from rules.chain import event_hash, state_hash
from rules.game import VERSION
from rules.replay import Fault, Replay
from rules.verify import Shown, check
from tests.rules.recording import Recorder, linked_again, recorded, sealed, signed
from tests.rules.remade import (
    ENDS,
    FORGER,
    KEY,
    SITE,
    a_cut_and_an_end,
    a_secret_more,
    an_earlier_form,
    another_end,
    another_game,
)

Json = dict[str, Any]
CUT = 90


@cache
def _game() -> str:
    """The record of a game of some 130 events, which ends with a resignation, as text."""
    begun = recorded(8, "uniform", most=130, undo=0.2)
    recorder = Recorder.after(begun, last_wall(begun))
    recorder.resign("frank")
    return json.dumps(recorder.record())


def last_wall(record: Json) -> int:
    return max(int(event["n"]) for event in record["events"] if event["wall"])


@pytest.fixture
def record() -> Json:
    return dict(json.loads(_game()))


def fault_of(record: Json) -> str:
    """What the check says of a record once every fingerprint is made anew."""
    fault = check(linked_again(json.loads(json.dumps(record)))).fault
    assert fault is not None, "it passes"
    return str(fault)


def test_the_record_that_is_changed_here_was_right(record: Json) -> None:
    assert check(record).fault is None
    assert check(linked_again(record)).fault is None


def test_every_wall_is_held_to_the_rules_and_to_what_the_site_writes(record: Json) -> None:
    """A revealed card could be taken back otherwise."""
    replay = Replay(record)
    for event in record["events"]:
        turned = event | {"wall": not event["wall"]}
        with pytest.raises(Fault, match=f"^event {event['n']}: "):
            beside(replay).take(turned | {"hash": event_hash(turned)})
        replay.take(event)


def beside(replay: Replay) -> Replay:
    """A check that stands where this one does, to be given one event that is refused: for each event all those before
    it would have to be checked again otherwise."""
    other = copy(replay)
    other.chance, other.course = deepcopy(replay.chance), deepcopy(replay.course)
    return other


def test_behind_a_wall_of_the_site_nothing_can_be_taken_back() -> None:
    """A player who gives up settles what both had planned, and a game that is restored goes on from there."""
    recorder = Recorder.after(recorded(8, "uniform", most=10), 3)
    assert recorder.position is not None
    recorder.act("frank", Action("place", block="balian", town="ascalon"))
    planned = recorder.plans[-1]
    recorder.resign("frank")
    recorder.restore()
    assert check(recorder.record()).fault is None
    recorder.plans = [planned]
    recorder.undo("frank")
    assert "what this side may take back is []" in str(check(recorder.record()).fault)


def test_a_card_that_was_taken_back_by_an_action_is_no_plan_any_more(record: Json) -> None:
    """Else the pair of choosing and taking back could be undone by halves."""
    recorder = Recorder(8, Recorder.after(record, 3).ruleset)
    while recorder.position is not None and recorder.position.step != "card":
        recorder.act(sorted(recorder.position.awaited)[0], Action("done"))
    assert recorder.position is not None
    card = recorder.position.hands[0][0]
    recorder.act("frank", Action("play-card", card=card))
    planned = recorder.plans[-1]
    recorder.act("frank", Action("take-back-card"))
    assert check(recorder.record()).fault is None
    recorder.plans = [planned]
    recorder.undo("frank")
    assert "may take back is []" in str(check(recorder.record()).fault)


def test_one_can_take_back_the_last_plans_only(record: Json) -> None:
    event = next(event for event in record["events"] if event["kind"] == "undo")
    event["payload"]["undoes"] = [event["payload"]["undoes"][0] - 1, *event["payload"]["undoes"]]
    event["events"][0]["count"] += 1
    assert "may take back" in fault_of(record)


@pytest.mark.parametrize(
    ("before", "change", "words"),
    [
        (VERSION, {}, f"it goes on under the rules {VERSION}, which held already"),
        ("0.8.0", {}, f"it goes from the rules 0.8.0 to {VERSION}; 0.9.0 held"),
        ("0.9.0", {"turn": -5}, "there is no turn -5"),
        ("0.9.0", {"year": 10**12}, "there is no year 1000000000000"),
        ("0.9.0", {"waiting": []}, "nobody is awaited and the game is not over"),
    ],
)
def test_no_act_of_staff_replaces_the_position_at_will(before: str, change: Json, words: str, record: Json) -> None:
    replay = Replay(record)
    for event in record["events"][: last_wall(record) - 1]:
        replay.take(event)
    assert replay.position is not None
    events = [
        event | {"rules": "0.9.0" if before != VERSION else VERSION}
        for event in record["events"][: last_wall(record) - 1]
    ]
    position = replay.position.to_json() | change
    last = next(event for event in reversed(events) if event["wall"])
    last["state"] = state_hash(position)
    moved = dict(record["events"][-1]) | {"kind": "staff", "side": "", "person": None, "state": state_hash(position)}
    payload = {"type": "rules-moved", "from": before, "to": VERSION, "because": "differs", "position": position}
    moved |= {"payload": payload, "events": [{"type": "rules-moved-on", "version": VERSION}], "wall": True}
    assert words in fault_of(record | {"events": [*events, moved], "result": None, "complete": False})


def test_a_game_goes_on_under_other_rules_from_the_position_of_its_last_wall_only(record: Json) -> None:
    events = [event | {"rules": "0.9.0"} for event in record["events"][:CUT]]
    other = Recorder.after(record, 3)
    assert other.position is not None
    payload = {
        "type": "rules-moved",
        "from": "0.9.0",
        "to": VERSION,
        "because": "differs",
        "position": other.position.to_json(),
    }
    moved = dict(record["events"][CUT]) | {"kind": "staff", "side": "", "person": None, "payload": payload, "draws": []}
    moved |= {"events": [{"type": "rules-moved-on", "version": VERSION}], "wall": True}
    changed = record | {"events": [*events, moved], "result": None, "complete": False}
    assert "another position than that of the last wall" in fault_of(changed)


def test_actions_are_taken_under_the_rules_that_held(record: Json) -> None:
    record["events"][30]["rules"] = "0.9.0"
    assert f"under the rules 0.9.0, and {VERSION} held" in fault_of(record)


@pytest.mark.parametrize(
    ("end", "words"),
    [
        (ENDS[1], "nothing frank could claim"),
        (ENDS[3], "none of its forms fits"),
        (ENDS[4], "payload.ending is 'sudden-death'"),
        (ENDS[5], "saracen had offered nothing of the kind (end)"),
        (ENDS[6], "only games that one person plays alone are closed"),
        (ENDS[7], "there is no system event of the type 'stopped'"),
    ],
    ids=lambda value: value[2]["type"] if isinstance(value, tuple) else "",
)
def test_a_game_ends_in_a_way_and_at_a_moment_that_is_open(end: Any, words: str, record: Json) -> None:
    cut = next(event["n"] for event in record["events"][CUT:] if event["wall"])
    while end is ENDS[1] and "frank" not in (awaited := _awaited(record, cut)):
        cut = next(event["n"] for event in record["events"][cut:] if event["wall"] and awaited)
    assert words in fault_of(_with_end(record, cut, end))


def _awaited(record: Json, n: int) -> frozenset[str]:
    position = Recorder.after(record, n).position
    assert position is not None
    return position.awaited


def _with_end(record: Json, n: int, end: Any) -> Json:
    kind, side, payload, facts, result = end
    event = dict(record["events"][n - 1]) | {
        "kind": kind,
        "side": side,
        "payload": payload,
        "draws": [],
        "events": facts,
        "wall": True,
    }
    event["person"] = {"frank": 1, "saracen": 2}.get(side)
    return record | {"events": [*record["events"][:n], event], "result": result, "complete": True}


def test_nothing_happens_after_the_end_and_nothing_but_an_act_of_staff_takes_it_back(record: Json) -> None:
    events = record["events"]
    assert "the game was over, this could not happen then" in fault_of(record | {"events": [*events, events[-1]]})
    again = events[-1] | {"kind": "staff", "side": "", "person": None, "payload": {"type": "game-restored"}}
    again |= {"events": [{"type": "game-restored"}]}
    assert "with other dice alone" in fault_of(record | {"events": [*events, again], "result": None, "complete": False})


@pytest.mark.parametrize(
    ("at", "words"),
    [
        ("yesterday", "'yesterday' is no time of a record"),
        ("2026-02-30T00:00:00.000000+00:00", "is no time"),
        ("2026-01-01T00:00:00+00:00", "is no time"),
        ("2025-12-31T23:00:00.000000+00:00", "is before that of the last wall"),
    ],
)
def test_times_are_times_and_in_order(at: str, words: str, record: Json) -> None:
    record["events"][60]["at"] = at
    assert words in fault_of(record)


def test_no_event_after_a_wall_is_before_it(record: Json) -> None:
    """By an hour: neither the next plan nor the next wall."""
    events = record["events"]
    wall = next(n for n, event in enumerate(events) if event["wall"] and not events[n + 1]["wall"])
    for event in (events[wall + 1], next(event for event in events[wall + 1 :] if event["wall"])):
        at = event["at"]
        event["at"] = (datetime.fromisoformat(events[wall]["at"]) - timedelta(hours=1)).isoformat(
            timespec="microseconds"
        )
        assert "is before that of the last wall" in fault_of(record)
        event["at"] = at


def test_a_plan_may_be_later_than_the_next_one_when_a_clock_was_put_right(record: Json) -> None:
    """Clocks of two processes were seen 15 minutes apart; a plan told the time of the other side's would tell of it."""
    events = record["events"]
    plan = next(n for n, event in enumerate(events) if not event["wall"] and not events[n + 1]["wall"])
    events[plan]["at"] = (datetime.fromisoformat(events[plan]["at"]) + timedelta(minutes=15)).isoformat(
        timespec="microseconds"
    )
    assert check(linked_again(record)).fault is None


def test_clocks_of_two_machines_may_lie_a_minute_apart(record: Json) -> None:
    record["events"][70]["at"], record["events"][71]["at"] = record["events"][71]["at"], record["events"][70]["at"]
    assert check(linked_again(record)).fault is None


@pytest.mark.parametrize(
    ("person", "words"), [(None, "does not say who did it"), (0, "nobody's number"), (77, "is by person 77, but ")]
)
def test_acts_are_those_of_whoever_sits_there(person: Any, words: str, record: Json) -> None:
    event = next(event for event in record["events"][50:] if event["kind"] == "action")
    event["person"] = person
    assert words in fault_of(record)


Change = Callable[[Json], Any]
NOTES: dict[str, Change] = {
    "record": lambda record: record,
    "result": lambda record: record["result"],
    "dice": lambda record: record["dice"][0],
    "ruleset": lambda record: record["ruleset"],
    "players": lambda record: record["players"],
    "event": lambda record: record["events"][20],
    "payload of a creation": lambda record: record["events"][0]["payload"],
    "payload of an action": lambda record: record["events"][20]["payload"],
    "payload of an undo": lambda record: next(event for event in record["events"] if event["kind"] == "undo")[
        "payload"
    ],
    "fact of the site": lambda record: record["events"][1]["events"][0],
    "fact of the rules": lambda record: record["events"][2]["events"][0],
    "draw": lambda record: next(draw for event in record["events"] for draw in event["draws"]),
    "made-of": lambda record: _first_draw(record)["made-of"],
    "contributions": lambda record: _first_draw(record)["made-of"]["contributions"],
}


def _first_draw(record: Json) -> Json:
    return next(draw for event in record["events"] for draw in event["draws"] if draw["n"] == 0)


def test_nothing_stands_in_a_record_that_no_record_has(record: Json) -> None:
    """In none of its objects."""
    for find in NOTES.values():
        changed = json.loads(json.dumps(record))
        find(changed)["note"] = "x"
        fault_of(changed)


def test_secrets_that_no_dice_were_made_of_are_found(record: Json) -> None:
    fault = check(a_secret_more(record, Random(1))).fault
    assert fault is not None
    assert "dice" in fault.what


def test_an_answer_wants_an_offer_and_an_offer_its_answer(record: Json) -> None:
    """An end that was agreed on passes where it was offered by the other side."""
    cut = next(event["n"] for event in record["events"][CUT:] if event["wall"])
    offer = dict(record["events"][cut - 1]) | {
        "kind": "system",
        "side": "saracen",
        "person": 2,
        "draws": [],
        "wall": False,
    }
    offer |= {"payload": {"type": "offer", "offer": "end"}, "events": [{"type": "end-offered", "side": "saracen"}]}
    offered = record | {"events": [*record["events"][:cut], offer]}
    ended = _with_end(offered, cut + 1, ENDS[5])
    assert check(linked_again(ended)).fault is None
    own = ended | {
        "events": [event | ({"side": "frank", "person": 1} if event is offer else {}) for event in ended["events"]]
    }
    own["events"][cut]["events"] = [{"type": "end-offered", "side": "frank"}]
    assert "had offered nothing" in fault_of(own)


def test_what_fits_itself_is_found_by_head_and_signature(record: Json) -> None:
    true = signed(record, SITE)
    assert check(true, Shown(head=true["head"], keys=(KEY,))).fault is None
    for seed, way in enumerate((a_cut_and_an_end, another_end, another_game)):
        forged = way(json.loads(json.dumps(record)), Random(seed))
        assert check(forged, Shown(head=true["head"])).fault is not None
        for stolen in (forged, signed(forged, FORGER), sealed(forged | {"signature": true["signature"]})):
            assert check(stolen, Shown(keys=(KEY,))).fault is not None
    older = without_fingerprints(record)
    assert check(older).fault is None, "as if there had been none when it was played"
    assert check(older, Shown(head=true["head"])).fault is not None
    assert check(older, Shown(keys=(KEY,))).fault is not None
    other = an_earlier_form(true, Random(1))
    assert check(other).fault is None, "its names are held by nothing"
    assert check(other, Shown(keys=(KEY,))).fault is not None
    assert "earlier one" in "".join(check(other).lines())


def without_fingerprints(record: Json) -> Json:
    """An older game, whose dice need not follow from a secret."""
    events = [event | {"state": "", "prev": "", "hash": "", "person": None} for event in deepcopy(record["events"])]
    for draw in (draw for event in events for draw in event["draws"]):
        for name in ("n", "picks", "made-of"):
            draw.pop(name, None)
    return sealed(record | {"events": events, "head": "", "dice": [], "signature": None})


ACTS: tuple[tuple[str, str, Json, list[Json]], ...] = (
    ("system", "frank", {"type": "offer", "offer": "everything"}, [{"type": "everything-offered", "side": "frank"}]),
    (
        "system",
        "frank",
        {"type": "answer", "offer": "pause", "answer": "accept"},
        [{"type": "pause-begun", "side": "frank"}],
    ),
    ("system", "frank", {"type": "join"}, [{"type": "player-joined", "side": "frank"}]),
    ("system", "", {"type": "start"}, []),
    ("staff", "", {"type": "rewind", "to": 3}, [{"type": "game-rewound", "year": 1187, "turn": 1}]),
    ("staff", "", {"type": "game-restored"}, [{"type": "game-restored"}]),
    ("staff", "", {"type": "restore"}, []),
    ("system", "saracen", {"type": "hello"}, [{"type": "hello"}]),
    ("undo", "saracen", {"type": "undo", "undoes": [4]}, [{"type": "taken-back", "side": "saracen", "count": 1}]),
)


@pytest.mark.parametrize("act", ACTS, ids=lambda act: act[2]["type"])
def test_no_act_is_put_in_that_was_none_there_and_then(act: Any, record: Json) -> None:
    """Of the site, of staff or of a player."""
    kind, side, payload, facts = act
    event = dict(record["events"][CUT - 1]) | {"kind": kind, "side": side, "payload": payload, "events": facts}
    event |= {"draws": [], "wall": False, "person": {"frank": 1, "saracen": 2}.get(side)}
    fault_of(record | {"events": [*record["events"][:CUT], event, *record["events"][CUT:]]})


def test_a_signature_holds_the_names_of_the_players_and_the_result(record: Json) -> None:
    true = signed(record, SITE)
    for change in ({"players": {"frank": "Zengi", "saracen": "Saladin"}}, {"game": "0" * 36}):
        assert check(sealed(true | change)).fault is not None
    assert (
        "Its signature is none of this game"
        in check(sealed(true | {"players": {"frank": None, "saracen": None}})).line()
    )
    assert "must be a key and a signature" in check(sealed(true | {"signature": {"key": "x", "value": "y"}})).line()
