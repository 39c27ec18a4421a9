"""Decisions of games and what may be done in them: where clear choices and exercises are looked for."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from opponent import levels
from opponent.exercises import guesses_of
from opponent.knowledge import Belief, imagine
from opponent.lab.arena import Seat, maker, positions
from opponent.plans import DONE, Plan
from opponent.policy import Policy
from opponent.search import Search, decisions_to_try
from rules import game
from rules.actions import Action
from rules.atlas import SIDES
from rules.dice import SeededDice
from rules.facts import Fact
from rules.position import Position
from rules.replay import Replay
from rules.ruleset import Ruleset


class Moment(NamedTuple):
    """A decision of a game at which a level may think."""

    position: Position
    side: str
    guesses: tuple[str, ...]
    """What the side concluded of hidden blocks, as `opponent.exercises` keeps it."""

    @property
    def turn(self) -> tuple[int, int]:
        """Its year and turn."""
        return self.position.year, self.position.turn


class Candidate(NamedTuple):
    """A thing that may be done; for a movement with its plan."""

    actions: tuple[Action, ...]
    plan: Plan | None = None


def is_searched(position: Position, side: str) -> bool:
    """Whether a level may think here: at the beginning of a movement, over a card, in a battle."""
    if position.step == "move":
        return not position.moved and position.active == SIDES.index(side)
    return position.step in ("card", *levels.SEARCHED)


def of_selfplay(players: tuple[str, str], seed: int, ruleset: Ruleset | None = None) -> Iterator[Moment]:
    """The decisions of a game between these players, Franks first."""
    rules = ruleset or Ruleset()
    seats = {side: Seat(side, maker(name)(side, seed), seed, rules) for side, name in zip(SIDES, players, strict=True)}
    for position, side in positions(seats, SeededDice(f"choices:{seed}"), rules):
        if is_searched(position, side):
            yield Moment(position, side, guesses_of(seats[side].belief))


def of_record(record: Mapping[str, Any]) -> Iterator[Moment]:
    """The decisions of a finished game by its record, up to a rewind if there was one.

    A side knows what was shown by the last wall: plans that were taken back are none of it. Raises Fault for a record
    that does not follow the rules, and ValueError for one of a game that is not over."""
    if record.get("complete") is not True:
        raise ValueError("the game of this record is not over")
    replay, known = Replay(record), _Known(record)
    for event in record["events"]:
        position, side = replay.position, event["side"]
        if event["kind"] == "action" and position is not None and is_searched(position, side):
            yield Moment(position, side, guesses_of(known.beliefs[side]))
        replay.take(event)
        if event["kind"] == "staff" and event["payload"].get("type") == "rewind":
            return
        known.take(event)


class _Known:
    """What each side knows as of the last wall, while a record is replayed."""

    def __init__(self, record: Mapping[str, Any]) -> None:
        rules = Ruleset.from_json(record["ruleset"])
        self.beliefs = {side: Belief(side, record["game"], rules) for side in SIDES}
        self.since_wall: dict[int, list[Fact]] = {}
        """The facts since the last wall, by the number of their event."""

    def take(self, event: Mapping[str, Any]) -> None:
        """Takes in an event, and at a wall shows both sides what stands since the last one."""
        if event["kind"] in ("action", "system"):
            self.since_wall[event["n"]] = [Fact.from_json(fact) for fact in event["events"] if "data" in fact]
        for number in event["payload"].get("undoes", ()):
            self.since_wall.pop(number, None)
        if event["wall"]:
            facts = [fact for found in self.since_wall.values() for fact in found]
            for side, belief in self.beliefs.items():
                belief.see(seen for fact in facts if (seen := fact.seen_by(side)) is not None)
            self.since_wall = {}


def candidates_of(position: Position, side: str, seed: int | str, belief: Belief | None = None) -> list[Candidate]:
    """Returns the choices of a decision, the heuristic's first (that of a movement is the first of `Search.plans`)."""
    number, random = SIDES.index(side), Random(seed)
    search = Search(number, levels.KING, random)
    if position.step == "move":
        known = belief or Belief(side, seed, position.ruleset)

        def world(lot: Random) -> Position:
            return imagine(position, side, lot, known)

        return [Candidate((*plan.actions, DONE), plan) for plan in search.plans(world, world(random))]
    now = position.copy() if belief is None else imagine(position, side, random, belief)
    usual = Policy(random=random).decide(now, number)
    others: Sequence[Action]
    if position.step == "card":
        others = [Action("play-card", card=card) for card in sorted(set(position.hands[number]))]
        others = [action for action in others if game.is_legal(position, side, action) is None]
    else:
        others = decisions_to_try(position, number)
    return [Candidate((usual,)), *(Candidate((action,)) for action in others if action != usual)]
