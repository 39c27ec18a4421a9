"""Whole games between players of the one protocol, and what they come to: wins with intervals, processor seconds a
decision.

``script/arena A B --games N`` plays A and B against each other, sides swapped, with the same dice for both. A player is
a level (``king``), a style of self-play (``purposeful``) or ``MODULE:FUNC``.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from math import sqrt
from random import Random
from time import monotonic, process_time
from typing import Any, NamedTuple

from opponent.knowledge import Belief, imagine
from rules import actions, game
from rules.actions import Action
from rules.atlas import SIDES
from rules.dice import SeededDice
from rules.editions import CURRENT, OFFERED
from rules.position import Position
from rules.ruleset import Ruleset
from rules.selfplay import STYLES, choose_purposeful, choose_uniform

LEVELS = ("page", "squire", "knight", "baron", "king")
MOST_DECISIONS = 5_000
Maker = Callable[[str, int | str], Any]


class Styled:
    """A player that chooses at random in a style of :mod:`rules.selfplay`."""

    def __init__(self, style: str, side: str, seed: int | str) -> None:
        self.style, self.side = style, side
        self.random = Random(f"{style}:{side}:{seed}")
        self.choose = choose_uniform if style == "uniform" else choose_purposeful

    def decide(self, view: object, world: Callable[[Random], Position]) -> Action:
        return self.choose(game.legal_actions(world(self.random), self.side), self.random, self.style)


def maker(name: str) -> Maker:
    """The function that makes the player of this name."""
    if name in STYLES:
        return lambda side, seed: Styled(name, side, seed)
    module, _, function = (f"opponent.levels:{name}" if name in LEVELS else name).partition(":")
    found: Maker = getattr(import_module(module), function)
    return found


class Seat:
    """A side of a game with its player, what it knows, and the time it took.

    The player gets views and drawn worlds, nothing else.
    """

    def __init__(self, side: str, player: Any, seed: int | str, ruleset: Ruleset | None = None) -> None:
        self.side, self.player = side, player
        self.belief = Belief(side, seed, ruleset)
        self.seconds: list[float] = []

    def decide(self, position: Position) -> Action:
        """Returns the player's decision."""
        started = process_time()
        answer = self.player.decide(
            lambda: game.observe(position, self.side), lambda random: imagine(position, self.side, random, self.belief)
        )
        self.seconds.append(process_time() - started)
        return answer if isinstance(answer, Action) else actions.from_json(answer)

    def see(self, outcome: game.Outcome) -> None:
        """Tells the player, and its belief, the events its side saw."""
        seen = [data for event in outcome.events if (data := event.seen_by(self.side)) is not None]
        self.belief.see(seen)
        tell = getattr(self.player, "see", None)
        if tell is not None:
            tell(seen)


def positions(seats: Mapping[str, Seat], dice: SeededDice, ruleset: Ruleset) -> Iterator[tuple[Position, str]]:
    """Plays a game, and yields each position with the side that decides in it, before that side is asked."""
    outcome = game.new_game(ruleset, dice)
    for _ in range(MOST_DECISIONS):
        for seat in seats.values():
            seat.see(outcome)
        position = outcome.position
        if not position.waiting:
            return
        side = min(position.awaited)
        yield position, side
        outcome = game.apply(position, side, seats[side].decide(position), dice)
        dice.draws.clear()


class Result(NamedTuple):
    """A game that was played."""

    seed: int
    frank: str
    saracen: str
    winner: str | None
    how: str
    year: int
    score: tuple[int, int]
    decisions: tuple[int, int]
    seconds: tuple[float, float]
    slowest: tuple[float, float]


