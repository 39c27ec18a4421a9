"""What the site writes into a record beside the acts on the board: a closed list of events, with every name that each
holds.

An event that is not on the list, holds a name more or a name less, or a value that cannot be, is none that the site
ever wrote. When an event can happen in the course of a game is in :mod:`rules.course`; what an action of the rules
holds follows from playing it.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from rules.atlas import SIDES
from rules.entry_values import (
    WINNERS,
    Check,
    Event,
    OfferAs,
    count,
    creator,
    json_object,
    moment,
    named_winner,
    number,
    numbers,
    one_of,
    other_side,
    practice,
    same_as,
    same_side,
    seconds,
    sha256,
    text,
    turn,
    version,
    winner,
    zone,
)

Template = Mapping[str, Any]
"""Names and what stands under them: a value, or a check of it. A name with a question mark may be missing."""

PACES = ("live", "fast", "slow", "friendly")
CLOCKED = ("live", "fast", "slow")
"""Paces with a clock, which can run out."""
OFFERS = ("pause", "end", "annul", "more-time", "resign")
BOARD = ("victory-cities", "sudden-death")
"""How a game ends on the board."""

OPEN, ACTIVE, OVER = "open", "active", "over"
"""Before its start, while it is played, when it has ended. A game that was withdrawn is none of them."""
NEW = ""


class Form(NamedTuple):
    """One event of the site. ``facts`` are what it tells, None where the rules say what happened."""

    payload: Template
    facts: tuple[Template, ...] | None
    when: tuple[str, ...] = (ACTIVE,)
    side: bool = True
    """Whether it is an act of a side."""
    wall: bool = False
    by: str = "player"
    """``player``: of the person on the side; ``creator``; ``site``: of nobody; ``player-or-site``: of either;
    ``anybody``: of any person or of the site.
    """


def _without_winner(type_: str, ending: str, reason: str | Check, **more: Any) -> Template:
    """The template of a payload that ends a game without a winner."""
    return {"type": type_, **more, "ending": ending, "winner": "", "reason": reason}


_ROOM: dict[str, Any] = {"when": (OPEN,), "wall": True}
_AGAIN = {"commitment?": sha256}
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
                "ruleset": json_object,
                "by-hand?": True,
                "take-over?": True,
                "practice?": practice,
                "pace?": one_of(*PACES),
                "weekend-zone?": zone,
            },
            ({"type": "game-created", "side": creator},),
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
            {"type": "start", "contributions?": json_object, "position?": json_object},
            None,
            **_ROOM,
            side=False,
            by="anybody",
        ),
    ),
    # taken back
    ("undo", "undo"): (Form({"type": "undo", "undoes": numbers}, ({"type": "taken-back", "count": count} | _SIDE,)),),
    ("undo", "restart-turn"): (
        Form(
            {"type": "restart-turn", "undoes": numbers},
            ({"type": "taken-back", "count": count} | _SIDE,),
            by="player-or-site",
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
            ({"type": "time-given", "loser": other_side, "amount": seconds} | _SIDE,),
        ),
        Form(
            _without_winner("answer", "agreed", "consent", offer="end", answer="accept"),
            ({"type": "game-agreed"} | _SIDE,),
            wall=True,
        ),
        Form(
            {
                **_without_winner("answer", "resignation", "consent", offer="resign", answer="accept"),
                "winner": same_side,
            },
            ({"type": "resignation-accepted", "loser": other_side} | _SIDE,),
            wall=True,
        ),
        Form(
            _without_winner("answer", "annulled", "consent", offer="annul", answer="accept"),
            ({"type": "annulled-by-consent"} | _SIDE,),
            wall=True,
        ),
    ),
    # lapsed with the person who agreed to it, or with the position
    ("system", "lapse"): (
        Form({"type": "lapse", "offer": one_of(*OFFERS)}, ({"type": OfferAs("lapsed")} | _SIDE,), by="site"),
    ),
    ("system", "lapse-agreed"): (
        Form(
            {"type": "lapse-agreed", "agreement": "pause", "until": moment},
            ({"type": "agreed-pause-lapsed", "until": same_as("until")},),
            **_STAFF,
        ),
        Form({"type": "lapse-agreed", "agreement": "computer"}, ({"type": "agreed-computer-lapsed"},), **_STAFF),
    ),
    ("system", "give-time"): (
        Form({"type": "give-time"}, ({"type": "time-given", "loser": other_side, "amount": seconds} | _SIDE,)),
    ),
    ("system", "end-pause"): (Form({"type": "end-pause"}, ({"type": "pause-ended", "until": moment} | _SIDE,)),),
    ("system", "claim"): (
        Form(
            {"type": "claim", "claim": "win", "ending": "time-out", "winner": same_side, "reason": "late"},
            ({"type": "time-claimed", "loser": other_side} | _SIDE,),
            wall=True,
        ),
        Form(
            _without_winner("claim", "annulled", "late", claim="annul"),
            ({"type": "annulled-late", "loser": other_side} | _SIDE,),
            wall=True,
        ),
        Form({"type": "claim", "claim": "computer"}, ({"type": "taken-over", "loser": other_side} | _SIDE,)),
    ),
    **{
        ("system", type_): (Form({"type": type_, **times} | _SIDE, ({"type": type_, **facts} | _SIDE,)),)
        for type_, times, facts in (
            ("vacation-begun", {"until": moment}, {"until": same_as("until")}),
            (
                "vacation-announced",
                {"since": moment, "until": moment},
                {"since": same_as("since"), "until": same_as("until")},
            ),
            ("vacation-canceled", {"since": moment}, {"since": same_as("since")}),
            ("vacation-ended", {}, {}),
        )
    },
    # by the site itself
    ("system", "time-ran-out"): (Form({"type": "time-ran-out"}, ({"type": "time-ran-out"} | _SIDE,), by="site"),),
    ("system", "close-announced"): (
        Form(
            {"type": "close-announced", "until": moment},
            ({"type": "close-announced", "until": same_as("until")},),
            when=(OPEN, ACTIVE),
            **_STAFF,
        ),
    ),
    ("system", "annulled-untouched"): (
        Form(
            _without_winner("annulled-untouched", "annulled", "untouched"),
            ({"type": "annulled-untouched"},),
            **_STAFF,
            wall=True,
        ),
    ),
    ("system", "game-closed"): (
        Form(_without_winner("game-closed", "closed", "untouched"), ({"type": "game-closed"},), **_STAFF, wall=True),
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
            ({"type": "site-away", "since": same_as("since"), "until": same_as("until")},),
            when=(OPEN, ACTIVE),
            **_STAFF,
        ),
    ),
    ("system", "game-held"): (Form({"type": "game-held"}, ({"type": "game-held"},), **_STAFF),),
    ("system", "game-released"): (Form({"type": "game-released"}, ({"type": "game-released"},), **_STAFF),),
    # by staff
    ("staff", "clocks-frozen"): (
        Form({"type": "clocks-frozen"} | _REASON, ({"type": "clocks-frozen", "reason?": same_as("reason")},), **_STAFF),
    ),
    ("staff", "clocks-resumed"): (
        Form(
            {"type": "clocks-resumed"} | _REASON, ({"type": "clocks-resumed", "reason?": same_as("reason")},), **_STAFF
        ),
    ),
    ("staff", "time-granted"): (
        Form(
            {"type": "time-granted", "loser": one_of(*SIDES), "amount": seconds} | _REASON,
            (
                {
                    "type": "time-granted",
                    "loser": same_as("loser"),
                    "amount": same_as("amount"),
                    "reason?": same_as("reason"),
                },
            ),
            **_STAFF,
        ),
    ),
    ("staff", "replace"): (
        Form(
            {"type": "replace", "seat": one_of(*SIDES)},
            ({"type": "player-replaced", "side": same_as("seat")},),
            **_STAFF,
        ),
        Form(  # at first
            {"type": "replace", "seat": one_of(*SIDES), "from": number, "to": number},
            ({"type": "player-replaced", "side": same_as("seat")},),
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
            _without_winner("annulled-by-staff", "annulled", text),
            ({"type": "annulled-by-staff", "reason?": same_as("reason")},),
            when=_PLAYED,
            wall=True,
            **_STAFF,
        ),
    ),
    ("staff", "result-ruled"): (
        Form(
            {"type": "result-ruled", "ending": "ruling", "winner": one_of(*SIDES), "reason": text},
            ({"type": "result-ruled", "winner": same_as("winner")},),
            when=_PLAYED,
            wall=True,
            **_STAFF,
        ),
        Form(
            _without_winner("result-ruled", "ruling", text),
            ({"type": "result-ruled"},),
            when=_PLAYED,
            wall=True,
            **_STAFF,
        ),
    ),
    ("staff", "result-set"): (
        Form(
            {"type": "result-set", "ending": one_of(*WINNERS), "winner": winner, "reason": text},
            ({"type": "result-set", "winner": named_winner, "reason": same_as("reason")},),
            when=_PLAYED,
            wall=True,
            **_STAFF,
        ),
    ),
    ("staff", "game-restored"): (
        Form(
            {"type": "game-restored"} | _REASON | _AGAIN,
            ({"type": "game-restored", "reason?": same_as("reason")},),
            when=(OVER,),
            wall=True,
            **_STAFF,
        ),
    ),
    ("staff", "rewind"): (
        Form(
            {"type": "rewind", "to": number} | _AGAIN,
            ({"type": "game-rewound", "year": number, "turn?": turn},),
            when=_PLAYED,
            wall=True,
            **_STAFF,
        ),
    ),
    ("staff", "rules-moved"): (
        Form(
            {"type": "rules-moved", "from": version, "to": version},
            ({"type": "rules-moved", "version": same_as("to")},),
            **_STAFF,
        ),
        Form(
            {"type": "rules-moved", "from": version, "to": version, "because": text, "position": json_object},
            ({"type": "rules-moved-on", "version": same_as("to")},),
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
    """Returns in words how an event differs from its form, or None."""
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
    """Returns the first name of an object that is missing, unknown or wrong; None if all is as in the template."""
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
    "OVER",
    "Form",
    "differs",
    "form_of",
]
