"""The levels of the computer opponent, as players of the one protocol: ``MODULE:FUNC(side, seed)`` makes a player.

A player has ``decide(view, world) -> Action`` and may have ``see(events)``. ``view()`` is :func:`rules.game.observe` of its side,
``world(random)`` a whole position drawn by lot among those that show this side the same, ``events`` what the side saw of each action.
"""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, Protocol

from opponent.policy import Policy
from opponent.search import Effort, Search
from rules.actions import Action
from rules.atlas import SIDES
from rules.position import Position

View = Callable[[], Mapping[str, Any]]
World = Callable[[Random], Position]


class Player(Protocol):
    """Whoever decides for a side."""

    def decide(self, view: View, world: World) -> Action:
        """What the side does now."""


class Knight:
    """The heuristic in one world drawn by lot: no search."""

    def __init__(self, side: str, seed: int | str) -> None:
        self.side = SIDES.index(side)
        self.random = Random(f"{type(self).__name__}:{side}:{seed}")
        self.policy = Policy(random=self.random)
        self.why = ""

    def see(self, events: Sequence[Mapping[str, Any]]) -> None:
        """Events change nothing for a player who keeps no notes: what was seen is in the worlds."""

    def decide(self, view: View, world: World) -> Action:
        return self.policy.decide(world(self.random), self.side)


class Thinker:
    """The heuristic's choice, or another that does clearly better when it is played out."""

    def __init__(self, side: str, seed: int | str, effort: Effort, name: str, seconds: float | None = None) -> None:
        self.side = SIDES.index(side)
        self.random = Random(f"{name}:{side}:{seed}")
        self.policy = Policy(random=self.random)
        self.effort = effort
        self.search = Search(self.side, effort, self.random, seconds=seconds)
        self.why = ""

    @property
    def playouts(self) -> int:
        """Playouts until now: what it has thought, on whatever machine."""
        return self.search.playouts

    def see(self, events: Sequence[Mapping[str, Any]]) -> None:
        """See :meth:`Knight.see`."""

    def decide(self, view: View, world: World) -> Action:
        now = world(Random(0))
        if now.step == "move":
            if not self.policy.following(now):
                self.policy.follow(self.search.plan(world), now)
        elif now.step in SEARCHED and self.effort.battle_worlds:
            return self.search.act(world, self.policy)
        elif now.step == "card" and self.effort.card_worlds:
            return self.search.card(world, self.policy)
        return self.policy.decide(now, self.side)


SEARCHED = ("garrison", "storm", "sally", "fight", "leave-siege", "regroup")
BARON = Effort(plans=5, worlds=4, battle_worlds=4)
KING = Effort(plans=10, worlds=12, battle_worlds=8)


def knight(side: str, seed: int | str) -> Knight:
    """The heuristic alone."""
    return Knight(side, seed)


def baron(side: str, seed: int | str, seconds: float | None = None) -> Thinker:
    """A short search."""
    return Thinker(side, seed, BARON, "baron", seconds)


def king(side: str, seed: int | str, seconds: float | None = None) -> Thinker:
    """The strongest."""
    return Thinker(side, seed, KING, "king", seconds)
