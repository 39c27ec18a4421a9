"""Checks of single values in the events of the site: a time, a side, a number, what stands elsewhere in the event."""

import re
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from rules.atlas import SIDES

Event = Mapping[str, Any]
Check = Callable[[Any, Event], bool]

OTHER = {"frank": "saracen", "saracen": "frank"}
WINNERS: dict[str, tuple[str, ...]] = {
    "resignation": SIDES,
    "time-out": SIDES,
    "ruling": ("", *SIDES),
    "agreed": ("",),
    "annulled": ("",),
    "closed": ("",),
}
"""How a game can end otherwise than on the board, and who can win it so."""
_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{6})?\+00:00")
_VERSION = re.compile(r"\d{1,4}(\.\d{1,4}){2}")
_ZONE = re.compile(r"[A-Za-z0-9_+/-]{1,64}")
_HASH = re.compile(r"[0-9a-f]{64}")
_GAME = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
MOST_TEXT = 10_000
MOST_NAME = 64
"""Characters of the name of an exercise."""
MOST_TIME = 10 * 366 * 86_400
"""Seconds that can be given at once."""


class OneOf(NamedTuple):
    """A check: the value is one of these."""

    values: tuple[Any, ...]

    def __call__(self, value: Any, event: Event) -> bool:
        return any(value == one and type(value) is type(one) for one in self.values)


def one_of(*values: Any) -> OneOf:
    """Returns a check that the value is one of these."""
    return OneOf(values)


class Repeated(NamedTuple):
    """A check: the value is what stands under this name in the payload."""

    name: str

    def __call__(self, value: Any, event: Event) -> bool:
        payload = event["payload"]
        return self.name in payload and bool(value == payload[self.name])


def same_as(name: str) -> Repeated:
    """Returns a check that the value is the one under this name in the payload."""
    return Repeated(name)


def same_side(value: Any, event: Event) -> bool:
    """Checks that the value is the side whose event this is."""
    return bool(value == event["side"])


def other_side(value: Any, event: Event) -> bool:
    """Checks that the value is the side opposite to the event's."""
    return bool(value == OTHER.get(event["side"]))


def text(value: Any, event: Event) -> bool:
    """Checks that the value is a text."""
    return isinstance(value, str) and len(value) <= MOST_TEXT


def moment(value: Any, event: Event | None = None) -> bool:
    """Checks that the value is a time in UTC as the site writes it."""
    if not isinstance(value, str) or not _TIME.fullmatch(value):
        return False
    try:
        datetime.fromisoformat(value)
    except ValueError:
        return False
    return True


def version(value: Any, event: Event | None = None) -> bool:
    """Checks that the value is a version of the rules."""
    return isinstance(value, str) and _VERSION.fullmatch(value) is not None


def number(value: Any, event: Event) -> bool:
    """Checks that the value is a whole number above 0 (True is none)."""
    return type(value) is int and value > 0


def turn(value: Any, event: Event) -> bool:
    """Checks that the value is a turn of the year, or 0 as before the first turn in old records."""
    return type(value) is int and value >= 0


def zone(value: Any, event: Event) -> bool:
    """Checks that the value is written like the name of a time zone."""
    return isinstance(value, str) and _ZONE.fullmatch(value) is not None


def seconds(value: Any, event: Event) -> bool:
    """Checks that the value is a number of seconds above 0, at most MOST_TIME."""
    return type(value) is int and 0 < value <= MOST_TIME


def json_object(value: Any, event: Event) -> bool:
    """Checks that the value is a JSON object."""
    return isinstance(value, dict)


def practice(value: Any, event: Event) -> bool:
    """Checks that the value names the moment that a practice game goes on from: game, entry, whose view; or the
    exercise of the site, and the side that decides.
    """
    if isinstance(value, dict) and set(value) == {"exercise", "as"}:
        return isinstance(value["exercise"], str) and 0 < len(value["exercise"]) <= MOST_NAME and value["as"] in SIDES
    return (
        isinstance(value, dict)
        and set(value) == {"game", "n", "as"}
        and isinstance(value["game"], str)
        and _GAME.fullmatch(value["game"]) is not None
        and number(value["n"], event)
        and value["as"] in (*SIDES, "all")
    )


def numbers(value: Any, event: Event) -> bool:
    """Checks that the value is a list of numbers that rise, not empty."""
    return (
        isinstance(value, list)
        and value != []
        and all(type(one) is int for one in value)
        and value == sorted(set(value))
    )


def sha256(value: Any, event: Event) -> bool:
    """Checks that the value is a SHA-256 hash in hexadecimal digits."""
    return isinstance(value, str) and _HASH.fullmatch(value) is not None


def creator(value: Any, event: Event) -> bool:
    """Checks that the value is the side that the creator of a game chose; None where both."""
    choice = event["payload"]["choice"]
    return value in SIDES if choice == "random" else bool(value == (None if choice == "both" else choice))


def count(value: Any, event: Event) -> bool:
    """Checks that the value is how many events the payload takes back."""
    return type(value) is int and value == len(event["payload"]["undoes"])


def winner(value: Any, event: Event) -> bool:
    """Checks that the value can be the winner of the payload's ending."""
    return value in WINNERS[event["payload"]["ending"]]


def named_winner(value: Any, event: Event) -> bool:
    """Checks that the value is the payload's winner; None where it names nobody."""
    return bool(value == (event["payload"]["winner"] or None))


class OfferAs(NamedTuple):
    """A check: the value is the offer of the payload, a hyphen and this word."""

    verb: str

    def __call__(self, value: Any, event: Event) -> bool:
        return bool(value == f"{event['payload']['offer']}-{self.verb}")
