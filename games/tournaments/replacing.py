"""Players replaced by others of the waiting list. Requires the tournament's lock.

The place keeps its seed and its points. A game that has not begun is played by who takes over; a running one is lost by
forfeit.
"""

from django.utils import timezone

from games.models import Entrant, Game, Tournament, User
from games.services.alerts import notices
from games.services.alerts.kinds.tournaments import OfTournament
from games.services.rounds import acts
from games.tournaments import errors, results
from games.tournaments.finding import Kind

Why = Entrant.Why


def replace(tournament: Tournament, out: User, into: User, *, actor: User, reason: str) -> None:
    """Gives the place of one player to another. A place is given on once. Raises NotReplaceable."""
    seat = tournament.entrants.filter(user=out, seed__isnull=False).first()
    newcomer = tournament.entrants.filter(user=into, waits_since__isnull=False, left_at=None).first()
    if tournament.state != Tournament.State.RUNNING or seat is None or newcomer is None or seat.replaced_id is not None:
        raise errors.NotReplaceable
    since = _leave_games(tournament, seat)
    rating = newcomer.rating
    newcomer.delete()
    seat.user, seat.replaced, seat.since_round, seat.rating = into, out, since, rating
    seat.left_at, seat.left_why = None, ""
    seat.save(update_fields=["user", "replaced", "since_round", "rating", "left_at", "left_why"])
    gone = {"rating": rating, "left_at": timezone.now(), "left_why": Why.REPLACED}
    Entrant.objects.create(tournament=tournament, user=out, **gone)
    act = acts.note(tournament, Kind.REPLACED, actor=actor, person=out, reason=reason, other=into.pk, round=since)
    for person, what in ((out, "replaced"), (into, "took-over")):
        notices.queue_of_tournament(
            user=person, tournament=tournament, turn=act.pk, alert=OfTournament(what=what, round=since)
        )


def _leave_games(tournament: Tournament, seat: Entrant) -> int:
    """Clears the open games of a place. Returns the round from which its new player plays."""
    since = tournament.round + 1
    for pairing in results.open_pairings(tournament):
        if seat.pk not in (pairing.frank_id, pairing.saracen_id):
            continue
        begun = pairing.game is not None and pairing.game.status != Game.Status.OPEN
        if begun:
            seat.left_at = timezone.now()
            seat.save(update_fields=["left_at"])
            results.forfeit(pairing)
        else:
            since = tournament.round
            results.withdraw_game(pairing)
            pairing.game = None
            pairing.save(update_fields=["game"])
    return since
