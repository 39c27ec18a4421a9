"""The Swiss system: a pair meets once, players of equal points meet, byes go to the lowest without one, sides even out.

A round is a matching of least cost in the graph of those who have not met. Costs are ranked, each by far heavier than
all that follow. First comes an entrant three games out of balance between the sides. Then come the differences of
points, squared: two of half a point rather than one of a whole. Then comes an entrant two games out of balance. Last
comes the distance from the fold, in which the upper half of a group of equal points meets its lower half.
"""

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING

from games.tournaments.pairing.scores import (
    EntrantId,
    NoPairing,
    Pair,
    Score,
    balances,
    pairs_met,
    points_of,
    won_without_play,
)

if TYPE_CHECKING:
    import networkx


def pair_round(entrants: Sequence[EntrantId], scores: Sequence[Score], lot: Random) -> list[Pair]:
    """Returns the pairs of the next round, the highest points first, a bye last.

    `entrants` are those still in, best seed first; `scores` are those of all rounds before. Raises NoPairing.
    """
    import networkx  # noqa: PLC0415 - it takes 0.14 s, at the start of every process, and few of them pair

    points = points_of(scores, entrants)
    ranked = sorted(entrants, key=lambda entrant: -points[entrant])  # stable: by seed where points are equal
    balance, before = balances(scores), pairs_met(scores)
    for bye in _byes(ranked, scores):
        graph = _graph_of_pairs([entrant for entrant in ranked if entrant != bye], points, balance, before)
        matched = networkx.max_weight_matching(graph, maxcardinality=True)
        if 2 * len(matched) == len(ranked) - (bye is not None):
            place = {entrant: number for number, entrant in enumerate(ranked)}
            boards = sorted(tuple(sorted(pair, key=place.__getitem__)) for pair in matched)
            boards.sort(key=lambda pair: (place[pair[0]], place[pair[1]]))
            pairs = [_sides(one, other, scores, balance, lot) for one, other in boards]
            return pairs + ([Pair(bye, None)] if bye is not None else [])
    raise NoPairing


def _byes(ranked: Sequence[EntrantId], scores: Sequence[Score]) -> list[EntrantId | None]:
    """Returns who may have the bye, lowest first; None alone where all can be paired.

    An entrant who has had a bye, or a point for an opponent who was not there, does not get it (FIDE Handbook, C.04.1,
    article 4).
    """
    if len(ranked) % 2 == 0:
        return [None]
    byes = {score.frank for score in scores if score.saracen is None}
    had = byes | won_without_play(scores)
    free = [entrant for entrant in reversed(ranked) if entrant not in had]
    # Better a point without a game twice, in two ways, than no round at all; a second bye never.
    return [*free, *(entrant for entrant in reversed(ranked) if entrant in had - byes)]


def _graph_of_pairs(
    ranked: Sequence[EntrantId],
    points: dict[EntrantId, float],
    balance: dict[EntrantId, int],
    before: set[frozenset[EntrantId]],
) -> "networkx.Graph":
    """Returns the graph of possible pairs, heavier the better they are."""
    groups: dict[float, list[EntrantId]] = {}
    for entrant in ranked:
        groups.setdefault(points[entrant], []).append(entrant)
    place = {entrant: (number, len(group) // 2) for group in groups.values() for number, entrant in enumerate(group)}
    count = len(ranked)
    # Each cost outweighs all the smaller ones of a whole round together. Below them are the distances from the pair
    # that half a group apart would make.
    tilted = count**3 + 1  # one person would have one side once too often
    apart = count * (tilted + count**2) + 1  # half a point between the two
    lopsided = count * apart * int(max(points.values(), default=0) * 2 + 1) ** 2 + 1  # one side twice too often
    most = lopsided * 2
    import networkx  # noqa: PLC0415 - as above

    graph = networkx.Graph()
    graph.add_nodes_from(ranked)
    for number, one in enumerate(ranked):
        for other in ranked[number + 1 :]:
            if frozenset((one, other)) in before:
                continue
            cost = apart * round(2 * (points[one] - points[other])) ** 2
            worst = _worst_balance(balance.get(one, 0), balance.get(other, 0))
            cost += lopsided if worst > 2 else tilted if worst > 1 else 0
            if points[one] == points[other]:
                cost += (abs(place[one][0] - place[other][0]) - place[one][1]) ** 2
            graph.add_edge(one, other, weight=most - cost)
    return graph


def _worst_balance(one: int, other: int) -> int:
    """How far out of balance the worse of the two is after their game, with the better choice of sides."""
    return min(max(abs(one + 1), abs(other - 1)), max(abs(one - 1), abs(other + 1)))


def _sides(
    one: EntrantId, other: EntrantId, scores: Sequence[Score], balance: dict[EntrantId, int], lot: Random
) -> Pair:
    """Gives the Franks to the entrant who has had them less often, else longer ago, else by lot."""
    wish = {entrant: (balance.get(entrant, 0), _last_side(entrant, scores)) for entrant in (one, other)}
    first = lot.choice((one, other)) if wish[one] == wish[other] else min((one, other), key=wish.__getitem__)
    return Pair(first, other if first == one else one)


def _last_side(entrant: EntrantId, scores: Sequence[Score]) -> int:
    """Returns 1 for an entrant whose last game was with the Franks, -1 with the Saracens, 0 without a game."""
    for score in reversed(scores):
        if score.saracen is not None and entrant in (score.frank, score.saracen):
            return 1 if score.frank == entrant else -1
    return 0
