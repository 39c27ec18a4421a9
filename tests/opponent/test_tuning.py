"""Tuning: a weight that helps is found and moved, and what is written is read again."""

from pathlib import Path

import pytest

from opponent.evaluate import WEIGHTS, load_weights
from opponent.lab.tuning import NAMES, Trial, changed, moved, slopes, write


def trials(helping: int) -> list[Trial]:
    """Trials in which more of one weight wins and less of it loses, and no other matters."""
    found = []
    for number in range(64):
        factors = tuple(0.3 if number >> (index % 6) & 1 else -0.3 for index in range(len(NAMES)))
        found.append(Trial(factors, 2, 2 if factors[helping] > 0 else 0))
    return found


def test_a_weight_that_wins_games_has_a_slope_clear_of_its_error_and_is_moved() -> None:
    told = slopes(trials(3))
    slope, error = told[NAMES[3]]
    assert slope > 3 * error > 0
    new = moved(WEIGHTS, told, 0.4)
    assert getattr(new, NAMES[3]) == pytest.approx(getattr(WEIGHTS, NAMES[3]) * 2.718281828**0.4)
    assert getattr(new, NAMES[4]) == getattr(WEIGHTS, NAMES[4])


def test_weights_are_written_with_how_they_came_about(tmp_path: Path) -> None:
    path = tmp_path / "weights.json"
    new = changed(WEIGHTS, [0.1] * len(NAMES))
    write(new, "a test", path)
    assert '"origin": "a test"' in path.read_text()
    assert load_weights(path).hold == pytest.approx(new.hold, rel=1e-3)
    assert load_weights(path).city == WEIGHTS.city
