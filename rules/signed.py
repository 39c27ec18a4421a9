"""What the site signs of a game that is over, and whether a signature fits."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from rules.chain import canonical
from rules.ed25519 import verify

LABEL = b"crusader-rex/result/1\0"
KEY = re.compile(r"[0-9a-f]{64}")
VALUE = re.compile(r"[0-9a-f]{128}")


def statement(
    *, game: str, head: str, players: Mapping[str, str | None], result: Mapping[str, str], commitments: Sequence[str]
) -> bytes:
    """The bytes that are signed: which game, who played, how it ended, with which dice, and the head of the record,
    which stands for every event."""
    said = {
        "game": game,
        "head": head,
        "players": dict(players),
        "result": dict(result),
        "commitments": list(commitments),
    }
    return LABEL + canonical(said)


def of_record(record: Mapping[str, Any]) -> bytes:
    """The statement that the signature of this record would be of."""
    return statement(
        game=record["game"],
        head=record["head"],
        players=record["players"],
        result=record["result"],
        commitments=[dice["commitment"] for dice in record["dice"]],
    )


def fits(record: Mapping[str, Any]) -> bool:
    """Whether the signature of a record is one of its game, head, players, result and dice, by the key it names."""
    found = record["signature"]
    return verify(bytes.fromhex(found["key"]), of_record(record), bytes.fromhex(found["value"]))


__all__ = ["KEY", "VALUE", "fits", "of_record", "statement"]
