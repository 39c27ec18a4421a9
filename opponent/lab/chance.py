"""Fits the curve of the chance to win (`opponent/chance.py`) to games of self-play, and prints what `chance.json`
holds.

.venv/bin/python -m opponent.lab.chance --games 110 --seed 5000      # --edition 1.4 for chance-1.4.json
"""

import argparse
import json
from collections.abc import Sequence
from math import log
from typing import Any, NamedTuple

from opponent.chance import FRANK, Curve, features
from opponent.evaluate import evaluate, years_left
from opponent.lab.arena import play
from rules.editions import CURRENT, OFFERED
from rules.position import Position
from rules.ruleset import Ruleset

PHASES = ("cards", "move", "battle", "draw", "winter")
RIDGE = 1e-3
"""Keeps the fit finite where all games of a set end alike."""


class Sample(NamedTuple):
    """A position of a game of self-play, by its figures, and whether the Franks won."""

    worth: float
    gone: float
    won: bool


def samples(seed: int, rules: Ruleset, level: str = "knight") -> list[Sample]:
    """The first position of each phase of a game between players of a level."""
    found: dict[tuple[int, int, str], tuple[float, float]] = {}

    def watch(position: Position, *_others: Any) -> None:
        key = (position.year, position.turn, position.phase)
        if position.phase in PHASES and key not in found:
            found[key] = (evaluate(position, FRANK), 1 - years_left(position))

    result = play(level, level, seed, rules, watch=watch)
    return [Sample(worth, gone, result.winner == "frank") for worth, gone in found.values()]


def fit(known: Sequence[Sample], rounds: int = 25) -> Curve:
    """The most likely curve, by Newton's method."""
    at = [0.0, 0.0, 0.0]
    for _ in range(rounds):
        slope = [-RIDGE * a for a in at]
        bend = [[RIDGE if row == column else 0.0 for column in range(3)] for row in range(3)]
        for sample in known:
            x = features(sample.worth, sample.gone)
            p = Curve(*at).chance(sample.worth, sample.gone)
            for row in range(3):
                slope[row] += (sample.won - p) * x[row]
                for column in range(3):
                    bend[row][column] += p * (1 - p) * x[row] * x[column]
        at = [a + step for a, step in zip(at, _solve(bend, slope), strict=True)]
    return Curve(*at)


def _solve(matrix: list[list[float]], right: list[float]) -> list[float]:
    """The solution of three linear equations (Cramer)."""

    def det(m: Sequence[Sequence[float]]) -> float:
        (a, b, c), (d, e, f), (g, h, i) = m
        return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)

    whole = det(matrix)
    parts = [[[right[r] if c == column else matrix[r][c] for c in range(3)] for r in range(3)] for column in range(3)]
    return [det(part) / whole for part in parts]


def surprise(known: Sequence[Sample], curve: Curve) -> float:
    """The mean of minus the logarithm of the chance given to what happened; 0.69 for an even guess."""
    chances = [(curve.chance(s.worth, s.gone), s.won) for s in known]
    return -sum(log(max(1e-9, p if won else 1 - p)) for p, won in chances) / len(chances)


def main() -> None:
    """Fits the curve to three quarters of the games, prints how it does on the others, and the curve of all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--edition", choices=OFFERED, default=CURRENT)
    arguments = parser.parse_args()
    games = [samples(arguments.seed + number, Ruleset.of(arguments.edition)) for number in range(arguments.games)]
    cut = max(1, len(games) * 3 // 4)
    seen = [sample for game in games[:cut] for sample in game]
    unseen = [sample for game in games[cut:] for sample in game]
    everything = seen + unseen
    report = {
        **{name: round(value, 4) for name, value in fit(everything)._asdict().items()},
        "games": len(games),
        "positions": len(everything),
        "won_by_franks": sum(game[0].won for game in games if game),
        "surprise_on_others": round(surprise(unseen, fit(seen)), 3) if unseen else None,
        "surprise_of_even_guess": round(log(2), 3),
    }
    print(json.dumps(report, indent=2))


if __name__ == "__main__":
    main()
