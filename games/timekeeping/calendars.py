"""When clocks run and when they stand still: arithmetic of moments, exact to the microsecond and without a database.

All moments are aware. A length of running time is additive: what passes from a to c is what passes from a to b and from
b to c.
"""

import zoneinfo
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from games.timekeeping.days import midnight

NOTHING = timedelta(0)
WINDOW = timedelta(days=28)

Interval = tuple[datetime, datetime]


@dataclass(frozen=True, slots=True)
class Calendar:
    """The times that do not count for one clock: weekends in a zone, if any, vacations, and outages of the site."""

    weekend_zone: zoneinfo.ZoneInfo | None = None
    away: tuple[Interval, ...] = ()
    outages: tuple[Interval, ...] = ()

    def elapsed(self, start: datetime, end: datetime) -> timedelta:
        """The running time between two moments; nothing where the end is not behind the start."""
        if end <= start:
            return NOTHING
        return end - start - sum((until - since for since, until in self._stops(start, end)), NOTHING)

    def after(self, start: datetime, amount: timedelta) -> datetime:
        """The first moment at which this much running time has passed since the start; with no amount the start
        itself.
        """
        at, left = start, amount
        if left <= NOTHING:
            return start
        while True:
            end = at + WINDOW
            for since, until in self._stops(at, end):
                if since - at >= left:
                    return at + left
                left -= since - at
                at = until
            if end - at >= left:
                return at + left
            left -= end - at
            at = end

    def before(self, end: datetime, amount: timedelta) -> datetime:
        """The last moment from which this much running time passes until the end; with no amount the end itself."""
        at, left = end, amount
        while left > NOTHING:
            start = at - WINDOW
            for since, until in reversed(self._stops(start, at)):
                if at - until >= left:
                    return at - left
                left -= at - until
                at = since
            if at - start >= left:
                return at - left
            left -= at - start
            at = start
        return at

    def stopped(self, start: datetime, end: datetime) -> timedelta:
        """The time between two moments that does not count."""
        return end - start - self.elapsed(start, end) if end > start else NOTHING

    def stopped_by(self, moment: datetime) -> str:
        """Why the clock stands still at this moment: `outage`, `vacation`, `weekend`, or nothing."""
        if any(since <= moment < until for since, until in self.outages):
            return "outage"
        if any(since <= moment < until for since, until in self.away):
            return "vacation"
        return (
            "weekend" if self.weekend_zone and any(self._weekends(moment, moment + timedelta(microseconds=1))) else ""
        )

    def _stops(self, start: datetime, end: datetime) -> list[Interval]:
        """Returns the stopped intervals between two moments: disjoint, in order, cut off at both ends."""
        found = [*self.outages, *self.away, *self._weekends(start, end)]
        inside = sorted(
            (max(since, start), min(until, end))
            for since, until in found
            if since < end and until > start and since < until
        )
        merged: list[Interval] = []
        for since, until in inside:
            if merged and since <= merged[-1][1]:
                merged[-1] = (merged[-1][0], max(merged[-1][1], until))
            else:
                merged.append((since, until))
        return merged

    def _weekends(self, start: datetime, end: datetime) -> Iterator[Interval]:
        """Yields the weekends between two moments."""
        if self.weekend_zone is None:
            return
        day = start.astimezone(self.weekend_zone).date()
        saturday = day - timedelta(days=(day.weekday() + 2) % 7)
        while (since := midnight(saturday, self.weekend_zone)) < end:
            until = midnight(saturday + timedelta(days=2), self.weekend_zone)
            if until > start:
                yield since, until
            saturday += timedelta(days=7)


def zone_named(name: str) -> zoneinfo.ZoneInfo | None:
    """The zone of this name, None for an empty or unknown one."""
    try:
        return zoneinfo.ZoneInfo(name) if name else None
    except (ValueError, zoneinfo.ZoneInfoNotFoundError, OSError):
        return None


LEAST_OUTAGE = timedelta(minutes=5)
"""A silence of the scheduler's heartbeats of this length, or a shorter one, is no outage: a restart, a slow machine."""


def outage_between(before: datetime | None, now: datetime) -> Interval | None:
    """The outage between a heartbeat and the next, or the present moment; None where there is none."""
    return (before, now) if before is not None and now - before > LEAST_OUTAGE else None
