"""``python3 -m rules verify FILE``: checks the exported record of a game, with Python alone and no connection to
anywhere.

The record is checked alone: that the secret is the one its commitment says; that no event was changed, dropped,
added or moved without making every later fingerprint anew; that every die and every lot is the one the secret gives;
that every action was legal, and led to what is recorded; that what could be taken back is what the rules let take back;
that every other event is one the site writes, at a moment when it could; that the result is the one the game led to;
and that nothing stands in the file that no record has.

A forger who makes all fingerprints anew can write another game that fits itself as well. So the record is held to what
the site showed of it: its head, a commitment, stamps, what a browser added, the site's key (``--head``,
``--commitment``, ``--stamp``, ``--contribution``, ``--key``). The last line says what was compared, or that nothing
was. ``docs/dice.md`` has a table of what is checked against what.

Exit status: 0 all is as it has to be, 1 something is not, 2 a file is not the record of a game.
"""

import argparse
import hashlib
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from io import TextIOWrapper
from typing import Any

from rules import game
from rules.atlas import SIDES
from rules.chain import CONTENT, canonical
from rules.committed import SECRET_BYTES, commitment
from rules.reading import NotARecord, load, plain, read
from rules.replay import KINDS, Fault, Replay
from rules.shown import Held, Shown, compare
from rules.signed import KEY, VALUE, fits

