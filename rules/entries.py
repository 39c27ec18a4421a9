"""What the site writes into a record beside the acts on the board: a closed list of events, with every name that each
holds.

An event that is not on the list, holds a name more or a name less, or a value that cannot be, is none that the site
ever wrote. When an event can happen in the course of a game is in :mod:`rules.course`; what an action of the rules
holds follows from playing it.
"""

import re
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from rules.atlas import SIDES

Event = Mapping[str, Any]
Check = Callable[[Any, Event], bool]
Template = Mapping[str, Any]
"""Names and what stands under them: a value, or a check of it. A name with a question mark may be missing."""

OTHER = {"frank": "saracen", "saracen": "frank"}
PACES = ("live", "fast", "slow", "friendly")
CLOCKED = ("live", "fast", "slow")
"""Paces with a clock, which can run out."""
OFFERS = ("pause", "end", "annul", "more-time", "resign")
WINNERS: dict[str, tuple[str, ...]] = {
    "resignation": SIDES,
    "time-out": SIDES,
    "ruling": ("", *SIDES),
    "agreed": ("",),
    "annulled": ("",),
    "closed": ("",),
}
"""How a game can end otherwise than on the board, and who can win it so."""
BOARD = ("victory-cities", "sudden-death")
"""How it ends on the board."""

OPEN, ACTIVE, OVER = "open", "active", "over"
"""Before its start, while it is played, when it has ended. A game that was withdrawn is none of them."""
NEW = ""

_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{6})?\+00:00")
_VERSION = re.compile(r"\d{1,4}(\.\d{1,4}){2}")
_ZONE = re.compile(r"[A-Za-z0-9_+/-]{1,64}")
_HASH = re.compile(r"[0-9a-f]{64}")
_GAME = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
MOST_TEXT = 10_000
MOST_TIME = 10 * 366 * 86_400
"""Seconds that can be given at once."""


class OneOf(NamedTuple):
    """A check: the value is one of these."""

    values: tuple[Any, ...]

    def __call__(self, value: Any, event: Event) -> bool:
        return any(value == one and type(value) is type(one) for one in self.values)


def one_of(*values: Any) -> OneOf:
    """The check that a value is one of these."""
    return OneOf(values)


class Repeated(NamedTuple):
    """A check: the value is what stands under this name in the payload."""

    name: str

    def __call__(self, value: Any, event: Event) -> bool:
        return bool(value == event["payload"].get(self.name))


def the(name: str) -> Repeated:
    """The check that a value is what stands under this name in the payload."""
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
    """A time in UTC as the site writes it."""
    if not isinstance(value, str) or not _TIME.fullmatch(value):
        return False
    try:
        datetime.fromisoformat(value)
    except ValueError:
        return False
    return True


def version(value: Any, event: Event | None = None) -> bool:
    """A version of the rules."""
    return isinstance(value, str) and _VERSION.fullmatch(value) is not None


def number(value: Any, event: Event) -> bool:
    """Checks that the value is a whole number above 0 (True is none)."""
    return type(value) is int and value > 0


def _turn(value: Any, event: Event) -> bool:
    return type(value) is int and value >= 0  # at first 0 was told as well, before there was a turn


def _zone(value: Any, event: Event) -> bool:
    return isinstance(value, str) and _ZONE.fullmatch(value) is not None


def _seconds(value: Any, event: Event) -> bool:
    return type(value) is int and 0 < value <= MOST_TIME


def _object(value: Any, event: Event) -> bool:
    return isinstance(value, dict)


def _practice(value: Any, event: Event) -> bool:
    """Which moment of which game a practice game goes on from: an entry of its replay, and whose knowledge counts."""
    return (
        isinstance(value, dict)
        and set(value) == {"game", "n", "as"}
        and isinstance(value["game"], str)
        and _GAME.fullmatch(value["game"]) is not None
        and number(value["n"], event)
        and value["as"] in (*SIDES, "all")
    )


