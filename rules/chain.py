"""Fingerprints of a game's record: of every event together with all before it, and of the position after it.

An event is JSON with the names of :data:`CONTENT`. Its ``hash`` covers all of them, ``prev`` among them, which is the
hash of the event before: a forger who changes, drops, adds or moves one has to make every later hash anew, and the last
one is known to the players.
"""

import hashlib
import hmac
import json
from collections.abc import Mapping, Sequence
from typing import Any

CONTENT = ("n", "kind", "side", "person", "at", "payload", "draws", "events", "wall", "rules", "state", "prev")
"""What the hash of an event covers: its number from 1; action, undo, system or staff; the side or ""; the number of
the person who acted, or None where the record shall not say; the time in UTC; what was asked; the lots drawn; what
happened; whether it is a wall; the version of the rules; the hash of the position after it, or "" before the start; the
hash of the event before.
"""

EVENT_LABEL = b"crusader-rex/event/1\0"
START_LABEL = b"crusader-rex/chain/1\0"
STATE_LABEL = b"crusader-rex/state/1\0"
STAMP_LABEL = b"crusader-rex/stamp/1\0"


def canonical(data: Any) -> bytes:
    """JSON in the one form that is hashed: names in order, no spaces, UTF-8."""
    return _ENCODER.encode(data).encode()


_ENCODER = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False)
"""Made once: `json.dumps` makes one for each call."""


def state_hash(position: Mapping[str, Any]) -> str:
    """The fingerprint of a position, given as ``position.to_json()``."""
    return hashlib.sha256(STATE_LABEL + canonical(position)).hexdigest()


def event_hash(event: Mapping[str, Any]) -> str:
    """The fingerprint of an event and all before it. Raises KeyError where something of :data:`CONTENT` is missing."""
    return hashlib.sha256(EVENT_LABEL + canonical({name: event[name] for name in CONTENT})).hexdigest()


def chain_start(game: str, earlier: Sequence[Mapping[str, Any]] = ()) -> str:
    """Returns what the first hash of a game builds on: the game's id, and the events recorded before there were
    hashes.
    """
    contents = [{name: event[name] for name in CONTENT if name not in ("state", "prev")} for event in earlier]
    return hashlib.sha256(START_LABEL + canonical([game, contents])).hexdigest()


def stamp(secret: bytes, game: str, fingerprint: str) -> str:
    """Returns the part of an event's fingerprint shown while the game runs. Nobody can guess hidden blocks through it
    without the secret; with the secret everybody can see at the end that the event was this one then.
    """
    return hmac.digest(secret, STAMP_LABEL + f"{game}\0{fingerprint}".encode(), "sha256").hex()


def short(fingerprint: str) -> str:
    """Returns a fingerprint as it stands in a sentence."""
    return fingerprint[:12] or "nothing"


__all__ = ["CONTENT", "canonical", "chain_start", "event_hash", "short", "stamp", "state_hash"]