FORMAT = 3
"""The number of the form of records that the site writes."""
EARLIER_FORMAT = 2
"""One that this reads too: without a signature, and with an ``about`` that only its seal holds."""
EVENT: dict[str, Any] = {
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
RECORD: dict[str, Any] = {
    "format": int,
    "complete": bool,
    "game": str,
    "ruleset": dict,
    "result": (dict, type(None)),
    "dice": list,
    "head": str,
    "events": list,
    "seal": str,
}
RECORDS: dict[int, dict[str, Any]] = {
    FORMAT: RECORD | {"players": dict, "signature": (dict, type(None))},
    EARLIER_FORMAT: RECORD | {"about": dict},
}
ABOUT = {"status", "solo", "visibility", "players", "people", "why", "created-at", "started-at", "ended-at"}
LONGEST_NAME = 150
UNCOMPARED = "Consistent in itself; compare the head with what the site showed you."


@dataclass(frozen=True)
class Report:
    """The result of a check. Counts are of what was checked before the fault, or of everything where there is none."""

    events: int = 0
    draws: int = 0
    actions: int = 0
    undone: int = 0
    earlier: int = 0
    """Events from before there were fingerprints: they are held together by the first that has one."""
    unproven: int = 0
    """Draws from before the game was committed to its dice: only that they fit the rules is checked."""
    resumed: int = 0
    """The event from which a game goes on under other rules than it began with, or 0: actions before it are not played
    again.
    """
    added: tuple[str, ...] = ()
    """Sides whose browsers added to the dice."""
    result: Mapping[str, Any] | None = None
    fault: Fault | None = None
    held: Held = field(default_factory=Held)
    """To what from outside of the file it was held."""
    about: tuple[tuple[str, str], ...] = ()
    """What there is to compare it with, and what it says, each with its name."""

    @property
    def status(self) -> int:
        """The exit status of the command."""
        return 0 if self.fault is None else 2 if isinstance(self.fault, NotARecord) else 1

    def line(self) -> str:
        """One line that a person understands: what of the record fits itself, or the first fault."""
        if self.fault is not None:
            return f"NOT VERIFIED. {str(self.fault)[:1].upper()}{str(self.fault)[1:]}."
        counts = f"{self.events} events, {self.draws} draws, {self.actions} actions ({self.undone} taken back)"
        said = [f"{counts}: commitment, chain, every draw, every position and every action verified."]
        if self.resumed:
            played = f"positions and actions from event {self.resumed} on verified"
            said = [
                f"{counts}: commitment, chain, every draw, {played}. Those before were taken under other rules, and not"
                " played again."
            ]
        if self.earlier and self.earlier == self.events:
            said = [
                f"{counts}: every action verified. They are older than the fingerprints: nothing holds them, and no"
                " draw is proven."
            ]
        elif self.earlier:
            said.append(
                f"The first {self.earlier} events are older than the fingerprints: {self.unproven} draws in them are"
                " not proven."
            )
        if self.result is not None:
            said.append(f"Result: {self.result.get('winner') or 'nobody'} won ({self.result.get('how')}).")
        else:
            said.append("The game is not over.")
        return " ".join(said)

    def conclusion(self) -> str:
        """The conclusion from the things the record was compared with."""
        held = self.held
        if held.signature:
            by = "head and signature" if held.head else "signature"
            return f"VERIFIED: every event, the result and the players are held by the {by} you compared it with."
        if held.head:
            return (
                "VERIFIED: every event and the result are held by the head you compared it with; the players' names by"
                " a signature alone."
            )
        said = []
        if held.stamped:
            said.append(f"The stamp you gave holds the events up to {held.stamped}.")
        if held.commitments:
            said.append(f"The commitment you gave holds {held.draws} of {self.draws} draws.")
        if held.added:
            said.append("What you added is in its dice.")
        return " ".join([*said, f"Beyond that: {UNCOMPARED[0].lower()}{UNCOMPARED[1:]}" if said else UNCOMPARED])

    def lines(self) -> Iterator[str]:
        """All there is to say, with nothing that a terminal would take for a command."""
        if self.fault is None:
            width = max(len(name) for name, _ in self.about)
            yield from (f"  {name:{width}}  {plain(value)}" for name, value in self.about)
        yield plain(self.line())
        if self.fault is None:
            yield self.conclusion()


def check(record: Any, shown: Shown | None = None) -> Report:
    """Checks a record as exported, JSON as parsed, and holds it to what was shown of it.

    Never raises; the first fault stands in the report."""
    replay: Replay | None = None
    held = Held()
    fault: Fault | None = None
    try:
        _check_shape(record)
        _check_commitments(record)
        replay = Replay(record)
        for event in record["events"]:
            replay.take(event)
        _check_end(record, replay)
        held = compare(shown or Shown(), record, replay)
    except Fault as found:
        fault = found
    except (ValueError, KeyError, TypeError, AttributeError, IndexError, AssertionError, OverflowError) as error:
        fault = Fault(replay.count if replay else None, f"it cannot be read: {type(error).__name__} {error}")
    except (RecursionError, MemoryError):
        fault = NotARecord("the file is deeper or larger than any record")
    return _report(record, replay, held, fault)


def seal(record: Mapping[str, Any]) -> str:
    """A fingerprint of everything in a record but the seal itself: finds what was changed beside the events by
    mistake.
    """
    content = {name: value for name, value in record.items() if name != "seal"}
    return hashlib.sha256(b"crusader-rex/export/1\0" + canonical(content)).hexdigest()


def _check_shape(record: Any) -> None:
    """Raises NotARecord for what is no record, and Fault for one whose parts contradict each other."""
    if not isinstance(record, dict):
        raise NotARecord("the file is no record of a game")
    if not _has_type(record.get("format"), int) or record["format"] not in RECORDS:
        raise NotARecord(
            f"the file has the format {record.get('format')!r}, this reads {FORMAT}: is it the export of a game that is"
            " over?"
        )
    names = RECORDS[record["format"]]
    for name, shape in names.items():
        if not _has_type(record.get(name, ...), shape):
            raise NotARecord(f"'{name}' is missing or not what it should be")
    _check_names("the record", record, set(names))
    if not record["events"]:
        raise NotARecord("the record has no events")
    for number, event in enumerate(record["events"], start=1):
        _check_event_shape(number, event)
    _check_people(record)
    if record["result"] is not None:
        _check_names("'result'", record["result"], {"winner", "how"})
    if record["complete"] is not (record["result"] is not None):
        raise Fault(None, "it says of itself that it is complete, and has no result, or the other way round")


def _check_event_shape(number: int, event: Any) -> None:
    """Raises Fault if an event lacks a name, has one too many, or holds a value of the wrong type."""
    if not isinstance(event, dict) or set(event) != set(EVENT):
        raise Fault(number, f"it must have exactly these names: {', '.join((*CONTENT, 'hash'))}")
    for name, shape in EVENT.items():
        if not _has_type(event[name], shape):
            raise Fault(number, f"'{name}' is not what it should be")
    if event["kind"] not in KINDS or event["side"] not in ("", *SIDES):
        raise Fault(number, "its kind or its side is unknown")


def _check_people(record: Mapping[str, Any]) -> None:
    """Raises Fault if the names of the players or the signature have the wrong form."""
    if record["format"] == EARLIER_FORMAT and not set(record["about"]) <= ABOUT:
        raise Fault(None, f"'about' has names that no record has: {', '.join(sorted(set(record['about']) - ABOUT))}")
    players = _players_of(record)
    if (
        not isinstance(players, dict)
        or set(players) != set(SIDES)
        or not all(_is_name_or_none(name) for name in players.values())
    ):
        raise Fault(None, "'players' must name those of both sides")
    signature = record.get("signature")
    if signature is not None and not _is_signature(signature):
        raise Fault(None, "'signature' must be a key and a signature in hexadecimal digits")


def _is_signature(signature: Mapping[str, Any]) -> bool:
    if set(signature) != {"key", "value"} or not all(isinstance(one, str) for one in signature.values()):
        return False
    return KEY.fullmatch(signature["key"]) is not None and VALUE.fullmatch(signature["value"]) is not None


def _players_of(record: Mapping[str, Any]) -> Any:
    return record["players"] if record["format"] == FORMAT else record["about"].get("players")


def _is_name_or_none(value: Any) -> bool:
    return value is None or (isinstance(value, str) and 0 < len(value) <= LONGEST_NAME)


def _has_type(value: Any, shape: Any) -> bool:
    """Whether a value has this type; True and False are no numbers."""
    return isinstance(value, shape) and (shape is bool or not isinstance(value, bool))


def _check_names(what: str, found: Mapping[str, Any], names: set[str]) -> None:
    """Raises Fault if an object has other names than these."""
    if set(found) != names:
        raise Fault(None, f"{what} must have exactly these names: {', '.join(sorted(names))}")


def _check_commitments(record: Mapping[str, Any]) -> None:
    """A record from before there were commitments has none: the report counts its draws as not proven."""
    for dice in record["dice"]:
        if (
            not isinstance(dice, dict)
            or set(dice) != {"commitment", "secret"}
            or not all(isinstance(one, str) for one in dice.values())
        ):
            raise Fault(None, "'dice' must hold a commitment and its secret, and nothing else")
        try:
            secret = bytes.fromhex(dice["secret"])
        except ValueError:
            secret = b""
        if len(secret) != SECRET_BYTES or secret.hex() != dice["secret"]:
            raise Fault(None, f"the secret is not {2 * SECRET_BYTES} hexadecimal digits")
        found = commitment(record["game"], secret)
        if found != dice["commitment"]:
            raise Fault(
                None,
                f"the secret is not the one committed to: it gives {found[:12]}, the commitment is"
                f" {dice['commitment'][:12]}",
            )


def _check_end(record: Mapping[str, Any], replay: Replay) -> None:
    """Raises Fault if head, result, seal or signature do not fit the replayed game."""
    if replay.head != record["head"]:
        raise Fault(
            None,
            f"the record ends with {replay.head[:12]}, but its head is {record['head'][:12]}: events are missing at"
            " its end",
        )
    result = record["result"]
    given = None if result is None else (result["winner"], result["how"])
    if given != replay.result:
        raise Fault(
            None, f"the game led to {_result_in_words(replay.result)}, the result is given as {_result_in_words(given)}"
        )
    if seal(record) != record["seal"]:
        raise Fault(None, "something beside the events was changed: the seal of the file does not fit")
    if record.get("signature") is not None:
        if result is None:
            raise Fault(None, "it is signed, and the game is not over")
        if not fits(record):
            raise Fault(None, "its signature is none of this game, head, players, result and dice by the key it names")


def _result_in_words(result: tuple[Any, Any] | None) -> str:
    return "no end" if result is None else f"{result[0] or 'nobody'} winning ({result[1]})"


def _report(record: Any, replay: Replay | None, held: Held, fault: Fault | None) -> Report:
    """Returns the report of a check, with the fault that ended it if there was one."""
    if replay is None:
        return Report(fault=fault)
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
        held=held,
        about=tuple(_about(record, replay, held)) if fault is None else (),
    )


