"""What pairings are made of: entrants by number, pairs, and the scores of games."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

EntrantId = int
WIN, HALF, LOSS = 1.0, 0.5, 0.0


class NoPairing(ValueError):
    """Raised where no round is possible without having a pair meet twice."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two entrants who meet, the first with the Franks; without a second a bye."""

    frank: EntrantId
    saracen: EntrantId | None


@dataclass(frozen=True, slots=True)
class Score:
    """The score of one game of a round, or of one bye: the points of the Franks and of the Saracens.

    `played` is False for byes and forfeits. `cities` are the victory cities held at the end.
    """

    round: int
    frank: EntrantId
    saracen: EntrantId | None
    points: tuple[float, float]
    played: bool = True
    cities: tuple[int, int] = (0, 0)


def points_of(scores: Iterable[Score], entrants: Iterable[EntrantId]) -> dict[EntrantId, float]:
    """Returns the points of each entrant."""
    points = dict.fromkeys(entrants, LOSS)
    for score in scores:
        for entrant, won in zip((score.frank, score.saracen), score.points, strict=True):
            if entrant in points:
                points[entrant] += won
    return points


def pairs_met(scores: Iterable[Score]) -> set[frozenset[EntrantId]]:
    """Returns the pairs that have met, or were to meet."""
    return {frozenset((score.frank, score.saracen)) for score in scores if score.saracen is not None}


def won_without_play(scores: Iterable[Score]) -> set[EntrantId]:
    """Returns the entrants who have had a whole point without a game: by a bye, or because their opponent was not
    there.
    """
    sides = [
        (score, *side)
        for score in scores
        if not score.played
        for side in zip((score.frank, score.saracen), score.points, strict=True)
    ]
    return {entrant for _score, entrant, won in sides if entrant is not None and won == WIN}


def balances(scores: Sequence[Score]) -> dict[EntrantId, int]:
    """Returns for each entrant the games with the Franks less those with the Saracens."""
    found: dict[EntrantId, int] = {}
    for score in scores:
        if score.saracen is not None:
            found[score.frank] = found.get(score.frank, 0) + 1
            found[score.saracen] = found.get(score.saracen, 0) - 1
    return found
