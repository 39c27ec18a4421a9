"""The laws of each system, checked from the pairs alone: a second program that knows nothing of how they are made."""

from collections import Counter
from collections.abc import Sequence

from games.tournaments.pairing.scores import Pair

Rounds = Sequence[Sequence[Pair]]


def everybody_once(pairs: Sequence[Pair], entrants: Sequence[int]) -> None:
    """Fails unless in one round everybody has one opponent, or the one bye."""
    there = [entrant for pair in pairs for entrant in (pair.frank, pair.saracen) if entrant is not None]
    assert sorted(there) == sorted(entrants)
    assert sum(pair.saracen is None for pair in pairs) == len(entrants) % 2


def nobody_twice(rounds: Rounds) -> None:
    """No pair meets twice, and nobody has two byes."""
    meetings = Counter(frozenset((pair.frank, pair.saracen)) for pairs in rounds for pair in pairs)
    assert max(meetings.values(), default=0) <= 1


def everybody_met(rounds: Rounds, entrants: Sequence[int]) -> None:
    """Fails unless everybody has met everybody."""
    meetings = {frozenset((pair.frank, pair.saracen)) for pairs in rounds for pair in pairs if pair.saracen is not None}
    assert len(meetings) == len(entrants) * (len(entrants) - 1) // 2


def sides_even(rounds: Rounds, most: int) -> None:
    """Nobody has had one side more than `most` times more often than the other."""
    balance: Counter[int] = Counter()
    for pairs in rounds:
        for pair in pairs:
            if pair.saracen is not None:
                balance[pair.frank] += 1
                balance[pair.saracen] -= 1
    assert all(abs(value) <= most for value in balance.values()), balance


def bye_to_the_lowest(pairs: Sequence[Pair], points: dict[int, float], had: set[int]) -> None:
    """Whoever has the bye had none before, and nobody else without one has fewer points."""
    for pair in pairs:
        if pair.saracen is None:
            assert pair.frank not in had
            assert points[pair.frank] == min(value for entrant, value in points.items() if entrant not in had)