def _as_given(given: bool) -> str:
    return "as you gave it" if given else "not compared"


def _about(record: Mapping[str, Any], replay: Replay, held: Held) -> Iterator[tuple[str, str]]:
    """Yields lines of what the record has to be compared with, and of what was compared."""
    yield "game", record["game"]
    yield from _about_origin(replay)
    people = replay.course.people
    for side, name in sorted(_players_of(record).items()):
        yield side, f"{name or 'nobody'} (person {people[side]})" if people[side] else str(name or "nobody")
    yield "head", f"{record['head'] or 'none'} - {_as_given(held.head)}"
    yield from _about_dice(replay, held)
    for last, n in sorted(replay.stamps().items(), key=lambda pair: pair[1])[-1:]:
        yield (
            "stamp",
            (
                f"{last} - of event {n}, the last -"
                f" {f'up to {held.stamped} as you gave it' if held.stamped else 'not compared'}"
            ),
        )
    signature = record.get("signature")
    yield "signature", f"fits the key {signature['key']} - {_as_given(held.signature)}" if signature else "none"
    versions = dict.fromkeys(event["rules"] for event in record["events"])
    yield "rules", f"recorded under {', '.join(versions)}; played again under {game.VERSION}"
    if record["format"] == EARLIER_FORMAT:
        yield "form", "an earlier one: names and times beside the events are held by nothing but its seal"


