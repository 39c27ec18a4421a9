"""A recorded game played again, event by event, with the dice its secret gives.

A record has the names of :data:`RECORD`, its events those of :data:`rules.chain.CONTENT` and their ``hash``. What
changes a position:

- ``system`` with the payload ``{"type": "start", "position"?}``: the game is set up; a practice game goes on from the
  position, which is one of another game;
- ``action``: the payload is an action of the rules;
- ``undo``: ``{"undoes": [numbers]}`` takes back plans of one side, which are actions since the last wall;
- ``staff`` with ``{"type": "rewind", "to": number}``: the game goes on from the position after that event; draws count
  on;
- ``staff`` with ``{"type": "rules-moved", "from", "to", "position"?}``: from here on other rules hold; with a position,
  the game goes on from it, which is that of the last wall.

Every other event leaves the position as it is. Behind an event that is a wall nothing before it can be taken back. The
result is the one the position has, unless a ``system`` or ``staff`` event says otherwise: ``{"type": "resign"}``, or a
payload with ``ending`` and ``winner``; ``{"type": "game-restored"}`` and a rewind take it back. What such events hold
is in :mod:`rules.entries`, when they can be in :mod:`rules.course`.

A ``staff`` or ``system`` event whose payload has a ``commitment`` has the next secret take over: a game that was over,
so that its secret is known, was taken up again. Draws count on.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple, NoReturn

from rules import actions, game
from rules.chain import CONTENT, chain_start, event_hash, short, stamp, state_hash
from rules.chance import Chance
from rules.course import Course
from rules.dice import DiceError, Draw, RecordedDice
from rules.position import Position
from rules.ruleset import Ruleset

RECORD = ("game", "ruleset", "dice", "events")
"""What a replay takes of a record: the game's id, the options of the rules, the dice as a list of ``{"commitment",
"secret"}`` in hexadecimal digits (empty for games from before there were any, mostly one), and the events."""
KINDS = ("action", "undo", "system", "staff")


class Fault(Exception):
    """The first thing that is not as it has to be.

    ``event`` is the number of the event, or None where it is not about one; ``illegal`` whether it is that the rules
    forbid what was done."""

    def __init__(self, event: int | None, what: str, *, illegal: bool = False) -> None:
        super().__init__(what if event is None else f"event {event}: {what}")
        self.event = event
        self.what = what
        self.illegal = illegal


class Plan(NamedTuple):
    """An action that can still be taken back."""

    n: int
    side: str
    action: actions.Action
    draws: tuple[Draw, ...]


class Replay:
    """Takes the events of a record one after another. ``position`` is the one after the last, None before the start.

    Each fault names the first thing that differs. Actions recorded under other rules than these are not played again
    where the record says from which position the game went on (``resumed``): of them only the chain, the draws and the
    course of the game are checked.
    """

    def __init__(self, record: Mapping[str, Any]) -> None:
        self._id: str = record["game"]
        self._ruleset = Ruleset.from_json(record["ruleset"])
        events = record["events"]
        self.chance = Chance(record)
        self.course = Course()
        self.earlier = next((number for number, event in enumerate(events) if event["hash"]), len(events))
        """How many events were recorded before there were hashes."""
        self.resumed = max((event["n"] for event in events if _moves_to(event) is not None), default=0)
        """The last event that says from which position the game goes on under these rules; before it, actions are not
        played again.
        """
        self._first_prev = chain_start(self._id, events[: self.earlier])
        self.position: Position | None = None
        self._wall: Position | None = None
        self._plans: list[Plan] = []
        self._after: dict[int, Position | None] = {}
        self._prev = self._wall_state = ""
        self._walls: list[tuple[bytes, str, int]] = []
        self.count = self.taken = self.undone = 0
        """Events taken; actions among them; and those taken back."""

    def take(self, event: Mapping[str, Any]) -> tuple[str, ...]:
        """Checks one event and plays it. Returns the types of its facts. Raises Fault."""
        self._check_number(event)
        self.count += 1
        self._check_chain(event)
        self._fail_if(event, self.chance.begin(event, proven=self.count > self.earlier))
        self._check_course(event)
        if event["wall"] and event["hash"] and self.chance.secret is not None:
            self._walls.append((self.chance.secret, event["hash"], event["n"]))
        types: tuple[str, ...] = ()
        if event["n"] < self.resumed:
            self._fail_if(event, self.chance.compare(event, self.chance.drawn_alone(event)))
        else:
            types = self._play_and_compare(event)
            if event["wall"] and self.position is not None:
                self._set_wall(self.position)
                self._after[event["n"]] = self.position
            if self.count > self.earlier:
                self._check_state(event)
        self.course.follow(event)
        if event["wall"]:
            self._wall_state = event["state"]
        return types

    @property
    def result(self) -> tuple[str, str] | None:
        """Winner (or "") and how the game ended, as far as it is played; None while it runs."""
        played = self.position.result if self.position is not None else None
        return self.course.ended or ((played["winner"], played["how"]) if played else None)

    def stamps(self) -> dict[str, int]:
        """All stamps that were shown of the events taken, and the number of the event of each."""
        return {stamp(secret, self._id, fingerprint): n for secret, fingerprint, n in self._walls}

    # --- the record itself

    def _check_number(self, event: Mapping[str, Any]) -> None:
        """Raises Fault if the event's number is not the next one."""
        number = self.count + 1
        if event["n"] != number:
            raise Fault(number, f"it should stand here, but event {event['n']} does")

    def _check_chain(self, event: Mapping[str, Any]) -> None:
        """Raises Fault if the event's hash does not cover its content and the event before it."""
        if self.count <= self.earlier:
            return
        expected = self._prev or self._first_prev
        if event["prev"] != expected:
            self._fail(event, f"it follows {short(event['prev'])}, but the event before it is {short(expected)}")
        found = event_hash(event)
        if found != event["hash"]:
            self._fail(
                event,
                f"its fingerprint is {short(found)}, the record says {short(event['hash'])}: something in it was"
                " changed",
            )
        self._prev = found

    @property
    def head(self) -> str:
        """The fingerprint of the last event taken."""
        return self._prev

    def _check_state(self, event: Mapping[str, Any]) -> None:
        """Raises Fault if the position after the event has another fingerprint than recorded."""
        found = state_hash(self.position.to_json()) if self.position is not None else ""
        if found != event["state"]:
            self._fail(
                event,
                f"the position after it has the fingerprint {short(found)}, the record says {short(event['state'])}",
            )

    def _check_course(self, event: Mapping[str, Any]) -> None:
        """Raises Fault if the event cannot stand at this point of the game."""
        known = self.position is not None and event["n"] > self.resumed
        awaited = self.position.awaited if self.position is not None and known else None
        ended = self.position is not None and self.position.result is not None
        try:
            self.course.check(event, awaited=awaited, ended_on_board=ended)
            moved = _moves_to(event)
            if moved is not None:
                self._check_moved(moved, played_on=event["n"] == self.resumed)
        except (ValueError, KeyError, TypeError) as error:
            self._fail(event, str(error))

    def _check_moved(self, moved: Any, *, played_on: bool) -> None:
        """Raises ValueError if a game does not go on under new rules from the position of its last wall."""
        if self._wall_state and state_hash(moved) != self._wall_state:
            raise ValueError("it goes on from another position than that of the last wall")
        if not played_on:
            return
        position = Position.from_json(moved)
        problems = game.problems(position)
        if problems or position.result is not None:
            raise ValueError(f"no game can go on from its position: {'; '.join(problems) or 'it is over'}")

    # --- the game

    def _play_and_compare(self, event: Mapping[str, Any]) -> tuple[str, ...]:
        """Plays an event by the rules and compares dice and facts with the record. Returns the types of its facts."""
        payload = event["payload"]
        outcome: game.Outcome | None = None
        try:
            outcome = self._play_event(event)
        except game.IllegalAction as error:
            what = (
                f"{event['side']} could not do this ({payload.get('type')}): {error.refusal.reason} (rule"
                f" {error.refusal.rule})"
            )
            self._fail(event, what, illegal=True)
        except DiceError as error:
            self._fail(event, f"its draws are not those the rules ask for: {error}")
        except (ValueError, KeyError, TypeError) as error:
            self._fail(event, f"it cannot be played again: {error}")
        self._fail_if(event, self.chance.compare(event, outcome.draws if outcome else ()))
        if outcome is None:
            return ()
        difference = first_difference([fact.to_json() for fact in outcome.events], event["events"], "events")
        if difference:
            self._fail(event, f"it would tell something else: {difference}")
        return tuple(fact.type for fact in outcome.events)

    def _play_event(self, event: Mapping[str, Any]) -> game.Outcome | None:
        """Plays an event on the board; None for events that leave it as it is."""
        kind, payload = event["kind"], event["payload"]
        if kind == "action":
            return self._play_action(event)
        if kind == "system" and payload.get("type") == "start":
            outcome = self._begin(event)
            self.position = outcome.position
            return outcome
        if kind == "system" and payload.get("type") == "create" and payload["ruleset"] != self._ruleset.to_json():
            raise ValueError("it was created with other options of the rules than the record says")
        if kind == "undo":
            self._undo(event)
        elif kind == "staff":
            self._follow_staff(event)
        return None

    def _begin(self, event: Mapping[str, Any]) -> game.Outcome:
        """Sets up the game, or takes the position from which a practice game goes on."""
        given = event["payload"].get("position")
        if given is None:
            return game.new_game(self._ruleset, self.chance.dice(event))
        return game.begin_at(self._ruleset, Position.from_json(given))

    def _play_action(self, event: Mapping[str, Any]) -> game.Outcome:
        """Plays an action of a side."""
        self.taken += 1
        action = actions.from_json(event["payload"])
        if self.position is None:
            raise ValueError("the game had not started")
        outcome = game.apply(self.position, event["side"], action, self.chance.dice(event))
        self._check_wall(event, outcome)
        self._go_on(event, outcome, action)
        return outcome

    def _check_wall(self, event: Mapping[str, Any], outcome: game.Outcome) -> None:
        """Raises ValueError if the rules say otherwise than the record whether the action can be taken back."""
        assert self._wall is not None
        if game.is_wall(self._wall, outcome) is not event["wall"]:
            kept = ("can be taken back", "cannot be taken back")
            raise ValueError(
                f"it is recorded as something that {kept[event['wall']]}, and by the rules it {kept[not event['wall']]}"
            )

    def _go_on(self, event: Mapping[str, Any], outcome: game.Outcome, action: actions.Action) -> None:
        """Sets the position after an action, and counts the action among the plans that can be taken back."""
        self.position = outcome.position
        own = [plan for plan in self._plans if plan.side == event["side"]]
        if action.type == "take-back-card" and own:
            # Neither is left to be undone: were the second, the card would be chosen again.
            self._plans.remove(own[-1])
        else:
            self._plans.append(Plan(event["n"], event["side"], action, outcome.draws))

    def _set_wall(self, position: Position) -> None:
        """Sets the position after a wall, behind which nothing can be taken back."""
        self.position = self._wall = position
        self._plans = []

    def _undo(self, event: Mapping[str, Any]) -> None:
        """Takes back plans of a side. Raises ValueError if the event names others than those it may take back."""
        gone = event["payload"]["undoes"]
        own = [plan.n for plan in self._plans if plan.side == event["side"]]
        last = own[-len(gone) :] if event["payload"]["type"] == "undo" else own
        if gone != last:
            raise ValueError(f"it takes back {gone}, and what this side may take back is {own}")
        self.undone += len(gone)
        self._plans = [plan for plan in self._plans if plan.n not in gone]
        position = self._wall
        for plan in self._plans:
            assert position is not None
            position = game.apply(position, plan.side, plan.action, RecordedDice(plan.draws)).position
        self.position = position

    def _follow_staff(self, event: Mapping[str, Any]) -> None:
        """Sets the position after an act of staff: a rewind, or the first under other rules."""
        payload = event["payload"]
        moved = _moves_to(event)
        if moved is not None:
            self.position = Position.from_json(moved)
        elif payload.get("type") == "rewind":
            position = self._after.get(payload["to"])
            if position is None:
                raise ValueError(f"it goes back to event {payload['to']}, of which both sides know no position")
            if position.result is not None:
                raise ValueError(f"it goes back to event {payload['to']}, and the game was over there")
            fact = event["events"][0]
            if (fact["year"], fact.get("turn", 0)) != (position.year, position.turn):
                raise ValueError(f"it tells of another turn than that of event {payload['to']}")
            self.position = position

    def _fail_if(self, event: Mapping[str, Any], wrong: str | None) -> None:
        if wrong is not None:
            self._fail(event, wrong)

    def _fail(self, event: Mapping[str, Any], what: str, *, illegal: bool = False) -> NoReturn:
        """Raises Fault about an event, with the rules it was recorded under if they are others."""
        other = (
            f" (recorded under the rules {event['rules']}, checked with {game.VERSION})"
            if event["rules"] != game.VERSION
            else ""
        )
        raise Fault(event["n"], what + other, illegal=illegal)


