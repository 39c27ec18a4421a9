"""Weights of their own for knights who play the Saracens."""

from dataclasses import replace

from opponent.evaluate import WEIGHTS, for_side
from opponent.levels import Knight


def test_factors_of_the_saracens_change_their_weights_and_no_others() -> None:
    weights = replace(WEIGHTS, loss=0.5, saracens=(("loss", 2.0),))
    assert for_side(weights, 0) is weights
    changed = for_side(weights, 1)
    assert changed == replace(weights, loss=1.0, saracens=())
    assert for_side(changed, 1) == changed, "they are applied once"


def test_a_knight_plays_the_saracens_by_their_weights() -> None:
    assert Knight("frank", 1).policy.weights == WEIGHTS
    own = Knight("saracen", 1).policy.weights
    assert own == for_side(WEIGHTS, 1)
    assert own.dare_saracen > WEIGHTS.dare_saracen
    assert own.loss > WEIGHTS.loss
