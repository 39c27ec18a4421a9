"""Whole games played at random and recorded as the site records them, undo and all, without a database."""

from random import Random
from typing import Any
from uuid import UUID

from games.services.play import is_wall
from rules import game
from rules.actions import Action
from rules.chain import chain_start, event_hash, state_hash
from rules.committed import CommittedDice, commitment
from rules.dice import Draw, RecordedDice
from rules.position import Position
from rules.ruleset import Ruleset
from rules.verify import FORMAT, seal
from tests.rules.playing import choose

Json = dict[str, Any]


class Recorder:
    """A game being recorded. Plans since the last wall can be undone."""

    def __init__(self, seed: int, ruleset: Ruleset) -> None:
        random = Random(seed)
        self.id = str(UUID(int=random.getrandbits(128), version=4))
        self.secret = random.randbytes(32)
        self.contributions = {"frank": random.randbytes(16).hex(), "saracen": ""}
        self.ruleset = ruleset
        self.drawn = 0
        self.past: list[Json] = []
        self.events: list[Json] = []
        self.position: Position | None = None
        self.wall: Position | None = None
        self.plans: list[tuple[int, str, Action, tuple[Draw, ...]]] = []
        self.note("system", "", {"type": "create", "ruleset": ruleset.to_json()}, [{"type": "game-created", "side": "frank"}])
        self.note("system", "saracen", {"type": "join"}, [{"type": "player-joined", "side": "saracen"}])
        outcome = game.new_game(ruleset, self.dice())
        self.settle(outcome.position)
        self.note("system", "", {"type": "start"}, outcome=outcome)

    def dice(self) -> CommittedDice:
        return CommittedDice(self.secret, self.id, self.contributions, self.drawn)

    def settle(self, position: Position) -> None:
        self.position = self.wall = position
        self.plans = []

    def act(self, side: str, action: Action) -> None:
        assert self.position is not None
        assert self.wall is not None
        outcome = game.apply(self.position, side, action, self.dice())
        wall = is_wall(self.wall, outcome)
        if wall:
            self.settle(outcome.position)
        else:
            self.position = outcome.position
            self.plans.append((len(self.events) + 1, side, action, outcome.draws))
        self.note("action", side, action.to_json(), outcome=outcome, wall=wall)

    def undo(self, side: str) -> None:
        last = [plan for plan in self.plans if plan[1] == side][-1]
        self.plans.remove(last)
        assert self.wall is not None
        position = self.wall
        for _n, whose, action, draws in self.plans:
            position = game.apply(position, whose, action, RecordedDice(draws)).position
        self.position = position
        facts = [{"type": "taken-back", "side": side, "count": 1}]
        self.note("undo", side, {"type": "undo", "undoes": [last[0]]}, facts, wall=False)

    def renew(self, payload: Json) -> None:
        """Taken up again after its end, with other dice."""
        self.past.append({"commitment": commitment(self.id, self.secret), "secret": self.secret.hex()})
        self.secret = Random(self.secret).randbytes(32)
        self.note("staff", "", payload | {"commitment": commitment(self.id, self.secret)})

    def note(
        self, kind: str, side: str, payload: Json, facts: list[Json] | None = None, outcome: game.Outcome | None = None, wall: bool = True
    ) -> None:
        draws = [draw.to_json() for draw in outcome.draws] if outcome else []
        if draws and draws[0]["n"] == 0:
            draws[0]["made-of"] = {"commitment": commitment(self.id, self.secret), "contributions": self.contributions}
        self.drawn += len(draws)
        n = len(self.events) + 1
        event: Json = {
            "n": n,
            "kind": kind,
            "side": side,
            "person": {"frank": 1, "saracen": 2}.get(side),
            "at": f"2026-01-01T{n // 3600:02}:{n // 60 % 60:02}:{n % 60:02}.000000+00:00",
            "payload": payload,
            "draws": draws,
            "events": [fact.to_json() for fact in outcome.events] if outcome else facts or [],
            "wall": wall,
            "rules": game.VERSION,
            "state": state_hash(self.position.to_json()) if self.position else "",
            "prev": self.events[-1]["hash"] if self.events else chain_start(self.id),
        }
        self.events.append(event | {"hash": event_hash(event)})

    def record(self) -> Json:
        result = self.position.result if self.position else None
        found: Json = {
            "format": FORMAT,
            "complete": result is not None,
            "game": self.id,
            "about": {"players": {"frank": "Richard", "saracen": "Saladin"}},
            "ruleset": self.ruleset.to_json(),
            "result": result,
            "dice": [*self.past, {"commitment": commitment(self.id, self.secret), "secret": self.secret.hex()}],
            "head": self.events[-1]["hash"],
            "events": self.events,
        }
        return found | {"seal": seal(found)}


def recorded(seed: int, style: str = "purposeful", ruleset: Ruleset | None = None, *, most: int = 100_000, undo: float = 0.05) -> Json:
    """A game to its end, or to so many events, with actions taken back now and then."""
    random = Random(seed)
    recorder = Recorder(seed, ruleset or Ruleset())
    while recorder.position is not None and recorder.position.awaited and len(recorder.events) < most:
        planners = sorted({plan[1] for plan in recorder.plans})
        if planners and random.random() < undo:
            recorder.undo(random.choice(planners))
            continue
        side = random.choice(sorted(recorder.position.awaited))
        recorder.act(side, choose(recorder.position, side, random, style))
    return recorder.record()


def linked_again(record: Json) -> Json:
    """The record with every fingerprint made anew, as somebody would who changes it and knows how it is made."""
    events: list[Json] = []
    for event in record["events"]:
        event = event | {"n": len(events) + 1, "prev": events[-1]["hash"] if events else chain_start(record["game"])}
        events.append(event | {"hash": event_hash(event)})
    again = record | {"events": events, "head": events[-1]["hash"]}
    return again | {"seal": seal(again)}
