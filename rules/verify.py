"""``python -m rules verify FILE``: checks the exported record of a game, with Python alone and no connection to anywhere.

Checked are: that the secret is the one committed to before the game; that no event was changed, dropped, added or moved since it was
recorded; that every die and every lot is the one the secret gives; that every action was legal and led to what is recorded, up to the
position after every event; and that the result is the one the game led to. Printed is one line a file, with the first fault if any.

Exit status: 0 all is as it has to be, 1 something is not, 2 a file cannot be read.
"""

import argparse
import hashlib
import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rules.chain import CONTENT, canonical
from rules.committed import SECRET_BYTES, commitment
from rules.replay import KINDS, Fault, Replay

FORMAT = 2
"""The number of the form of records that this reads."""
SIDES = ("frank", "saracen")
SHAPES: dict[str, Any] = {
    "n": int,
    "kind": str,
    "side": str,
    "person": (int, type(None)),
    "at": str,
    "payload": dict,
    "draws": list,
    "events": list,
    "wall": bool,
    "rules": str,
    "state": str,
    "prev": str,
    "hash": str,
}
HEAD: dict[str, Any] = {
    "format": int,
    "game": str,
    "ruleset": dict,
    "dice": list,
    "head": str,
    "result": (dict, type(None)),
    "events": list,
    "seal": str,
}


@dataclass(frozen=True)
class Report:
    """What a check found. Counts are of what was checked before the fault, or of everything where there is none."""

    events: int
    draws: int
    actions: int
    undone: int
    earlier: int
    """Events from before there were fingerprints: they are held together by the first that has one."""
    unproven: int
    """Draws from before the game was committed to its dice: only that they fit the rules is checked."""
    resumed: int
    """The event from which a game goes on under other rules than it began with, or 0: actions before it are not played again."""
    added: tuple[str, ...]
    """Sides whose browsers added to the dice."""
    result: Mapping[str, Any] | None
    fault: Fault | None

    def line(self) -> str:
        """One line that a person understands."""
        if self.fault is not None:
            return f"NOT VERIFIED. {str(self.fault)[:1].upper()}{str(self.fault)[1:]}."
        said = [
            f"{self.events} events, {self.draws} draws, {self.actions} actions ({self.undone} taken back): commitment, chain, "
            "every draw, every position and every action verified."
        ]
        if self.earlier:
            said.append(f"The first {self.earlier} events are older than the fingerprints: {self.unproven} draws in them are not proven.")
        if self.resumed:
            said.append(f"Actions before event {self.resumed} were taken under other rules and not played again.")
        if self.result is not None:
            said.append(f"Result: {self.result.get('winner') or 'nobody'} won ({self.result.get('how')}).")
        else:
            said.append("The game is not over.")
        return " ".join(said)


def check(record: Any, *, stamps: Sequence[str] = ()) -> Report:
    """Checks a record as exported: JSON as parsed; and that stamps shown during the game belong to it. Never raises; the first fault stands
    in the report."""
    replay: Replay | None = None
    try:
        _check_shape(record)
        _check_commitments(record)
        replay = Replay(record)
        for event in record["events"]:
            replay.take(event)
        _check_end(record, replay)
        unknown = sorted(set(stamps) - replay.stamps())
        if unknown:
            raise Fault(None, f"the stamp {unknown[0][:12]} was shown, and belongs to no event: the record was written anew")
        return _report(record, replay, None)
    except Fault as fault:
        return _report(record, replay, fault)
    except (ValueError, KeyError, TypeError, AttributeError, IndexError, AssertionError, OverflowError) as error:
        return _report(record, replay, Fault(replay.count if replay else None, f"it cannot be read: {type(error).__name__} {error}"))
    except RecursionError:
        return _report(record, replay, Fault(None, "the file is nested deeper than any record"))


def load(text: str) -> Any:
    """Parses JSON as records are written: no name twice in an object, whole numbers only. Raises ValueError."""
    return json.loads(text, object_pairs_hook=_once, parse_float=_no_number, parse_constant=_no_number)


def seal(record: Mapping[str, Any]) -> str:
    """A fingerprint of everything in a record but the seal itself: finds what was changed beside the events by mistake."""
    content = {name: value for name, value in record.items() if name != "seal"}
    return hashlib.sha256(b"crusader-rex/export/1\0" + canonical(content)).hexdigest()


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a name stands twice in one object")
    return found


