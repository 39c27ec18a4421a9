"""Vacations: days of a yearly balance on which a person's clocks stand still, recorded in every running game they
touch.

None begins unless its person begins it, and none rescues a clock that is at zero already. What is over never changes: a
vacation is planned from now on, ended from now on, or taken back before it begins. So every clock can be computed from
the rows at any later time.
"""

from collections.abc import Iterable
from datetime import date, timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.access import Access, find_game_for_the_site
from games.errors import BadVacation
from games.models import Game, GameEvent, User, Vacation
from games.paces import PACES
from games.services.clocks import clocks
from games.services.record.appending import Entry, append
from games.services.rounds import overlaps
from games.shapes import RecordedFact
from games.timekeeping import days
from games.words_time import day_in_words

YEARLY = 28
"""Days in a calendar year.

Days and years are those of the person's time zone; one that a vacation touches is taken whole, and once.
"""
AHEAD = timedelta(days=400)


def plan_vacation(*, user: User, first: date, last: date) -> Vacation:
    """Plans a vacation from the start of a day, or from now if it is today, to the end of another, in the person's time
    zone.

    Raises BadVacation when it is not in order, overlaps with another, takes more days than are left, or outlasts the
    grace of a round.
    """
    with transaction.atomic():
        user = User.objects.select_for_update().get(pk=user.pk)
        now, zone = timezone.now(), user.zone
        today = now.astimezone(zone).date()
        _check_days(first, last, today)
        starts = now if first == today else days.midnight(first, zone)
        ends = days.midnight(last + timedelta(days=1), zone)
        overlapping = [
            one for one in Vacation.objects.filter(user=user) if one.ends_at > starts and one.starts_at < ends
        ]
        if overlapping:
            raise BadVacation(_("You have another vacation in these days."))
        planned = Vacation(user=user, starts_at=starts, ends_at=ends)
        touched = overlaps.require_grace(user, starts, ends)
        for year in range(first.year, last.year + 1):
            over = -balance(user, year, besides=[planned])
            if over > 0:
                message = ngettext(
                    "That is {days} day more than you have left in {year}.",
                    "That is {days} days more than you have left in {year}.",
                    over,
                )
                raise BadVacation(message.format(year=year, days=over))
        planned.save()
        overlaps.tell_of_vacation(user, touched, ends)
        until = ends.isoformat()
        if starts == now:
            _announce(user, {"type": "vacation-begun", "until": until})
        else:
            _announce(user, {"type": "vacation-announced", "since": starts.isoformat(), "until": until})
        clocks.set_rings_at_for(user.pk)
        return planned


def end_vacation(*, user: User, number: int) -> None:
    """Ends a running vacation now, or cancels a planned one. Raises BadVacation for past ones and other people's."""
    with transaction.atomic():
        user = User.objects.select_for_update().get(pk=user.pk)
        now = timezone.now()
        vacation = Vacation.objects.filter(pk=number, user=user, ends_at__gt=now).first()
        if vacation is None:
            raise BadVacation(_("This vacation is over, or was taken back before."))
        if vacation.starts_at > now:
            vacation.delete()
            _announce(user, {"type": "vacation-canceled", "since": vacation.starts_at.isoformat()})
        else:
            Vacation.objects.filter(pk=vacation.pk).update(ends_at=now)
            _announce(user, {"type": "vacation-ended"})
        clocks.set_rings_at_for(user.pk)


def balance(user: User, year: int, *, besides: Iterable[Vacation] = ()) -> int:
    """Returns how many days of vacation are left of a year, with `besides` counted too; negative if they are too
    long.
    """
    found = [*Vacation.objects.filter(user=user), *besides]
    return YEARLY - days.count_days(((vacation.starts_at, vacation.ends_at) for vacation in found), user.zone, year)


def current_and_planned(user: User) -> list[Vacation]:
    """Returns the person's running and planned vacations."""
    return list(Vacation.objects.filter(user=user, ends_at__gt=timezone.now()))


def games_touched(user: User) -> list[Game]:
    """Returns the running games in which this person's vacations count."""
    names = [name for name, pace in PACES.items() if pace.vacation]
    return list(
        Game.objects.filter(Q(seats__user=user), status=Game.Status.ACTIVE, solo=False, pace__in=names)
        .distinct()
        .order_by("pk")
    )


def _check_days(first: date, last: date, today: date) -> None:
    """Raises BadVacation for days in the past, in the wrong order, or too far ahead."""
    if first < today:
        raise BadVacation(_("A vacation begins today or later."))
    if last < first:
        raise BadVacation(_("A vacation ends on the day it begins, or later."))
    if last - today > AHEAD:
        limit = day_in_words(today + AHEAD)
        raise BadVacation(_("A vacation can be planned until {date}.").format(date=limit))


def _announce(user: User, fact: RecordedFact) -> None:
    """Records an event in every running game of this person in which vacations count."""
    for game in games_touched(user):
        found = find_game_for_the_site(game.public_id)
        access = Access(found.game, found.seats, user)
        if game.status == Game.Status.ACTIVE and access.sides:
            message = {**fact, "side": access.sides[0]}
            entry = Entry(GameEvent.Kind.SYSTEM, access.sides[0], dict(message), wall=False, facts=[message])
            append(access, entry, key=None, position=None)
