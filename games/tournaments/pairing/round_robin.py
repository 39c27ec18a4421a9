"""The round robin: everybody meets everybody once, by the circle method."""

from collections import Counter
from collections.abc import Iterable, Sequence

from games.tournaments.pairing.scores import EntrantId, Pair, Score


def count_rounds(entrants: int) -> int:
    """Returns how many rounds so many entrants need."""
    return entrants - 1 + entrants % 2 if entrants > 1 else 0


def schedule(entrants: Sequence[EntrantId]) -> list[list[Pair]]:
    """Returns the pairs of every round. With an odd number one has a bye in each round.

    Everybody but the first moves on by one place from round to round; who sits opposite meets. Sides alternate, so that
    nobody has one side twice more often than the other.
    """
    circle: list[EntrantId | None] = [*entrants, *([None] if len(entrants) % 2 else [])]
    rounds = []
    for number in range(count_rounds(len(entrants))):
        half = len(circle) // 2
        opposite = zip(circle[:half], reversed(circle[half:]), strict=True)
        rounds.append([_sides(one, other, (board or number) % 2 == 1) for board, (one, other) in enumerate(opposite)])
        circle = [circle[0], circle[-1], *circle[1:-1]]
    return rounds


def counted(scores: Sequence[Score], left: Iterable[EntrantId], games: int) -> list[Score]:
    """Returns the scores that count in the table, where some have left and everybody has so many games in all.

    The games of an entrant who leaves before half of them are played count for nobody. An entrant who leaves later
    loses the rest, and the opponents have the points (FIDE Handbook, General Regulations for Competitions, on
    withdrawals from a round robin).
    """
    played = Counter(entrant for score in scores if score.played for entrant in (score.frank, score.saracen))
    gone = {entrant for entrant in left if 2 * played[entrant] < games}
    return [score for score in scores if score.frank not in gone and score.saracen not in gone]


def _sides(one: EntrantId | None, other: EntrantId | None, swapped: bool) -> Pair:
    """Pairs two entrants, or gives the only one a bye."""
    if one is None or other is None:
        present = one if one is not None else other
        assert present is not None
        return Pair(present, None)
    return Pair(other, one) if swapped else Pair(one, other)
