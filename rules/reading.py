"""Files that are said to be records: read within limits, for the sender may mean harm."""

import json
import re
import sys
from pathlib import Path
from typing import Any

from rules.replay import Fault

MOST_BYTES = 32 * 2**20
"""A game of a thousand events takes about 700 KB."""
MOST_PARTS = 2_000_000
"""As many lists, objects and values behind a comma as a file can have: some 35 an event."""
DEEPEST = 16
"""As deep as lists and objects can lie in one another. Records need 8."""
MOST_DIGITS = 15
"""Of a number: more than any in a record has, and what every program can count with."""
MOST_SAID = 500


class NotARecord(Fault, ValueError):
    """What was given is not the record of a game, so that there is nothing to check."""

    def __init__(self, what: str) -> None:
        super().__init__(None, what)


def read(name: str) -> Any:
    """Reads a file, or standard input for ``-``. Raises NotARecord, and OSError where it cannot be read at all."""
    if name == "-":
        return load(sys.stdin.buffer.read(MOST_BYTES + 1))
    with Path(name).open("rb") as file:
        return load(file.read(MOST_BYTES + 1))


def load(data: bytes | str) -> Any:
    """Parses JSON as records are written: no name twice in an object, whole numbers only, of a size and depth that
    records have. Raises NotARecord."""
    if len(data) > MOST_BYTES:
        raise NotARecord(f"it is larger than {MOST_BYTES // 2**20} MB")
    try:
        text = data if isinstance(data, str) else data.decode("utf-8")
        _measure(text)
        return json.loads(
            text,
            object_pairs_hook=_without_repeated_names,
            parse_int=_read_integer,
            parse_float=_refuse_number,
            parse_constant=_refuse_number,
        )
    except NotARecord:
        raise
    except UnicodeDecodeError as error:
        raise NotARecord("it is not UTF-8") from error
    except (ValueError, RecursionError, MemoryError) as error:
        raise NotARecord(f"it is not JSON as records are: {error}") from error


def plain(text: str) -> str:
    """Text for a terminal: what would move its cursor, color it or turn its direction is written out, and what has no
    end is cut.
    """
    cut = text if len(text) <= MOST_SAID else f"{text[:MOST_SAID]}..."
    return "".join(sign if sign.isprintable() else sign.encode("unicode_escape").decode() for sign in cut)


def _measure(text: str) -> None:
    """Raises ValueError for JSON too large or nested too deep, by counting its signs before anything is built of it."""
    outside = "".join(text.replace("\\\\", "").replace('\\"', "").split('"')[::2])
    if sum(map(outside.count, "[{,")) > MOST_PARTS:
        raise NotARecord(f"it holds more than {MOST_PARTS:,} values")
    depth = 0
    for bracket in re.findall(r"[\[\]{}]", outside):
        depth += 1 if bracket in "[{" else -1
        if depth > DEEPEST:
            raise NotARecord(f"lists and objects lie in it more than {DEEPEST} deep")


def _without_repeated_names(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Returns a JSON object as a dict. Raises ValueError if a name stands twice in it."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a name stands twice in one object")
    return found


def _read_integer(text: str) -> int:
    """Reads a whole number of a JSON text. Raises ValueError for too many digits."""
    if len(text) > MOST_DIGITS:
        raise ValueError(f"a number has more than {MOST_DIGITS} digits")
    return int(text)


def _refuse_number(text: str) -> Any:
    """Raises ValueError for JSON numbers other than whole ones."""
    raise ValueError(f"{text[:MOST_DIGITS]} is not a whole number")


__all__ = ["DEEPEST", "MOST_BYTES", "MOST_PARTS", "NotARecord", "load", "plain", "read"]
