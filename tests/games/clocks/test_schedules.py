"""Whatever happens in whatever order, what is promised of time holds: to the second, for two players and for eight, in
ten zones.
"""

from datetime import UTC, datetime, timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.clocks.schedules import EVENTS, WAITS, ZONES, Setting, run

happenings = st.lists(
    st.tuples(st.sampled_from(EVENTS), st.integers(1, max(WAITS)), st.integers(0, 10**6)), max_size=60
)


def schedules(players: int) -> st.SearchStrategy[Setting]:
    return st.builds(
        Setting,
        players=st.just(players),
        zones=st.lists(st.sampled_from(ZONES), min_size=players, max_size=players),
        weekend=st.booleans(),
        start=st.integers(0, 3 * 366 * 86_400).map(
            lambda seconds: datetime(2026, 1, 1, tzinfo=UTC) + timedelta(seconds=seconds)
        ),
        round_days=st.integers(1, 60),
        grace_days=st.sampled_from((0, 3, 7, 21)),
        reserve=st.sampled_from((None, timedelta(days=2), timedelta(days=7))),
        happenings=happenings,
    )


@settings(max_examples=60)
@given(schedules(2))
def test_of_two_players_used_and_stopped_make_the_whole_and_nobody_loses_unasked(setting: Setting) -> None:
    run(setting)


@settings(max_examples=20)
@given(schedules(8))
def test_of_eight_players_used_and_stopped_make_the_whole_and_nobody_loses_unasked(setting: Setting) -> None:
    run(setting)
