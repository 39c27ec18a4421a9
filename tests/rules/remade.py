"""Ways to change the record of a game and then make every fingerprint anew, as anybody can who knows how records are
made.

Some of them fit themselves afterward, and nothing in the file can tell: those the head, which stands on the game's page
and in a mail, or the site's signature has to find.
"""

import json
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from rules.chain import state_hash
from rules.committed import commitment
from rules.game import VERSION
from rules.replay import Replay
from rules.verify import Shown, check
from tests.rules.playing import choose
from tests.rules.recording import Recorder, as_before, linked_again, sealed, signed

Json = dict[str, Any]
Way = Callable[[Json, Random], Json]
SITE, FORGER = Ed25519PrivateKey.from_private_bytes(b"\1" * 32), Ed25519PrivateKey.from_private_bytes(b"\2" * 32)
KEY = SITE.public_key().public_bytes_raw().hex()


def a_wall(record: Json, random: Random) -> Json:
    """Something final could be taken back, or the other way round."""
    event = random.choice(record["events"])
    event["wall"] = not event["wall"]
    return linked_again(record)


def rules_that_held_already(record: Json, random: Random) -> Json:
    """An act of staff that replaces the position, and with it every check before."""
    return _moved(record, random, before=VERSION)


def rules_of_before(record: Json, random: Random) -> Json:
    """The same, with the events before it under other rules and the fingerprint of their last position made to fit."""
    return _moved(record, random, before="0.9.0")


def an_impossible_position(record: Json, random: Random) -> Json:
    change = random.choice([{"year": 10**12}, {"turn": -5}, {"waiting": []}])
    return _moved(record, random, before="0.9.0", change=change)


def a_cut_and_an_end(record: Json, random: Random) -> Json:
    """The side about to lose ends the game before, in one of the ways that games end."""
    n = _wall(record, random)
    return _ended(record, record["events"][:n], random.choice(ENDS))


def a_time(record: Json, random: Random) -> Json:
    event = random.choice(record["events"][1:])
    event["at"] = random.choice(
        ["yesterday", "", "2026-02-30T00:00:00.000000+00:00", "2025-01-01T00:00:00.000000+00:00", "2026-01-01"]
    )
    return linked_again(record)


def a_person(record: Json, random: Random) -> Json:
    event = random.choice(record["events"])
    event["person"] = random.choice([one for one in (None, 0, -1, 77) if one != event["person"]])
    return linked_again(record)


def a_version(record: Json, random: Random) -> Json:
    event = random.choice([event for event in record["events"] if event["kind"] == "action"])
    event["rules"] = random.choice(["", "0.9.0", "9", "x" * 99])
    return linked_again(record)


def a_name_more(record: Json, random: Random) -> Json:
    """Something that no record holds, in any object of it but a hidden one of the rules' own."""
    places = [record, record["result"], record["dice"][0], record["ruleset"], record["players"]]
    places += [random.choice(record["events"]) for _ in range(3)]
    places += [random.choice(record["events"])["payload"] for _ in range(3)]
    places += [random.choice(facts) for facts in [random.choice(record["events"])["events"] for _ in range(6)] if facts]
    draws = [draw for event in record["events"] for draw in event["draws"]]
    places += [random.choice(draws), draws[0]["made-of"], draws[0]["made-of"]["contributions"]]
    random.choice(places)["note"] = random.choice([None, 1, "x", [], {}])
    return linked_again(record)


def a_fact(record: Json, random: Random) -> Json:
    """What an event tells."""
    event = random.choice([event for event in record["events"] if event["events"]])
    fact = random.choice(event["events"])
    name = random.choice(sorted(fact))
    fact[name] = {"x": 1} if fact[name] != {"x": 1} else None
    return linked_again(record)


def an_event_of_the_site(record: Json, random: Random) -> Json:
    """An act of the site, of staff or of a player that was none there and then."""
    n = random.randrange(1, len(record["events"]))
    at = record["events"][n - 1]["at"]
    kind, side, payload, facts = random.choice(ACTS)
    event = {"kind": kind, "side": side, "payload": payload, "draws": [], "events": facts, "at": at, "rules": VERSION}
    event |= {"person": {"frank": 1, "saracen": 2}.get(side), "wall": False, "state": record["events"][n - 1]["state"]}
    return linked_again(record | {"events": [*record["events"][:n], event, *record["events"][n:]]})


