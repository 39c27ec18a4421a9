"""The course of a recorded game beside the board: before, during and after play, who sits where, what is offered, how
it ended.

It goes along with the events of a record and says of each whether it can stand at its place. What happens on the board
is played again by :mod:`rules.replay`.
"""

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from typing import Any

from rules.atlas import SIDES
from rules.entries import ACTIVE, CLOCKED, OPEN, OVER, Form, form_of
from rules.entry_values import OTHER, moment, version

Event = Mapping[str, Any]
APART = timedelta(minutes=1)
"""As far as the clocks of a site's machines may lie apart: an event can bear an earlier time than the last wall, by no
more.
"""
CANCELED = "canceled"
TOGETHER = ("offer", "answer", "claim", "give-time", "end-pause", "lapse", "lapse-agreed", "annulled-untouched")
"""What happens between two people only."""


class Course:
    """The course of a recorded game: who plays it, how far it has come, and so which events can follow.

    Call `check` with every event, then `follow` with it when it has passed the other checks as well.
    """

    def __init__(self) -> None:
        self.status = ""
        self.solo = False
        self.people: dict[str, int | None] = dict.fromkeys(SIDES)
        """The number of the person on each side; None where the seat is free, or the record does not say."""
        self.ended: tuple[str, str] | None = None
        """Winner (or "") and how, where the game ended otherwise than on the board."""
        self.reason = ""
        self.started_at = self.ended_at = ""
        self.rules = ""
        """The version of the rules in force, "" before the start."""
        self._taken: set[str] = set()
        self._begins = False
        """Whether the start comes next: a part of the dice was written down as missing."""
        self._creator: int | None = None
        self._clocked = self._take_over = False
        """Whether the game has a clock; whether the computer may be called when time is up, instead of a win."""
        self._offers: dict[str, str] = {}
        self._cleared = False
        self.practice: Mapping[str, Any] | None = None
        """The moment of another game from which this one goes on; None for a game from its beginning."""
        self._left = ""
        self._wall_at: datetime | None = None
        """The latest time of a wall.

        Plans between two walls need not be in order: a clock may be put right, and a time made later than the other
        side's plan would tell of it."""

    # --- whether it can be

    def check(self, event: Event, *, awaited: Collection[str] | None, ended_on_board: bool) -> None:
        """Raises ValueError saying why this event cannot follow those before it.

        ``awaited`` are the sides that must decide, None where the position is not known; ``ended_on_board`` whether it
        says who won.
        """
        self._check_time(event["at"])
        if not version(event["rules"]):
            raise ValueError(f"{event['rules']!r} is no version of the rules")
        form = None if event["kind"] == "action" else form_of(event)
        self._check_status(event, form)
        if event["hash"]:  # who acted was not recorded before there were fingerprints
            self._check_person(event, form)
        self._check_rules(event)
        if form is not None:
            self._check_end(event, awaited, ended_on_board)

    def _check_time(self, at: str) -> None:
        """Raises ValueError if the time is not one of a record, or is before the last wall."""
        if not moment(at) or len(at) != len("2026-01-01T00:00:00.000000+00:00"):
            raise ValueError(f"{at!r} is no time of a record")
        if self._wall_at is not None and datetime.fromisoformat(at) < self._wall_at - APART:
            raise ValueError(f"its time, {at}, is before that of the last wall, {self._wall_at.isoformat()}")

    def _check_status(self, event: Event, form: Form | None) -> None:
        """Raises ValueError if the event cannot happen in the game's status, or with its seats as they are."""
        if self.status not in (form.when if form is not None else (ACTIVE,)):
            stood = {
                "": "had not been made",
                OPEN: "had not started",
                ACTIVE: "was running",
                OVER: "was over",
                CANCELED: "was withdrawn",
            }
            raise ValueError(f"the game {stood[self.status]}, this could not happen then")
        if form is None and event["side"] not in SIDES:
            raise ValueError("an action is one of a side")
        if event["payload"].get("type") == "start" and len(self._taken) < len(SIDES):
            raise ValueError("a seat was free, the game could not start")
        if event["payload"].get("type") == "start" and ("position" in event["payload"]) is not bool(self.practice):
            raise ValueError("a practice game begins from a position, and no other game does")
        self._check_seat(event)
        if self._begins and event["payload"].get("type") not in ("part-missing", "start"):
            raise ValueError("a part of the dice was not waited for any longer, so the game had to start now")

    def _check_seat(self, event: Event) -> None:
        """Raises ValueError if somebody joins a taken seat, or leaves a free one."""
        type_, taken = event["payload"].get("type"), event["side"] in self._taken
        if type_ == "join" and taken:
            raise ValueError("that seat was taken")
        if type_ in ("leave", "remove") and not taken:
            raise ValueError("nobody sat there")

    def _check_person(self, event: Event, form: Form | None) -> None:
        """Raises ValueError if the event names nobody, or somebody other than the person who could have done it."""
        by, person = form.by if form is not None else "player", event["person"]
        if person is not None and person <= 0:
            raise ValueError(f"{person} is nobody's number")
        if by == "site" and person is not None:
            raise ValueError(f"it names person {person}, and it is no act of a player")
        if by in ("player", "creator") and person is None:
            raise ValueError("it does not say who did it")
        seated = self._entitled(by, event["side"])
        if person is None and by == "player-or-site":
            return
        if seated is not None and seated != person and event["payload"].get("type") not in ("create", "join"):
            raise ValueError(f"it is by person {person}, but {seated} sat there")

    def _entitled(self, by: str, side: str) -> int | None:
        """Returns the number of the person entitled to an act that a `by` may do: the creator or the side's player.
        None if unknown.
        """
        if by == "creator":
            return self._creator
        return self.people.get(side) if by in ("player", "player-or-site") else None

    def _check_rules(self, event: Event) -> None:
        """Raises ValueError if the event is recorded under another version of the rules than the game's."""
        type_, rules = event["payload"].get("type"), event["rules"]
        taken_for_staff = self._takes_plans_back_for_new_rules(event)
        if self._cleared and not taken_for_staff and not (type_ == "rules-moved" and event["wall"]):
            raise ValueError("plans were taken back for the game to go on under other rules, and it does not")
        if taken_for_staff:
            if rules == self.rules:
                raise ValueError("nobody took it back, and no other rules followed")
        elif event["kind"] in ("action", "undo") and rules != self.rules:
            raise ValueError(f"it was taken under the rules {rules}, and {self.rules} held")
        if type_ == "rules-moved":
            self._check_rules_moved(event["payload"], rules)

    def _check_rules_moved(self, payload: Mapping[str, Any], rules: str) -> None:
        """Raises ValueError if an upgrade of the rules does not begin with the game's version and end with the recorded
        one.
        """
        if payload["from"] == payload["to"]:
            raise ValueError(f"it goes on under the rules {payload['to']}, which held already")
        if payload["from"] != self.rules or payload["to"] != rules:
            raise ValueError(
                f"it goes from the rules {payload['from']} to {payload['to']}; {self.rules} held, and it was recorded"
                f" under {rules}"
            )

    def _check_end(self, event: Event, awaited: Collection[str] | None, ended_on_board: bool) -> None:
        """Raises ValueError if the game could not end, or go on after its end, in this way."""
        payload, type_ = event["payload"], event["payload"]["type"]
        if type_ in TOGETHER and event["kind"] == "system" and self.solo:
            raise ValueError("one person plays both sides")
        if type_ == "game-closed" and not self.solo:
            raise ValueError("only games that one person plays alone are closed")
        if event["kind"] == "system":
            self._check_agreed(event)
        if type_ == "claim":
            self._check_claim(payload["claim"], event["side"], awaited)
        if type_ == "game-restored" and ended_on_board:
            raise ValueError("the game was decided on the board, and nothing was left to go on with")
        self._check_new_dice(payload)

    def _check_claim(self, claim: str, side: str, awaited: Collection[str] | None) -> None:
        """Raises ValueError if the side could not claim the game for the other side's lack of time."""
        self._check_take_over(claim)
        if not self._clocked:
            raise ValueError("the game had no clock that could run out")
        if awaited is not None and set(awaited) != {OTHER[side]}:
            raise ValueError(
                f"the game waited for {' and '.join(sorted(awaited)) or 'nobody'}: there was nothing {side} could claim"
            )

    def _check_new_dice(self, payload: Mapping[str, Any]) -> None:
        """Raises ValueError unless the event commits to new dice exactly if it restarts a finished game."""
        anew = self.status == OVER and payload["type"] in ("rewind", "game-restored")
        if anew and "commitment" not in payload:
            raise ValueError("the game was over and its secret known: it could go on with other dice alone")
        if "commitment" in payload and not anew:
            raise ValueError("the dice stood, and could not be changed")

    def _check_agreed(self, event: Event) -> None:
        """Raises ValueError if an answered or lapsed offer or agreement did not exist."""
        payload, side = event["payload"], event["side"]
        if payload["type"] in ("answer", "lapse"):
            by = OTHER[side] if payload.get("answer") in ("accept", "decline") else side
            if self._offers.get(payload["offer"]) != by:
                raise ValueError(f"{by} had offered nothing of the kind ({payload['offer']})")
        if payload.get("agreement") == "computer" and not self._take_over:
            raise ValueError("nobody had agreed that the computer may be called")

    def _check_take_over(self, claim: str) -> None:
        """Raises ValueError if the claim is for the computer without an agreement, or for a win in spite of one."""
        if claim != "annul" and (claim == "computer") is not self._take_over:
            allowed = "the computer was to be called" if self._take_over else "there was a win to be claimed"
            raise ValueError(f"when time was up {allowed}, and not this: {claim}")

    # --- what follows

    def follow(self, event: Event) -> None:
        """Updates the course by an event, checked or not."""
        kind, payload, side = event["kind"], event["payload"], event["side"]
        type_ = payload.get("type")
        self._follow_time(event)
        self._cleared = self._takes_plans_back_for_new_rules(event)
        self._left = self._side_left(event)
        self._begins = type_ == "part-missing"
        if side and event["person"] is not None and type_ != "remove":
            self.people[side] = event["person"]
        if kind == "action":
            if any(fact.get("type") == "game-won" for fact in event["events"]):
                self._end(event, None, "")
        elif type_ == "resign":
            self._end(event, (OTHER[side], "resignation"), "")
        elif "ending" in payload:
            self._end(event, (payload["winner"], payload["ending"]), payload["reason"])
        elif kind == "system":
            self._follow_site(event)
        elif kind == "staff":
            self._follow_staff(event)

    def _follow_time(self, event: Event) -> None:
        """Notes the time of a wall."""
        if event["wall"]:
            at = datetime.fromisoformat(event["at"])
            self._wall_at = at if self._wall_at is None else max(at, self._wall_at)

    def _takes_plans_back_for_new_rules(self, event: Event) -> bool:
        """Whether the event takes plans back so that the game can go on under other rules."""
        by_nobody = event["kind"] == "undo" and event["person"] is None and event["hash"] != ""
        return by_nobody and event["side"] != self._left

    def _side_left(self, event: Event) -> str:
        """Returns the side whose player has just gone; the site takes back next what that player had planned. "" for
        none.
        """
        payload = event["payload"]
        if event["kind"] == "staff" and payload.get("type") == "replace":
            return str(payload["seat"])
        return OTHER[event["side"]] if payload.get("claim") == "computer" else ""

    def _follow_site(self, event: Event) -> None:
        """Updates status, seats and people by an event of the site."""
        payload, side = event["payload"], event["side"]
        match payload.get("type"):
            case "create":
                self.status, self._creator = OPEN, event["person"]
                self._take_over, self.practice = "take-over" in payload, payload.get("practice")
                self.solo, self._clocked = payload.get("choice") == "both", payload.get("pace") in CLOCKED
                held = SIDES if self.solo else [fact["side"] for fact in event["events"]]
                self._taken = set(held)
                self.people |= dict.fromkeys(held, event["person"])
            case "join":
                self._taken.add(side)
            case "leave" | "remove":
                self._taken.discard(side)
                self.people[side] = None
            case "cancel":
                self.status = CANCELED
            case "start":
                self.status, self.rules, self.started_at = ACTIVE, event["rules"], event["at"]
            case _:
                self._follow_agreed(event)

    def _follow_agreed(self, event: Event) -> None:
        """Updates offers and agreements of the two players."""
        payload, side = event["payload"], event["side"]
        match payload.get("type"):
            case "offer":
                self._offers[payload["offer"]] = side
            case "answer" | "lapse":
                self._offers.pop(payload["offer"], None)
            case "claim":  # without an end: the computer sits there now
                self._take_over = False
                self.people[OTHER[side]] = None
            case "lapse-agreed":
                self._take_over = self._take_over and payload["agreement"] != "computer"
            case "give-time":
                if self._offers.get("more-time") == OTHER[side]:
                    del self._offers["more-time"]

    def _follow_staff(self, event: Event) -> None:
        """Updates status, rules and people by an event of staff."""
        payload = event["payload"]
        match payload.get("type"):
            case "game-restored" | "rewind":
                self.status, self.ended, self.reason, self.ended_at = ACTIVE, None, "", ""
            case "rules-moved":
                self.rules = payload["to"]
            case "replace":
                self.people[payload["seat"]] = payload.get("to")
            case "brought-here":
                # Another installation numbers its people otherwise, and offers do not come along.
                self.people, self._offers = dict.fromkeys(SIDES), {}

    def _end(self, event: Event, result: tuple[str, str] | None, reason: str) -> None:
        """Sets the status to over, with result and reason. The time is that of the first end."""
        if self.status != OVER:
            self.ended_at = event["at"]
        self.status, self.ended, self.reason, self._offers = OVER, result, reason, {}


__all__ = ["Course"]
