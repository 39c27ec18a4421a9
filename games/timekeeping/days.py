"""Local days: they begin at a person's midnight and have 23, 24 or 25 hours.

Whatever is counted in days is counted here.
"""

from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime, time, timedelta, tzinfo

ONE = timedelta(days=1)
TICK = timedelta(microseconds=1)


def midnight(day: date, zone: tzinfo) -> datetime:
    """The beginning of a day, in UTC. Where summer time takes that hour away, the moment the clocks are put forward."""
    return datetime.combine(day, time(), tzinfo=zone).astimezone(UTC)


def day_of(moment: datetime, zone: tzinfo) -> date:
    """The local day in which a moment lies."""
    return moment.astimezone(zone).date()


def days_touched(start: datetime, end: datetime, zone: tzinfo) -> Iterator[date]:
    """The local days of which at least a part lies between two moments; none where the end is not behind the start."""
    if end <= start:
        return
    day, last = day_of(start, zone), day_of(end - TICK, zone)
    while day <= last:
        yield day
        day += ONE


def count_days(stretches: Iterable[tuple[datetime, datetime]], zone: tzinfo, year: int) -> int:
    """Returns how many local days of a year these intervals touch. A day that two of them touch counts once."""
    return len({day for start, end in stretches for day in days_touched(start, end, zone) if day.year == year})


def later(moment: datetime, days: int, zone: tzinfo) -> datetime:
    """The moment so many local days later: at the same time of the day, were it earlier or later by an hour in UTC.

    A time of the day that summer time takes away is read as an hour later, one that comes twice as the first.
    """
    local = moment.astimezone(zone)
    return (local.replace(tzinfo=None) + timedelta(days=days)).replace(tzinfo=zone).astimezone(UTC)