def a_secret_more(record: Json, random: Random) -> Json:
    secret = random.randbytes(32)
    more = {"commitment": commitment(record["game"], secret), "secret": secret.hex()}
    return sealed(record | {"dice": random.choice([[more, *record["dice"]], [*record["dice"], more]])})


def the_result(record: Json, random: Random) -> Json:
    result = random.choice([{"winner": "", "how": "agreed"}, {"winner": "nonsense", "how": "ruling"}, None])
    return sealed(record | {"result": result, "complete": result is not None})


def a_name_of_a_player(record: Json, random: Random) -> Json:
    """Held by the signature alone."""
    return sealed(record | {"players": record["players"] | {random.choice(["frank", "saracen"]): "Zengi"}})


def another_end(record: Json, random: Random) -> Json:
    """Another game from some moment on, with the game's own dice."""
    recorder = Recorder.after(record, _wall(record, random))
    _play(recorder, random, 12)
    recorder.resign(random.choice(["frank", "saracen"]))
    return sealed(recorder.record() | {"players": record["players"]})


def another_game(record: Json, random: Random) -> Json:
    """Another game altogether, with dice of its own, under the id of this one."""
    recorder = Recorder(random.randrange(1000), Recorder.after(record, 2).ruleset, game_id=record["game"])
    _play(recorder, random, 12)
    recorder.resign(random.choice(["frank", "saracen"]))
    return sealed(recorder.record() | {"players": record["players"]})


def an_older_game(record: Json, random: Random) -> Json:
    """As if there had been no fingerprints when it was played, so that its dice need not follow from a secret."""
    events = [event | {"state": "", "prev": "", "hash": "", "person": None} for event in record["events"]]
    for draw in (draw for event in events for draw in event["draws"]):
        for name in ("n", "picks", "made-of"):
            draw.pop(name, None)
    return sealed(record | {"events": events, "head": "", "dice": [], "signature": None})


def an_earlier_form(record: Json, random: Random) -> Json:
    """In the form without a signature, with other names."""
    return as_before(record | {"players": {"frank": "Zengi", "saracen": "Nur ad-Din"}})


WAYS: tuple[Way, ...] = (
    a_wall,
    rules_that_held_already,
    rules_of_before,
    an_impossible_position,
    a_cut_and_an_end,
    a_time,
    a_person,
    a_version,
    a_name_more,
    a_fact,
    an_event_of_the_site,
    a_secret_more,
    the_result,
    a_name_of_a_player,
    another_end,
    another_game,
    an_older_game,
    an_earlier_form,
)
FIT_THEMSELVES = {
    "rules_of_before",
    "a_cut_and_an_end",
    "a_name_of_a_player",
    "another_end",
    "another_game",
    "an_older_game",
    "an_earlier_form",
}
"""Ways of which some or all leave a record that fits itself."""

ENDS: tuple[tuple[str, str, Json, list[Json], Json], ...] = (
    (
        "system",
        "frank",
        {"type": "resign"},
        [{"type": "player-resigned", "side": "frank", "winner": "saracen"}],
        {"winner": "saracen", "how": "resignation"},
    ),
    (
        "system",
        "frank",
        {"type": "claim", "claim": "win", "ending": "time-out", "winner": "frank", "reason": "late"},
        [{"type": "time-claimed", "side": "frank", "loser": "saracen"}],
        {"winner": "frank", "how": "time-out"},
    ),
    (
        "staff",
        "",
        {"type": "result-ruled", "ending": "ruling", "winner": "frank", "reason": "dispute"},
        [{"type": "result-ruled", "winner": "frank"}],
        {"winner": "frank", "how": "ruling"},
    ),
    (
        "staff",
        "",
        {"type": "result-ruled", "ending": "ruling", "winner": "nonsense", "reason": "dispute"},
        [{"type": "result-ruled", "winner": "nonsense"}],
        {"winner": "nonsense", "how": "ruling"},
    ),
    (
        "staff",
        "",
        {"type": "result-set", "ending": "sudden-death", "winner": "frank", "reason": ""},
        [{"type": "result-set", "winner": "frank", "reason": ""}],
        {"winner": "frank", "how": "sudden-death"},
    ),
    (
        "system",
        "frank",
        {"type": "answer", "offer": "end", "answer": "accept", "ending": "agreed", "winner": "", "reason": "consent"},
        [{"type": "game-agreed", "side": "frank"}],
        {"winner": "", "how": "agreed"},
    ),
    (
        "system",
        "",
        {"type": "game-closed", "ending": "closed", "winner": "", "reason": "untouched"},
        [{"type": "game-closed"}],
        {"winner": "", "how": "closed"},
    ),
    (
        "system",
        "",
        {"type": "stopped", "ending": "stopped", "winner": "frank"},
        [],
        {"winner": "frank", "how": "stopped"},
    ),
)
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


