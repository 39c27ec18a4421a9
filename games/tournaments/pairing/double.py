"""The double knock-out: who loses twice is out.

Rounds are numbered through. With 2**k places, round t of the winners' bracket is round t of the tournament, up to k.
Round l of the losers' bracket is round l + 1: in the odd ones its survivors meet each other, in the even ones those who
have just lost in the winners' bracket. Round 2k is the grand final between the winners of both brackets. If the winner
of the winners' bracket loses it, both have lost once, and round 2k + 1 is played.

Boards of a round are counted from 1, those of the winners' bracket first.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

from games.tournaments.pairing import knockout
from games.tournaments.pairing.scores import EntrantId, Pair

WINNERS, LOSERS, FINAL = "winners", "losers", "final"


@dataclass(frozen=True, slots=True)
class MatchOutcome:
    """The result of a match. Without a winner both are out; after a bye there is no loser."""

    winner: EntrantId | None = None
    loser: EntrantId | None = None


Outcomes = Mapping[tuple[int, int], MatchOutcome]
"""By round and board; what was not played is left out."""
NOBODY = MatchOutcome()


def count_rounds(entrants: int) -> int:
    """Returns how many rounds so many entrants need, without the second grand final."""
    return 2 * knockout.count_rounds(entrants)


def bracket_of(number: int, board: int, rounds: int) -> str:
    """Returns to which bracket a board of a round belongs.

    `rounds` are those of the tournament, with or without the second final.
    """
    depth = rounds // 2
    if number >= 2 * depth:
        return FINAL
    return WINNERS if board <= _winners_boards(number, depth) else LOSERS


def next_round(number: int, entrants: Sequence[EntrantId], outcomes: Outcomes, lot: Random) -> list[Pair | None]:
    """Returns the pairs of this round in the order of their boards.

    `entrants` are the best seed first; None is a place where nobody is.
    """
    depth = knockout.count_rounds(len(entrants))
    if number == 2 * depth:
        return knockout.next_round([_champion(depth, outcomes), _survivor(depth, outcomes)], lot)
    if number > 2 * depth:
        return _second_final(depth, outcomes)
    pairs: list[Pair | None] = []
    if number == 1:
        pairs += knockout.first_round(entrants, lot)
    elif number <= depth:
        boards = range(1, _winners_boards(number - 1, depth) + 1)
        pairs += knockout.next_round([outcomes.get((number - 1, board), NOBODY).winner for board in boards], lot)
    if number > 1:
        pairs += knockout.next_round(_places_of_losers(number - 1, depth, outcomes), lot)
    return pairs


def needs_second_final(entrants: int, outcomes: Outcomes) -> bool:
    """Whether the winner of the winners' bracket has lost the grand final, and so for the first time."""
    depth = knockout.count_rounds(entrants)
    final = outcomes.get((2 * depth, 1), NOBODY)
    return final.loser is not None and final.loser == _champion(depth, outcomes)


def _winners_boards(number: int, depth: int) -> int:
    """Returns how many boards the winners' bracket has in a round."""
    return 1 << (depth - number) if number <= depth else 0


def _losers_boards(number: int, depth: int) -> int:
    """Returns how many boards a round of the losers' bracket has."""
    return 1 << (depth - 1 - (number + 1) // 2)


def _places_of_losers(number: int, depth: int, outcomes: Outcomes) -> list[EntrantId | None]:
    """Returns the entrants of a round of the losers' bracket, in which neighbors meet.

    Who comes from the winners' bracket enters from the other end in every second such round, so that pairs of before
    meet late.
    """
    if number == 1:
        return [outcomes.get((1, board), NOBODY).loser for board in range(1, _winners_boards(1, depth) + 1)]
    # Round `number` of the tournament is round `number` - 1 of the losers' bracket.
    first = _winners_boards(number, depth)
    survivors = [
        outcomes.get((number, first + board), NOBODY).winner
        for board in range(1, _losers_boards(number - 1, depth) + 1)
    ]
    if number % 2:
        return survivors
    round_above = number // 2 + 1
    coming = [
        outcomes.get((round_above, board), NOBODY).loser for board in range(1, _winners_boards(round_above, depth) + 1)
    ]
    if round_above % 2 == 0:
        coming.reverse()
    return [place for pair in zip(survivors, coming, strict=True) for place in pair]


def _champion(depth: int, outcomes: Outcomes) -> EntrantId | None:
    """Returns the winner of the winners' bracket."""
    return outcomes.get((depth, 1), NOBODY).winner


def _survivor(depth: int, outcomes: Outcomes) -> EntrantId | None:
    """Returns the winner of the losers' bracket; of two entrants that is the loser of their first match."""
    if depth == 1:
        return outcomes.get((1, 1), NOBODY).loser
    return outcomes.get((2 * depth - 1, 1), NOBODY).winner


def _second_final(depth: int, outcomes: Outcomes) -> list[Pair | None]:
    """Returns the second grand final, in which sides are swapped; none before the first is decided."""
    final = outcomes.get((2 * depth, 1), NOBODY)
    if final.winner is None or final.loser is None:
        return []
    return [Pair(final.loser, final.winner)]
