"""The test that a player cannot cheat: hidden blocks, strengths and cards of the enemy are dealt anew, and the same
player with the same seed must decide the same and spend the same.

``python3 -m opponent.lab.exchange LEVEL --games 20`` plays whole games; ``exchanged`` makes the other position.
"""

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple

from opponent.knowledge import imagine
from opponent.lab.arena import MOST_DECISIONS, Seat, maker
from rules import game
from rules.atlas import SIDES
from rules.dice import SeededDice
from rules.editions import CURRENT, OFFERED
from rules.position import Position
from rules.ruleset import Ruleset

Exchange = Callable[[Position, int, Random], Position]


class Difference(NamedTuple):
    """A decision that was another when hidden things were exchanged."""

    seed: int
    side: str
    step: str
    one: str
    other: str


def exchanged(position: Position, side: int, random: Random) -> Position:
    """The position with everything dealt anew that ``side`` (an index) hides from its enemy."""
    return imagine(position, SIDES[1 - side], random)


def compare(
    level: str,
    seed: int,
    opponent: str = "knight",
    most: int = MOST_DECISIONS,
    exchange: Exchange = exchanged,
    ruleset: Ruleset | None = None,
) -> list[Difference]:
    """Plays games of a level, and asks for each decision twice: in the true position, and in one with secrets
    exchanged.
    """
    dice, random = SeededDice(f"exchange:{seed}"), Random(f"exchange:{seed}")
    side = SIDES[seed % 2]
    number = SIDES.index(side)
    rules = ruleset or Ruleset()
    one, other = (Seat(side, maker(level)(side, seed), seed, rules) for _ in range(2))
    enemy = Seat(SIDES[1 - number], maker(opponent)(SIDES[1 - number], seed), seed, rules)
    outcome = game.new_game(rules, dice)
    found: list[Difference] = []
    for _ in range(most):
        for seat in (one, other, enemy):
            seat.see(outcome)
        position = outcome.position
        if not position.waiting:
            break
        mover = min(position.awaited)
        if mover == side:
            action = one.decide(position)
            second = other.decide(exchange(position, 1 - number, random))
            spent = [getattr(seat.player, "playouts", 0) for seat in (one, other)]
            if action != second or spent[0] != spent[1]:
                found.append(
                    Difference(
                        seed, side, position.step, f"{action.to_json()} {spent[0]}", f"{second.to_json()} {spent[1]}"
                    )
                )
        else:
            action = enemy.decide(position)
        outcome = game.apply(position, mover, action, dice)
        dice.draws.clear()
    return found


def main(arguments: Sequence[str]) -> int:
    """Plays the games that the command line asks for. Returns 1 if a decision depended on what is hidden."""
    parser = argparse.ArgumentParser(prog="python3 -m opponent.lab.exchange")
    parser.add_argument("level")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--most", type=int, default=MOST_DECISIONS, help="decisions of a game")
    parser.add_argument("--edition", choices=OFFERED, default=CURRENT)
    given = parser.parse_args(arguments)
    seeds, rules = range(given.seed, given.seed + given.games), Ruleset.of(given.edition)
    found = [found for seed in seeds for found in compare(given.level, seed, most=given.most, ruleset=rules)]
    print(
        json.dumps(
            {"level": given.level, "games": given.games, "differences": [difference._asdict() for difference in found]},
            indent=1,
        )
    )
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
