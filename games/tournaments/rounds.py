"""The automatic steps of tournaments: begin, pair rounds, begin games, take results, end.

`advance_all` does all of it and may be repeated at any time: the site's clock calls it, and each end of a game. Locks
are taken in one order: person, tournament, game.
"""

import logging
from collections.abc import Sequence
from random import SystemRandom

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from games.access import hold_person
from games.models import Entrant, Pairing, Round, Tournament, User
from games.services.alerts import notices
from games.services.alerts.kinds.starts import GameOfTournament
from games.services.alerts.kinds.tournaments import OfTournament
from games.services.lobby import lobby
from games.services.rounds import acts
from games.timekeeping import days
from games.tournaments import deadlines, entering, ladders, reminding, results, scoring
from games.tournaments.finding import Kind
from games.tournaments.pairing import double, knockout, round_robin, swiss
from games.tournaments.pairing.scores import NoPairing, Pair

logger = logging.getLogger(__name__)
LOT = SystemRandom()
State, System, Result, How = Tournament.State, Tournament.System, Pairing.Result, Pairing.How


def advance_all() -> None:
    """Brings every tournament as far as it can come now. An error in one does not hold up the others."""
    for pk in _due_tournaments():
        try:
            with transaction.atomic():
                advance(Tournament.objects.select_for_update(no_key=True).get(pk=pk))
        except Exception:
            logger.exception("Tournament %s could not go on.", pk)
    for pk in list(_without_game().values_list("pk", flat=True)):
        try:
            _begin_game(pk)
        except Exception:
            logger.exception("The game of pairing %s could not begin.", pk)
    try:
        reminding.remind()
    except Exception:
        logger.exception("Who is late could not be reminded.")


def _due_tournaments() -> list[int]:
    """Returns the tournaments in which something may have to happen."""
    now = timezone.now()
    sign_up = Tournament.objects.filter(state=State.SIGN_UP, sign_up_until__lte=now)
    running = Tournament.objects.filter(state=State.RUNNING)
    open_round = (
        running.exclude(system=System.LADDER)
        .exclude(played_rounds__pairings__in=Pairing.objects.filter(result=""))
        .distinct()
    )
    late = running.filter(played_rounds__ended_at=None, played_rounds__due_at__lte=now)
    ended = running.filter(played_rounds__pairings__in=results.outdated_pairings())
    left_to_itself = running.filter(by_hand=False, played_rounds__begun_at=None).exclude(system=System.LADDER)
    found = {
        pk for rows in (sign_up, open_round, late, ended, left_to_itself) for pk in rows.values_list("pk", flat=True)
    }
    return sorted(found.union(ladders.due_ladders(now)))


def _without_game() -> QuerySet[Pairing]:
    running = Pairing.objects.filter(round__tournament__state=State.RUNNING, round__begun_at__isnull=False)
    return running.filter(game=None, result="", saracen__isnull=False).order_by("pk")


def advance(tournament: Tournament) -> None:
    """Brings one tournament as far as it can come now. Requires its lock."""
    if tournament.state == State.SIGN_UP and tournament.sign_up_until <= timezone.now():
        start(tournament)
    if tournament.state != State.RUNNING:
        return
    if tournament.is_ladder:
        ladders.advance(tournament)
        return
    results.take_results(tournament)
    current = tournament.played_rounds.get(number=tournament.round)
    if current.begun_at is None:
        if not tournament.by_hand:  # the organizer it waited for is gone, or has set it to begin at its time
            begin_round(tournament, current)
        return
    deadlines.settle_late(current)
    open_ones = current.pairings.filter(result="").exists()
    if not open_ones and not results.disputed(current):
        current.ended_at = timezone.now()
        current.save(update_fields=["ended_at"])
        _next_round(tournament)