def _numbers(value: Any, event: Event) -> bool:
    return (
        isinstance(value, list)
        and value != []
        and all(type(one) is int for one in value)
        and value == sorted(set(value))
    )


def _hash(value: Any, event: Event) -> bool:
    return isinstance(value, str) and _HASH.fullmatch(value) is not None


def _creator(value: Any, event: Event) -> bool:
    choice = event["payload"]["choice"]
    return value in SIDES if choice == "random" else bool(value == (None if choice == "both" else choice))


def _count(value: Any, event: Event) -> bool:
    return type(value) is int and value == len(event["payload"]["undoes"])


def _winner(value: Any, event: Event) -> bool:
    return value in WINNERS[event["payload"]["ending"]]


def _named_winner(value: Any, event: Event) -> bool:
    return bool(value == (event["payload"]["winner"] or None))


class OfferAs(NamedTuple):
    """A check: the value is the offer of the payload, a hyphen and this word."""

    verb: str

    def __call__(self, value: Any, event: Event) -> bool:
        return bool(value == f"{event['payload']['offer']}-{self.verb}")


class Form(NamedTuple):
    """One event of the site. ``facts`` are what it tells, None where the rules say what happened."""

    payload: Template
    facts: tuple[Template, ...] | None
    when: tuple[str, ...] = (ACTIVE,)
    side: bool = True
    """Whether it is an act of a side."""
    wall: bool = False
    by: str = "player"
    """``player``: of whoever sits on the side; ``creator``; ``site``: of nobody; ``anybody``: of a person or of the
    site.
    """


def _ended(type_: str, ending: str, reason: str | Check, **more: Any) -> Template:
    return {"type": type_, **more, "ending": ending, "winner": "", "reason": reason}


_ROOM: dict[str, Any] = {"when": (OPEN,), "wall": True}
_AGAIN = {"commitment?": _hash}
_REASON = {"reason?": text}
_PLAYED = (ACTIVE, OVER)
_STAFF: dict[str, Any] = {"side": False, "by": "site"}
_SIDE = {"side": same_side}

