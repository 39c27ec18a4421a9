"""What tournaments do by themselves: begin, pair rounds, begin games, take results, end.

`keep_up` does all of it and may be repeated at any time: the site's clock calls it, and each end of a game. Locks are taken in one
order: person, tournament, game.
"""

import logging
from collections.abc import Iterable, Sequence
from datetime import timedelta
from random import SystemRandom

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from games.access import find_game_for_the_site, hold_person
from games.disputes.filing import UNSETTLED
from games.models import DisputeCase, Entrant, Game, Pairing, Round, Tournament, User
from games.services.lobby import lobby
from games.services.record.state import load_table
from games.tournaments import entering, finding, scoring
from games.tournaments.finding import Kind
from games.tournaments.pairing import knockout, round_robin, swiss
from games.tournaments.pairing.scores import NoPairing, Pair

logger = logging.getLogger(__name__)
LOT = SystemRandom()
State, System, Result, How = Tournament.State, Tournament.System, Pairing.Result, Pairing.How
TAKEN_FROM_GAME = (How.GAME, How.UNDECIDED)


def keep_up() -> None:
    """Brings every tournament as far as it can come now. An error in one does not hold up the others."""
    for pk in _due():
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


def _due() -> list[int]:
    """Returns the tournaments in which something may have to happen."""
    now = timezone.now()
    sign_up = Tournament.objects.filter(state=State.SIGN_UP, sign_up_until__lte=now)
    running = Tournament.objects.filter(state=State.RUNNING)
    open_round = running.exclude(played_rounds__pairings__in=Pairing.objects.filter(result="")).distinct()
    late = running.filter(played_rounds__ended_at=None, played_rounds__due_at__lte=now)
    ended = running.filter(played_rounds__pairings__in=_to_take())
    return sorted({pk for found in (sign_up, open_round, late, ended) for pk in found.values_list("pk", flat=True)})


def _to_take() -> QuerySet[Pairing]:
    """Returns the pairings whose game says something else than they do, or may."""
    over = Q(result="", game__status__in=(Game.Status.OVER, Game.Status.CANCELED))
    changed = Q(how__in=TAKEN_FROM_GAME) & ~Q(game__version=F("game_version"))
    return Pairing.objects.filter(over | changed, game__isnull=False)


def _without_game() -> QuerySet[Pairing]:
    running = Pairing.objects.filter(round__tournament__state=State.RUNNING, round__begun_at__isnull=False)
    return running.filter(game=None, result="", saracen__isnull=False).order_by("pk")


def advance(tournament: Tournament) -> None:
    """Brings one tournament as far as it can come now. Requires its lock."""
    if tournament.state == State.SIGN_UP and tournament.sign_up_until <= timezone.now():
        start(tournament)
    if tournament.state != State.RUNNING:
        return
    take_results(tournament)
    current = tournament.played_rounds.get(number=tournament.round)
    if current.begun_at is None:
        return
    if current.due_at is not None and current.due_at <= timezone.now():
        _settle_late(current)
    open_ones = current.pairings.filter(result="").exists()
    if not open_ones and not _disputed(current):
        current.ended_at = timezone.now()
        current.save(update_fields=["ended_at"])
        _next_round(tournament)


def start(tournament: Tournament, actor: User | None = None) -> None:
    """Closes sign-up, sets seeds by rating, and pairs the first round; with fewer than two entrants cancels. Requires the lock."""
    entrants = list(tournament.entrants.filter(left_at=None).order_by("-rating", "pk"))
    if len(entrants) < 2:
        entering.cancel(tournament, actor=actor)
        return
    for seed, entrant in enumerate(entrants, 1):
        entrant.seed = seed
    Entrant.objects.bulk_update(entrants, ["seed"])
    tournament.state, tournament.started_at = State.RUNNING, timezone.now()
    tournament.rounds = _count_rounds(tournament, len(entrants))
    tournament.save(update_fields=["state", "started_at", "rounds"])
    finding.note(tournament, Kind.STARTED, actor=actor, entrants=len(entrants), rounds=tournament.rounds)
    _next_round(tournament)


def _count_rounds(tournament: Tournament, entrants: int) -> int:
    if tournament.system == System.ROUND_ROBIN:
        return round_robin.count_rounds(entrants)
    if tournament.system == System.KNOCK_OUT:
        return knockout.count_rounds(entrants)
    return min(tournament.rounds, entrants - 1)


def _next_round(tournament: Tournament) -> None:
    """Pairs the next round, or ends the tournament after the last one, and where no round is possible any more."""
    if tournament.round == tournament.rounds:
        _end(tournament)
        return
    entrants = list(tournament.entrants.filter(seed__isnull=False).order_by("seed"))
    rows = list(Pairing.objects.filter(round__tournament=tournament).select_related("round").order_by("round__number", "board", "leg"))
    try:
        pairs = _pairs(tournament, entrants, rows)
    except NoPairing:
        pairs = []
    if not any(pair is not None for pair in pairs):
        _end(tournament)
        return
    tournament.round += 1
    tournament.save(update_fields=["round"])
    made = Round.objects.create(tournament=tournament, number=tournament.round)
    there = {entrant.pk: entrant for entrant in entrants}
    for board, pair in enumerate(pairs, 1):
        for leg in range(1, tournament.legs + 1):
            if pair is not None:
                Pairing.objects.create(round=made, board=board, leg=leg, **_seats(tournament, pair, leg, there))
    finding.note(tournament, Kind.PAIRED, round=made.number)
    if not tournament.by_hand:
        begin_round(tournament, made)


