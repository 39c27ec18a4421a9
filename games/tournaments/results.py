"""Results: taken from games that are over, or set by forfeit. What the end of a round decides is in `deadlines`."""

from collections.abc import Iterable

from django.db.models import F, Q, QuerySet

from games.access import find_game_for_the_site
from games.models import DisputeCase, Entrant, Game, Pairing, Round, Tournament
from games.services.alerts import notices
from games.services.alerts.kinds.tournaments import OfTournament
from games.services.lobby import lobby
from games.services.record.state import load_state
from games.services.rounds import acts
from games.tournaments.finding import Kind

Result, How = Pairing.Result, Pairing.How
TAKEN_FROM_GAME = (How.GAME, How.UNDECIDED)


def outdated_pairings() -> QuerySet[Pairing]:
    """Returns the pairings whose result is missing or may differ from that of their game."""
    over = Q(result="", game__status__in=(Game.Status.OVER, Game.Status.CANCELED))
    changed = Q(how__in=TAKEN_FROM_GAME) & ~Q(game__version=F("game_version"))
    return Pairing.objects.filter(over | changed, game__isnull=False)


def take_results(tournament: Tournament) -> None:
    """Takes the results of games that are over, and what reviewers have changed since. Requires the tournament's lock.

    A game with an open dispute is left alone: its round waits.
    """
    rows = (
        outdated_pairings()
        .filter(round__tournament=tournament)
        .select_related("game", "round", "frank__user", "saracen__user")
    )
    in_dispute = games_in_dispute(pairing.game_id for pairing in rows)
    for pairing in rows:
        game = pairing.game
        assert game is not None
        if game.pk in in_dispute:
            continue
        if game.status == Game.Status.ACTIVE:  # a reviewer let it go on
            if pairing.round.ended_at is None:
                pairing.result = pairing.how = ""
                pairing.save(update_fields=["result", "how"])
            continue
        before = pairing.result
        _take_result(pairing, game)
        if before and before != pairing.result:
            _tell_change(tournament, pairing)


def _tell_change(tournament: Tournament, pairing: Pairing) -> None:
    """Logs that a result changed after it had counted.

    Where a challenge was over by then, the organizer is told: places stay.
    """
    if not tournament.is_ladder or pairing.saracen is None:
        acts.note(tournament, Kind.CHANGED, round=pairing.round.number, board=pairing.board, result=pairing.result)
        return
    frank, saracen = pairing.frank.user, pairing.saracen.user
    act = acts.note(tournament, Kind.CHANGED, person=frank, other=saracen.pk, result=pairing.result)
    if pairing.round.ended_at is not None:
        alert = OfTournament(what="result-changed", from_=frank.get_username(), other=saracen.get_username())
        notices.queue_of_tournament(user=tournament.organizer, tournament=tournament, turn=act.pk, alert=alert)


def _take_result(pairing: Pairing, game: Game) -> None:
    """Takes the result of a finished game for its pairing."""
    pairing.result = Result(game.winner) if game.winner else Result.HALF
    pairing.how = How.GAME if game.winner else How.UNDECIDED
    pairing.game_version = game.version
    note_cities(pairing)
    pairing.save(update_fields=["result", "how", "game_version", *CITIES])


CITIES = ("frank_cities", "saracen_cities")


def note_cities(pairing: Pairing) -> None:
    """Sets the victory cities that each side of a game holds, as everybody may know: in one that runs, as of its last
    wall.
    """
    game = pairing.game
    if game is not None and game.started_at is not None:
        pairing.frank_cities, pairing.saracen_cities = load_state(find_game_for_the_site(game.public_id)).wall.score()


def disputed(current: Round) -> bool:
    """Whether the round waits for a dispute. Results set by the organizer wait for none."""
    games = current.pairings.filter(how__in=TAKEN_FROM_GAME).values_list("game", flat=True)
    return bool(games_in_dispute(games))


def games_in_dispute(games: Iterable[int | None]) -> set[int]:
    """Returns which of these games have a dispute that is not settled, by primary key."""
    found = DisputeCase.objects.filter(
        game__in=[game for game in games if game is not None], state__in=DisputeCase.UNSETTLED
    )
    return set(found.values_list("game", flat=True))


def open_pairings(tournament: Tournament) -> list[Pairing]:
    """Returns the pairings without a result."""
    found = Pairing.objects.filter(round__tournament=tournament, result="")
    return list(found.select_related("round", "game", "frank__user", "saracen__user"))


def forfeit(pairing: Pairing) -> None:
    """Gives the game to the player who is still in, or to nobody, and withdraws it where it has not begun."""
    if _still_in(pairing.frank):
        pairing.result = Result.FRANK
    else:
        pairing.result = Result.SARACEN if pairing.saracen is not None and _still_in(pairing.saracen) else Result.NONE
    pairing.how = How.FORFEIT
    note_cities(pairing)
    pairing.save(update_fields=["result", "how", *CITIES])
    withdraw_game(pairing)


def _still_in(entrant: Entrant) -> bool:
    entrant.refresh_from_db(fields=["left_at"])
    return entrant.left_at is None


def withdraw_game(pairing: Pairing) -> None:
    """Withdraws the game of a pairing where it waits for the dice; one that runs goes on without the tournament."""
    if pairing.game is not None and pairing.game.status == Game.Status.OPEN:
        lobby.withdraw(find_game_for_the_site(pairing.game.public_id), None)
