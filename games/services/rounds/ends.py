"""The ends of rounds, of answers to challenges and of idle times: as planned, and later by vacations and outages."""

from collections.abc import Collection, Mapping
from datetime import datetime

from django.utils import timezone

from games.models import Challenge, Entrant, Pairing, Round, Seat
from games.services.clocks import clocks, outages
from games.timekeeping import days, seats
from games.timekeeping.calendars import Calendar
from games.timekeeping.rounds import SideTime, due_at


def ends_at(made: Round) -> datetime | None:
    """When a round ends: as planned, and later by the time for which the site was away in it."""
    if made.begun_at is None or made.due_at is None:
        return made.due_at
    return due_at(outages.calendar(timezone.now()), made.begun_at, made.due_at)


def grace_ends_at(made: Round) -> datetime | None:
    """Until when a game of this round may stand still by a pause or a vacation."""
    end = ends_at(made)
    return None if end is None else days.later(end, made.tournament.grace_days, made.tournament.organizer.zone)


def extend(made: Round, longer: int) -> Round:
    """Extends a round by so many days of its organizer. Its games are then played as if it had not ended."""
    assert made.due_at is not None, "asked before"
    made.due_at, made.reminded_at = days.later(made.due_at, longer, made.tournament.organizer.zone), None
    made.save(update_fields=["due_at", "reminded_at"])
    made.pairings.filter(result="").update(extended_to=None, frank_used_before=None, saracen_used_before=None)
    return made


def answer_due_at(challenge: Challenge) -> datetime:
    """Until when a challenge is to be answered: later by the vacations of who is challenged, and by outages of the
    site.
    """
    return answers_due_at([challenge])[challenge.pk]


def answers_due_at(challenges: Collection[Challenge]) -> dict[int, datetime]:
    """Returns until when each challenge is to be answered, by its primary key, with one query for the vacations of
    all.
    """
    vacations = clocks.vacations_of({challenge.challenged.user_id for challenge in challenges})
    gone = outages.known_outages(timezone.now())
    return {
        one.pk: due_at(Calendar(None, vacations.get(one.challenged.user_id, ()), gone), one.made_at, one.answer_due_at)
        for one in challenges
    }


def idle_at(entrant: Entrant, idle_days: int) -> datetime | None:
    """When somebody in a ladder moves down if they stay idle: vacations and outages do not count."""
    if entrant.idle_at is None:
        return None
    return due_at(_calendar_of(entrant), days.later(entrant.idle_at, -idle_days, entrant.user.zone), entrant.idle_at)


def _calendar_of(entrant: Entrant) -> Calendar:
    return Calendar(
        None, clocks.vacations_of([entrant.user_id]).get(entrant.user_id, ()), outages.known_outages(timezone.now())
    )


def times_of(
    pairing: Pairing, seats_of: Mapping[str, Seat], calendars: Mapping[str, Calendar], now: datetime
) -> dict[str, SideTime]:
    """Returns what each side has used, as everybody may know."""
    before = {"frank": pairing.frank_used_before, "saracen": pairing.saracen_used_before}
    found = {}
    for side, seat in seats_of.items():
        used, since = seats.used(seat, calendars[side], now, own=False), before[side]
        found[side] = SideTime(used, seat.awaited_at_wall, used if since is None else since)
    return found
