"""Whole games played at random, with figures: ``python3 -m rules selfplay --games 100 --seed 1 --style uniform``.

Styles: ``uniform`` picks any legal action. ``purposeful`` seldom ends a phase early, mostly fights on, and rarely
leaves a siege. ``siege`` plays like it, but takes to castles and seldom storms or sallies.

With ``--orders`` both sides leave :data:`~rules.orders.CAREFUL` orders. What they answer right after an action is
nothing anybody waited for, so a hand-over is counted only where the orders leave a decision to a side that did not have
one before.
"""

import argparse
import json
import random
import sys
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from time import process_time
from typing import Any, NamedTuple

from rules import game
from rules.actions import Action, Actions, SetChoice
from rules.dice import SeededDice
from rules.notation import print_position
from rules.orders import CAREFUL, Orders, answer
from rules.position import Position
from rules.ruleset import Ruleset

STYLES = ("uniform", "purposeful", "siege")
MOST_DECISIONS = 50_000
"""No game comes near; one that does is reported as not finished."""
FAULTS_SHOWN = 3
BYTES_EVERY = 10
"""The size of every position is measured in one game of so many."""


class Fault(NamedTuple):
    """A game that went wrong: a dead end, a broken invariant, or one that did not finish."""

    kind: str
    what: str
    seed: int
    position: str


class Tally:
    """The figures of a number of games."""

    def __init__(self) -> None:
        self.games = self.completed = self.decisions = self.handovers = 0
        self.seconds = 0.0
        self.bytes_count = self.bytes_sum = self.bytes_max = 0
        self.winners: Counter[str] = Counter()
        self.ends: Counter[str] = Counter()
        self.faults: list[Fault] = []

    def weigh(self, position: Position) -> None:
        """Counts in the size of a position's JSON, in bytes."""
        size = len(json.dumps(position.to_json(), separators=(",", ":")))
        self.bytes_count += 1
        self.bytes_sum += size
        self.bytes_max = max(self.bytes_max, size)

    def note_end(self, position: Position) -> None:
        """Counts in how a game ended, if it did."""
        result = position.result
        if result is not None:
            self.completed += 1
            self.winners[result["winner"]] += 1
            self.ends[result["how"]] += 1


def play(
    seed: int, style: str, ruleset: Ruleset, tally: Tally, *, check: bool = True, orders: Orders | None = None
) -> None:
    """Play one game and add it to the tally.

    Only processor time spent on asking what is legal, choosing and applying is counted. Both sides leave the orders, if
    there are any."""
    dice, choice = SeededDice(f"dice:{seed}"), random.Random(f"choice:{seed}")
    choose = CHOOSERS[style]
    weigh = seed % BYTES_EVERY == 0
    tally.games += 1
    started = process_time()
    position = game.new_game(ruleset, dice).position
    decisions = 0
    waited_for = position.waiting
    while position.waiting:
        side, ordered = _next_side(position, orders if decisions else None, choice)
        if ordered is None and position.waiting != waited_for:
            tally.handovers += 1
            waited_for = position.waiting
        legal = game.legal_actions(position, side)
        stuck = _stuck(position, side, legal, decisions)
        if stuck is not None:
            tally.faults.append(Fault(*stuck, seed, print_position(position)))
            break
        action = ordered if ordered is not None else choose(legal, choice, style)
        before = position
        position = game.apply(before, side, action, dice).position
        dice.draws.clear()
        decisions += 1
        if check or weigh:
            tally.seconds += process_time() - started
            broken = _broken_invariants(position) if check else []
            if broken:
                what = f"{side} {action.to_json()}: {'; '.join(broken)}"
                tally.faults.append(Fault("broken_invariants", what, seed, print_position(before)))
                return
            if weigh:
                tally.weigh(position)
            started = process_time()
    tally.seconds += process_time() - started
    tally.handovers += position.waiting != waited_for
    tally.decisions += decisions
    tally.note_end(position)


def _stuck(
    position: Position, side: str, legal: Sequence[Action | SetChoice], decisions: int
) -> tuple[str, str] | None:
    """Returns why the game cannot go on, as kind and words of a fault; None if it can."""
    if not legal:
        return "dead_ends", f"{side} must decide {position.step}"
    if decisions == MOST_DECISIONS:
        return "unfinished", f"no end after {decisions} decisions"
    return None


def _broken_invariants(position: Position) -> list[str]:
    """Returns the broken invariants of a position."""
    problems = game.problems(position)
    position.forget_offers()  # what the check asked for is not to be had for nothing
    return problems


def _next_side(position: Position, orders: Orders | None, choice: random.Random) -> tuple[str, Action | None]:
    """Returns a side that decides next, and the action by its standing orders, if they give one."""
    sides = sorted(position.awaited)
    if orders is not None:
        for side in sides:
            action = answer(position, side, orders)
            if action is not None:
                return side, action
    return (sides[0] if len(sides) == 1 else choice.choice(sides)), None


def choose_uniform(legal: Sequence[Action | SetChoice], choice: random.Random, style: str) -> Action:
    """Returns any legal action at random; of a set any size, then any members."""
    found: Action | SetChoice = legal[int(choice.random() * len(legal))]
    if isinstance(found, SetChoice):
        return found.choose(choice.sample(found.candidates, choice.randint(found.least, found.most)))
    return found


ENDS_EARLY = {"leave-siege": 0.9, "regroup": 0.5, "seats": 0.3}
WEIGHTS = {
    "retreat": 0.1,
    "withdraw": 0.1,
    "harry": 0.5,
    "muster-to": 1.0,
    "swap": 0.3,
    "main-road": 0.1,
    "sea-move": 1.0,
    "keep-face-up": 0.1,
    "pass": 0.1,
    "leave-map": 0.1,
}