def start(tournament: Tournament, actor: User | None = None) -> None:
    """Closes sign-up, sets seeds by rating, and pairs the first round; with fewer than two entrants cancels.

    Requires the lock.
    """
    entrants = list(entering.active_entrants(tournament).order_by("-rating", "pk"))
    if len(entrants) < 2:
        entering.cancel(tournament, actor=actor)
        return
    for seed, entrant in enumerate(entrants, 1):
        entrant.seed = seed
    Entrant.objects.bulk_update(entrants, ["seed"])
    tournament.state, tournament.started_at = State.RUNNING, timezone.now()
    tournament.rounds = _count_rounds(tournament, len(entrants))
    tournament.save(update_fields=["state", "started_at", "rounds"])
    acts.note(tournament, Kind.STARTED, actor=actor, entrants=len(entrants), rounds=tournament.rounds)
    _next_round(tournament)


def _count_rounds(tournament: Tournament, entrants: int) -> int:
    """Returns how many rounds a tournament has with so many entrants."""
    if tournament.system == System.ROUND_ROBIN:
        return round_robin.count_rounds(entrants)
    if tournament.system == System.DOUBLE:
        return double.count_rounds(entrants)
    if tournament.system == System.KNOCK_OUT:
        return knockout.count_rounds(entrants)
    return min(tournament.rounds, entrants - 1)


def _next_round(tournament: Tournament) -> None:
    """Pairs the next round, or ends the tournament after the last one, and where no round is possible any more."""
    entrants = list(tournament.entrants.filter(seed__isnull=False).order_by("seed"))
    rows = list(
        Pairing.objects.filter(round__tournament=tournament)
        .select_related("round")
        .order_by("round__number", "board", "leg")
    )
    _add_second_final(tournament, entrants, rows)
    pairs: Sequence[Pair | None] = []
    for number in range(tournament.round + 1, tournament.rounds + 1):
        pairs = _pairs(tournament, number, entrants, rows)
        if any(pairs) or tournament.system != System.DOUBLE:  # where a round is left out if nobody is there for it
            break
    if not any(pairs):
        _end_tournament(tournament)
        return
    tournament.round = number
    tournament.save(update_fields=["round", "rounds"])
    made = Round.objects.create(tournament=tournament, number=tournament.round)
    there = {entrant.pk: entrant for entrant in entrants}
    for board, pair in enumerate(pairs, 1):
        for leg in range(1, tournament.legs + 1):
            if pair is not None:
                Pairing.objects.create(
                    round=made, board=board, leg=leg, **_pairing_fields(tournament, pair, leg, there)
                )
    acts.note(tournament, Kind.PAIRED, round=made.number)
    if not tournament.by_hand:
        begin_round(tournament, made)


def _pairs(tournament: Tournament, number: int, entrants: list[Entrant], rows: list[Pairing]) -> Sequence[Pair | None]:
    """Returns the pairs of this round, the next one, in the order of their boards; none where no Swiss round is
    possible any more.
    """
    seeded = [entrant.pk for entrant in entrants]
    if tournament.system == System.ROUND_ROBIN:
        return round_robin.schedule(seeded)[number - 1]
    if tournament.system == System.SWISS:
        try:
            return swiss.pair_round(
                [entrant.pk for entrant in entrants if entrant.left_at is None], scoring.scores_of(rows), LOT
            )
        except NoPairing:
            return []
    if tournament.system == System.DOUBLE:
        return double.next_round(number, seeded, scoring.outcomes(rows, seeded), LOT)
    return _knockout_pairs(tournament, number, seeded, rows)


def _knockout_pairs(
    tournament: Tournament, number: int, seeded: list[int], rows: list[Pairing]
) -> Sequence[Pair | None]:
    """Returns the pairs of a knock-out round, the first by seeds."""
    if number == 1:
        return knockout.first_round(seeded, LOT)
    last = {board: match for (before, board), match in scoring.matches(rows).items() if before == number - 1}
    boards = range(1, (1 << (tournament.rounds - number + 1)) + 1)
    winners = [scoring.match_winner(last[board], seeded) if board in last else None for board in boards]
    return knockout.next_round(winners, LOT)


