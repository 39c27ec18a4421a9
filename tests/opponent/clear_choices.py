"""Positions with one clearly right plan, card or answer in battle, and how much of what it gains a player finds.

``python -m tests.opponent.clear_choices`` tells each level's score on them.

Each was found in games between knights by a long search, of 48 worlds instead of the king's 12: its best choice gains
more than three standard errors over what the heuristic would do. What a player does instead is played out in 12
further worlds, the same for all. A score is the mean share of the gain that a player finds: 1 for the best choice, 0
for the heuristic's, below 0 for worse.
"""

import json
import lzma
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from opponent import exercises
from opponent.exercises import mean, worlds_of
from opponent.lab.arena import Seat, maker
from opponent.levels import Player
from rules import actions, game
from rules.actions import Action
from rules.dice import SeededDice
from rules.position import Position

FILE = Path(__file__).parent / "clear-choices.json.xz"
KINDS = ("move", "card", "battle")
WEIGHED = 12
"""Worlds in which a choice is weighed beside others."""
MOST_ACTIONS = 60
King = Callable[[str, int | str], Player]


class Choice(NamedTuple):
    """A position with the heuristic's choice and the best one, what each is worth, and how surely the best gains."""

    kind: str
    side: str
    position: Position
    usual: tuple[Action, ...]
    best: tuple[Action, ...]
    gain: float
    errors: float
    worths: tuple[float, float] = (0.0, 0.0)
    """What the heuristic's choice and the best one come to in the worlds in which others are weighed."""


def worth(choice: Sequence[Action], side: str, worlds: Sequence[Position], kind: str, seed: str) -> tuple[float, ...]:
    """What these actions come to in each world: a movement and a card by the end of the next turn."""
    return exercises.play(choice, side, worlds, kind != "battle", seed).worths


def taken(player: Player, position: Position, side: str) -> tuple[Action, ...]:
    """What a player does: one action, or in a movement all until it ends."""
    seat, dice, found = Seat(side, player, "clear", position.ruleset), SeededDice("clear"), []
    moving = position.step == "move"
    for _ in range(MOST_ACTIONS):
        action = seat.decide(position)
        found.append(action)
        if not moving or action.type == "done":
            break
        position = game.apply(position, side, action, dice).position
        if side not in position.awaited or position.step != "move":
            break
    return tuple(found)


def weighed(choice: Choice, done: Sequence[Action]) -> float:
    """What these actions come to in the worlds in which the choices of a position are weighed."""
    worlds = worlds_of(choice.position, choice.side, WEIGHED, f"weighed:{choice.gain}")
    return mean(worth(done, choice.side, worlds, choice.kind, f"dice:{choice.gain}"))


def score(make: King, choices: Sequence[Choice]) -> float:
    """The mean share of the gain that the players of this function find."""
    return mean(shares(make, choices))


def shares(make: King, choices: Sequence[Choice]) -> list[float]:
    """For each choice the share of its gain that a player of this function finds, from -1 to 1."""
    found = []
    for number, choice in enumerate(choices):
        done = taken(make(choice.side, number), choice.position.copy(), choice.side)
        usual, best = choice.worths
        mine = best if done == choice.best else weighed(choice, done)
        found.append(max(-1.0, min(1.0, (mine - usual) / (best - usual))))
    return found


def read() -> list[Choice]:
    """The choices that are kept."""
    return [
        Choice(
            one["kind"],
            one["side"],
            Position.from_json(one["position"]),
            tuple(map(actions.from_json, one["usual"])),
            tuple(map(actions.from_json, one["best"])),
            one["gain"],
            one["errors"],
            tuple(one["worths"]),
        )
        for one in json.loads(lzma.decompress(FILE.read_bytes()))
    ]


def main() -> None:
    choices = read()
    for level in ("page", "squire", "knight", "baron", "king"):
        shares = {kind: round(score(maker(level), [one for one in choices if one.kind == kind]), 2) for kind in KINDS}
        print(level, round(score(maker(level), choices), 2), shares)


if __name__ == "__main__":
    main()
