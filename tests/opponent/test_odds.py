"""Odds of a battle: exact in small fights, within their error in great ones, and what the rules' own fights come to."""

from random import Random

import pytest

from opponent.odds import Fighter, against_hidden, odds
from opponent.reasons import percent


def test_one_step_against_one_step_in_one_round() -> None:
    found = odds([Fighter(3, "A", 1)], [Fighter(2, "C", 1)], rounds=1)
    assert found.exact
    assert found.win == pytest.approx(1 / 2)
    assert found.lost == pytest.approx(1 / 2 * 1 / 3)
    assert found.dealt == pytest.approx(1 / 2)


def test_the_defender_of_the_same_letter_fires_first() -> None:
    found = odds([Fighter(3, "B", 1)], [Fighter(3, "B", 1)], rounds=1)
    assert found.win == pytest.approx(1 / 4)


def test_a_step_in_a_stormed_castle_takes_two_hits() -> None:
    found = odds([Fighter(6, "A", 1)], [Fighter(1, "C", 1)], double=True, rounds=1)
    assert found.win == 0
    assert odds([Fighter(6, "A", 2)], [Fighter(1, "C", 1)], double=True, rounds=1).win == pytest.approx(1)


def test_half_a_step_hit_in_a_stormed_castle_stays_hit_in_the_next_round() -> None:
    """6.54: unless the castle hits in between, by one die in six."""
    found = odds([Fighter(6, "A", 1)], [Fighter(1, "C", 1)], double=True, rounds=2)
    assert found.win == pytest.approx(5 / 6)
    assert found.lost == pytest.approx(1 / 6)


def test_a_reserve_does_not_fire_before_its_round() -> None:
    late = odds([Fighter(6, "A", 1, round=2)], [Fighter(1, "C", 1)], rounds=1)
    assert late.win == 0


def test_rolled_odds_agree_with_exact_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    attackers = [Fighter(3, "B", 4), Fighter(2, "A", 2), Fighter(2, "B", 2, round=2)]
    defenders = [Fighter(2, "B", 3), Fighter(1, "C", 3), Fighter(3, "A", 2, round=2)]
    exact = odds(attackers, defenders)
    assert exact.exact
    monkeypatch.setattr("opponent.odds.MOST_STATES", 0)
    rolled = odds(attackers, defenders, random=Random(1), rolls=3_000)
    assert not rolled.exact
    assert abs(rolled.win - exact.win) < 2 * rolled.error
    assert abs(rolled.lost - exact.lost) < 0.2


def test_great_armies_are_followed_exactly() -> None:
    attackers = [Fighter(3, "B", 4)] * 4 + [Fighter(2, "A", 3)] * 3
    defenders = [Fighter(2, "B", 3)] * 4 + [Fighter(1, "C", 4)] * 3
    assert odds(attackers, defenders).exact


def test_against_hidden_blocks_the_odds_are_the_mean_over_guesses() -> None:
    mine = [Fighter(3, "A", 1)]
    found = against_hidden(mine, [[Fighter(2, "C", 1)], [Fighter(2, "C", 4)]])
    each = [odds(mine, [Fighter(2, "C", steps)]).win for steps in (1, 4)]
    assert found.win == pytest.approx(sum(each) / 2)
    assert found.error > 0


def test_no_reason_tells_a_chance_as_sure() -> None:
    """The chance of an attack that the evaluation tells differs from the true one by about five percentage points."""
    assert [percent(chance) for chance in (0.0, 0.02, 0.5, 0.984, 1.0)] == [5, 5, 50, 95, 95]
