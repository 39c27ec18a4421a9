"""Whole games played at random and recorded as the site records them, undo and all, without a database."""

from random import Random
from typing import Any
from uuid import UUID

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from rules import game
from rules.actions import Action
from rules.chain import chain_start, event_hash, state_hash
from rules.committed import CommittedDice, commitment
from rules.dice import Draw, RecordedDice
from rules.position import Position
from rules.replay import Replay
from rules.ruleset import Ruleset
from rules.signed import of_record
from rules.verify import EARLIER_FORMAT, FORMAT, seal
from tests.rules.playing import choose

Json = dict[str, Any]


class Recorder:
    """A game being recorded. Plans since the last wall can be undone."""

    def __init__(self, seed: int, ruleset: Ruleset, *, game_id: str = "") -> None:
        random = Random(seed)
        made = str(UUID(int=random.getrandbits(128), version=4))
        self.id = game_id or made
        self.secret = random.randbytes(32)
        self.contributions = {"frank": random.randbytes(16).hex(), "saracen": ""}
        self.ruleset = ruleset
        self.drawn = 0
        self.past: list[Json] = []
        self.ended: Json | None = None
        self.events: list[Json] = []
        self.position: Position | None = None
        self.wall: Position | None = None
        self.plans: list[tuple[int, str, Action, tuple[Draw, ...]]] = []
        create = {
            "type": "create",
            "choice": "frank",
            "visibility": "public",
            "ruleset": ruleset.to_json(),
            "pace": "slow",
        }
        self.note("system", "", create, [{"type": "game-created", "side": "frank"}], person=1)
        self.note("system", "saracen", {"type": "join"}, [{"type": "player-joined", "side": "saracen"}])
        outcome = game.new_game(ruleset, self.dice())
        self.settle(outcome.position)
        self.note("system", "", {"type": "start", "contributions": self.contributions}, outcome=outcome, person=2)

    @classmethod
    def after(cls, record: Json, n: int) -> "Recorder":
        """As it stood after this event of a record, which has to be a wall: from there another game can be played."""
        replay = Replay(record)
        for event in record["events"][:n]:
            replay.take(event)
        found = cls.__new__(cls)
        found.id, found.past, found.ended, found.plans = record["game"], [], None, []
        found.secret = bytes.fromhex(record["dice"][0]["secret"])
        found.contributions = replay.chance.contributions
        found.ruleset = Ruleset.from_json(record["ruleset"])
        found.drawn = replay.chance.drawn
        found.events = [dict(event) for event in record["events"][:n]]
        found.position = found.wall = replay.position
        return found

    def dice(self) -> CommittedDice:
        return CommittedDice(self.secret, self.id, self.contributions, self.drawn)

    def settle(self, position: Position) -> None:
        self.position = self.wall = position
        self.plans = []

    def act(self, side: str, action: Action) -> None:
        assert self.position is not None
        assert self.wall is not None
        outcome = game.apply(self.position, side, action, self.dice())
        wall = game.is_wall(self.wall, outcome)
        if wall:
            self.settle(outcome.position)
        else:
            self.position = outcome.position
            own = [plan for plan in self.plans if plan[1] == side]
            if action.type == "take-back-card" and own:
                self.plans.remove(own[-1])
            else:
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

    def resign(self, side: str) -> None:
        other = {"frank": "saracen", "saracen": "frank"}[side]
        self.ended = {"winner": other, "how": "resignation"}
        self.note("system", side, {"type": "resign"}, [{"type": "player-resigned", "side": side, "winner": other}])
        assert self.position is not None
        self.settle(self.position)

    def restore(self) -> None:
        """Taken up again after its end, with other dice."""
        assert self.ended is not None
        self.ended = None
        self.past.append({"commitment": commitment(self.id, self.secret), "secret": self.secret.hex()})
        self.secret = Random(self.secret).randbytes(32)
        payload = {"type": "game-restored", "commitment": commitment(self.id, self.secret)}
        self.note("staff", "", payload, [{"type": "game-restored"}])

    def rewind(self, to: int, position: Position) -> None:
        self.settle(position)
        fact = {"type": "game-rewound", "year": position.year} | ({"turn": position.turn} if position.turn else {})
        self.note("staff", "", {"type": "rewind", "to": to}, [fact])

    def note(
        self,
        kind: str,
        side: str,
        payload: Json,
        facts: list[Json] | None = None,
        outcome: game.Outcome | None = None,
        wall: bool = True,
        person: int | None = None,
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
            "person": person or {"frank": 1, "saracen": 2}.get(side),
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
        result = self.ended or (self.position.result if self.position else None)
        found: Json = {
            "format": FORMAT,
            "complete": result is not None,
            "game": self.id,
            "players": {"frank": "Richard", "saracen": "Saladin"},
            "ruleset": self.ruleset.to_json(),
            "result": result,
            "dice": [*self.past, {"commitment": commitment(self.id, self.secret), "secret": self.secret.hex()}],
            "head": self.events[-1]["hash"],
            "events": self.events,
            "signature": None,
        }
        return sealed(found)


def sealed(record: Json) -> Json:
    return record | {"seal": seal(record)}


def signed(record: Json, key: Ed25519PrivateKey) -> Json:
    """The record as a site signs it that holds this key."""
    value = {"key": key.public_key().public_bytes_raw().hex(), "value": key.sign(of_record(record)).hex()}
    return sealed(record | {"signature": value})


def as_before(record: Json) -> Json:
    """The record in the form that the site wrote earlier."""
    players, _signature = record["players"], record["signature"]
    found = {name: value for name, value in record.items() if name not in ("players", "signature")}
    return sealed(found | {"format": EARLIER_FORMAT, "about": {"players": players}})


def recorded(
    seed: int,
    style: str = "purposeful",
    ruleset: Ruleset | None = None,
    *,
    most: int = 100_000,
    undo: float = 0.05,
    recorder: Recorder | None = None,
) -> Json:
    """A game to its end, or to so many events, with actions taken back now and then; or how one that was begun goes
    on.
    """
    random = Random(seed)
    recorder = recorder or Recorder(seed, ruleset or Ruleset())
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
    return sealed(record | {"events": events, "head": events[-1]["hash"]})
