"""Ways to change the record of a game and then make every fingerprint anew, as anybody can who knows how records are
made.

Some of them fit themselves afterward, and nothing in the file can tell: those the head, which stands on the game's page
and in a mail, or the site's signature has to find.
"""

from collections.abc import Callable
from random import Random
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from rules.committed import commitment
from rules.game import VERSION
from tests.rules.playing import choose
from tests.rules.recording import Recorder, as_before, linked_again, sealed

Json = dict[str, Any]
Way = Callable[[Json, Random], Json]
SITE, FORGER = Ed25519PrivateKey.from_private_bytes(b"\1" * 32), Ed25519PrivateKey.from_private_bytes(b"\2" * 32)
KEY = SITE.public_key().public_bytes_raw().hex()


def a_cut_and_an_end(record: Json, random: Random) -> Json:
    """The side about to lose ends the game before, in one of the ways that games end."""
    n = _wall(record, random)
    return _ended(record, record["events"][:n], random.choice(ENDS))


def a_secret_more(record: Json, random: Random) -> Json:
    secret = random.randbytes(32)
    more = {"commitment": commitment(record["game"], secret), "secret": secret.hex()}
    return sealed(record | {"dice": random.choice([[more, *record["dice"]], [*record["dice"], more]])})


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


def an_earlier_form(record: Json, random: Random) -> Json:
    """In the form without a signature, with other names."""
    return as_before(record | {"players": {"frank": "Zengi", "saracen": "Nur ad-Din"}})


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
