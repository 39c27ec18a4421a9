"""A tournament in simulated time whose games the computer's easiest level plays, with sleepers, one who leaves, a ban,
and games held.
"""

from datetime import UTC, datetime

import pytest
import time_machine

from tests.tournaments.season import Season

START = datetime(2027, 1, 11, 9, tzinfo=UTC)


@pytest.mark.whole
def test_a_season_with_bans_and_holds_gives_each_pairing_one_fair_result_and_adds_up(
    db, django_capture_on_commit_callbacks, settings
):
    settings.DICE_WAIT_HOURS = 0

    def runs(act, /, *given, **named):
        with django_capture_on_commit_callbacks(execute=True):
            act(*given, **named)

    with time_machine.travel(START, tick=False) as traveller:
        season = Season(players=6, rounds=3, seed=1187, level="page", turn=5, traveller=traveller, runs=runs)
        season.play()
    assert season.faults == []
    happened = season.figures
    assert {f"games: {fate}" for fate in ("sleep", "ban", "claim", "quit")} <= set(happened)
    assert happened["games held"] >= 1
    assert happened["ended: deadline"] >= 1
    assert happened["pairings"] >= 8