def choose_purposeful(legal: Sequence[Action | SetChoice], choice: random.Random, style: str) -> Action:
    """Returns a random legal action: first a kind by its weight, then the block and the place."""
    assert isinstance(legal, Actions)
    offers = legal.offers
    only = offers[0].set if len(offers) == 1 else None
    if only is not None:
        return only.choose(choice.sample(only.candidates, _how_many(only, choice, style)))
    types = sorted({offer.type for offer in offers})
    if "done" in types and len(types) > 1:
        if choice.random() < _chance_to_end(types):
            return Action("done")
        types.remove("done")
    type_ = choice.choices(types, [WEIGHTS.get(name, 2.0) for name in types])[0]
    fitting = [offer for offer in offers if offer.type == type_]
    offer = fitting[int(choice.random() * len(fitting))]
    found = offer.at(int(choice.random() * offer.size))
    assert isinstance(found, Action)
    return found


CHOOSERS = {"uniform": choose_uniform, "purposeful": choose_purposeful, "siege": choose_purposeful}


def _chance_to_end(types: Sequence[str]) -> float:
    """Returns the chance that a step which could go on is ended now, by what else may be done in it."""
    for type_, step in (("retreat", "leave-siege"), ("regroup", "regroup"), ("place", "seats")):
        if type_ in types:
            return ENDS_EARLY[step]
    return 0.03


def _how_many(choices: SetChoice, choice: random.Random, style: str) -> int:
    """Returns how many blocks of a set to name: in a game in the style of sieges mostly few storm and many defend."""
    if style == "siege":
        if choices.type == "garrison":
            return choices.most if choice.random() < 0.8 else choice.randint(choices.least, choices.most)
        if choice.random() < 0.85:
            return choices.least
    return choice.randint(choices.least, choices.most)


_Task = tuple[Sequence[int], str, dict[str, Any], bool, bool]
"""Seeds, style, options of the rules, whether to check, whether orders are left."""


def _play_many(task: _Task) -> Tally:
    """Plays the games of a task and returns their tally."""
    seeds, style, options, check, ordered = task
    tally = Tally()
    for seed in seeds:
        play(seed, style, Ruleset.from_json(options), tally, check=check, orders=CAREFUL if ordered else None)
    return tally


def figures(tallies: Sequence[Tally]) -> dict[str, Any]:
    """The tallies of one or several processes as one set of figures.

    Rates are of playing time, added up over processes.
    """

    def total(name: str) -> int:
        return sum(getattr(tally, name) for tally in tallies)

    faults = [fault for tally in tallies for fault in tally.faults]
    kinds = Counter(fault.kind for fault in faults)
    games = max(1, total("games"))
    winners: Counter[str] = sum((tally.winners for tally in tallies), Counter())
    ends: Counter[str] = sum((tally.ends for tally in tallies), Counter())
    busy = [tally for tally in tallies if tally.seconds]
    return {
        "games": total("games"),
        "completed": total("completed"),
        "dead_ends": kinds["dead_ends"],
        "broken_invariants": kinds["broken_invariants"],
        "games_per_second": round(sum(t.games / t.seconds for t in busy), 2),
        "decisions_per_second": round(sum(t.decisions / t.seconds for t in busy)),
        "decisions_per_game": round(total("decisions") / games, 1),
        "handovers_per_game": round(total("handovers") / games, 1),
        "position_bytes_mean": round(total("bytes_sum") / max(1, total("bytes_count"))),
        "position_bytes_max": max(tally.bytes_max for tally in tallies),
        "winners": dict(sorted(winners.items())),
        "ends": dict(sorted(ends.items())),
    }


def main(arguments: Sequence[str]) -> int:
    """Plays games by the command line and prints their tally. Returns 1 if a game did not finish or
    an invariant broke.
    """
    parser = argparse.ArgumentParser(
        prog="python3 -m rules selfplay", description="Play whole games at random and print figures."
    )
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1, help="seed of the first game; the next ones follow")
    parser.add_argument("--style", choices=STYLES, default="uniform")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    parser.add_argument("--no-check", action="store_true", help="do not check the invariants after every action")
    parser.add_argument("--orders", action="store_true", help="both sides leave standing orders")
    parser.add_argument("--options", default="{}", help='ruleset as JSON, such as {"forced-marches": true}')
    given = parser.parse_args(arguments)
    if given.games < 1 or given.jobs < 1:
        parser.error("--games and --jobs must be 1 or more")
    try:
        options = Ruleset.from_json(json.loads(given.options)).to_json()
    except ValueError as error:
        parser.error(f"--options: {error}")
    seeds = range(given.seed, given.seed + given.games)
    jobs = min(given.jobs, given.games)
    tallies = _play_all(
        [(seeds[job :: given.jobs], given.style, options, not given.no_check, given.orders) for job in range(jobs)]
    )
    found = figures(tallies)
    lines = [f"{name}: {value}" for name, value in found.items()] + ["standing orders: both sides"] * given.orders
    print(json.dumps(found) if given.json else "\n".join(lines))
    faults = [fault for tally in tallies for fault in tally.faults]
    for fault in faults[:FAULTS_SHOWN]:
        print(f"\n{fault.kind} in the game of seed {fault.seed}: {fault.what}\n{fault.position}", file=sys.stderr)
    return 1 if faults or found["completed"] < found["games"] else 0


def _play_all(tasks: Sequence[_Task]) -> list[Tally]:
    """Plays each task in a process of its own."""
    if len(tasks) == 1:
        return [_play_many(tasks[0])]
    with ProcessPoolExecutor(len(tasks)) as pool:
        return list(pool.map(_play_many, tasks))