def play(
    frank: str,
    saracen: str,
    seed: int,
    ruleset: Ruleset | None = None,
    watch: Callable[[Position, str, Action, Any], None] | None = None,
    times: Mapping[str, list[float]] | None = None,
) -> Result:
    """One game. ``watch`` is told of each decision before it is carried out."""
    dice = SeededDice(f"arena:{seed}")
    names = (frank, saracen)
    seats = _seats(names, seed, ruleset)
    outcome = game.new_game(ruleset or Ruleset(), dice)
    position = outcome.position
    for seat in seats.values():
        seat.see(outcome)
    count = 0
    while position.waiting and count < MOST_DECISIONS:
        side = min(position.awaited)
        action = seats[side].decide(position)
        if watch is not None:
            watch(position, side, action, seats[side].player)
        outcome = game.apply(position, side, action, dice)
        position = outcome.position
        dice.draws.clear()
        for seat in seats.values():
            seat.see(outcome)
        count += 1
    took = [seats[side].seconds for side in SIDES]
    if times is not None:
        for name, seconds in zip(names, took, strict=True):
            times[name].extend(seconds)
    result = position.result or {}
    return Result(
        seed,
        frank,
        saracen,
        result.get("winner"),
        result.get("how", "unfinished"),
        position.year,
        position.score(),
        (len(took[0]), len(took[1])),
        (sum(took[0]), sum(took[1])),
        (max(took[0], default=0.0), max(took[1], default=0.0)),
    )


def _seats(names: tuple[str, str], seed: int, ruleset: Ruleset | None) -> dict[str, Seat]:
    """A player on each side."""
    seats = {}
    for side, name in zip(SIDES, names, strict=True):
        seats[side] = Seat(side, maker(name)(side, seed), seed, ruleset)
    return seats


def wilson(wins: int, games: int, z: float = 1.96) -> tuple[float, float]:
    """The 95 % interval of a share (Wilson)."""
    if not games:
        return 0.0, 1.0
    share = wins / games
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return max(0.0, middle - half), min(1.0, middle + half)


def share(wins: int, games: int) -> dict[str, Any]:
    """Returns a number of wins with its percentage and 95 % interval."""
    low, high = wilson(wins, games)
    return {
        "wins": wins,
        "games": games,
        "percent": round(100 * wins / max(1, games), 1),
        "interval": [round(100 * low, 1), round(100 * high, 1)],
    }


def figures(one: str, other: str, results: Sequence[Result], times: Mapping[str, list[float]]) -> dict[str, Any]:
    """Returns the result of a match in figures, for the first of the two."""
    as_frank = Counter(r.winner for r in results if r.frank == one and r.saracen == other)
    as_saracen = Counter(r.winner for r in results if r.saracen == one and r.frank == other)
    ends = Counter(r.how for r in results)
    return {
        "match": [one, other],
        "all": share(as_frank["frank"] + as_saracen["saracen"], as_frank.total() + as_saracen.total()),
        "as-frank": share(as_frank["frank"], as_frank.total()),
        "as-saracen": share(as_saracen["saracen"], as_saracen.total()),
        "unfinished": sum(r.winner is None for r in results),
        "ends": dict(sorted(ends.items())),
        "seconds": {
            name: _time_figures(name, results, times[name]) for name in dict.fromkeys((one, other)) if times[name]
        },
    }


def _time_figures(name: str, results: Sequence[Result], times: list[float]) -> dict[str, float]:
    """How long a player thought, by decisions and by games."""
    found = sorted(times)
    games = [
        seconds for r in results for who, seconds in zip((r.frank, r.saracen), r.seconds, strict=True) if who == name
    ]
    return {
        "decisions": len(found),
        "mean": round(sum(found) / len(found), 4),
        "p99": round(found[int(0.99 * (len(found) - 1))], 4),
        "most": round(found[-1], 4),
        "game-mean": round(sum(games) / len(games), 2),
        "game-most": round(max(games), 2),
    }


