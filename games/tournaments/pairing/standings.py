"""Standings: points, then the tie-breaks of the tournament in their order.

- `buchholz`: the sum of the opponents' points.
- `sonneborn-berger`: the points of beaten opponents, and half of those with whom the points were shared.
- `head-to-head`: the points of the games among those who are equal so far.
- `cities`: the victory cities held at the end of one's games, added up.
- `wins`: games won, without byes and forfeits.

Rounds without a game follow the FIDE Handbook, C.07 (Tie-Break Regulations), article 16. For Buchholz and
Sonneborn-Berger one's own bye or forfeit counts like a game against a dummy opponent who has as many points as one has
oneself in the end. And for their opponents, an entrant who withdrew counts with half a point for each round after their
last one: nobody suffers for having met a person who then went home. In a round robin who was to meet is known: there a
forfeit counts like a game against that opponent, and a round of rest like none.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from games.tournaments.pairing.scores import HALF, LOSS, WIN, EntrantId, Score, points_of


@dataclass(slots=True)
class TableLine:
    """One line of a table. Equal ranks are equal in points and in every tie-break."""

    entrant: EntrantId
    points: float
    rank: int = 0
    tie_breaks: dict[str, float] = field(default_factory=dict)


Value = Callable[[EntrantId, Collection[EntrantId]], float]


def standings(
    entrants: Sequence[EntrantId],
    scores: Sequence[Score],
    tie_breaks: Sequence[str],
    *,
    rounds: int | None = None,
    legs: int = 1,
    everybody_meets: bool = False,
) -> list[TableLine]:
    """Returns the table, best first; who is equal in everything stands in the order of the seeds, at one rank.

    `rounds` is how many are complete, all that have a score if left out, each of so many `legs`. `everybody_meets` is
    for a round robin.
    """
    points = points_of(scores, entrants)
    lines = {entrant: TableLine(entrant, points[entrant]) for entrant in entrants}
    groups = _split(list(entrants), points)
    if everybody_meets:
        values = _values(scores, points, _as_played(scores), points)
    else:
        complete = max((score.round for score in scores), default=0) if rounds is None else rounds
        values = _values(scores, points, scores, points_for_opponents(scores, points, complete * legs, legs))
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


def points_for_opponents(
    scores: Sequence[Score], points: Mapping[EntrantId, float], games: int, legs: int = 1
) -> dict[EntrantId, float]:
    """Returns the points with which each entrant counts for their opponents, after so many games in all (C.07, 16.3).

    Each game after the round of their last one counts as half a point. A bye counts as played; one lost by forfeit, or
    not paired any more, does not.
    """
    last: dict[EntrantId, int] = dict.fromkeys(points, 0)
    for score in scores:
        for entrant, won in zip((score.frank, score.saracen), score.points, strict=True):
            if entrant in last and (score.played or won > LOSS or score.saracen is None):
                last[entrant] = max(last[entrant], score.round)
    return {entrant: points[entrant] + HALF * max(0, games - legs * last[entrant]) for entrant in points}


def _as_played(scores: Sequence[Score]) -> list[Score]:
    """Returns the scores with forfeits as games, and without byes."""
    return [replace(score, played=True) for score in scores if score.saracen is not None]


def _split(group: Sequence[EntrantId], values: Mapping[EntrantId, float]) -> list[list[EntrantId]]:
    """Splits a group into those of equal values, highest first."""
    found: dict[float, list[EntrantId]] = {}
    for entrant in group:
        found.setdefault(values[entrant], []).append(entrant)
    return [found[value] for value in sorted(found, reverse=True)]


def _values(
    scores: Sequence[Score],
    points: Mapping[EntrantId, float],
    met: Sequence[Score],
    strengths: Mapping[EntrantId, float],
) -> dict[str, Value]:
    """Returns for each tie-break its value of an entrant in a group of equals.

    `met` are the scores as those tie-breaks read them that rest on the opponents' points, `strengths` these points.
    """
    own, against = _games_by_entrant(scores, points), _games_by_entrant(met, points)

    def strength(entrant: EntrantId, opponent: EntrantId | None, played: bool) -> float:
        return strengths.get(opponent, 0.0) if played and opponent is not None else points[entrant]

    def buchholz(entrant: EntrantId, _group: Collection[EntrantId]) -> float:
        return sum(strength(entrant, opponent, played) for opponent, _won, _cities, played in against[entrant])

    def sonneborn_berger(entrant: EntrantId, _group: Collection[EntrantId]) -> float:
        return sum(won * strength(entrant, opponent, played) for opponent, won, _cities, played in against[entrant])

    def head_to_head(entrant: EntrantId, group: Collection[EntrantId]) -> float:
        return sum(won for opponent, won, _cities, _played in own[entrant] if opponent in group)

    def cities(entrant: EntrantId, _group: Collection[EntrantId]) -> float:
        return sum(held for _opponent, _won, held, _played in own[entrant])

    def wins(entrant: EntrantId, _group: Collection[EntrantId]) -> float:
        return sum(played and won == WIN for _opponent, won, _cities, played in own[entrant])

    return {
        "buchholz": buchholz,
        "sonneborn-berger": sonneborn_berger,
        "head-to-head": head_to_head,
        "cities": cities,
        "wins": wins,
    }


Line = tuple[EntrantId | None, float, int, bool]
"""Against whom, points, cities held, whether it was played."""


def _games_by_entrant(scores: Sequence[Score], entrants: Collection[EntrantId]) -> dict[EntrantId, list[Line]]:
    """Returns each entrant's games."""
    found: dict[EntrantId, list[Line]] = {entrant: [] for entrant in entrants}
    for score in scores:
        for line in _as_each_sees(score):
            if line[0] in found:
                found[line[0]].append(line[1:])
    return found


TIE_BREAKS = ("buchholz", "sonneborn-berger", "head-to-head", "cities", "wins")


def _as_each_sees(score: Score) -> Iterator[tuple[EntrantId, EntrantId | None, float, int, bool]]:
    """A score as each of its entrants sees it: who, against whom, points, cities held, whether it was played."""
    yield score.frank, score.saracen, score.points[0], score.cities[0], score.played
    if score.saracen is not None:
        yield score.saracen, score.frank, score.points[1], score.cities[1], score.played