def _pairs(tournament: Tournament, entrants: list[Entrant], rows: list[Pairing]) -> Sequence[Pair | None]:
    """Returns the pairs of the next round in the order of their boards."""
    seeded = [entrant.pk for entrant in entrants]
    if tournament.system == System.ROUND_ROBIN:
        return round_robin.schedule(seeded)[tournament.round]
    if tournament.system == System.SWISS:
        return swiss.pair_round([entrant.pk for entrant in entrants if entrant.left_at is None], scoring.scores_of(rows), LOT)
    if not tournament.round:
        return knockout.first_round(seeded, LOT)
    last = {board: match for (number, board), match in scoring.matches(rows).items() if number == tournament.round}
    boards = range(1, (1 << (tournament.rounds - tournament.round)) + 1)
    winners = [scoring.match_winner(last[board], seeded) if board in last else None for board in boards]
    return knockout.next_round(winners, LOT)


def _seats(tournament: Tournament, pair: Pair, leg: int, there: dict[int, Entrant]) -> dict[str, object]:
    """Returns the fields of a pairing: sides swapped in the second leg, the result already there for byes and for who has left."""
    if pair.saracen is None:
        stays = there[pair.frank].left_at is None and tournament.system != System.ROUND_ROBIN
        return {"frank": there[pair.frank], "result": Result.FRANK if stays else Result.NONE, "how": How.BYE}
    frank, saracen = there[pair.frank], there[pair.saracen]
    if leg == 2:
        frank, saracen = saracen, frank
    seats: dict[str, object] = {"frank": frank, "saracen": saracen}
    if frank.left_at is not None or saracen.left_at is not None:
        stays_frank, stays_saracen = frank.left_at is None, saracen.left_at is None
        seats |= {"result": Result.FRANK if stays_frank else Result.SARACEN if stays_saracen else Result.NONE, "how": How.FORFEIT}
    return seats


def begin_round(tournament: Tournament, made: Round, actor: User | None = None) -> None:
    """Begins a paired round: its games follow one by one. Requires the tournament's lock."""
    now = timezone.now()
    made.begun_at, made.due_at = now, now + timedelta(days=tournament.round_days)
    made.save(update_fields=["begun_at", "due_at"])
    finding.note(tournament, Kind.BEGUN, actor=actor, round=made.number)


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
            occasion={"tournament": tournament.name, "round": waiting.round.number},
        )
        pairing.game = access.game
        pairing.save(update_fields=["game"])


def take_results(tournament: Tournament) -> None:
    """Takes the results of games that are over, and what reviewers have changed since. Requires the tournament's lock.

    A game with an open dispute is left alone: its round waits.
    """
    rows = _to_take().filter(round__tournament=tournament).select_related("game", "round")
    disputed = _games_in_dispute(pairing.game_id for pairing in rows)
    for pairing in rows:
        game = pairing.game
        assert game is not None
        if game.pk in disputed:
            continue
        if game.status == Game.Status.ACTIVE:  # a reviewer let it go on
            if pairing.round.ended_at is None:
                pairing.result = pairing.how = ""
                pairing.save(update_fields=["result", "how"])
            continue
        before = pairing.result
        _take(pairing, game)
        if before and before != pairing.result:
            finding.note(tournament, Kind.CHANGED, round=pairing.round.number, board=pairing.board, result=pairing.result)


def _take(pairing: Pairing, game: Game) -> None:
    pairing.result = Result(game.winner) if game.winner else Result.HALF
    pairing.how = How.GAME if game.winner else How.UNDECIDED
    pairing.game_version = game.version
    if game.started_at is not None:
        pairing.frank_cities, pairing.saracen_cities = load_table(find_game_for_the_site(game.public_id)).live.score()
    pairing.save(update_fields=["result", "how", "game_version", "frank_cities", "saracen_cities"])


def _settle_late(current: Round) -> None:
    """At the end of a round's time: the side that the game waits for loses; where it waits for both or has not begun, half a point each."""
    rows = list(current.pairings.filter(result="").select_related("game"))
    disputed = _games_in_dispute(pairing.game_id for pairing in rows)
    for pairing in rows:
        if pairing.game_id is not None and pairing.game_id in disputed:
            continue
        awaited = [seat.side for seat in pairing.game.seats.all() if seat.awaited_at_wall] if pairing.game is not None else []
        late = awaited[0] if len(awaited) == 1 else ""
        pairing.result = {"frank": Result.SARACEN, "saracen": Result.FRANK}.get(late, Result.HALF)
        pairing.how = How.DEADLINE
        pairing.save(update_fields=["result", "how"])
        entering.withdraw_game(pairing)


def _disputed(current: Round) -> bool:
    """Whether the round waits for a dispute. What the organizer decided waits for nobody."""
    games = current.pairings.filter(how__in=TAKEN_FROM_GAME).values_list("game", flat=True)
    return bool(_games_in_dispute(games))


def _games_in_dispute(games: Iterable[int | None]) -> set[int]:
    found = DisputeCase.objects.filter(game__in=[game for game in games if game is not None], state__in=UNSETTLED)
    return set(found.values_list("game", flat=True))


def _end(tournament: Tournament) -> None:
    tournament.state, tournament.ended_at = State.OVER, timezone.now()
    tournament.save(update_fields=["state", "ended_at"])
    finding.note(tournament, Kind.ENDED)
