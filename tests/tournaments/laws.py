"""The laws of each system, checked from the pairs alone: a second program that knows nothing of how they are made."""

from collections import Counter
from collections.abc import Callable, Sequence

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
    """The entrant with the bye had none before, and nobody else without one has fewer points."""
    for pair in pairs:
        if pair.saracen is None:
            assert pair.frank not in had
            assert points[pair.frank] == min(value for entrant, value in points.items() if entrant not in had)


def no_second_point_without_play(pairs: Sequence[Pair], entrants: Sequence[int], had: set[int]) -> None:
    """FIDE C.04.1, 4: who has had a bye or won by forfeit has no bye, while there is anybody else."""
    for pair in pairs:
        if pair.saracen is None:
            assert pair.frank not in had or set(entrants) <= had


Results = Sequence[tuple[int, int, int | None, float, float, bool]]
"""Of a season: round, Franks, Saracens or None for a bye, the points of both, whether it was played."""


def buchholz(results: Results, entrant: int, rounds: int) -> float:
    """FIDE C.07, 8.1 with article 16, reckoned round by round from the results alone.

    One's own round without a game: a dummy opponent with one's own final points. An opponent: their points, but half a
    point for each of the rounds that they left out of their own will at the end.
    """

    def of(who: int, number: int) -> tuple[int | None, float, bool] | None:
        for round_number, frank, saracen, one, other, played in results:
            if round_number == number and who in (frank, saracen):
                return (saracen, one, played) if who == frank else (frank, other, played)
        return None

    def total(who: int) -> float:
        return sum(line[1] for number in range(1, rounds + 1) if (line := of(who, number)) is not None)

    def for_opponents(who: int) -> float:
        points, number = total(who), rounds
        while number > 0:
            line = of(who, number)
            absent = line is None or (not line[2] and line[1] == 0 and line[0] is not None)
            if not absent:
                break
            points, number = points + 0.5, number - 1
        return points

    found = 0.0
    for number in range(1, rounds + 1):
        line = of(entrant, number)
        if line is not None:
            found += for_opponents(line[0]) if line[2] and line[0] is not None else total(entrant)
    return found


def places_whole(places: Sequence[int]) -> None:
    """Fails unless the places of a ladder are 1, 2, 3 and so on, each once."""
    assert list(places) == list(range(1, len(places) + 1))


def place_taken(before: Sequence[int], after: Sequence[int], winner: int, loser: int) -> None:
    """The winner stands where the better of the two stood, and all others in the order of before."""
    assert after.index(winner) == min(before.index(winner), before.index(loser))
    assert [entrant for entrant in after if entrant != winner] == [entrant for entrant in before if entrant != winner]


def fallen_by_one(before: Sequence[int], after: Sequence[int], due: set[int], idle: set[int]) -> None:
    """Nobody falls by more than a place, only who is due falls at all, and no idle one overtakes another."""
    assert sorted(after) == sorted(before)
    for entrant in before:
        fall = after.index(entrant) - before.index(entrant)
        assert fall <= (1 if entrant in due else 0)
    assert [entrant for entrant in after if entrant in idle] == [entrant for entrant in before if entrant in idle]


Played = Sequence[Sequence[tuple[Pair, int | None]]]
"""Rounds of a double knock-out: the pairs of each with their winners, None where nobody won."""


def double_knock_out(rounds: Played, entrants: Sequence[int], *, strict: bool) -> None:
    """Fails unless everybody plays until the second loss and no longer, and at most one is left with fewer.

    Where matches that nobody won take both out (not `strict`), who is out is counted from them as well.
    """
    losses: Counter[int] = Counter()
    for pairs in rounds:
        there = [entrant for pair, _winner in pairs for entrant in (pair.frank, pair.saracen) if entrant is not None]
        assert len(there) == len(set(there)), "twice in one round"
        assert all(losses[entrant] < 2 for entrant in there), "out and still paired"
        for pair, winner in pairs:
            if pair.saracen is not None:
                for entrant in (pair.frank, pair.saracen):
                    losses[entrant] += 0 if entrant == winner else 1 if winner is not None else 2
    left = [entrant for entrant in entrants if losses[entrant] < 2]
    assert len(left) == 1 if strict else len(left) <= 1, left
    if strict:
        games = sum(pair.saracen is not None for pairs in rounds for pair, _winner in pairs)
        assert games == 2 * (len(entrants) - 1) + losses[left[0]]


def winners_stay_together(rounds: Played, part: Callable[[int, int], str]) -> bool:
    """Whether nobody plays in the winners' bracket after a loss, or in the losers' bracket without one."""
    losses: Counter[int] = Counter()
    for number, pairs in enumerate(rounds, 1):
        before = Counter(losses)
        for pair, winner in pairs:
            if pair.saracen is not None:
                losses[pair.saracen if winner == pair.frank else pair.frank] += 1
        boards = {pair: part(number, board) for board, (pair, _winner) in enumerate(pairs, 1)}
        for pair, where in boards.items():
            lost = [before[entrant] for entrant in (pair.frank, pair.saracen) if entrant is not None]
            if where == "winners" and any(lost):
                return False
            if where == "losers" and lost != [1] * len(lost):
                return False
    return True
