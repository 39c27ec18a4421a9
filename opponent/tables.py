"""Tables about towns and blocks that never change: distances, who gets where in one move, and what a block is worth in battle."""

from rules.atlas import NEIGHBORS, RATING, TOWN_IDS, VICTORY_CITIES, bits
from rules.kinds import BlockNumber, TownNumber, TownSet
from rules.roster import BLOCKS

FAR = 99


def _distances(start: TownNumber) -> tuple[int, ...]:
    """Roads from a town to each other town by the shortest way."""
    found = [FAR] * len(TOWN_IDS)
    found[start] = 0
    edge = [start]
    while edge:
        following = []
        for town in edge:
            for _road, neighbor in NEIGHBORS[town]:
                if found[neighbor] == FAR:
                    found[neighbor] = found[town] + 1
                    following.append(neighbor)
        edge = following
    return tuple(found)


DISTANCE = tuple(_distances(town) for town in range(len(TOWN_IDS)))
REACH: tuple[tuple[TownSet, ...], ...] = tuple(
    tuple(sum(1 << t for t, d in enumerate(row) if 0 < d <= length) for length in range(5)) for row in DISTANCE
)
"""For each town and length the towns within so many roads, itself left out, whoever stands in the way."""
NEAR = tuple(tuple(bits(REACH[town][3])) for town in range(len(TOWN_IDS)))

CITIES = sum(1 << town for town in VICTORY_CITIES)
_HASTE = {"A": 1.2, "B": 1.0, "C": 0.85}
ATTACK = tuple(block.firepower / 6 * _HASTE[block.letter] for block in BLOCKS)
"""Hits that each step of a block makes in a round, more if it fires early."""
ROOM = tuple(max(1, rating) for rating in RATING)
"""Blocks that a town feeds in winter (8.3)."""


def attack(blocks: int, steps: list[int]) -> float:
    """Hits a round of a set of blocks."""
    total = 0.0
    while blocks:
        low = blocks & -blocks
        block: BlockNumber = low.bit_length() - 1
        total += ATTACK[block] * steps[block]
        blocks ^= low
    return total


def strength(blocks: int, steps: list[int]) -> int:
    """Steps of a set of blocks."""
    total = 0
    while blocks:
        low = blocks & -blocks
        total += steps[low.bit_length() - 1]
        blocks ^= low
    return total