def _add_second_final(tournament: Tournament, entrants: list[Entrant], rows: list[Pairing]) -> None:
    """Adds a round to a double knock-out whose first grand final was lost by the winner of the winners' bracket."""
    if tournament.system == System.DOUBLE and tournament.round == double.count_rounds(len(entrants)):
        seeded = [entrant.pk for entrant in entrants]
        tournament.rounds = tournament.round + double.needs_second_final(len(seeded), scoring.outcomes(rows, seeded))


def _pairing_fields(tournament: Tournament, pair: Pair, leg: int, there: dict[int, Entrant]) -> dict[str, object]:
    """Returns the fields of a pairing: sides swapped in the second leg, the result already there for byes and for who
    has left.
    """
    if pair.saracen is None:
        stays = there[pair.frank].left_at is None and tournament.system != System.ROUND_ROBIN
        return {"frank": there[pair.frank], "result": Result.FRANK if stays else Result.NONE, "how": How.BYE}
    frank, saracen = there[pair.frank], there[pair.saracen]
    if leg == 2:
        frank, saracen = saracen, frank
    seats: dict[str, object] = {"frank": frank, "saracen": saracen}
    if frank.left_at is not None or saracen.left_at is not None:
        stays_frank, stays_saracen = frank.left_at is None, saracen.left_at is None
        seats |= {
            "result": Result.FRANK if stays_frank else Result.SARACEN if stays_saracen else Result.NONE,
            "how": How.FORFEIT,
        }
    return seats


def begin_round(tournament: Tournament, made: Round, actor: User | None = None) -> None:
    """Begins a paired round: its games follow one by one. Requires the tournament's lock."""
    now = timezone.now()
    made.begun_at, made.due_at = now, days.later(now, tournament.round_days, tournament.organizer.zone)
    made.save(update_fields=["begun_at", "due_at"])
    act = acts.note(tournament, Kind.BEGUN, actor=actor, round=made.number)
    for pairing in made.pairings.filter(how=How.BYE, leg=1, frank__left_at=None).select_related("frank__user"):
        alert = OfTournament(what="bye", round=made.number, rests=pairing.result == Result.NONE)
        notices.queue_of_tournament(user=pairing.frank.user, tournament=tournament, turn=act.pk, alert=alert)


def _begin_game(pk: int) -> None:
    """Begins the game of one pairing, in a transaction of its own."""
    with transaction.atomic():
        waiting = Pairing.objects.select_related("frank__user", "saracen__user", "round__tournament").get(pk=pk)
        assert waiting.saracen is not None
        hold_person(waiting.frank.user)
        tournament = Tournament.objects.select_for_update(no_key=True).get(pk=waiting.round.tournament_id)
        pairing = _without_game().filter(pk=pk).first()
        if pairing is None or tournament.state != State.RUNNING:
            return
        access = lobby.arrange_game(
            frank=waiting.frank.user,
            saracen=waiting.saracen.user,
            ruleset=tournament.ruleset,
            pace=tournament.pace,
            visibility=tournament.visibility,
            occasion=GameOfTournament(
                tournament=tournament.name,
                ladder=tournament.is_ladder,
                round=0 if tournament.is_ladder else waiting.round.number,
            ),
        )
        pairing.game = access.game
        pairing.save(update_fields=["game"])


def _end_tournament(tournament: Tournament) -> None:
    """Ends a tournament and alerts all who are still in it."""
    Tournament.objects.filter(pk=tournament.pk).update(rounds=tournament.rounds)
    tournament.state, tournament.ended_at = State.OVER, timezone.now()
    tournament.save(update_fields=["state", "ended_at"])
    act = acts.note(tournament, Kind.ENDED)
    entrants = list(tournament.entrants.filter(seed__isnull=False).select_related("user").order_by("seed"))
    rows = (
        Pairing.objects.filter(round__tournament=tournament)
        .select_related("round")
        .order_by("round__number", "board", "leg")
    )
    ranks = {line.entrant: line.rank for line in scoring.table_of(tournament, entrants, rows)}
    for entrant in entrants:
        if entrant.left_at is None:
            alert = OfTournament(what="end", rank=ranks[entrant.pk], players=len(entrants))
            notices.queue_of_tournament(user=entrant.user, tournament=tournament, turn=act.pk, alert=alert)
