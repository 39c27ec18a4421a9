"""Standings: points, then the tie-breaks of the tournament in their order.

- `buchholz`: the sum of the opponents' points.
- `sonneborn-berger`: the points of beaten opponents, and half of those with whom the points were shared.
- `head-to-head`: the points of the games among those who are equal so far.
- `cities`: the victory cities held at the end of one's games, added up.
- `wins`: games won, without byes and forfeits.

For Buchholz and Sonneborn-Berger a bye or forfeit counts like a game against somebody with as many points as one has oneself.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from games.tournaments.pairing.scores import WIN, EntrantId, Score, points_of


@dataclass(slots=True)
class TableLine:
    """One line of a table. Equal ranks are equal in points and in every tie-break."""

    entrant: EntrantId
    points: float
    rank: int = 0
    tie_breaks: dict[str, float] = field(default_factory=dict)


Value = Callable[[EntrantId, Collection[EntrantId]], float]


def standings(entrants: Sequence[EntrantId], scores: Sequence[Score], tie_breaks: Sequence[str]) -> list[TableLine]:
    """Returns the table, best first; who is equal in everything stands in the order of the seeds, at one rank."""
    points = points_of(scores, entrants)
    lines = {entrant: TableLine(entrant, points[entrant]) for entrant in entrants}
    groups = _split(list(entrants), points)
    values = _values(scores, points)
    for name in tie_breaks:
        split: list[list[EntrantId]] = []
        for group in groups:
            found = {entrant: values[name](entrant, group) for entrant in group}
            for entrant, value in found.items():
                lines[entrant].tie_breaks[name] = value
            split += _split(group, found)
        groups = split
    table: list[TableLine] = []
    for group in groups:
        rank = len(table) + 1
        for entrant in group:
            lines[entrant].rank = rank
            table.append(lines[entrant])
    return table


def _split(group: Sequence[EntrantId], values: Mapping[EntrantId, float]) -> list[list[EntrantId]]:
    """Splits a group into those of equal values, highest first."""
    found: dict[float, list[EntrantId]] = {}
    for entrant in group:
        found.setdefault(values[entrant], []).append(entrant)
    return [found[value] for value in sorted(found, reverse=True)]


def _values(scores: Sequence[Score], points: Mapping[EntrantId, float]) -> dict[str, Value]:
    """Returns for each tie-break its value of an entrant in a group of equals."""
    own: dict[EntrantId, list[tuple[EntrantId | None, float, int, bool]]] = {entrant: [] for entrant in points}
    for score in scores:
        for line in _lines(score):
            if line[0] in own:
                own[line[0]].append(line[1:])

    def strength(entrant: EntrantId, opponent: EntrantId | None, played: bool) -> float:
        return points.get(opponent, 0.0) if played and opponent is not None else points[entrant]

    def buchholz(entrant: EntrantId, _group: Collection[EntrantId]) -> float:
        return sum(strength(entrant, opponent, played) for opponent, _won, _cities, played in own[entrant])

    def sonneborn_berger(entrant: EntrantId, _group: Collection[EntrantId]) -> float:
        return sum(won * strength(entrant, opponent, played) for opponent, won, _cities, played in own[entrant])

    def head_to_head(entrant: EntrantId, group: Collection[EntrantId]) -> float:
        return sum(won for opponent, won, _cities, _played in own[entrant] if opponent in group)

    def cities(entrant: EntrantId, _group: Collection[EntrantId]) -> float:
        return sum(held for _opponent, _won, held, _played in own[entrant])

    def wins(entrant: EntrantId, _group: Collection[EntrantId]) -> float:
        return sum(played and won == WIN for _opponent, won, _cities, played in own[entrant])

    return {"buchholz": buchholz, "sonneborn-berger": sonneborn_berger, "head-to-head": head_to_head, "cities": cities, "wins": wins}


TIE_BREAKS = ("buchholz", "sonneborn-berger", "head-to-head", "cities", "wins")


def _lines(score: Score) -> Iterator[tuple[EntrantId, EntrantId | None, float, int, bool]]:
    """A score as each of its entrants sees it: who, against whom, points, cities held, whether it was played."""
    yield score.frank, score.saracen, score.points[0], score.cities[0], score.played
    if score.saracen is not None:
        yield score.saracen, score.frank, score.points[1], score.cities[1], score.played
