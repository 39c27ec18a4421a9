"""Weights that rank missions, and the least chance of an attack, fitted to searched decisions:
``python3 -m opponent.lab.missions --seconds 1500 --write``.

Movements of games between knights, of both editions and both sides, are searched. Every plan begins with another
mission and goes on as the heuristic would. Each is played out to the end of the next turn, in the same worlds with the
same dice. The factors on the weights are those that would have had the first mission gain most, on average over the
decisions. A quarter of the games is left out of the fit and says what the factors are worth.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from math import exp
from pathlib import Path
from random import Random
from statistics import mean, stdev
from time import process_time
from typing import Any, NamedTuple

from opponent.evaluate import WEIGHTS, Weights, chance_to_win
from opponent.knowledge import Belief, imagine
from opponent.lab.arena import Seat, positions
from opponent.lab.tuning import write
from opponent.levels import Knight
from opponent.missions import Mission
from opponent.plans import DONE, Planner
from opponent.search import Effort, Search, end_of_turn
from rules.atlas import SIDES
from rules.dice import SeededDice
from rules.editions import OFFERED
from rules.position import Position
from rules.roster import OF_SIDE
from rules.ruleset import Ruleset

NAMES = ("town", "step", "fire", "permanent", "hold", "threat", "supply", "siege", "approach", "loss", "answer")
"""The weights on which factors are fitted; after them comes the power of the Moves, ``price``."""
MISSIONS = 6
"""Missions of a movement that are searched, of other towns or other blocks; attacks below the least chance are two
more."""
STEP = 0.2
"""The change of a weight's logarithm by which it is seen how the gain of a mission depends on it."""
MOST_GAIN = 20.0
"""What a decision counts at most, two cities: a game won or lost in one world would outweigh all others."""
FURTHEST = 0.7
"""The largest logarithm of a factor: beyond it gains do not follow their slopes."""
DARES = (0.0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5)


class Searched(NamedTuple):
    """A mission with what it is said to gain, how that changes with each weight, and what it gained."""

    gain: float
    slopes: tuple[float, ...]
    cost: float
    chance: float | None
    """The chance of an attack that is not worth its losses, which ``dare`` would forbid; None for any other mission."""
    worth: float
    """What it came to when it was played out."""


class Decision(NamedTuple):
    """A movement, with its missions and what staying came to."""

    seed: int
    side: int
    edition: str
    stay: float
    missions: tuple[Searched, ...]


def movements(seed: int, edition: str, every: int) -> Iterator[tuple[int, Position, Belief]]:
    """Positions of a game between knights in which a movement begins, one of so many by lot."""
    random = Random(f"movements:{seed}")
    ruleset = Ruleset.of(edition)
    seats = {side: Seat(side, Knight(side, seed), seed, ruleset) for side in SIDES}
    begun: set[tuple[int, int, str]] = set()
    for position, side in positions(seats, SeededDice(f"missions:{seed}"), ruleset):
        turn = (position.year, position.turn, side)
        if position.step == "move" and turn not in begun:
            begun.add(turn)
            if random.random() < 1 / every:
                yield SIDES.index(side), position, seats[side].belief


def _chance_if_doomed(planner: Planner, mission: Mission) -> float | None:
    """Returns the chance of an attack that costs more than it kills; None for any other mission."""
    position, side, ledger = planner.position, planner.side, planner.ledger
    here = position.at[mission.town]
    foes = here & OF_SIDE[1 - side]
    if not foes or position.sieges.get(mission.town) == side:
        return None
    own = here & OF_SIDE[side] | sum(1 << block for block in mission.blocks)
    chance, lost, dealt = chance_to_win(ledger.force(own), ledger.force(foes))
    return None if dealt >= 1.2 * lost else chance


def candidates(position: Position, side: int) -> list[Mission]:
    """The missions of a movement that are searched: the best by the heuristic, each of another town or with other
    blocks, and the two best of the attacks that it would not dare."""
    usual = Planner(position, side)
    found = sorted(usual.missions(), key=usual.merit, reverse=True)
    different = {(mission.town, mission.blocks): mission for mission in reversed(found)}
    best = sorted(different.values(), key=usual.merit, reverse=True)[:MISSIONS]
    daring = Planner(position, side, replace(WEIGHTS, dare_frank=0.0, dare_saracen=0.0))
    more = [
        m for m in daring.missions() if (m.town, m.blocks) not in different and _chance_if_doomed(daring, m) is not None
    ]
    return best + sorted(more, key=daring.merit, reverse=True)[:2]


