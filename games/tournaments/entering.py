"""Entrants: sign up, withdraw, and what becomes of the games of who has left."""

import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from games.access import hold_person
from games.errors import GuestsMayNot
from games.models import Entrant, Game, Rating, Tournament, User
from games.people import sanctions
from games.services.alerts import notices
from games.services.alerts.kinds.tournaments import OfTournament
from games.services.play import play
from games.services.results.ratings import MODEL
from games.services.rounds import acts
from games.tournaments import errors, finding, ladders, results
from games.tournaments.finding import Kind

State, Why = Tournament.State, Entrant.Why


def rating_of(user: User) -> int:
    """Returns the mean of a person's ratings with both sides; where one is missing, that of beginners counts."""
    found = dict(Rating.objects.filter(user=user).values_list("side", "mu"))
    return round(sum(found.get(side, MODEL.mu) for side in ("frank", "saracen")) / 2)


def active_entrants(tournament: Tournament) -> QuerySet[Entrant]:
    """Returns who is in the tournament, without those who have left and those who wait for a place."""
    return tournament.entrants.filter(left_at=None, waits_since=None)


def sign_up(*, user: User, tournament_id: uuid.UUID, invitation: str | None = None) -> Entrant:
    """Enters a person in a tournament. Repeating it changes nothing.

    Raises SignUpClosed, TournamentFull, RatingOutside, TakenOutOfTournament, GuestsMayNot and Suspended.
    """
    with _entering(user, tournament_id, invitation) as (tournament, before):
        if before is not None and before.left_at is None and before.waits_since is None:
            return before
        if not _takes_entrants(tournament):
            raise errors.SignUpClosed
        if active_entrants(tournament).count() >= tournament.size:
            raise errors.TournamentFull
        entrant = _save_entry(tournament, user, before)
        if tournament.is_ladder:
            ladders.join(tournament, entrant)
        acts.note(tournament, Kind.SIGNED_UP, actor=user, person=user)
        return entrant


def wait(*, user: User, tournament_id: uuid.UUID, invitation: str | None = None) -> Entrant:
    """Puts a person on the waiting list of a tournament that is full or running. Repeating it changes nothing.

    Raises NoWaitingList and what `sign_up` raises of a person.
    """
    with _entering(user, tournament_id, invitation) as (tournament, before):
        if before is not None and before.left_at is None:
            return before
        full = tournament.state == State.SIGN_UP and active_entrants(tournament).count() >= tournament.size
        if tournament.is_ladder or not (full or tournament.state == State.RUNNING):
            raise errors.NoWaitingList
        if before is not None and before.seed is not None:
            # their place is still there: the organizer may give it to another, not twice to them
            raise errors.SignUpClosed
        entrant = _save_entry(tournament, user, before, waits_since=timezone.now())
        acts.note(tournament, Kind.WAITING, actor=user, person=user)
        return entrant


@contextmanager
def _entering(
    user: User, tournament_id: uuid.UUID, invitation: str | None
) -> Iterator[tuple[Tournament, Entrant | None]]:
    """Context manager: locks the tournament for somebody who may enter it, and yields it with their entry, if any."""
    if user.guest:
        raise GuestsMayNot
    with transaction.atomic():
        hold_person(user)
        # As the account stands now: it may have been banned or deleted since the request came.
        user.refresh_from_db(fields=["is_active"])
        if not user.is_active:
            raise errors.SignUpClosed
        sanctions.require_not_suspended(user)
        tournament = finding.find(user=user, tournament_id=tournament_id, invitation=invitation, lock=True)
        yield tournament, tournament.entrants.filter(user=user).first()


def _save_entry(
    tournament: Tournament, user: User, before: Entrant | None, waits_since: datetime | None = None
) -> Entrant:
    """Saves the person's entry. Raises TakenOutOfTournament or RatingOutside."""
    if before is not None and before.left_why in (Why.REMOVED, Why.REPLACED):
        raise errors.TakenOutOfTournament
    rating = rating_of(user)
    if rating < (tournament.rating_from or 0) or rating > (tournament.rating_to or rating):
        raise errors.RatingOutside
    entry = {"rating": rating, "left_at": None, "left_why": "", "waits_since": waits_since}
    entrant, _new = Entrant.objects.update_or_create(tournament=tournament, user=user, defaults=entry)
    return entrant


def _move_up(tournament: Tournament) -> None:
    """Gives a place that has become free before the start to the person who has waited longest."""
    if tournament.state != State.SIGN_UP or active_entrants(tournament).count() >= tournament.size:
        return
    first = tournament.entrants.filter(left_at=None, waits_since__isnull=False).order_by("waits_since", "pk").first()
    if first is not None:
        first.waits_since = None
        first.save(update_fields=["waits_since"])
        act = acts.note(tournament, Kind.MOVED_UP, person=first.user)
        notices.queue_of_tournament(
            user=first.user, tournament=tournament, turn=act.pk, alert=OfTournament(what="moved-up")
        )