def match(
    one: str,
    other: str,
    games: int,
    seed: int = 1,
    progress: bool = False,
    sides: str = "both",
    ruleset: Ruleset | None = None,
    until: float | None = None,
) -> tuple[dict[str, Any], list[Result]]:
    """``games`` games with ``one`` on each side, the same dice for both.

    After ``until``, a moment of ``time.monotonic``, no further dice are begun but the first: what was played counts,
    the same number on each side."""
    times: dict[str, list[float]] = {one: [], other: []}
    results = []
    for number in range(seed, seed + games):
        if until is not None and number > seed and monotonic() > until:
            break
        if sides in ("both", "frank"):
            results.append(play(one, other, number, ruleset, times=times))
        if sides in ("both", "saracen") and one != other:
            results.append(play(other, one, number, ruleset, times=times))
        if progress:
            summary = figures(one, other, results, times)
            print(
                f"{number - seed + 1}/{games} {summary['as-frank']['wins']} {summary['as-saracen']['wins']}",
                file=sys.stderr,
                flush=True,
            )
    return figures(one, other, results, times), results


def main(arguments: Sequence[str]) -> int:
    """Plays the matches that the command line asks for, and prints them."""
    parser = argparse.ArgumentParser(
        prog="script/arena", description="Play players against each other and print figures."
    )
    parser.add_argument(
        "players", nargs="+", help="two or more: a level, a style of self-play, or MODULE:FUNC; every pair plays"
    )
    parser.add_argument("--games", type=int, default=10, help="games for each side of each pair")
    parser.add_argument(
        "--seconds",
        type=float,
        help="begin no further games after so many, shared evenly among the pairs; each pair plays one at least",
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--side", choices=("both", "frank", "saracen"), default="both", help="which side the first of a pair plays"
    )
    parser.add_argument(
        "--handicap", type=int, choices=range(4), default=0, help="extra Frank blocks at the start, and nomads fewer"
    )
    parser.add_argument("--edition", choices=OFFERED, default=CURRENT, help="the rules that are played")
    parser.add_argument("--ratings", action="store_true", help="rate the players by openskill")
    parser.add_argument("--progress", action="store_true")
    given = parser.parse_args(arguments)
    every: list[Result] = []
    data: dict[str, Any] = {"matches": []}
    ruleset = Ruleset.of(given.edition, handicap=given.handicap)
    pairs = [(a, b) for i, a in enumerate(given.players) for b in given.players[i + 1 :]] or [
        (given.players[0], given.players[0])
    ]
    end = None if given.seconds is None else monotonic() + given.seconds
    for number, (one, other) in enumerate(pairs):
        until = None if end is None else monotonic() + max(0.0, end - monotonic()) / (len(pairs) - number)
        found, results = match(one, other, given.games, given.seed, given.progress, given.side, ruleset, until)
        data["matches"].append(found)
        every += results
    if given.ratings:
        data["ratings"] = ratings(every)
    print(json.dumps(data, indent=1))
    return 0


def _interval(middle: float, deviation: float) -> list[int]:
    """The 95 % confidence interval of a rating, from its standard deviation: lower and upper end."""
    return [round(middle - 1.96 * deviation), round(middle + 1.96 * deviation)]


def ratings(results: Sequence[Result]) -> dict[str, dict[str, Any]]:
    """Ratings of players on the scale of chess, a person's for each side, by the model the site uses (Bradley-Terry of
    Weng and Lin).
    """
    models = import_module("openskill.models")
    model = models.BradleyTerryFull(mu=1500.0, sigma=500.0, beta=250.0, tau=0.0)
    rated: dict[str, Any] = {}
    for result in sorted(results, key=lambda r: (r.seed, r.frank, r.saracen)):
        keys = [f"{result.frank} as frank", f"{result.saracen} as saracen"]
        teams = [[rated.setdefault(key, model.rating())] for key in keys]
        ranks = [1, 2] if result.winner == "frank" else [2, 1]
        new = model.rate(teams, ranks=ranks)
        for key, team in zip(keys, new, strict=True):
            rated[key] = team[0]
    return {
        key: {"rating": round(value.mu), "deviation": round(value.sigma), "interval": _interval(value.mu, value.sigma)}
        for key, value in sorted(rated.items())
    }


__all__ = ["LEVELS", "Result", "Seat", "figures", "main", "maker", "match", "play", "ratings", "wilson"]