def _slopes(position: Position, side: int, missions: Sequence[Mission]) -> list[tuple[float, ...]]:
    """Returns for each mission how its gain changes with the logarithm of each weight."""
    rows: list[list[float]] = [[] for _ in missions]
    for name in NAMES:
        ends = []
        for factor in (exp(-STEP), exp(STEP)):
            weights = replace(
                WEIGHTS, missions=(*WEIGHTS.missions, (name, dict(WEIGHTS.missions).get(name, 1) * factor))
            )
            planner = Planner(position, side, weights)
            ends.append([planner.gain_of(mission) for mission in missions])
        for row, low, high in zip(rows, *ends, strict=True):
            row.append((high - low) / (2 * STEP))
    return [tuple(row) for row in rows]


def search(seed: int, edition: str, side: int, position: Position, belief: Belief, worlds: int) -> Decision | None:
    """Plays each plan out in worlds that could be; None if there is nothing to choose."""
    random = Random(f"search:{seed}:{position.year}:{position.turn}:{side}")
    first = imagine(position, SIDES[side], random, belief)
    missions = candidates(first, side)
    if len(missions) < 2:
        return None
    planner = Planner(first, side)
    slopes = _slopes(first, side, missions)
    plans = [Planner(first, side).find(mission) for mission in missions]
    others = [imagine(position, SIDES[side], random, belief) for _ in range(worlds)]
    seeds = [f"{random.random()}" for _ in others]
    searcher = Search(side, Effort(0, 0, 0), random)
    until = end_of_turn(2)

    def worth(actions: Sequence[Any]) -> float:
        return mean(
            searcher.play_out(world, [*actions, DONE], until(world), dice)
            for world, dice in zip(others, seeds, strict=True)
        )

    known: dict[tuple[Any, ...], float] = {}
    for actions in [(), *(plan.actions for plan in plans)]:
        if actions not in known:
            known[actions] = worth(actions)
    searched = tuple(
        Searched(mission.gain, slope, max(0.6, mission.cost), _chance_if_doomed(planner, mission), known[plan.actions])
        for mission, slope, plan in zip(missions, slopes, plans, strict=True)
    )
    return Decision(seed, side, edition, known[()], searched)


def gather(seconds: float, most: int, worlds: int, seed: int, every: int, keep: Path | None) -> list[Decision]:
    """Searches decisions of games, for so many seconds of the processor; keeps what was found after each game."""
    found: list[Decision] = []
    number = seed
    while process_time() < seconds and len(found) < most:
        edition = OFFERED[number % len(OFFERED)]
        for side, position, belief in movements(number, edition, every):
            decision = search(number, edition, side, position, belief, worlds)
            found += [decision] if decision is not None else []
            if len(found) >= most:
                break
        print(f"game {number}: {len(found)} decisions, {process_time():.0f} s", file=sys.stderr, flush=True)
        if keep is not None:
            keep.write_text(json.dumps(found))
        number += 1
    return found


# The fit


def merits(decision: Decision, factors: Sequence[float], dare: Mapping[int, float]) -> list[float]:
    """Returns the figure by which each mission would be ranked, and 0 for staying.

    An attack below the least chance comes after all others.
    """
    price = WEIGHTS.price * exp(factors[-1])
    found = []
    for mission in decision.missions:
        gain = mission.gain + sum(slope * f for slope, f in zip(mission.slopes, factors, strict=False))
        if mission.chance is not None and mission.chance < dare[decision.side]:
            gain = -100.0
        found.append(gain / mission.cost**price if gain > 0 else gain)
    return [*found, 0.0]


def value(decisions: Sequence[Decision], factors: Sequence[float], dare: Mapping[int, float], heat: float) -> float:
    """Returns the average gain over staying if missions are taken by their merit; ``heat`` blurs the choice."""
    total = 0.0
    for decision in decisions:
        ranked = merits(decision, factors, dare)
        gains = [max(-MOST_GAIN, min(MOST_GAIN, mission.worth - decision.stay)) for mission in decision.missions] + [
            0.0
        ]
        top = max(ranked)
        if heat:
            shares = [exp((merit - top) / heat) for merit in ranked]
            total += sum(s * g for s, g in zip(shares, gains, strict=True)) / sum(shares)
        else:
            total += gains[ranked.index(top)]
    return total / len(decisions)


def fit(decisions: Sequence[Decision], dare: Mapping[int, float], heat: float, pull: float) -> list[float]:
    """The logarithms of the factors: uphill in all directions by turns, held to 0 by ``pull``."""
    factors = [0.0] * (len(NAMES) + 1)

    def height(tried: Sequence[float]) -> float:
        return value(decisions, tried, dare, heat) - pull * sum(f * f for f in tried)

    best, step = height(factors), 0.3
    while step > 0.04:
        before = best
        for index in range(len(factors)):
            for change in (step, -step):
                tried = [max(-FURTHEST, min(FURTHEST, f + change * (i == index))) for i, f in enumerate(factors)]
                new = height(tried)
                if new > best + 1e-6:
                    best, factors = new, tried
                    break
        if best <= before:
            step /= 2
    return factors