def _about_origin(replay: Replay) -> Iterator[tuple[str, str]]:
    """Which game a practice game goes on from."""
    moment = replay.course.practice
    if moment is not None:
        known = "everything open" if moment["as"] == "all" else f"what {moment['as']} knew"
        if "exercise" in moment:
            yield "practice", f"from the exercise {moment['exercise']}, with {known} - not compared with that"
            return
        yield "practice", f"from entry {moment['n']} of game {moment['game']}, with {known} - not compared with that"


def _about_dice(replay: Replay, held: Held) -> Iterator[tuple[str, str]]:
    """Yields lines about the dice: each commitment with its draws, and the contributions."""
    for made, draws in replay.chance.spans():
        span = f"draws {draws[0]} to {draws[-1]}" if draws else "no draws"
        yield "commitment", f"{made} - {span} - {_as_given(made in held.commitments)}"
    for side, text in sorted(replay.chance.contributions.items()):
        yield "added", f"{side}: {f'{text} - {_as_given(held.added)}' if text else 'nothing'}"


def _hex_argument(count: int, before: str = "") -> Any:
    """Returns a reader of command-line arguments of so many hexadecimal digits."""
    pattern = re.compile(rf"{before}[0-9a-f]{{{count}}}")

    def read_digits(text: str) -> str:
        found = text.strip().lower()
        if not pattern.fullmatch(found):
            raise argparse.ArgumentTypeError(f"{plain(text)!r} is not {count} hexadecimal digits")
        return found

    return read_digits


def main(arguments: Sequence[str]) -> int:
    """Checks the record that the command line names and prints the report. Returns its exit status."""
    parser = argparse.ArgumentParser(
        prog="python3 -m rules verify", description="Check exported records of games, offline."
    )
    parser.add_argument(
        "files",
        nargs="+",
        metavar="FILE",
        help="a record as the site exports it when a game is over; - for standard input",
    )
    more: dict[str, Any] = {"action": "append", "default": [], "metavar": "HEX"}
    parser.add_argument("--head", type=_hex_argument(64), metavar="HEX", help="the head in the mail of the game's end")
    parser.add_argument(
        "--commitment",
        type=_hex_argument(64),
        **more,
        help="a commitment that was shown before the game, or when it went on",
    )
    parser.add_argument("--stamp", type=_hex_argument(64), **more, help="a stamp that was shown during the game")
    side = "(?:(?:frank|saracen)=)?"
    parser.add_argument(
        "--contribution",
        type=_hex_argument(32, side),
        **more,
        help="what your browser added; frank=HEX for that of a side",
    )
    parser.add_argument(
        "--key",
        type=_hex_argument(64),
        **more,
        help="a key of the site, by which the record must be signed; for any files",
    )
    given = parser.parse_args(arguments)
    if len(given.files) > 1 and (given.head or given.commitment or given.stamp or given.contribution):
        parser.error("--head, --commitment, --stamp and --contribution belong to one game: give one file with them")
    shown = Shown(
        given.head or "", tuple(given.commitment), tuple(given.stamp), tuple(given.contribution), tuple(given.key)
    )
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    return max(_verify(name, shown) for name in given.files)


def _verify(name: str, shown: Shown) -> int:
    """Checks one file and prints what was found. Returns its status."""
    try:
        report = check(read(name), shown)
    except (OSError, NotARecord) as error:
        report = Report(
            fault=(
                error
                if isinstance(error, NotARecord)
                else NotARecord(f"it cannot be opened: {error.strerror or error}")
            )
        )
    if report.status == 2:
        print(f"{plain(name)}: not a record: {plain(str(report.fault))}", file=sys.stderr)
    else:
        print(f"{plain(name)}:", *report.lines(), sep="\n")
    return report.status


__all__ = ["EARLIER_FORMAT", "FORMAT", "Fault", "NotARecord", "Report", "Shown", "check", "load", "main", "seal"]
