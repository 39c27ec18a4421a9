"""When the site was away, by the heartbeats of its scheduler."""

from datetime import datetime, timedelta

from games.timekeeping.calendars import Interval

LEAST = timedelta(minutes=5)
"""A silence of this length, or a shorter one, is no outage: a restart, a slow machine."""


def gap(before: datetime | None, now: datetime) -> Interval | None:
    """The outage between a heartbeat and the next, or the present moment; None where there is none."""
    return (before, now) if before is not None and now - before > LEAST else None


def reaches(known_at: datetime, now: datetime) -> bool:
    """Whether what was read of heartbeats at one moment still says all about another: no silence since can be an outage yet."""
    return known_at <= now <= known_at + LEAST
