"""Vectors of the protocol of dice and record, for those who write a checker: docs/dice-vectors.json.

python -m tests.rules.dice_vectors           compares the file with what the code gives
python -m tests.rules.dice_vectors --write   writes it anew: after a change of the protocol, which breaks the checkers
of others
"""

import json
import sys
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from rules import chain, signed, verify
from rules.committed import CommittedDice, commitment

FILE = Path(__file__).parents[2] / "docs" / "dice-vectors.json"
GAME = "3f2c1a90-5d1e-4c1b-9a77-0d6f6f0a1b2c"
SECRET = bytes(range(32))
CONTRIBUTIONS = {"frank": "cd" * 16, "saracen": "ab" * 16}
PRIVATE = bytes(range(100, 132))


def vectors() -> dict[str, Any]:
    """Every hash of docs/dice.md with what it is made of, each built on those before."""
    dice = CommittedDice(SECRET, GAME, CONTRIBUTIONS)
    dice.roll("fire:acre:1:saladin", 4)
    dice.choose("draw:frank", ("nomads", "kurds-1", "nomads", "arabs-1"), 3)
    dice.choose("lots of 300", [f"lot-{number:03}" for number in range(300)], 3)
    draws = [draw.to_json() for draw in dice.draws]
    draws[0]["made-of"] = {"commitment": commitment(GAME, SECRET), "contributions": CONTRIBUTIONS}
    edges = CommittedDice(SECRET, GAME, {"frank": "", "saracen": ""})
    edges.roll("dice of which some bytes are passed over", 100)
    edges.choose("every lot, the last of one", ("acre", "tyre", "jaffa"), 3)
    edges.choose("lots of 256", [f"lot-{number:03}" for number in range(256)], 2)
    many = CommittedDice(SECRET, GAME, CONTRIBUTIONS)
    many.roll("dice from more than ten blocks", 360)
    many.choose("lots of 257, of two bytes and then of one", [f"lot-{number:03}" for number in range(257)], 3)
    many.choose("lots of 40000, of which numbers are passed over", [f"lot-{number:05}" for number in range(40000)], 8)
    for number in range(12):
        many.choose(f"one of two, try {number}", ("acre", "tyre"), 2)
    rare = {"\uffee": 1, "\U0001f5e1": 2, "\x1f\x7f": "\x00\x1f\x7f\x80\u2028/", "Ab": [], "ab": {}, "a": -1}
    position = {
        "year": 1187,
        "names": ["Saône", 'a "quoted" \\ name', "tab\there"],
        "a": {"é": 1, "z": None, "Z": True},
    }
    first: dict[str, Any] = {
        "n": 1,
        "kind": "system",
        "side": "",
        "person": 1,
        "at": "2026-01-01T00:00:01.000000+00:00",
        "payload": {"type": "start", "contributions": CONTRIBUTIONS},
        "draws": draws,
        "events": [],
        "wall": True,
        "rules": "1.2.0",
        "state": chain.state_hash(position),
        "prev": chain.chain_start(GAME),
    }
    event = first | {"hash": chain.event_hash(first)}
    earlier = {name: first[name] for name in chain.CONTENT if name not in ("state", "prev")} | {"draws": []}
    record: dict[str, Any] = {
        "format": 3,
        "complete": True,
        "game": GAME,
        "players": {"frank": "Richard", "saracen": None},
        "ruleset": {},
        "result": {"winner": "frank", "how": "resignation"},
        "head": event["hash"],
        "events": [event],
        "dice": [{"commitment": commitment(GAME, SECRET), "secret": SECRET.hex()}],
        "signature": None,
    }
    key = Ed25519PrivateKey.from_private_bytes(PRIVATE)
    record["signature"] = {
        "key": key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw).hex(),
        "value": key.sign(signed.of_record(record)).hex(),
    }
    return {
        "commitment": {"game": GAME, "secret": SECRET.hex(), "value": commitment(GAME, SECRET)},
        "canonical": {"of": position, "utf-8-in-hex": chain.canonical(position).hex()},
        "state": {"of": position, "value": chain.state_hash(position)},
        "chain-start": {"game": GAME, "earlier": [], "value": chain.chain_start(GAME)},
        "chain-start-of-a-game-with-earlier-events": {
            "game": GAME,
            "earlier": [earlier],
            "value": chain.chain_start(GAME, [earlier]),
        },
        "draws": {"secret": SECRET.hex(), "game": GAME, "contributions": CONTRIBUTIONS, "value": draws},
        "draws-at-the-edges": {
            "secret": SECRET.hex(),
            "game": GAME,
            "contributions": {"frank": "", "saracen": ""},
            "value": [draw.to_json() for draw in edges.draws],
        },
        "draws-of-many-bytes": {
            "secret": SECRET.hex(),
            "game": GAME,
            "contributions": CONTRIBUTIONS,
            "value": [draw.to_json() for draw in many.draws],
        },
        "canonical-of-rare-letters": {"of": rare, "utf-8-in-hex": chain.canonical(rare).hex()},
        "event": event,
        "stamp": {
            "secret": SECRET.hex(),
            "game": GAME,
            "hash": event["hash"],
            "value": chain.stamp(SECRET, GAME, event["hash"]),
        },
        "signature": {
            "statement-in-hex": signed.of_record(record).hex(),
            "private-key": PRIVATE.hex(),
            **record["signature"],
        },
        "record": record | {"seal": verify.seal(record)},
    }


def text() -> str:
    """The file as it has to be."""
    return json.dumps(vectors(), indent=1, ensure_ascii=False) + "\n"


def main(arguments: list[str]) -> int:
    if arguments == ["--write"]:
        FILE.write_text(text())
    return int(FILE.read_text() != text())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
