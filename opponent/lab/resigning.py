"""How many games are won after all that a side would have given up: players who doubt play on to the end, and note
their chances.

.venv/bin/python -m opponent.lab.resigning --games 50
"""

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from itertools import pairwise
from random import Random
from typing import Any

from opponent.lab.arena import maker, play, share
from opponent.levels import View, World
from opponent.resigning import LOST, WORLDS, chance_of
from rules.actions import Action
from rules.atlas import SIDES


class Doubting:
    """A player who never resigns, and notes its estimated chance at each card."""

    def __init__(self, name: str, side: str, seed: int | str, noted: list[tuple[str, float]]) -> None:
        self.player: Any = maker(name)(side, seed)
        self.side, self.noted, self.random = side, noted, Random(f"doubt:{side}:{seed}")

    def see(self, events: Sequence[Any]) -> None:
        """Passes on what was seen."""
        if hasattr(self.player, "see"):
            self.player.see(events)

    def decide(self, view: View, world: World) -> Action:
        """Returns the player's decision, and notes its chance before each choice of a card."""
        worlds = [world(self.random)]
        if worlds[0].step == "card":
            worlds += [world(self.random) for _ in range(WORLDS - 1)]
            self.noted.append((self.side, chance_of(self.side, worlds)))
        action: Action = self.player.decide(view, world)
        return action


def lowest_chances(frank: str, saracen: str, seed: int) -> list[tuple[float, bool]]:
    """Plays a game of doubting players.

    Returns for each side the smallest chance that it gave itself twice in a row, and whether it won.
    """
    noted: list[tuple[str, float]] = []

    def doubting(name: str) -> Callable[[str, int | str], Doubting]:
        return lambda side, seed: Doubting(name, side, seed, noted)

    names = {f"{name} that doubts": doubting(name) for name in (frank, saracen)}
    winner = play(f"{frank} that doubts", f"{saracen} that doubts", seed, makers=names).winner
    chances = [[chance for own, chance in noted if own == side] for side in SIDES]
    twice = [min(map(max, pairwise(found)), default=1.0) for found in chances]
    return [(low, winner == side) for side, low in zip(SIDES, twice, strict=True)]


def main(arguments: Sequence[str]) -> int:
    """Prints how often players of a level who doubted at a chance won nevertheless."""
    parser = argparse.ArgumentParser(prog="python3 -m opponent.lab.resigning", description=__doc__)
    parser.add_argument(
        "players",
        nargs="*",
        default=["knight", "squire", "purposeful"],
        help="the first meets each of them on both sides",
    )
    parser.add_argument("--games", type=int, default=50, help="games for each side of each pair")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--chances", type=float, nargs="*", default=[LOST], help="at which the first would give up")
    given = parser.parse_args(arguments)
    first = given.players[0]
    found: list[tuple[float, bool]] = []
    for other in given.players:
        for seed in range(given.seed, given.seed + given.games):
            found.append(lowest_chances(first, other, seed)[0])
            found.append(lowest_chances(other, first, seed)[1])
    wins_below = {chance: [won for low, won in found if low < chance] for chance in given.chances}
    report = [
        {"chance": chance, "given up": len(wins), "won after all": share(sum(wins), len(wins))}
        for chance, wins in wins_below.items()
    ]
    print(json.dumps({"games": len(found), "lost": sum(not won for _low, won in found), "at": report}, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
