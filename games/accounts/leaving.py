"""Ends what a person has agreed to, in every game and tournament at once: banned, suspended, or their account is
deleted.

Locks are taken in one order: person, tournaments, games.
"""

from django.db.models import QuerySet

from games.access import find_game_for_the_site, hold_person
from games.models import Entrant, Game, Seeker, User
from games.services.agreements import consent
from games.services.agreements.consent import Cause
from games.services.lobby import lobby, rematches
from games.tournaments import entering


def running_games(person: User) -> QuerySet[Game]:
    """Returns the games that this person plays, the oldest first."""
    return Game.objects.filter(seats__user=person, status=Game.Status.ACTIVE).distinct().order_by("pk")


def lock_person(person: User) -> None:
    """Locks a person and the tournaments they have to do with, before any game is locked."""
    hold_person(person)
    list(entering.tournaments_concerned(person).select_for_update(no_key=True))


def leave_all(person: User, cause: Cause) -> None:
    """Ends all that lapses for this person by this act (`consent.LAPSES`), except running games themselves.

    Requires `hold`.
    """
    why = Entrant.Why.CLOSED if cause == Cause.DELETED else Entrant.Why.SITE
    Seeker.objects.filter(user=person).delete()
    entering.leave_everywhere(person, why=why, organizes=cause == Cause.SUSPENDED)
    rematches.lapse_of(person)
    lobby.leave_unstarted(person)
    for game_id in running_games(person).values_list("public_id", flat=True):
        access = find_game_for_the_site(game_id)
        sides = [side for side, seat in access.seats.items() if seat.user_id == person.pk]
        if access.game.status == Game.Status.ACTIVE and sides:
            consent.lapse(access, cause, sides=sides)
