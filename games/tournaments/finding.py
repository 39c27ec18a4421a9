"""Loads tournaments for a person: private ones are open to their organizer, their entrants and holders of the link."""

import secrets
import uuid

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, Q, QuerySet

from games.models import Entrant, Game, Notice, Tournament, TournamentAct, User
from games.models.outgoing import UNSENT
from games.tournaments import errors

Kind = TournamentAct.Kind
PERMISSION = "games.organize_tournaments"


def may_organize(user: User | AnonymousUser) -> bool:
    """Whether this person may make tournaments: staff gives that permission."""
    return bool(user.is_authenticated and user.is_active and user.has_perm(PERMISSION))


def tournaments_for(user: User | AnonymousUser) -> QuerySet[Tournament]:
    """Returns the tournaments that this person may know of, latest first."""
    visible = Q(visibility=Game.Visibility.PUBLIC)
    if user.pk is not None:
        visible |= Q(organizer=user.pk) | Q(pk__in=Entrant.objects.filter(user=user.pk).values("tournament"))
    return Tournament.objects.filter(visible).order_by("-created_at", "-pk")


def listed(user: User | AnonymousUser) -> QuerySet[Tournament]:
    """Returns the same with organizers and numbers of entrants, for lists."""
    entered = Count("entrants", filter=Q(entrants__left_at=None, entrants__waits_since=None))
    return tournaments_for(user).select_related("organizer", "ladder").annotate(entered=entered)


def find(
    *, user: User | AnonymousUser, tournament_id: uuid.UUID, invitation: str | None = None, lock: bool = False
) -> Tournament:
    """Returns the tournament if this person may see it; `lock` holds its row until the end of the transaction.

    Raises TournamentNotFound alike for tournaments that do not exist and those of others.
    """
    rows = Tournament.objects.select_for_update(of=("self",), no_key=True) if lock else Tournament.objects.all()
    found = rows.select_related("organizer", "ladder").filter(public_id=tournament_id).first()
    if found is None:
        raise errors.TournamentNotFound
    invited = invitation is not None and secrets.compare_digest(invitation.encode(), found.invitation_token.encode())
    if found.visibility != Game.Visibility.PUBLIC and not invited and not _takes_part(found, user):
        raise errors.TournamentNotFound
    return found


def reload(tournament: Tournament) -> Tournament:
    """Reloads a tournament that this person was already allowed to see."""
    return Tournament.objects.select_related("organizer", "ladder").get(pk=tournament.pk)


def own(*, user: User, tournament_id: uuid.UUID) -> Tournament:
    """Returns a tournament, locked, for its organizer; administrators may stand in. Raises NotItsOrganizer."""
    found = find(user=user, tournament_id=tournament_id, lock=True)
    if not is_organizer(found, user):
        raise errors.NotItsOrganizer
    return found


def is_organizer(tournament: Tournament, user: User | AnonymousUser) -> bool:
    """Whether this person decides in the tournament: who made it and may still organize, or an administrator."""
    return may_organize(user) and (tournament.organizer_id == user.pk or bool(getattr(user, "is_superuser", False)))


def _takes_part(tournament: Tournament, user: User | AnonymousUser) -> bool:
    """Whether this person organizes the tournament or is entered in it."""
    if user.pk is None:
        return False
    return (
        tournament.organizer_id == user.pk
        or is_organizer(tournament, user)
        or tournament.entrants.filter(user=user.pk).exists()
    )


def drop_alerts(tournament: Tournament, *, challenge: int, why: str) -> None:
    """Drops the unsent alerts about a challenge that was answered.

    `why` is a key of `REASONS` in `games.alerts.words`.
    """
    unsent = Notice.objects.filter(tournament=tournament, state__in=UNSENT, data__challenge=challenge)
    unsent.update(state=Notice.State.DROPPED, why=why)