FORMS: dict[tuple[str, str], tuple[Form, ...]] = {
    # before the start
    ("system", "create"): (
        Form(
            {
                "type": "create",
                "choice": one_of(*SIDES, "random", "both"),
                "visibility": one_of("public", "private"),
                "ruleset": _object,
                "by-hand?": True,
                "take-over?": True,
                "practice?": _practice,
                "pace?": one_of(*PACES),
                "weekend-zone?": _zone,
            },
            ({"type": "game-created", "side": _creator},),
            when=(NEW,),
            side=False,
            wall=True,
        ),
    ),
    ("system", "join"): (Form({"type": "join"}, ({"type": "player-joined"} | _SIDE,), **_ROOM),),
    ("system", "leave"): (Form({"type": "leave"}, ({"type": "player-left"} | _SIDE,), **_ROOM),),
    ("system", "remove"): (Form({"type": "remove"}, ({"type": "player-removed"} | _SIDE,), **_ROOM, by="creator"),),
    ("system", "cancel"): (Form({"type": "cancel"}, ({"type": "game-canceled"},), **_ROOM, side=False, by="anybody"),),
    ("system", "start-by-hand"): (Form({"type": "start-by-hand"}, (), **_ROOM, side=False, by="creator"),),
    ("system", "part-missing"): (
        Form({"type": "part-missing"}, ({"type": "part-missing"} | _SIDE,), **_ROOM, by="site"),
    ),
    # Older records name in the first draw alone what the players added; `rules.chance` compares the two.
    ("system", "start"): (
        Form(
            {"type": "start", "contributions?": _object, "position?": _object},
            None,
            **_ROOM,
            side=False,
            by="anybody",
        ),
    ),
    # taken back
    ("undo", "undo"): (Form({"type": "undo", "undoes": _numbers}, ({"type": "taken-back", "count": _count} | _SIDE,)),),
    ("undo", "restart-turn"): (
        Form(
            {"type": "restart-turn", "undoes": _numbers},
            ({"type": "taken-back", "count": _count} | _SIDE,),
            by="anybody",
        ),
    ),
    # between the players
    ("system", "resign"): (
        Form({"type": "resign"}, ({"type": "player-resigned", "winner": other_side} | _SIDE,), wall=True),
    ),
    ("system", "offer"): (Form({"type": "offer", "offer": one_of(*OFFERS)}, ({"type": OfferAs("offered")} | _SIDE,)),),
    ("system", "answer"): (
        Form(
            {"type": "answer", "offer": one_of(*OFFERS), "answer": "decline"},
            ({"type": OfferAs("declined")} | _SIDE,),
        ),
        Form(
            {"type": "answer", "offer": one_of(*OFFERS), "answer": "withdraw"},
            ({"type": OfferAs("withdrawn")} | _SIDE,),
        ),
        Form({"type": "answer", "offer": "pause", "answer": "accept"}, ({"type": "pause-begun"} | _SIDE,)),
        Form(
            {"type": "answer", "offer": "more-time", "answer": "accept"},
            ({"type": "time-given", "loser": other_side, "amount": _seconds} | _SIDE,),
        ),
        Form(
            _ended("answer", "agreed", "consent", offer="end", answer="accept"),
            ({"type": "game-agreed"} | _SIDE,),
            wall=True,
        ),
        Form(
            {**_ended("answer", "resignation", "consent", offer="resign", answer="accept"), "winner": same_side},
            ({"type": "resignation-accepted", "loser": other_side} | _SIDE,),
            wall=True,
        ),
        Form(
            _ended("answer", "annulled", "consent", offer="annul", answer="accept"),
            ({"type": "annulled-by-consent"} | _SIDE,),
            wall=True,
        ),
    ),
    # lapsed with whoever agreed to it, or with the position
    ("system", "lapse"): (
        Form({"type": "lapse", "offer": one_of(*OFFERS)}, ({"type": OfferAs("lapsed")} | _SIDE,), by="site"),
    ),
    ("system", "lapse-agreed"): (
        Form(
            {"type": "lapse-agreed", "agreement": "pause", "until": moment},
            ({"type": "agreed-pause-lapsed", "until": the("until")},),
            **_STAFF,
        ),
        Form({"type": "lapse-agreed", "agreement": "computer"}, ({"type": "agreed-computer-lapsed"},), **_STAFF),
    ),
    ("system", "give-time"): (
        Form({"type": "give-time"}, ({"type": "time-given", "loser": other_side, "amount": _seconds} | _SIDE,)),
    ),
    ("system", "end-pause"): (Form({"type": "end-pause"}, ({"type": "pause-ended", "until": moment} | _SIDE,)),),
    ("system", "claim"): (
        Form(
            {"type": "claim", "claim": "win", "ending": "time-out", "winner": same_side, "reason": "late"},
            ({"type": "time-claimed", "loser": other_side} | _SIDE,),
            wall=True,
        ),
        Form(
            _ended("claim", "annulled", "late", claim="annul"),
            ({"type": "annulled-late", "loser": other_side} | _SIDE,),
            wall=True,
        ),
        Form({"type": "claim", "claim": "computer"}, ({"type": "taken-over", "loser": other_side} | _SIDE,)),
    ),
    **{
        ("system", type_): (Form({"type": type_, **times} | _SIDE, ({"type": type_, **facts} | _SIDE,)),)
        for type_, times, facts in (
            ("vacation-begun", {"until": moment}, {"until": the("until")}),
            ("vacation-announced", {"since": moment, "until": moment}, {"since": the("since"), "until": the("until")}),
            ("vacation-canceled", {"since": moment}, {"since": the("since")}),
            ("vacation-ended", {}, {}),
        )
    },
    # by the site itself
    ("system", "time-ran-out"): (Form({"type": "time-ran-out"}, ({"type": "time-ran-out"} | _SIDE,), by="site"),),
    ("system", "close-announced"): (
        Form(
            {"type": "close-announced", "until": moment},
            ({"type": "close-announced", "until": the("until")},),
            when=(OPEN, ACTIVE),
            **_STAFF,
        ),
    ),
    ("system", "annulled-untouched"): (
        Form(
            _ended("annulled-untouched", "annulled", "untouched"),
            ({"type": "annulled-untouched"},),
            **_STAFF,
            wall=True,
        ),
    ),
    ("system", "game-closed"): (
        Form(_ended("game-closed", "closed", "untouched"), ({"type": "game-closed"},), **_STAFF, wall=True),
    ),
    ("system", "clocks-frozen"): (
        Form({"type": "clocks-frozen", "reported": True}, ({"type": "clocks-frozen", "reported": True},), **_STAFF),
        Form({"type": "clocks-frozen"} | _SIDE, ({"type": "clocks-frozen"} | _SIDE,)),  # as it was written at first
    ),
    ("system", "clocks-resumed"): (
        Form({"type": "clocks-resumed"}, ({"type": "clocks-resumed"},), **_STAFF),
        Form({"type": "clocks-resumed"} | _SIDE, ({"type": "clocks-resumed"} | _SIDE,)),  # at first
    ),
    ("system", "pause-over"): (Form({"type": "pause-over"}, ({"type": "pause-over"},), **_STAFF),),
    ("system", "site-away"): (
        Form(
            {"type": "site-away", "since": moment, "until": moment},
            ({"type": "site-away", "since": the("since"), "until": the("until")},),
            when=(OPEN, ACTIVE),
            **_STAFF,
        ),
    ),
    ("system", "game-held"): (Form({"type": "game-held"}, ({"type": "game-held"},), **_STAFF),),
    ("system", "game-released"): (Form({"type": "game-released"}, ({"type": "game-released"},), **_STAFF),),
    # by staff
    ("staff", "clocks-frozen"): (
        Form({"type": "clocks-frozen"} | _REASON, ({"type": "clocks-frozen", "reason?": the("reason")},), **_STAFF),
    ),
    ("staff", "clocks-resumed"): (
        Form({"type": "clocks-resumed"} | _REASON, ({"type": "clocks-resumed", "reason?": the("reason")},), **_STAFF),
    ),
    ("staff", "time-granted"): (
        Form(
            {"type": "time-granted", "loser": one_of(*SIDES), "amount": _seconds} | _REASON,
            ({"type": "time-granted", "loser": the("loser"), "amount": the("amount"), "reason?": the("reason")},),
            **_STAFF,
        ),
    ),
    ("staff", "replace"): (
        Form(
            {"type": "replace", "seat": one_of(*SIDES)}, ({"type": "player-replaced", "side": the("seat")},), **_STAFF
        ),
        Form(  # at first
            {"type": "replace", "seat": one_of(*SIDES), "from": number, "to": number},
            ({"type": "player-replaced", "side": the("seat")},),
            **_STAFF,
        ),
    ),
    ("staff", "reviewer-spoke"): (
        Form({"type": "reviewer-spoke"}, ({"type": "reviewer-spoke"},), when=_PLAYED, **_STAFF),
    ),
    **{
        ("staff", type_): (
            Form({"type": type_, "seat": one_of(*SIDES)}, ({"type": "reviewer-spoke"},), when=_PLAYED, **_STAFF),
        )
        for type_ in ("warn", "mute", "suspend")  # at first
    },
    ("staff", "answer"): (Form({"type": "answer"}, ({"type": "dispute-settled"},), when=_PLAYED, **_STAFF),),
    ("staff", "annulled-by-staff"): (
        Form(
            _ended("annulled-by-staff", "annulled", text),
            ({"type": "annulled-by-staff", "reason?": the("reason")},),
            when=_PLAYED,
            wall=True,
            **_STAFF,
        ),
    ),
    ("staff", "result-ruled"): (
        Form(
            {"type": "result-ruled", "ending": "ruling", "winner": one_of(*SIDES), "reason": text},
            ({"type": "result-ruled", "winner": the("winner")},),
            when=_PLAYED,
            wall=True,
            **_STAFF,
        ),
        Form(_ended("result-ruled", "ruling", text), ({"type": "result-ruled"},), when=_PLAYED, wall=True, **_STAFF),
    ),
    ("staff", "result-set"): (
        Form(
            {"type": "result-set", "ending": one_of(*WINNERS), "winner": _winner, "reason": text},
            ({"type": "result-set", "winner": _named_winner, "reason": the("reason")},),
            when=_PLAYED,
            wall=True,
            **_STAFF,
        ),
    ),
    ("staff", "game-restored"): (
        Form(
            {"type": "game-restored"} | _REASON | _AGAIN,
            ({"type": "game-restored", "reason?": the("reason")},),
            when=(OVER,),
            wall=True,
            **_STAFF,
        ),
    ),
    ("staff", "rewind"): (
        Form(
            {"type": "rewind", "to": number} | _AGAIN,
            ({"type": "game-rewound", "year": number, "turn?": _turn},),
            when=_PLAYED,
            wall=True,
            **_STAFF,
        ),
    ),
    ("staff", "rules-moved"): (
        Form(
            {"type": "rules-moved", "from": version, "to": version},
            ({"type": "rules-moved", "version": the("to")},),
            **_STAFF,
        ),
        Form(
            {"type": "rules-moved", "from": version, "to": version, "because": text, "position": _object},
            ({"type": "rules-moved-on", "version": the("to")},),
            wall=True,
            **_STAFF,
        ),
    ),
    ("staff", "brought-here"): (Form({"type": "brought-here"}, ({"type": "brought-here"},), **_STAFF),),
}


