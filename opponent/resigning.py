"""When the computer resigns: its mean chance to win, over sampled positions, was too small at two cards in a row.

docs/opponent.md says how many of the games given up would have been won.
"""

from collections.abc import Iterable

from opponent.chance import chance_of_franks
from rules.position import Position

WORLDS = 8
"""Positions that could be, of which the mean is taken."""
LOST = 0.05
"""The chance to win below which a side gives up, when it was no better at its card before."""


def chance_of(side: str, worlds: Iterable[Position]) -> float:
    """The mean chance of a side to win in these positions."""
    franks = [chance_of_franks(world) for world in worlds]
    mean = sum(franks) / len(franks)
    return mean if side == "frank" else 1 - mean
