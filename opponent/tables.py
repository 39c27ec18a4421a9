"""Tables about towns and blocks that never change: distances, who gets where in one move, and what a block is worth in
battle.
"""

from rules.atlas import NEIGHBORS, TOWN_IDS, VICTORY_CITIES, bits
from rules.kinds import BlockNumber, BlockSet, TownNumber, TownSet
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
"""For each town and length the other towns within so many roads, blocks in the way not counted."""
WITHIN = tuple(tuple(tuple(bits(towns)) for towns in row) for row in REACH)
"""The same as towns one by one."""

CITIES = sum(1 << town for town in VICTORY_CITIES)
FIRE = tuple(block.firepower / 6 for block in BLOCKS)
"""Hits that each step of a block makes in a round."""
TURN = tuple("ABC".index(block.letter) for block in BLOCKS)
"""When a block fires in a round (6.2)."""
_HASTE = (1.2, 1.0, 0.85)
ATTACK = tuple(fire * _HASTE[turn] for fire, turn in zip(FIRE, TURN, strict=True))
"""What a step of a block is worth in a fight: its hits, more if it fires early."""


Force = tuple[float, float, float, float]
"""Blocks as they fight: hits a round of those that fire first, second and third, and steps."""
NOBODY: Force = (0.0, 0.0, 0.0, 0.0)


def force(blocks: BlockSet, steps: list[int]) -> Force:
    """A set of blocks as a force."""
    hits = [0.0, 0.0, 0.0]
    total = 0
    while blocks:
        low = blocks & -blocks
        block: BlockNumber = low.bit_length() - 1
        left = steps[block]
        hits[TURN[block]] += FIRE[block] * left
        total += left
        blocks ^= low
    return hits[0], hits[1], hits[2], total


def joined(one: Force, other: Force, share: float = 1.0) -> Force:
    """Two forces together, of the other only a share."""
    return one[0] + share * other[0], one[1] + share * other[1], one[2] + share * other[2], one[3] + share * other[3]


def share_of(one: Force, share: float) -> Force:
    """A share of a force."""
    return one[0] * share, one[1] * share, one[2] * share, one[3] * share


def strength(blocks: BlockSet, steps: list[int]) -> int:
    """Steps of a set of blocks."""
    total = 0
    while blocks:
        low = blocks & -blocks
        total += steps[low.bit_length() - 1]
        blocks ^= low
    return total