def form_of(event: Event) -> Form:
    """The form of an event that is no action. Raises ValueError saying what the site would never have written."""
    type_ = event["payload"].get("type")
    forms = FORMS.get((event["kind"], type_)) if isinstance(type_, str) else None
    if forms is None:
        raise ValueError(f"there is no {event['kind']} event of the type {type_!r}")
    faults = []
    for form in forms:
        fault = _fault(form, event)
        if fault is None:
            return form
        faults.append(fault)
    said = faults[0] if len(faults) == 1 else "none of its forms fits"
    raise ValueError(f"the site writes no {type_!r} like this: {said}")


def _fault(form: Form, event: Event) -> str | None:
    if bool(event["side"]) is not form.side:
        return "it names a side" if event["side"] else "it names no side"
    if event["wall"] is not form.wall:
        return "it is a wall" if event["wall"] else "it is no wall"
    fault = differs(form.payload, event["payload"], event, "payload")
    if fault is not None or form.facts is None:
        return fault
    if len(event["events"]) != len(form.facts):
        return f"it tells {len(event['events'])} things instead of {len(form.facts)}"
    for place, (template, fact) in enumerate(zip(form.facts, event["events"], strict=True)):
        fault = differs(template, fact, event, f"events[{place}]")
        if fault is not None:
            return fault
    return None


def differs(template: Template, found: Any, event: Event, where: str) -> str | None:
    """The first name of an object that is missing, too many or wrong; None if all is as in the template."""
    if not isinstance(found, dict):
        return f"{where} is no object"
    for name, wanted in template.items():
        optional = name.endswith("?")
        name = name.removesuffix("?")
        if name not in found:
            if optional:
                continue
            return f"{where}.{name} is missing"
        value = found[name]
        if not (wanted(value, event) if callable(wanted) else value == wanted and type(value) is type(wanted)):
            return f"{where}.{name} is {value!r}"
    for name in found:
        if name not in template and f"{name}?" not in template:
            return f"{where}.{name} has no place there"
    return None


__all__ = [
    "ACTIVE",
    "BOARD",
    "CLOCKED",
    "FORMS",
    "OPEN",
    "OTHER",
    "OVER",
    "Form",
    "differs",
    "form_of",
    "moment",
    "version",
]
