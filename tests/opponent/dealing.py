"""Positions with everything dealt anew that a side hides, by the means of the rules' own tests."""

from random import Random

from rules.places import TOWN_COUNT
from rules.position import Position
from rules.roster import PILGRIMS
from tests.rules.hiding import hidden, other_hand, pooled, renamed


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
