"""The chance of the Franks to win a position that lies open, from its worth: a logistic curve fitted to games of
self-play.

`chance.json` and `chance-1.4.json` hold the curves and say of which games they came.
"""

import json
from math import exp
from pathlib import Path
from typing import NamedTuple

from opponent.evaluate import WON, evaluate, years_left
from rules.atlas import SIDES
from rules.editions import CURRENT, OLDER
from rules.position import Position

_FILES = {CURRENT: "chance.json", OLDER: "chance-1.4.json"}
FRANK = SIDES.index("frank")


class Curve(NamedTuple):
    """The coefficients of the logistic curve."""

    constant: float
    """For the Franks, in an even position."""
    worth: float
    """For each unit of worth at the beginning of the game."""
    late: float
    """What is added for each unit of worth by its end."""

    def chance(self, worth: float, gone: float) -> float:
        """The chance of the Franks at this worth to them, when this share of the game is gone."""
        score = sum(a * b for a, b in zip(self, features(worth, gone), strict=True))
        return 1 / (1 + exp(-max(-30.0, min(30.0, score))))


def features(worth: float, gone: float) -> tuple[float, float, float]:
    """Returns the figures that are multiplied with the coefficients of the curve."""
    return 1.0, worth, worth * gone


def load_curve(edition: str) -> Curve:
    """The curve of an edition's file."""
    data = json.loads(Path(__file__).with_name(_FILES[edition]).read_text())
    return Curve(*(float(data[name]) for name in Curve._fields))


CURVES = {edition: load_curve(edition) for edition in _FILES}


def chance_of_franks(position: Position) -> float:
    """The chance of the Franks to win, when everything in the position is known; 0 or 1 when it is over."""
    return chance_at(position, evaluate(position, FRANK))


def chance_at(position: Position, worth: float) -> float:
    """The chance of the Franks to win at this worth to them, at the position's time of the game."""
    return (
        0.5 + max(-WON, min(WON, worth)) / WON / 2
        if abs(worth) >= WON
        else CURVES[position.ruleset.edition].chance(worth, 1 - years_left(position))
    )
