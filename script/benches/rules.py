"""Figures of the engine on one core: whole games a second, the time of `legal_actions` and `apply`, hand-overs, sizes.

Run with `script/bench rules [--games N]`. `legal_actions` is timed twice: as it is, a sequence whose members are made
when they are asked for, and with every action written out.
"""

import argparse
import random
from statistics import quantiles
from time import perf_counter_ns

from rules import game, selfplay
from rules.dice import SeededDice
from rules.ruleset import Ruleset


def timings(games: int, style: str) -> dict[str, list[int]]:
    """Nanoseconds of each call in whole games."""
    spent: dict[str, list[int]] = {"legal_actions": [], "legal_actions, all written out": [], "apply": []}
    choose = selfplay.choose_uniform if style == "uniform" else selfplay.choose_purposeful
    for seed in range(games):
        dice, choice = SeededDice(f"dice:{seed}"), random.Random(f"choice:{seed}")
        position = game.new_game(Ruleset(), dice).position
        while position.waiting:
            side = choice.choice(sorted(position.awaited))
            start = perf_counter_ns()
            legal = game.legal_actions(position, side)
            spent["legal_actions"].append(perf_counter_ns() - start)
            position.forget_offers()
            start = perf_counter_ns()
            list(game.legal_actions(position, side))
            spent["legal_actions, all written out"].append(perf_counter_ns() - start)
            action = choose(legal, choice, style)
            start = perf_counter_ns()
            position = game.apply(position, side, action, dice).position
            spent["apply"].append(perf_counter_ns() - start)
            dice.draws.clear()
    return spent


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100)
    given = parser.parse_args()
    for style in selfplay.STYLES:
        tally = selfplay.Tally()
        for seed in range(1, given.games + 1):
            selfplay.play(seed, style, Ruleset(), tally, check=False)
        figures = selfplay.figures([tally])
        print(f"\n{style}, {given.games} games, one core, invariants not checked")
        for name in (
            "games_per_second",
            "decisions_per_second",
            "decisions_per_game",
            "handovers_per_game",
            "position_bytes_max",
        ):
            print(f"  {name:34} {figures[name]}")
        for name, times in timings(max(1, given.games // 5), style).items():
            cuts = quantiles(times, n=100)
            print(f"  {name:34} p50 {cuts[49] / 1e6:.3f} ms   p99 {cuts[98] / 1e6:.3f} ms")


if __name__ == "__main__":
    main()