def _moves_to(event: Mapping[str, Any]) -> Any:
    """The position from which a game goes on under other rules, or None."""
    if event["kind"] == "staff" and event["payload"].get("type") == "rules-moved":
        return event["payload"].get("position")
    return None


def first_difference(rebuilt: Any, stored: Any, where: str) -> str | None:
    """The first place where two JSON values differ, and what stands there; None if they are the same."""
    if isinstance(rebuilt, dict) and isinstance(stored, dict):
        return _first_different_name(rebuilt, stored, where)
    if isinstance(rebuilt, list) and isinstance(stored, list) and len(rebuilt) == len(stored):
        for number, (mine, theirs) in enumerate(zip(rebuilt, stored, strict=True)):
            if found := first_difference(mine, theirs, f"{where}[{number}]"):
                return found
        return None
    return (
        None
        if rebuilt == stored and type(rebuilt) is type(stored)
        else f"{where}: {stored!r} is stored, {rebuilt!r} rebuilt"
    )


def _first_different_name(rebuilt: dict[str, Any], stored: dict[str, Any], where: str) -> str | None:
    """Returns the place where two JSON objects differ, under the first such name; None if they are equal."""
    for name in sorted({*rebuilt, *stored}):
        if name not in rebuilt or name not in stored:
            return f"{where}.{name}"
        if found := first_difference(rebuilt[name], stored[name], f"{where}.{name}"):
            return found
    return None


__all__ = ["CONTENT", "KINDS", "RECORD", "Fault", "Replay", "first_difference"]
