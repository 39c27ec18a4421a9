"""A tournament's rows as the scores of `pairing`, and its table."""

from collections.abc import Iterable

from games.models import Entrant, Pairing, Tournament
from games.tournaments.pairing import round_robin, standings
from games.tournaments.pairing.double import MatchOutcome
from games.tournaments.pairing.scores import HALF, LOSS, WIN, Score
from games.tournaments.pairing.standings import TableLine

Result, How = Pairing.Result, Pairing.How
POINTS = {Result.FRANK: (WIN, LOSS), Result.SARACEN: (LOSS, WIN), Result.HALF: (HALF, HALF), Result.NONE: (LOSS, LOSS)}


def scores_of(pairings: Iterable[Pairing]) -> list[Score]:
    """Returns the scores of all pairings with a result, in their order."""
    return [
        Score(
            pairing.round.number,
            pairing.frank_id,
            pairing.saracen_id,
            POINTS[Result(pairing.result)],
            played=pairing.how not in (How.BYE, How.FORFEIT),
            cities=(pairing.frank_cities, pairing.saracen_cities),
        )
        for pairing in pairings
        if pairing.result
    ]


def table_of(tournament: Tournament, entrants: Iterable[Entrant], pairings: Iterable[Pairing]) -> list[TableLine]:
    """Returns the standings, best first.

    In a knock-out, who came further stands higher, whatever the points; in a ladder places count.
    """
    there, rows = list(entrants), list(pairings)
    numbers = [entrant.pk for entrant in there]
    if tournament.is_ladder:
        return _by_places(there)
    if tournament.is_bracket:
        return _by_rounds(tournament, numbers, rows)
    scores = scores_of(rows)
    if tournament.system == Tournament.System.ROUND_ROBIN:
        left = [entrant.pk for entrant in there if entrant.left_at is not None]
        scores = round_robin.counted(scores, left, (len(there) - 1) * tournament.legs)
        return standings.standings(numbers, scores, tournament.tie_breaks, everybody_meets=True)
    open_rounds = {row.round.number for row in rows if not row.result}
    complete = max((row.round.number for row in rows if row.round.number not in open_rounds), default=0)
    return standings.standings(numbers, scores, tournament.tie_breaks, rounds=complete, legs=tournament.legs)


def _by_places(entrants: Iterable[Entrant]) -> list[TableLine]:
    lines = [TableLine(entrant.pk, 0.0, entrant.place) for entrant in entrants if entrant.place is not None]
    return sorted(lines, key=lambda line: line.rank)


def _by_rounds(tournament: Tournament, entrants: list[int], rows: list[Pairing]) -> list[TableLine]:
    """Returns the standings by matches won; in a double knock-out by the round of the second loss, the latest first."""
    won: dict[int, float] = dict.fromkeys(entrants, 0.0)
    for match in matches(rows).values():
        winner = match_winner(match, entrants)
        if winner is not None:
            won[winner] += 1
    came = won if tournament.system == Tournament.System.KNOCK_OUT else _round_of_elimination(entrants, rows)
    table = [TableLine(entrant, won[entrant]) for entrant in sorted(entrants, key=lambda entrant: -came[entrant])]
    for place, line in enumerate(table):
        before = table[place - 1] if place else None
        line.rank = before.rank if before is not None and came[before.entrant] == came[line.entrant] else place + 1
    return table


def _round_of_elimination(entrants: list[int], rows: list[Pairing]) -> dict[int, float]:
    """Returns for each entrant of a double knock-out the round after which they were out; infinite
    for those still in.
    """
    losses: dict[int, list[int]] = {entrant: [] for entrant in entrants}
    for (number, _board), match in matches(rows).items():
        winner = match_winner(match, entrants)
        if all(row.result for row in match):
            for entrant in {match[0].frank_id, match[0].saracen_id} - {winner, None}:
                losses[entrant or 0] += [number] if winner is not None else [number, number]
    return {entrant: float(lost[1]) if len(lost) > 1 else float("inf") for entrant, lost in losses.items()}


def outcomes(pairings: Iterable[Pairing], seeded: list[int]) -> dict[tuple[int, int], MatchOutcome]:
    """Returns how the matches of a double knock-out ended, by round and board. `seeded` is best first."""
    found = {}
    for place, match in matches(pairings).items():
        winner = match_winner(match, seeded)
        losers = {match[0].frank_id, match[0].saracen_id} - {winner, None} if winner is not None else set()
        found[place] = MatchOutcome(winner, next(iter(losers), None))
    return found


def matches(pairings: Iterable[Pairing]) -> dict[tuple[int, int], list[Pairing]]:
    """Returns the games of each pair by round and board."""
    found: dict[tuple[int, int], list[Pairing]] = {}
    for pairing in pairings:
        found.setdefault((pairing.round.number, pairing.board), []).append(pairing)
    return found


def match_winner(match: list[Pairing], seeded: list[int]) -> int | None:
    """Returns who won a match of one or two games: by points, then victory cities held, then the better seed.

    `seeded` is best first.

    None while a game of it has no result, and where nobody has a point.
    """
    if not all(pairing.result for pairing in match):
        return None
    points: dict[int, float] = {}
    cities: dict[int, int] = {}
    for score in scores_of(match):
        for entrant, won, held in zip((score.frank, score.saracen), score.points, score.cities, strict=True):
            if entrant is not None:
                points[entrant] = points.get(entrant, 0) + won
                cities[entrant] = cities.get(entrant, 0) + held
    best = min(points, key=lambda entrant: (-points[entrant], -cities[entrant], seeded.index(entrant)))
    return best if points[best] else None
