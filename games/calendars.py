"""When clocks run and when they stand still: arithmetic of moments, exact to the microsecond and without a database.

All moments are aware. A length of running time is additive: what passes from a to c is what passes from a to b and from b to c.
"""

import zoneinfo
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

NOTHING = timedelta(0)
WINDOW = timedelta(days=28)

Snapshot = tuple[datetime, datetime]


@dataclass(frozen=True, slots=True)
class Calendar:
    """The times that do not count for one clock: weekends in a zone, if any, and vacations."""

    weekend_zone: zoneinfo.ZoneInfo | None = None
    away: tuple[Snapshot, ...] = ()

    def elapsed(self, start: datetime, end: datetime) -> timedelta:
        """The running time between two moments; nothing where the end is not behind the start."""
        if end <= start:
            return NOTHING
        return end - start - sum((until - since for since, until in self._stops(start, end)), NOTHING)

    def after(self, start: datetime, amount: timedelta) -> datetime:
        """The first moment at which this much running time has passed since the start; with no amount the start itself."""
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

    def stopped_by(self, moment: datetime) -> str:
        """Why the clock stands still at this moment: `vacation`, `weekend`, or nothing."""
        if any(since <= moment < until for since, until in self.away):
            return "vacation"
        return "weekend" if self.weekend_zone and any(self._weekends(moment, moment + timedelta(microseconds=1))) else ""

    def _stops(self, start: datetime, end: datetime) -> list[Snapshot]:
        """What does not count between two moments: apart from one another, in order, and within them."""
        found = [*self.away, *self._weekends(start, end)]
        inside = sorted((max(since, start), min(until, end)) for since, until in found if since < end and until > start and since < until)
        merged: list[Snapshot] = []
        for since, until in inside:
            if merged and since <= merged[-1][1]:
                merged[-1] = (merged[-1][0], max(merged[-1][1], until))
            else:
                merged.append((since, until))
        return merged

    def _weekends(self, start: datetime, end: datetime) -> Iterator[Snapshot]:
        if self.weekend_zone is None:
            return
        day = start.astimezone(self.weekend_zone).date()
        saturday = day - timedelta(days=(day.weekday() + 2) % 7)
        while (since := self._midnight(saturday)) < end:
            until = self._midnight(saturday + timedelta(days=2))
            if until > start:
                yield since, until
            saturday += timedelta(days=7)

    def _midnight(self, day: date) -> datetime:
        """The beginning of a day. Where summer time takes that hour away, the moment the clocks are put forward."""
        return datetime.combine(day, time(), tzinfo=self.weekend_zone).astimezone(UTC)


def zone_named(name: str) -> zoneinfo.ZoneInfo | None:
    """The zone of this name, None for an empty or unknown one."""
    try:
        return zoneinfo.ZoneInfo(name) if name else None
    except (ValueError, zoneinfo.ZoneInfoNotFoundError, OSError):
        return None
