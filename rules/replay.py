"""A recorded game played again, event by event, with the dice its secret gives.

A record has the names of :data:`RECORD`, its events those of :data:`rules.chain.CONTENT` and their ``hash``. What changes a position:

- ``system`` with the payload ``{"type": "start"}``: the game is set up;
- ``action``: the payload is an action of the rules;
- ``undo``: ``{"undoes": [numbers]}`` takes back plans of one side, which are actions since the last wall;
- ``staff`` with ``{"type": "rewind", "to": number}``: the game goes on from the position after that event; draws count on;
- ``staff`` with ``{"type": "rules-moved", "from", "to", "position"?}``: from here on other rules hold; with a position, the game goes on
  from it.

Every other event leaves the position as it is. The result is the one the position has, unless a ``system`` or ``staff`` event says
otherwise: ``{"type": "resign"}``, or a payload with ``ending`` and ``winner``; ``{"type": "game-restored"}`` and a
rewind take it back.

A ``staff`` or ``system`` event whose payload has a ``commitment`` has the next secret take over: a game that was over, so that its secret
is known, was taken up again. Draws count on.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple, NoReturn

from rules import actions, game
from rules.atlas import SIDES
from rules.chain import CONTENT, chain_start, event_hash, state_hash
from rules.committed import CommittedDice
from rules.dice import Dice, DiceError, Draw, RecordedDice
from rules.position import Position
from rules.ruleset import Ruleset

RECORD = ("game", "ruleset", "dice", "events")
"""What a replay takes of a record: the game's id, the options of the rules, the dice as a list of ``{"commitment", "secret"}`` in
hexadecimal digits (empty for games from before there were any, mostly one), and the events."""
KINDS = ("action", "undo", "system", "staff")


class Fault(Exception):
    """The first thing that is not as it has to be. ``event`` is the number of the event, or None where it is not about one; ``illegal``
    whether it is that the rules forbid what was done."""

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

    Each fault names the first thing that differs. Of events recorded under other rules than these only the chain and the draws are checked
    where the record says from which position the game went on (``resumed``).
    """

    def __init__(self, record: Mapping[str, Any]) -> None:
        self._id: str = record["game"]
        self._ruleset = Ruleset.from_json(record["ruleset"])
        events = record["events"]
        self._secrets = [(one["commitment"], bytes.fromhex(one["secret"])) for one in record["dice"]]
        # Those that no event announces were committed to when the game was made: one, or none in a game older than commitments.
        self._secret = len(self._secrets) - 1 - sum(_commits_to(event) is not None for event in events)
        self.earlier = next((number for number, event in enumerate(events) if event["hash"]), len(events))
        """How many events were recorded before there were hashes."""
        self.resumed = max((event["n"] for event in events if _moves_to(event) is not None), default=0)
        """The last event that says from which position the game goes on under these rules; before it, actions are not played again."""
        self._first_prev = chain_start(self._id, events[: self.earlier])
        self.position: Position | None = None
        self._wall: Position | None = None
        self._plans: list[Plan] = []
        self._after: dict[int, Position | None] = {}
        self._prev = ""
        self.contributions: dict[str, str] = {}
        self._ended: tuple[str, str] | None = None
        self.count = self.drawn = self.unproven = self.taken = self.undone = 0
        """Events taken; draws proven by the secret; draws from before it; actions; and those of them taken back."""

    def take(self, event: Mapping[str, Any]) -> tuple[str, ...]:
        """Checks one event and plays it. Returns what the rules told by it, as canonical types; raises Fault."""
        self._check_form(event)
        self.count += 1
        self._check_chain(event)
        self._begin_dice(event)
        self._renew_dice(event)
        self._end(event)
        if event["n"] < self.resumed:
            self._check_draws(event, self._drawn_alone(event))
            return ()
        told = self._play(event)
        if self.count > self.earlier:
            self._check_state(event)
        self._after[event["n"]] = self.position
        return told

    @property
    def result(self) -> tuple[str, str] | None:
        """Winner (or "") and how the game ended, as far as it is played; None while it runs."""
        played = self.position.result if self.position is not None else None
        return self._ended or ((played["winner"], played["how"]) if played else None)

    def position_after(self, n: int) -> Position | None:
        return self._after[n]

    # --- the record itself

    def _check_form(self, event: Mapping[str, Any]) -> None:
        number = self.count + 1
        if event["n"] != number:
            raise Fault(number, f"it should stand here, but event {event['n']} does")

    def _check_chain(self, event: Mapping[str, Any]) -> None:
        if self.count <= self.earlier:
            return
        expected = self._prev or self._first_prev
        if event["prev"] != expected:
            self._fail(event, f"it follows {_short(event['prev'])}, but the event before it is {_short(expected)}")
        found = event_hash(event)
        if found != event["hash"]:
            self._fail(event, f"its fingerprint is {_short(found)}, the record says {_short(event['hash'])}: something in it was changed")
        self._prev = found

    @property
    def head(self) -> str:
        """The fingerprint of the last event taken."""
        return self._prev

    def _check_state(self, event: Mapping[str, Any]) -> None:
        found = state_hash(self.position.to_json()) if self.position is not None else ""
        if found != event["state"]:
            self._fail(event, f"the position after it has the fingerprint {_short(found)}, the record says {_short(event['state'])}")

    def _end(self, event: Mapping[str, Any]) -> None:
        payload = event["payload"]
        if event["kind"] not in ("system", "staff"):
            return
        if payload.get("type") == "resign":
            self._ended = (SIDES[1 - SIDES.index(event["side"])], "resignation")
        elif payload.get("type") in ("game-restored", "rewind"):
            self._ended = None
        elif "ending" in payload:
            self._ended = (payload.get("winner") or "", payload["ending"])

    # --- chance

    def _begin_dice(self, event: Mapping[str, Any]) -> None:
        """Reads what the dice are made of where the first draw of the secret stands."""
        first = event["draws"][0] if event["draws"] else {}
        if first.get("n") != 0 or self.drawn:
            return
        made = first.get("made-of")
        if not isinstance(made, dict) or made.get("commitment") != self._secrets[self._secret][0]:
            self._fail(event, f"the first draw must name the commitment {_short(self._secrets[self._secret][0])}, it says {made!r}")
        self.contributions = dict(made["contributions"])

    def _renew_dice(self, event: Mapping[str, Any]) -> None:
        new = _commits_to(event)
        if new is None:
            return
        self._secret += 1
        if self._secret >= len(self._secrets) or self._secrets[self._secret][0] != new:
            self._fail(event, f"it commits to other dice ({_short(new)}), of which the record has no secret")

    def _dice(self, event: Mapping[str, Any]) -> Dice:
        """Those of the secret; of events from before there was one, the recorded draws."""
        if self._secret < 0 and not self._unproven and event["draws"]:
            raise DiceError("there is no secret that they could come from")
        if self._unproven:
            return RecordedDice(Draw.from_json(draw) for draw in event["draws"])
        return CommittedDice(self._secrets[self._secret][1], self._id, self.contributions, self.drawn)

    @property
    def _unproven(self) -> bool:
        """Whether there was no secret yet: its draws and the fingerprints of events began together."""
        return self.count <= self.earlier

    def _drawn_alone(self, event: Mapping[str, Any]) -> tuple[Draw, ...]:
        """The draws of an event from its record alone, without the rules that asked for them: lots are known by their numbers only."""
        recorded = [Draw.from_json(draw) for draw in event["draws"]]
        if self._unproven:
            return tuple(recorded)
        dice = CommittedDice(self._secrets[self._secret][1], self._id, self.contributions, self.drawn)
        found = []
        for draw in recorded:
            if draw.kind == "d6":
                dice.roll(draw.purpose, len(draw.results))
                found.append(dice.draws[-1])
            else:
                dice.choose(draw.purpose, [""] * draw.of, len(draw.results))
                found.append(dice.draws[-1]._replace(results=draw.results))
        return tuple(found)

    def _check_draws(self, event: Mapping[str, Any], found: tuple[Draw, ...]) -> None:
        recorded = [Draw.from_json(draw) for draw in event["draws"]]
        for mine, kept in zip(found, recorded, strict=False):
            if mine != kept:
                self._fail(event, f"{_named(kept)} shows {_said(kept)}, but the secret gives {_named(mine)} {_said(mine)}")
        if len(found) != len(recorded):
            self._fail(event, f"{len(recorded)} draws are recorded, the rules ask for {len(found)}")
        if self._unproven:
            self.unproven += len(found)
        else:
            self.drawn += len(found)

    # --- the game

    def _play(self, event: Mapping[str, Any]) -> tuple[str, ...]:
        kind, payload = event["kind"], event["payload"]
        outcome: game.Outcome | None = None
        try:
            if kind == "action":
                self.taken += 1
                action = actions.from_json(payload)
                if self.position is None:
                    raise ValueError("the game had not started")
                outcome = game.apply(self.position, event["side"], action, self._dice(event))
                self._go_on(event, outcome, action)
            elif kind == "system" and payload.get("type") == "start":
                outcome = game.new_game(self._ruleset, self._dice(event))
                self._settle(outcome.position)
            elif (
                kind == "system"
                and payload.get("type") == "create"
                and "ruleset" in payload
                and payload["ruleset"] != self._ruleset.to_json()
            ):
                raise ValueError("it was created with other options of the rules than the record says")
            elif kind == "undo":
                self._undo(event)
            elif kind == "staff":
                self._follow_staff(event)
        except game.IllegalAction as error:
            what = f"{event['side']} could not do this ({payload.get('type')}): {error.refusal.reason} (rule {error.refusal.rule})"
            self._fail(event, what, illegal=True)
        except DiceError as error:
            self._fail(event, f"its draws are not those the rules ask for: {error}")
        except (ValueError, KeyError, TypeError) as error:
            self._fail(event, f"it cannot be played again: {error}")
        self._check_draws(event, outcome.draws if outcome else ())
        if outcome is not None:
            difference = first_difference([fact.to_json() for fact in outcome.events], event["events"], "events")
            if difference:
                self._fail(event, f"it would tell something else: {difference}")
        return tuple(fact.type for fact in outcome.events) if outcome else ()

    def _go_on(self, event: Mapping[str, Any], outcome: game.Outcome, action: actions.Action) -> None:
        if event["wall"]:
            self._settle(outcome.position)
        else:
            self._plans.append(Plan(event["n"], event["side"], action, outcome.draws))
            self.position = outcome.position

    def _settle(self, position: Position) -> None:
        self.position = self._wall = position
        self._plans = []

    def _undo(self, event: Mapping[str, Any]) -> None:
        gone = set(event["payload"]["undoes"])
        own = {plan.n for plan in self._plans if plan.side == event["side"] or event["person"] is None}
        if not gone <= own:
            raise ValueError(f"it takes back {sorted(gone)}, and what this side may take back is {sorted(own)}")
        self.undone += len(gone)
        self._plans = [plan for plan in self._plans if plan.n not in gone]
        position = self._wall
        for plan in self._plans:
            assert position is not None
            position = game.apply(position, plan.side, plan.action, RecordedDice(plan.draws)).position
        self.position = position

    def _follow_staff(self, event: Mapping[str, Any]) -> None:
        payload = event["payload"]
        moved = _moves_to(event)
        if moved is not None:
            self._settle(Position.from_json(moved))
        elif payload.get("type") == "rewind":
            if payload["to"] not in self._after:
                raise ValueError(f"it goes back to event {payload['to']}, of which there is no position")
            position = self._after[payload["to"]]
            if position is None:
                raise ValueError("it goes back to before the start")
            self._settle(position)

    def _fail(self, event: Mapping[str, Any], what: str, *, illegal: bool = False) -> NoReturn:
        other = f" (recorded under the rules {event['rules']}, checked with {game.VERSION})" if event["rules"] != game.VERSION else ""
        raise Fault(event["n"], what + other, illegal=illegal)