def fit_dare(decisions: Sequence[Decision], factors: Sequence[float], heat: float) -> dict[int, float]:
    """The least chance of an attack of either side that gains most."""
    dare = {side: WEIGHTS.dare(side) for side in (0, 1)}
    for side in (0, 1):
        dare[side] = max(DARES, key=lambda least: value(decisions, factors, dare | {side: least}, heat))
    return dare


def difference(
    decisions: Sequence[Decision], factors: Sequence[float], dare: Mapping[int, float]
) -> tuple[float, float]:
    """Returns the average gain of a decision by the new weights over the present ones, with its standard error."""
    now = {side: WEIGHTS.dare(side) for side in (0, 1)}
    none = [0.0] * len(factors)
    gains = [value([d], factors, dare, 0.0) - value([d], none, now, 0.0) for d in decisions]
    return mean(gains), stdev(gains) / len(gains) ** 0.5


def with_factors(weights: Weights, factors: Sequence[float], dare: Mapping[int, float]) -> Weights:
    """The weights with these factors on those that rank missions."""
    before = dict(weights.missions)
    found = {
        name: before.get(name, 1.0) * exp(factor)
        for name, factor in zip((*NAMES, "price"), factors, strict=True)
        if abs(factor) > 1e-9 or name in before
    }
    return replace(weights, missions=tuple(sorted(found.items())), dare_frank=dare[0], dare_saracen=dare[1])


def split(decisions: Sequence[Decision]) -> tuple[list[Decision], list[Decision]]:
    """Decisions of three quarters of the games, and those of the others."""
    kept = [d for d in decisions if d.seed // len(OFFERED) % 4]
    return kept, [d for d in decisions if not d.seed // len(OFFERED) % 4]


def fit_all(decisions: Sequence[Decision], heat: float, pull: float) -> tuple[Weights, dict[str, Any]]:
    """The fitted weights, with the figures that are printed."""
    kept, left = split(decisions)
    now = {side: WEIGHTS.dare(side) for side in (0, 1)}
    factors = fit(kept, now, heat, pull)
    dare = fit_dare(kept, factors, heat)
    figures = {
        "decisions": len(decisions),
        "by": {
            f"{SIDES[side]} {edition}": sum(d.side == side and d.edition == edition for d in decisions)
            for side in (0, 1)
            for edition in OFFERED
        },
        "factors": {name: round(exp(f), 3) for name, f in zip((*NAMES, "price"), factors, strict=True)},
        "dare": {SIDES[side]: least for side, least in dare.items()},
        "gain": {
            name: [round(number, 3) for number in difference(those, factors, dare)]
            for name, those in (("fitted", kept), ("others", left))
        },
    }
    return with_factors(WEIGHTS, factors, dare), figures


def read_decisions(path: Path) -> list[Decision]:
    """Returns decisions that were gathered, read from files."""
    rows = json.loads(path.read_text())
    return [
        Decision(seed, side, edition, stay, tuple(Searched(m[0], tuple(m[1]), *m[2:]) for m in missions))
        for seed, side, edition, stay, missions in rows
    ]


def main(arguments: Sequence[str]) -> int:
    """Gathers decisions, or fits the weights to those gathered, as the command line asks."""
    parser = argparse.ArgumentParser(prog="python3 -m opponent.lab.missions")
    parser.add_argument("--seconds", type=float, default=1500.0, help="of the processor, for searching")
    parser.add_argument("--decisions", type=int, default=2000, help="searches no more than so many")
    parser.add_argument("--worlds", type=int, default=4, help="in which each plan is played out")
    parser.add_argument("--every", type=int, default=4, help="takes one movement of so many")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--heat", type=float, default=2.0, help="blurs the choice of a mission, for the fit")
    parser.add_argument("--pull", type=float, default=0.2, help="what holds factors to 1")
    parser.add_argument("--keep", type=Path, help="a file for what is searched, written after each game")
    parser.add_argument("--of", type=Path, nargs="+", help="files that were kept: fits to them, without searching")
    parser.add_argument("--write", action="store_true", help="write the new weights if they gain on games left out")
    given = parser.parse_args(arguments)
    if given.of:
        decisions = [decision for path in given.of for decision in read_decisions(path)]
    else:
        decisions = gather(given.seconds, given.decisions, given.worlds, given.seed, given.every, given.keep)
    weights, figures = fit_all(decisions, given.heat, given.pull)
    print(json.dumps(figures, indent=1))
    gain, _ = figures["gain"]["others"]
    if given.write and gain > 0:
        options = f"--seconds {given.seconds:g} --worlds {given.worlds} --seed {given.seed}"
        write(weights, f"missions and dare by python3 -m opponent.lab.missions {options}: {len(decisions)} decisions")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
