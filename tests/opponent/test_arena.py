"""Tournaments: figures of wins with their intervals, the same for the same seed."""

import itertools
import json

import pytest

from opponent.lab.arena import main, play, wilson


def test_the_interval_is_wilsons() -> None:
    low, high = wilson(36, 54)
    assert (round(low, 2), round(high, 2)) == (0.53, 0.78)
    assert wilson(0, 0) == (0.0, 1.0)


def test_a_game_with_the_same_seed_goes_the_same() -> None:
    one, other = (play("purposeful", "siege", 4) for _ in range(2))
    assert one._replace(seconds=(0, 0), slowest=(0, 0)) == other._replace(seconds=(0, 0), slowest=(0, 0))


def test_a_run_of_so_many_seconds_tells_what_was_played_until_then(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A clock that goes on by a second with each look: the three pairs share what there is, play fewer games than
    asked, and as many on each side.
    """
    clock = itertools.count()
    monkeypatch.setattr("opponent.lab.arena.monotonic", lambda: float(next(clock)))
    assert main(["purposeful", "siege", "uniform", "--games", "50", "--seconds", "6", "--ratings"]) == 0
    told = json.loads(capsys.readouterr().out)
    played = [found["all"]["games"] for found in told["matches"]]
    assert len(played) == 3
    assert all(2 <= games < 20 for games in played)
    for found in told["matches"]:
        assert found["as-frank"]["games"] == found["as-saracen"]["games"]
        low, high = found["all"]["interval"]
        assert 0 <= low <= found["all"]["percent"] <= high <= 100
    assert set(told["ratings"]) == {
        f"{name} as {side}" for name in ("purposeful", "siege", "uniform") for side in ("frank", "saracen")
    }
    for rated in told["ratings"].values():
        low, high = rated["interval"]
        assert low < rated["rating"] < high