def _takes_entrants(tournament: Tournament) -> bool:
    """Whether sign-up is open; a ladder's always is."""
    if tournament.is_ladder:
        return tournament.state == State.RUNNING
    return tournament.state == State.SIGN_UP and tournament.sign_up_until > timezone.now()


def withdraw(*, user: User, tournament_id: uuid.UUID) -> Tournament:
    """Withdraws from a tournament: running games of it are resigned, those that have not begun are lost by forfeit.

    Raises NotEntered.
    """
    with transaction.atomic():
        hold_person(user)
        tournament = finding.find(user=user, tournament_id=tournament_id, lock=True)
        leave(tournament, user, why=Why.WITHDREW, actor=user)
        return tournament


IN_PLAY = (State.SIGN_UP, State.RUNNING)


def tournaments_concerned(person: User) -> QuerySet[Tournament]:
    """Returns the tournaments, not yet over, that somebody is in, waits for or organizes, in the order in which they
    are locked.
    """
    entered = Entrant.objects.filter(user=person, left_at=None).values("tournament")
    return Tournament.objects.filter(Q(pk__in=entered) | Q(organizer=person), state__in=IN_PLAY).order_by("pk")


def leave_everywhere(person: User, *, why: str, organizes: bool = False) -> None:
    """Takes somebody out of every tournament, ladder and waiting list: their account is deleted, or they are banned or
    suspended.

    Requires the lock of the person. Unless they still may organize (`organizes`), a tournament that they organize is
    canceled if it has not begun; if it has, its rounds go on without their hand.
    """
    for tournament in tournaments_concerned(person).select_for_update(no_key=True):
        if tournament.organizer_id == person.pk and not organizes:
            _go_on_without(tournament)
        if tournament.state in IN_PLAY and tournament.entrants.filter(user=person, left_at=None).exists():
            leave(tournament, person, why=why, actor=None)


def _go_on_without(tournament: Tournament) -> None:
    """Cancels a tournament without an organizer that has not begun; one that runs begins its rounds at their times."""
    if tournament.state == State.SIGN_UP:
        cancel(tournament, actor=None)
    elif tournament.by_hand:
        tournament.by_hand = False
        tournament.save(update_fields=["by_hand"])
        acts.note(tournament, Kind.HAND, actor=None, by_hand=0)


def leave(tournament: Tournament, person: User, *, why: str, actor: User | None, reason: str = "") -> None:
    """Takes an entrant out. Requires the tournament's lock. Raises NotEntered or NotInThisState.

    Who is taken out by the organizer or the site does not resign: their running game loses its bearing on the
    tournament only.
    """
    entrant = tournament.entrants.filter(user=person, left_at=None).first()
    if entrant is None:
        raise errors.NotEntered
    if tournament.state not in (State.SIGN_UP, State.RUNNING):
        raise errors.NotInThisState
    entrant.left_at, entrant.left_why = timezone.now(), why
    entrant.save(update_fields=["left_at", "left_why"])
    acts.note(tournament, Kind.LEFT, actor=actor, person=person, reason=reason, why=str(why))
    for pairing in results.open_pairings(tournament):
        if entrant.pk in (pairing.frank_id, pairing.saracen_id):
            running = pairing.game is not None and pairing.game.status == Game.Status.ACTIVE
            if running and pairing.game is not None and why not in (Why.REMOVED, Why.SITE):
                play.resign(game_id=pairing.game.public_id, user=person, idempotency_key=uuid.uuid4())
            elif not (pairing.game is not None and pairing.game.status == Game.Status.OVER):
                results.forfeit(pairing)
    if tournament.is_ladder:
        ladders.leave(tournament, entrant)
    _move_up(tournament)


def cancel(tournament: Tournament, *, actor: User | None, reason: str = "") -> None:
    """Cancels a tournament, or closes a ladder.

    Requires its lock. Games that run go on; those that have not begun are withdrawn.
    """
    tournament.state, tournament.ended_at = State.OVER if tournament.is_ladder else State.CANCELED, timezone.now()
    tournament.save(update_fields=["state", "ended_at"])
    for pairing in results.open_pairings(tournament):
        results.withdraw_game(pairing)
    if tournament.is_ladder:
        ladders.close(tournament)
    act = acts.note(tournament, Kind.ENDED if tournament.is_ladder else Kind.CANCELED, actor=actor, reason=reason)
    for entrant in tournament.entrants.filter(left_at=None).select_related("user"):
        if entrant.user_id != (actor.pk if actor is not None else None):
            alert = OfTournament(what="closed" if tournament.is_ladder else "canceled")
            notices.queue_of_tournament(user=entrant.user, tournament=tournament, turn=act.pk, alert=alert)
