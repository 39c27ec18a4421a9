"""The test that a player cannot cheat: hidden blocks, strengths and cards of the enemy are dealt anew, and the same
player with the same seed must decide the same and spend the same.

``compare`` plays a game so; ``exchanged`` makes the other position.
"""

from collections.abc import Callable
from random import Random
from typing import NamedTuple

from opponent.knowledge import imagine
from opponent.lab.arena import MOST_DECISIONS, Seat, maker
from rules import game
from rules.atlas import SIDES
from rules.dice import SeededDice
from rules.places import TOWN_COUNT
from rules.position import Position
from rules.roster import PILGRIMS
from rules.ruleset import Ruleset
from tests.rules.hiding import hidden, other_hand, pooled, renamed

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


def dealt_anew(position: Position, side: int, random: Random) -> Position:
    """Hidden blocks in one another's places, with any strengths, and other cards.

    Who never comes back is not in the Draw Pool: everybody would have seen how (6.34)."""
    before = hidden(position, side) + pooled(position, side)
    after = before[:]
    random.shuffle(after)
    undrawn = position.ruleset.permanent & ~PILGRIMS
    on_map = [i for i, block in enumerate(before) if position.where[block] < TOWN_COUNT]
    for i, block in enumerate(after):
        if i not in on_map and undrawn >> block & 1:
            j = random.choice([j for j in on_map if not undrawn >> after[j] & 1])
            after[i], after[j] = after[j], after[i]
    return other_hand(renamed(position, dict(zip(before, after, strict=True)), random), side, random)


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
