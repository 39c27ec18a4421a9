"""The single knock-out: who loses is out. Places in the bracket follow the seeds, and byes go to the best ones."""

from collections.abc import Sequence
from random import Random

from games.tournaments.pairing.scores import EntrantId, Pair


def count_rounds(entrants: int) -> int:
    """Returns how many rounds so many entrants need."""
    return max(entrants - 1, 0).bit_length()


def bracket(size: int) -> list[int]:
    """Returns the seeds, counted from 1, in the order of the bracket: neighbors meet, and 1 and 2 can meet in the final
    alone.
    """
    order = [1]
    while len(order) < size:
        order = [seed for place in order for seed in (place, 2 * len(order) + 1 - place)]
    return order


def first_round(entrants: Sequence[EntrantId], lot: Random) -> list[Pair]:
    """Returns the first round in the order of the bracket.

    `entrants` are the best seed first; places without one are byes.
    """
    order = bracket(1 << count_rounds(len(entrants)))
    places = [entrants[seed - 1] if seed <= len(entrants) else None for seed in order]
    return [pair for pair in next_round(places, lot) if pair is not None]  # a bye is never next to another


def next_round(places: Sequence[EntrantId | None], lot: Random) -> list[Pair | None]:
    """Pairs neighbors, sides by lot.

    `places` are the winners of the round before; None is a match that nobody won, or a bye.
    """
    pairs: list[Pair | None] = []
    for one, other in zip(places[::2], places[1::2], strict=True):
        present = [entrant for entrant in (one, other) if entrant is not None]
        if len(present) == 2:
            frank, saracen = lot.sample(present, 2)
            pairs.append(Pair(frank, saracen))
        else:
            pairs.append(Pair(present[0], None) if present else None)
    return pairs
