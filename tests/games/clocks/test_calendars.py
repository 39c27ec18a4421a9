"""Arithmetic of running time: additive, and consistent with its inverse, in every zone."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from hypothesis import given, settings
from hypothesis import strategies as st

from games.timekeeping.calendars import Calendar, zone_named

ZONES = (
    "UTC",
    "Europe/Paris",
    "Europe/Warsaw",
    "America/New_York",
    "Asia/Beirut",
    "Africa/Cairo",
    "Pacific/Apia",
    "Asia/Kathmandu",
)
START = datetime(2027, 1, 1, tzinfo=UTC)
moments = st.integers(0, 400 * 24 * 3600 * 1_000_000).map(lambda us: START + timedelta(microseconds=us))
lengths = st.integers(0, 60 * 24 * 3600 * 1_000_000).map(lambda us: timedelta(microseconds=us))
stretches = st.lists(st.tuples(moments, lengths).map(lambda one: (one[0], one[0] + one[1])), max_size=4).map(tuple)
calendars = st.builds(Calendar, st.one_of(st.none(), st.sampled_from(ZONES).map(ZoneInfo)), stretches)


@settings(max_examples=150)
@given(calendars, st.lists(moments, min_size=3, max_size=3).map(sorted))
def test_running_time_adds_up(calendar: Calendar, at: list[datetime]) -> None:
    one, two, three = at
    assert calendar.elapsed(one, two) + calendar.elapsed(two, three) == calendar.elapsed(one, three)
    assert timedelta(0) <= calendar.elapsed(one, three) <= three - one


@settings(max_examples=150)
@given(calendars, moments, lengths)
def test_the_end_of_a_time_is_when_it_has_passed_and_not_a_moment_before(
    calendar: Calendar, start: datetime, amount: timedelta
) -> None:
    end = calendar.after(start, amount)
    assert calendar.elapsed(start, end) == amount
    if amount:
        assert calendar.elapsed(start, end - timedelta(microseconds=1)) < amount


@settings(max_examples=100)
@given(calendars, moments)
def test_a_clock_stands_exactly_where_it_is_said_to(calendar: Calendar, moment: datetime) -> None:
    tick = timedelta(microseconds=1)
    assert (calendar.elapsed(moment, moment + tick) == timedelta(0)) == bool(calendar.stopped_by(moment))


def test_a_weekend_with_the_change_to_summer_time_has_an_hour_less() -> None:
    calendar = Calendar(ZoneInfo("Europe/Paris"))
    friday, monday = datetime(2027, 3, 26, 22, tzinfo=UTC), datetime(2027, 3, 29, 6, tzinfo=UTC)
    assert monday - friday - calendar.elapsed(friday, monday) == timedelta(hours=47)
    assert calendar.after(friday, timedelta(hours=2)) == datetime(2027, 3, 28, 23, tzinfo=UTC)


def test_a_weekend_with_the_change_to_winter_time_has_an_hour_more() -> None:
    calendar = Calendar(ZoneInfo("Europe/Paris"))
    friday, monday = datetime(2027, 10, 29, 12, tzinfo=UTC), datetime(2027, 11, 1, 12, tzinfo=UTC)
    assert monday - friday - calendar.elapsed(friday, monday) == timedelta(hours=49)


def test_a_day_that_begins_at_one_in_the_night_begins_the_weekend_then() -> None:
    """In Beirut clocks go forward at midnight."""
    calendar = Calendar(ZoneInfo("Asia/Beirut"))
    assert calendar.stopped_by(datetime(2027, 3, 27, 12, tzinfo=UTC)) == "weekend"
    assert calendar.elapsed(datetime(2027, 3, 26, tzinfo=UTC), datetime(2027, 3, 31, tzinfo=UTC)) < timedelta(days=5)


def test_names_that_are_no_zones_are_none() -> None:
    assert [zone_named(name) for name in ("", "Outremer/Acre", "../etc/passwd")] == [None, None, None]


@settings(max_examples=150)
@given(calendars, moments, lengths)
def test_the_beginning_of_a_time_is_the_last_moment_from_which_it_passes(
    calendar: Calendar, end: datetime, amount: timedelta
) -> None:
    start = calendar.before(end, amount)
    assert calendar.elapsed(start, end) == amount
    if amount:
        assert calendar.elapsed(start + timedelta(microseconds=1), end) < amount


@settings(max_examples=100)
@given(calendars, moments, lengths)
def test_what_counts_and_what_does_not_make_the_whole(calendar: Calendar, start: datetime, length: timedelta) -> None:
    assert calendar.elapsed(start, start + length) + calendar.stopped(start, start + length) == length