class Count(NamedTuple):
    """What became of changed records: found by themselves, or by head or signature alone; and those that were
    missed.
    """

    alone: Counter[str]
    by_what_was_shown: Counter[str]
    missed: list[str]


def try_all(record: Json, times: int, seed: int) -> Count:
    """Changes a signed record so many times, each time without the signature, for that falls with the first change.

    Head and signature are asked only of what fits itself: they find no less. Then the signature is left out, stolen, or
    made with another key."""
    random = Random(seed)
    count = Count(Counter(), Counter(), [])
    true = signed(record, SITE)
    for number in range(times):
        way = WAYS[(number + seed) % len(WAYS)]
        changed = json.loads(json.dumps(way(json.loads(json.dumps(record | {"signature": None})), random)))
        if check(changed).fault is not None:
            count.alone[way.__name__] += 1
            continue
        count.by_what_was_shown[way.__name__] += 1
        thefts = [changed]
        if "signature" in changed:
            thefts += [
                sealed(changed | {"signature": true["signature"]}),
                *([signed(changed, FORGER)] if changed["result"] else []),
            ]
        if any(check(theft, Shown(keys=(KEY,))).fault is None for theft in thefts):
            count.missed.append(f"{way.__name__} (signature)")
        if changed["head"] != true["head"] and check(changed, Shown(head=true["head"])).fault is None:
            count.missed.append(f"{way.__name__} (head)")
    return count


def _wall(record: Json, random: Random) -> int:
    return int(random.choice([event["n"] for event in record["events"][2:-1] if event["wall"]]))


def _play(recorder: Recorder, random: Random, actions: int) -> None:
    for _ in range(actions):
        if recorder.position is None or not recorder.position.awaited:
            return
        side = random.choice(sorted(recorder.position.awaited))
        recorder.act(side, choose(recorder.position, side, random, "uniform"))


def _ended(record: Json, events: list[Json], end: Any) -> Json:
    kind, side, payload, facts, result = end
    person = {"frank": 1, "saracen": 2}.get(side)
    event = {
        "kind": kind,
        "side": side,
        "person": person,
        "at": events[-1]["at"],
        "payload": payload,
        "draws": [],
        "events": facts,
    }
    event |= {"wall": True, "rules": VERSION, "state": events[-1]["state"]}
    return linked_again(record | {"events": [*events, event], "result": result, "complete": True, "signature": None})


def _moved(record: Json, random: Random, *, before: str, change: Json | None = None) -> Json:
    n = _wall(record, random)
    replay = Replay(record)
    for event in record["events"][:n]:
        replay.take(event)
    assert replay.position is not None
    position = replay.position.to_json()
    hand = position["hands"][0]
    position |= {"hands": [hand[::-1], position["hands"][1]]} | (change or {})
    events = [event | {"rules": before} for event in record["events"][:n]]
    events[-1]["state"] = state = state_hash(position)
    payload = {"type": "rules-moved", "from": before, "to": VERSION, "because": "differs", "position": position}
    event = {"kind": "staff", "side": "", "person": None, "at": events[-1]["at"], "payload": payload, "draws": []}
    event |= {
        "events": [{"type": "rules-moved-on", "version": VERSION}],
        "wall": True,
        "rules": VERSION,
        "state": state,
    }
    return _ended(record, [*events, event], ENDS[0])
