"""Entrants: sign up, withdraw, and what becomes of the games of who has left."""

import uuid

from django.db import transaction
from django.utils import timezone

from games.access import find_game_for_the_site, hold_person
from games.disputes import sanctions
from games.errors import GuestsMayNot
from games.models import Entrant, Game, Pairing, Rating, Tournament, User
from games.services.lobby import lobby
from games.services.play import play
from games.services.results.ratings import MODEL
from games.tournaments import errors, finding
from games.tournaments.finding import Kind

State, Why, Result, How = Tournament.State, Entrant.Why, Pairing.Result, Pairing.How


def rating_of(user: User) -> int:
    """Returns the mean of a person's ratings with both sides; where one is missing, that of beginners counts."""
    found = dict(Rating.objects.filter(user=user).values_list("side", "mu"))
    return round(sum(found.get(side, MODEL.mu) for side in ("frank", "saracen")) / 2)


def sign_up(*, user: User, tournament_id: uuid.UUID, invitation: str | None = None) -> Entrant:
    """Enters a person in a tournament. Repeating it changes nothing.

    Raises SignUpClosed, TournamentFull, RatingOutside, TakenOutOfTournament, GuestsMayNot and Suspended.
    """
    if user.guest:
        raise GuestsMayNot
    sanctions.require_freedom(user)
    with transaction.atomic():
        hold_person(user)
        tournament = finding.find(user=user, tournament_id=tournament_id, invitation=invitation, lock=True)
        before = tournament.entrants.filter(user=user).first()
        if before is not None and before.left_at is None:
            return before
        if tournament.state != State.SIGN_UP or tournament.sign_up_until <= timezone.now():
            raise errors.SignUpClosed
        if before is not None and before.left_why == Why.REMOVED:
            raise errors.TakenOutOfTournament
        if tournament.entrants.filter(left_at=None).count() >= tournament.size:
            raise errors.TournamentFull
        rating = rating_of(user)
        if rating < (tournament.rating_from or 0) or rating > (tournament.rating_to or rating):
            raise errors.RatingOutside
        entry = {"rating": rating, "left_at": None, "left_why": ""}
        entrant, _new = Entrant.objects.update_or_create(tournament=tournament, user=user, defaults=entry)
        finding.note(tournament, Kind.SIGNED_UP, actor=user, person=user)
        return entrant


def withdraw(*, user: User, tournament_id: uuid.UUID) -> Tournament:
    """Withdraws from a tournament: running games of it are resigned, those that have not begun are lost by forfeit. Raises NotEntered."""
    with transaction.atomic():
        hold_person(user)
        tournament = finding.find(user=user, tournament_id=tournament_id, lock=True)
        leave(tournament, user, why=Why.WITHDREW, actor=user)
        return tournament


def withdraw_everywhere(person: User) -> None:
    """Withdraws a person whose account is being deleted; tournaments of theirs that have not begun are canceled."""
    in_play = (State.SIGN_UP, State.RUNNING)
    for pk in Tournament.objects.filter(entrants__user=person, entrants__left_at=None, state__in=in_play).values_list("pk", flat=True):
        leave(_locked(pk), person, why=Why.CLOSED, actor=None)
    for pk in Tournament.objects.filter(organizer=person, state=State.SIGN_UP).values_list("pk", flat=True):
        cancel(_locked(pk), actor=None)


def _locked(pk: int) -> Tournament:
    return Tournament.objects.select_for_update(no_key=True).get(pk=pk)


def leave(tournament: Tournament, person: User, *, why: str, actor: User | None, reason: str = "") -> None:
    """Takes an entrant out. Requires the tournament's lock. Raises NotEntered or NotInThisState.

    Who is removed by the organizer does not resign: their running game loses its bearing on the tournament only.
    """
    entrant = tournament.entrants.filter(user=person, left_at=None).first()
    if entrant is None:
        raise errors.NotEntered
    if tournament.state not in (State.SIGN_UP, State.RUNNING):
        raise errors.NotInThisState
    entrant.left_at, entrant.left_why = timezone.now(), why
    entrant.save(update_fields=["left_at", "left_why"])
    finding.note(tournament, Kind.LEFT, actor=actor, person=person, reason=reason, why=str(why))
    for pairing in open_pairings(tournament):
        if entrant.pk in (pairing.frank_id, pairing.saracen_id):
            running = pairing.game is not None and pairing.game.status == Game.Status.ACTIVE
            if running and pairing.game is not None and why != Why.REMOVED:
                play.resign(game_id=pairing.game.public_id, user=person, idempotency_key=uuid.uuid4())
            elif not (pairing.game is not None and pairing.game.status == Game.Status.OVER):
                forfeit(pairing)


def open_pairings(tournament: Tournament) -> list[Pairing]:
    """Returns the pairings without a result."""
    found = Pairing.objects.filter(round__tournament=tournament, result="")
    return list(found.select_related("round", "game", "frank__user", "saracen__user"))


def forfeit(pairing: Pairing) -> None:
    """Gives the game to whoever is still in, or to nobody, and withdraws it where it has not begun."""
    if _is_in(pairing.frank):
        pairing.result = Result.FRANK
    else:
        pairing.result = Result.SARACEN if pairing.saracen is not None and _is_in(pairing.saracen) else Result.NONE
    pairing.how = How.FORFEIT
    pairing.save(update_fields=["result", "how"])
    withdraw_game(pairing)


def _is_in(entrant: Entrant) -> bool:
    entrant.refresh_from_db(fields=["left_at"])
    return entrant.left_at is None


def withdraw_game(pairing: Pairing) -> None:
    """Withdraws the game of a pairing where it waits for the dice; one that runs goes on without the tournament."""
    if pairing.game is not None and pairing.game.status == Game.Status.OPEN:
        lobby.withdraw(find_game_for_the_site(pairing.game.public_id), None)


def cancel(tournament: Tournament, *, actor: User | None, reason: str = "") -> None:
    """Cancels a tournament. Requires its lock. Games that run go on; those that have not begun are withdrawn."""
    tournament.state, tournament.ended_at = State.CANCELED, timezone.now()
    tournament.save(update_fields=["state", "ended_at"])
    for pairing in open_pairings(tournament):
        withdraw_game(pairing)
    finding.note(tournament, Kind.CANCELED, actor=actor, reason=reason)
