"""Local days: 23, 24 or 25 hours long, and never more or fewer than the calendar on the wall shows."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as st

from games.timekeeping.days import count_days, days_touched, later, midnight

ZONES = (
    "UTC", "Europe/Berlin", "Europe/Paris", "America/New_York", "Asia/Beirut", "Africa/Cairo", "Pacific/Apia",
    "Asia/Kathmandu",
    "Australia/Lord_Howe", "America/Santiago",
)  # fmt: skip
zones = st.sampled_from(ZONES).map(ZoneInfo)
dates = st.dates(date(2026, 1, 1), date(2029, 12, 31))


@given(zones, dates, st.integers(1, 60))
def test_from_the_first_midnight_to_the_last_there_are_as_many_days_as_dates(
    zone: ZoneInfo, first: date, count: int
) -> None:
    end = first + timedelta(days=count)
    assert list(days_touched(midnight(first, zone), midnight(end, zone), zone)) == [
        first + timedelta(days=n) for n in range(count)
    ]


@given(zones, dates, st.integers(0, 400))
def test_days_later_it_is_the_same_midnight(zone: ZoneInfo, first: date, count: int) -> None:
    assert later(midnight(first, zone), count, zone) == midnight(first + timedelta(days=count), zone)


def test_a_day_with_the_change_of_the_clocks_is_one_day() -> None:
    for zone in ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe"]:
        here = ZoneInfo(zone)
        for month in range(1, 13):
            start, end = date(2026, month, 1), date(2026, month, 28)
            assert count_days([(midnight(start, here), midnight(end + timedelta(days=1), here))], here, 2026) == 28


def test_what_touches_a_day_twice_takes_it_once() -> None:
    morning = (datetime(2026, 5, 1, 6, tzinfo=UTC), datetime(2026, 5, 1, 8, tzinfo=UTC))
    evening = (datetime(2026, 5, 1, 20, tzinfo=UTC), datetime(2026, 5, 2, 1, tzinfo=UTC))
    assert count_days([morning, evening], ZoneInfo("UTC"), 2026) == 2
    assert count_days([(morning[0], morning[0])], ZoneInfo("UTC"), 2026) == 0
