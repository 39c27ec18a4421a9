"""Outages of the site: kept by the heartbeats of its scheduler, and left out of every clock.

The scheduler writes a heartbeat every half minute. A silence of more than five minutes is an outage: nobody could be
asked, reminded or claimed against in it, whether the machine was off or the scheduler alone. While it lasts, everything
that is due by the clock waits.
"""

import logging
import threading
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from games.models import Heartbeat, Outage
from games.timekeeping.calendars import LEAST_OUTAGE, Calendar, Interval, outage_between

logger = logging.getLogger(__name__)
ONE = 1
TOLERANCE = timedelta(minutes=1)
"""By so much the clocks of a site's machines may differ."""


@dataclass(frozen=True, slots=True)
class _Known:
    """What was read of outages, and until when it can be relied on: `beat` is the last heartbeat, or when there was
    none.
    """

    read_at: datetime
    beat: datetime
    beaten: bool
    outages: tuple[Interval, ...]


class _Memory:
    """What this process has read.

    A gap after a heartbeat is no outage for five minutes: so long nothing need be read again.
    """

    def __init__(self) -> None:
        self.known: _Known | None = None
        self.lock = threading.Lock()


_memory = _Memory()


def beat() -> Outage | None:
    """Writes the scheduler's heartbeat. Returns the outage that it ends, if there was one."""
    with transaction.atomic():
        now = timezone.now()
        row = Heartbeat.objects.select_for_update().filter(pk=ONE).first()
        silence = outage_between(row.at, now) if row is not None else None
        made = Outage.objects.create(starts_at=silence[0], ends_at=silence[1]) if silence is not None else None
        if row is None:
            Heartbeat.objects.get_or_create(pk=ONE, defaults={"at": now})
        elif row.at < now:
            Heartbeat.objects.filter(pk=ONE).update(at=now)
    if made is not None:
        clear_cache()
        logger.warning("The site was away from %s until %s: no clock counts it.", made.starts_at, made.ends_at)
    return made


def throw_away_the_future() -> timedelta:
    """Sets a heartbeat that lies in the future to now, and ends now what outages were written down with it. Returns by
    how much it was ahead; nothing where there is none.

    An outage that is then none, being too short, goes: the site was there, by a wrong clock.
    """
    with transaction.atomic():
        now = timezone.now()
        row = Heartbeat.objects.select_for_update().filter(pk=ONE).first()
        if row is None or row.at <= now + TOLERANCE:
            return timedelta(0)
        Heartbeat.objects.filter(pk=ONE).update(at=now)
        Outage.objects.filter(ends_at__gt=now, starts_at__gte=now - LEAST_OUTAGE).delete()
        Outage.objects.filter(ends_at__gt=now).update(ends_at=now)
    clear_cache()
    return row.at - now


def known_outages(now: datetime) -> tuple[Interval, ...]:
    """Returns all outages until now, in order; the last one may still go on."""
    found = _memory.known
    # No silence since the last heartbeat can be an outage yet.
    if found is None or not found.beat <= now <= found.beat + LEAST_OUTAGE:
        found = _read_outages(now)
        with _memory.lock:
            _memory.known = found
    silence = outage_between(found.beat, now) if found.beaten else None
    return (*found.outages, silence) if silence is not None else found.outages


def calendar(now: datetime) -> Calendar:
    """Returns the calendar for times that no vacation or weekend stops: rounds, waits for the dice, untouched games."""
    return Calendar(outages=known_outages(now))


def clear_cache() -> None:
    """Forgets what this process has read."""
    _memory.known = None


def _read_outages(now: datetime) -> _Known:
    """Reads the outages and the last heartbeat."""
    at = Heartbeat.objects.filter(pk=ONE).values_list("at", flat=True).first()
    rows = tuple(Outage.objects.values_list("starts_at", "ends_at"))
    if at is not None and at > now + TOLERANCE:  # written by a clock that was ahead, until the next heartbeat says so
        at, rows = now, tuple((since, until) for since, until in rows if until <= now)
    return _Known(now, at if at is not None else now, at is not None, rows)
