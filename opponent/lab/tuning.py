"""Weights of the evaluation found by play: ``python3 -m opponent.lab.tuning --trials 100 --write``.

Each trial changes all weights at once by factors at random, and plays games as a knight against one with the weights of
now (and against any other yardstick), both sides with the same dice. A line through the results says which weights had
better be larger or smaller, and with what error; those whose slope is clear of its error are moved. The new weights
then play other games against the old ones: they are kept only if they win more.
"""

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import exp, sqrt
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from opponent.evaluate import FACTORS, NUMBERS, WEIGHTS, Weights
from opponent.lab.arena import Maker, play, wilson
from opponent.levels import Knight

NAMES = tuple(name for name in NUMBERS if name != "city")
"""What is tuned. The worth of a city is the measure of all others."""
FILE = Path(__file__).parents[1] / "weights.json"


class Trial(NamedTuple):
    """Changed weights and how they played: the logarithm of the factor on each weight, games and wins."""

    factors: tuple[float, ...]
    games: int
    wins: int


def changed(weights: Weights, factors: Sequence[float]) -> Weights:
    """The weights times these factors, given as logarithms."""
    return replace(weights, **{name: getattr(weights, name) * exp(f) for name, f in zip(NAMES, factors, strict=True)})


def knight_of(weights: Weights) -> Maker:
    """A maker of knights with these weights."""
    return lambda side, seed: Knight(side, seed, weights)


def wins(makers: Mapping[str, Maker], rival: str, seed: int) -> int:
    """Returns how many of two games with the same dice the player called ``new`` wins, one on each side."""
    return (play("new", rival, seed, makers=makers).winner == "frank") + (
        play(rival, "new", seed, makers=makers).winner == "saracen"
    )


def run_trials(weights: Weights, trials: int, spread: float, rivals: Sequence[str], seed: int) -> list[Trial]:
    """Plays games with weights changed at random, against the present weights and other rivals."""
    random = Random(f"tuning:{seed}")
    found = []
    for number in range(trials):
        factors = tuple(random.gauss(0.0, spread) for _ in NAMES)
        makers = {"new": knight_of(changed(weights, factors)), "now": knight_of(weights)}
        count = sum(wins(makers, rival, seed * 10_000 + number) for rival in rivals)
        found.append(Trial(factors, 2 * len(rivals), count))
        print(f"trial {number + 1}: {count} of {2 * len(rivals)}", file=sys.stderr, flush=True)
    return found


def slopes(found: Sequence[Trial]) -> dict[str, tuple[float, float]]:
    """For each weight how the share of wins changes with the logarithm of its factor, and the error of that.

    The factors were drawn apart from one another, so each slope stands for itself."""
    total = sum(trial.games for trial in found)
    mean = sum(trial.wins for trial in found) / total
    gradient = {}
    for index, name in enumerate(NAMES):
        across = sum(trial.factors[index] ** 2 * trial.games for trial in found)
        slope = sum(trial.factors[index] * (trial.wins - mean * trial.games) for trial in found) / across
        gradient[name] = (slope, sqrt(max(mean * (1 - mean), 0.01) / across))
    return gradient


def moved(weights: Weights, gradient: Mapping[str, tuple[float, float]], step: float, clear: float = 1.0) -> Weights:
    """The weights moved up the slopes that are clear of their error, the clearest by ``step`` and the others by their
    share of that.
    """
    signs = {name: slope / error for name, (slope, error) in gradient.items()}
    most = max(abs(sign) for sign in signs.values())
    return changed(weights, [step * signs[name] / most if abs(signs[name]) > clear else 0.0 for name in NAMES])


def write(weights: Weights, origin: str, path: Path = FILE) -> None:
    """Write the file of weights, with how they came about."""
    data: dict[str, Any] = {"origin": origin}
    data |= {name: float(f"{getattr(weights, name):.4g}") for name in NUMBERS}
    for kind in FACTORS:
        data[kind] = {name: float(f"{factor:.3g}") for name, factor in getattr(weights, kind)}
    path.write_text(json.dumps(data, indent=2) + "\n")


def main(arguments: Sequence[str]) -> int:
    """Fits the weights of the evaluation, as the command line asks."""
    parser = argparse.ArgumentParser(prog="python3 -m opponent.lab.tuning")
    parser.add_argument("--trials", type=int, default=100)
    parser.add_argument("--check", type=int, default=40, help="games on each side by which new weights are checked")
    parser.add_argument("--spread", type=float, default=0.35)
    parser.add_argument("--step", type=float, default=0.4, help="how far the clearest weight is moved, as a logarithm")
    parser.add_argument("--rival", action="append", default=[], help="play against this one as well: MODULE:FUNC")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", action="store_true", help="write the new weights if they win more")
    given = parser.parse_args(arguments)
    rivals = ["now", *given.rival]
    found = run_trials(WEIGHTS, given.trials, given.spread, rivals, given.seed)
    gradient = slopes(found)
    new = moved(WEIGHTS, gradient, given.step)
    makers = {"new": knight_of(new), "now": knight_of(WEIGHTS)}
    won = sum(wins(makers, "now", given.seed * 10_000 + 5_000 + number) for number in range(given.check))
    low, high = wilson(won, 2 * given.check)
    print(
        json.dumps(
            {
                "slopes": {name: [round(slope, 3), round(error, 3)] for name, (slope, error) in gradient.items()},
                "factors": {name: round(getattr(new, name) / getattr(WEIGHTS, name), 3) for name in NAMES},
                "check": {
                    "wins": won,
                    "games": 2 * given.check,
                    "interval": [round(100 * low, 1), round(100 * high, 1)],
                },
            },
            indent=1,
        )
    )
    if given.write and won > given.check:
        options = " ".join(
            f"--{name} {value}"
            for name, value in (("trials", given.trials), ("seed", given.seed), ("step", given.step))
        )
        write(
            new,
            f"python3 -m opponent.lab.tuning {options}: {won} of {2 * given.check} games won against the weights"
            " before",
        )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
