"""Battles rolled out on the spot, distances and worth of blocks: what the sparring partner reckons with."""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from rules.atlas import NEIGHBORS
from rules.places import TOWN_COUNT
from rules.roster import BLOCKS, PERMANENT

ROLLS = 24


class Fight(NamedTuple):
    """What rolled battles came to for the attacker: share won, steps lost and dealt."""

    won: float
    lost: float
    dealt: float


def _walks() -> list[list[int]]:
    table = []
    for start in range(TOWN_COUNT):
        far, edge = [99] * TOWN_COUNT, [start]
        far[start] = 0
        for town in edge:
            for _road, other in NEIGHBORS[town]:
                if far[other] == 99:
                    far[other] = far[town] + 1
                    edge.append(other)
        table.append(far)
    return table


FAR = _walks()


def roll(
    attackers: Sequence[int],
    defenders: Sequence[int],
    steps: list[int],
    random: Random,
    rounds: int = 3,
    toughness: int = 1,
) -> Fight:
    """Battles rolled with the hits of 6.3 on the strongest (6.31): attackers fight until the rounds are over."""
    if not defenders:
        return Fight(1.0, 0.0, 0.0)
    order = [
        (side, b)
        for letter in "ABC"
        for side, group in ((1, defenders), (0, attackers))
        for b in group
        if BLOCKS[b].letter == letter
    ]
    won = lost = dealt = 0
    start = [sum(steps[b] for b in attackers), sum(steps[b] for b in defenders)]
    for _ in range(ROLLS):
        left = {b: steps[b] for b in attackers} | {b: steps[b] * toughness for b in defenders}
        alive = list(start)
        alive[1] *= toughness
        for _round in range(rounds):
            for side, block in order:
                foes = attackers if side else defenders
                for _die in range(-(-left[block] // (toughness if side else 1))):
                    if random.random() * 6 < BLOCKS[block].firepower and alive[1 - side]:
                        left[max(foes, key=left.__getitem__)] -= 1
                        alive[1 - side] -= 1
            if not alive[0] or not alive[1]:
                break
        won += not alive[1]
        lost += start[0] - alive[0]
        dealt += start[1] - alive[1] // toughness
    return Fight(won / ROLLS, lost / ROLLS, dealt / ROLLS)


def value(block: int, steps: int) -> float:
    """What a block is worth, in the worth of a shield."""
    return (0.3 + 0.12 * BLOCKS[block].firepower) * steps * (1.3 if PERMANENT >> block & 1 else 1.0)