def _moves_to(event: Mapping[str, Any]) -> Any:
    """The position from which a game goes on under other rules, or None."""
    if event["kind"] == "staff" and event["payload"].get("type") == "rules-moved":
        return event["payload"].get("position")
    return None


def _commits_to(event: Mapping[str, Any]) -> Any:
    """The commitment to other dice that an event makes, or None."""
    return event["payload"].get("commitment") if event["kind"] in ("staff", "system") else None


def _named(draw: Draw) -> str:
    return f"draw {draw.n} ({draw.purpose}, {len(draw.results)} of {draw.kind}/{draw.of})"


def _said(draw: Draw) -> str:
    lots = f" by the lots {' '.join(map(str, draw.picks))}" if draw.picks else ""
    return " ".join(map(str, draw.results)) + lots


def _short(fingerprint: str) -> str:
    return fingerprint[:12] or "nothing"


def first_difference(rebuilt: Any, stored: Any, where: str) -> str | None:
    """The first place where two JSON values differ, and what stands there; None if they are the same."""
    if isinstance(rebuilt, dict) and isinstance(stored, dict):
        for name in sorted({*rebuilt, *stored}):
            if name not in rebuilt or name not in stored:
                return f"{where}.{name}"
            if found := first_difference(rebuilt[name], stored[name], f"{where}.{name}"):
                return found
        return None
    if isinstance(rebuilt, list) and isinstance(stored, list) and len(rebuilt) == len(stored):
        for number, (mine, theirs) in enumerate(zip(rebuilt, stored, strict=True)):
            if found := first_difference(mine, theirs, f"{where}[{number}]"):
                return found
        return None
    return None if rebuilt == stored and type(rebuilt) is type(stored) else f"{where}: {stored!r} is stored, {rebuilt!r} rebuilt"


__all__ = ["CONTENT", "KINDS", "RECORD", "Fault", "Replay", "first_difference"]