def _no_number(text: str) -> Any:
    raise ValueError(f"{text} is not a whole number")


def _check_shape(record: Any) -> None:
    if not isinstance(record, dict):
        raise Fault(None, "the file is no record of a game")
    if record.get("format") != FORMAT:
        raise Fault(
            None, f"the file has the format {record.get('format')!r}, this reads {FORMAT}: is it the export of a game that is over?"
        )
    for name, shape in HEAD.items():
        if not _is(record.get(name, ...), shape):
            raise Fault(None, f"'{name}' is missing or not what it should be")
    for number, event in enumerate(record["events"], start=1):
        if not isinstance(event, dict) or set(event) != set(SHAPES):
            raise Fault(number, f"it must have exactly these names: {', '.join((*CONTENT, 'hash'))}")
        for name, shape in SHAPES.items():
            if not _is(event[name], shape):
                raise Fault(number, f"'{name}' is not what it should be")
        if event["kind"] not in KINDS or event["side"] not in ("", *SIDES):
            raise Fault(number, "its kind or its side is unknown")
    if not record["events"]:
        raise Fault(None, "the record has no events")


def _is(value: Any, shape: Any) -> bool:
    return isinstance(value, shape) and (shape is bool or not isinstance(value, bool))


def _check_commitments(record: Mapping[str, Any]) -> None:
    """A record from before there were commitments has none: the report counts its draws as not proven."""
    for dice in record["dice"]:
        if not isinstance(dice, dict) or not all(isinstance(dice.get(name), str) for name in ("commitment", "secret")):
            raise Fault(None, "'dice' must hold a commitment and its secret")
        try:
            secret = bytes.fromhex(dice["secret"])
        except ValueError:
            secret = b""
        if len(secret) != SECRET_BYTES or secret.hex() != dice["secret"]:
            raise Fault(None, f"the secret is not {2 * SECRET_BYTES} hexadecimal digits")
        found = commitment(record["game"], secret)
        if found != dice["commitment"]:
            raise Fault(None, f"the secret is not the one committed to: it gives {found[:12]}, the commitment is {dice['commitment'][:12]}")


def _check_end(record: Mapping[str, Any], replay: Replay) -> None:
    if replay.head != record["head"]:
        raise Fault(None, f"the record ends with {replay.head[:12]}, but its head is {record['head'][:12]}: events are missing at its end")
    result = record["result"]
    given = None if result is None else (result.get("winner"), result.get("how"))
    if given != replay.result:
        raise Fault(None, f"the game led to {_result(replay.result)}, the result is given as {_result(given)}")
    if seal(record) != record["seal"]:
        raise Fault(None, "something beside the events was changed: the seal of the file does not fit")


def _result(result: tuple[Any, Any] | None) -> str:
    return "no end" if result is None else f"{result[0] or 'nobody'} winning ({result[1]})"


def _report(record: Any, replay: Replay | None, fault: Fault | None) -> Report:
    if replay is None:
        return Report(0, 0, 0, 0, 0, 0, 0, (), None, fault)
    return Report(
        events=replay.count,
        draws=replay.chance.drawn + replay.chance.unproven,
        actions=replay.taken,
        undone=replay.undone,
        earlier=replay.earlier,
        unproven=replay.chance.unproven,
        resumed=replay.resumed,
        added=tuple(side for side in SIDES if replay.chance.contributions.get(side)),
        result=record["result"],
        fault=fault,
    )


def main(arguments: Sequence[str]) -> int:
    """The command; see the module. Returns its exit status."""
    parser = argparse.ArgumentParser(prog="python -m rules verify", description="Check exported records of games, offline.")
    parser.add_argument(
        "files", nargs="+", metavar="FILE", help="a record as the site exports it when a game is over; - for standard input"
    )
    parser.add_argument("--stamp", action="append", default=[], help="a stamp that was shown during the game: it must belong to the record")
    worst = 0
    given = parser.parse_args(arguments)
    files: list[str] = given.files
    for name in files:
        try:
            text = sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")
            report = check(load(text), stamps=given.stamp)
        except (OSError, ValueError) as error:
            print(f"{name}: cannot be read: {error}", file=sys.stderr)
            worst = 2
            continue
        print(f"{name}: {report.line()}")
        worst = max(worst, int(report.fault is not None))
    return worst


__all__ = ["FORMAT", "Fault", "Report", "check", "load", "main", "seal"]
