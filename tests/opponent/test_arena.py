"""Tournaments: figures of wins with their intervals, the same for the same seed."""

import json

import pytest

from opponent.arena import main, play, wilson


def test_the_interval_is_wilsons() -> None:
    low, high = wilson(36, 54)
    assert (round(low, 2), round(high, 2)) == (0.53, 0.78)
    assert wilson(0, 0) == (0.0, 1.0)


def test_a_game_with_the_same_seed_goes_the_same() -> None:
    one, other = (play("purposeful", "siege", 4) for _ in range(2))
    assert one._replace(seconds=(0, 0), slowest=(0, 0)) == other._replace(seconds=(0, 0), slowest=(0, 0))


def test_each_of_two_players_plays_both_sides(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["purposeful", "siege", "--games", "1", "--ratings"]) == 0
    told = json.loads(capsys.readouterr().out)
    found = told["matches"][0]
    assert found["as-frank"]["games"] == found["as-saracen"]["games"] == 1
    assert set(told["ratings"]) == {f"{name} as {side}" for name in ("purposeful", "siege") for side in ("frank", "saracen")}
