"""The odds of a battle before it is fought, from public knowledge and one's own blocks alone.

A fight in the field is computed exactly as far as its rules leave nothing to choose: blocks fire in the order of 6.2, hits fall on the
strongest (6.31). Where there are too many outcomes to follow, fights are rolled and the error of that is told.
"""

from collections.abc import Sequence
from functools import cache
from math import comb, sqrt
from random import Random
from typing import NamedTuple

from rules.kinds import BlockNumber
from rules.position import Position
from rules.roster import BLOCKS

ROUNDS = 3
MOST_STATES = 3_000
"""States of a fight that are followed exactly; with more of them it is rolled."""
ROLLS = 2_000


class Fighter(NamedTuple):
    """A block in a fight: firepower, letter, steps; ``round`` is the first in which it fights (6.41)."""

    firepower: int
    letter: str
    steps: int
    round: int = 1


class Odds(NamedTuple):
    """What is likely to come of a fight in the field, for the attacker.

    ``win``: no defender is left. ``repelled``: after the third round defenders are left, or no attacker is. ``lost`` and ``dealt``: steps
    that attackers and defenders lose on average. ``error``: half the 95 % interval of ``win``, 0 where it is exact."""

    win: float
    repelled: float
    lost: float
    dealt: float
    error: float
    exact: bool


_Side = tuple[int, ...]
_Turn = tuple[int, tuple[int, ...]]


def fighter(position: Position, block: BlockNumber, round: int = 1) -> Fighter:
    """A block of a position as it would fight."""
    kind = BLOCKS[block]
    return Fighter(kind.firepower, kind.letter, position.steps[block], round)


def odds(
    attackers: Sequence[Fighter],
    defenders: Sequence[Fighter],
    *,
    double: bool = False,
    rounds: int = ROUNDS,
    random: Random | None = None,
    rolls: int = ROLLS,
) -> Odds:
    """The odds of a fight in which everybody fires. ``double``: the defenders stand in a castle that is stormed, where a step takes two
    hits (6.54). Exact where few enough outcomes are to be followed, else from so many fights rolled."""
    teams = _ordered(attackers), _ordered(defenders)
    found = _exact(teams, double, rounds)
    return found if found is not None else _rolled(teams, double, rounds, random or Random(0), rolls)


def _ordered(fighters: Sequence[Fighter]) -> tuple[Fighter, ...]:
    return tuple(sorted(fighters, key=lambda f: (f.letter, -f.firepower, -f.steps)))


def _schedule(teams: tuple[tuple[Fighter, ...], tuple[Fighter, ...]], number: int) -> list[tuple[int, int]]:
    """(team, index) in the order in which blocks act in a round: A before B before C, defenders first (6.2)."""
    return [
        (team, index)
        for letter in "ABC"
        for team in (1, 0)
        for index, one in enumerate(teams[team])
        if one.letter == letter and one.round <= number
    ]


@cache
def hits(dice: int, firepower: int) -> tuple[float, ...]:
    """The chance of each number of hits with so many dice (6.3)."""
    p = firepower / 6
    return tuple(comb(dice, k) * p**k * (1 - p) ** (dice - k) for k in range(dice + 1))


_Team = tuple[tuple[int, ...], int, int]
"""Steps of each block, half-hit block or -1, hits are 2 to a step where doubled."""


def _hit(steps: tuple[int, ...], half: int, count: int, present: Sequence[bool], double: bool, acted: int) -> tuple[tuple[int, ...], int]:
    """Take hits one by one on the strongest: who has acted first, the one that fires worst, as their owner would mostly choose."""
    now = list(steps)
    for _ in range(count):
        if double and half >= 0:
            now[half] -= 1
            half = -1
            continue
        best, chosen = 0, -1
        for index, left in enumerate(now):
            if not present[index] or left <= 0:
                continue
            if left > best or (left == best and (acted >> index & 1, index) > (acted >> chosen & 1, chosen)):
                best, chosen = left, index
        if chosen < 0:
            break
        if double:
            half = chosen
        else:
            now[chosen] -= 1
    return tuple(now), half


_State = tuple[tuple[int, ...], tuple[int, ...], int]


def _exact(teams: tuple[tuple[Fighter, ...], tuple[Fighter, ...]], double: bool, rounds: int) -> Odds | None:
    start = tuple(f.steps for f in teams[0]), tuple(f.steps for f in teams[1]), -1
    states: dict[_State, float] = {start: 1.0}
    for number in range(1, rounds + 1):
        present = [[f.round <= number for f in team] for team in teams]
        acted = [0, 0]
        for team, index in _schedule(teams, number):
            following: dict[_State, float] = {}
            for state, chance in states.items():
                sides = state[0], state[1]
                mine = sides[team][index]
                if mine <= 0 or not any(state[0]) or not any(state[1]):
                    following[state] = following.get(state, 0.0) + chance
                    continue
                doubled = double and team == 0
                for count, part in enumerate(hits(mine, teams[team][index].firepower)):
                    after, half = _hit(sides[1 - team], state[2] if doubled else -1, count, present[1 - team], doubled, acted[1 - team])
                    new = (state[0], after, half if doubled else state[2]) if team == 0 else (after, state[1], state[2])
                    following[new] = following.get(new, 0.0) + chance * part
            states = following
            acted[team] |= 1 << index
            if len(states) > MOST_STATES:
                return None
    win = lost = dealt = 0.0
    for (a, d, _half), chance in states.items():
        win += chance * (not any(d))
        lost += chance * (sum(start[0]) - sum(a))
        dealt += chance * (sum(start[1]) - sum(d))
    return Odds(win, 1 - win, lost, dealt, 0.0, True)


def _rolled(teams: tuple[tuple[Fighter, ...], tuple[Fighter, ...]], double: bool, rounds: int, random: Random, rolls: int) -> Odds:
    won = lost = dealt = 0
    for _ in range(rolls):
        sides = [tuple(f.steps for f in team) for team in teams]
        half = -1
        for number in range(1, rounds + 1):
            present = [[f.round <= number for f in team] for team in teams]
            acted = [0, 0]
            for team, index in _schedule(teams, number):
                mine = sides[team][index]
                if mine <= 0 or not any(sides[0]) or not any(sides[1]):
                    continue
                firepower = teams[team][index].firepower
                count = sum(random.random() * 6 < firepower for _ in range(mine))
                doubled = double and team == 0
                after, new = _hit(sides[1 - team], half if doubled else -1, count, present[1 - team], doubled, acted[1 - team])
                sides[1 - team] = after
                if doubled:
                    half = new
                acted[team] |= 1 << index
        won += not any(sides[1])
        lost += sum(f.steps for f in teams[0]) - sum(sides[0])
        dealt += sum(f.steps for f in teams[1]) - sum(sides[1])
    share = won / rolls
    return Odds(share, 1 - share, lost / rolls, dealt / rolls, 1.96 * sqrt(max(share * (1 - share), 0.25 / rolls) / rolls), False)


def against_hidden(
    attackers: Sequence[Fighter], guesses: Sequence[Sequence[Fighter]], *, double: bool = False, random: Random | None = None
) -> Odds:
    """The odds against blocks that are not known: the mean over guesses of who they are, with the error of having so few."""
    each = [odds(attackers, guess, double=double, random=random, rolls=max(50, ROLLS // len(guesses))) for guess in guesses]
    count = len(each)
    win = sum(one.win for one in each) / count
    spread = sum((one.win - win) ** 2 for one in each) / max(1, count - 1)
    return Odds(
        win,
        1 - win,
        sum(one.lost for one in each) / count,
        sum(one.dealt for one in each) / count,
        1.96 * sqrt(spread / count),
        count == 1 and each[0].exact,
    )


__all__ = ["Fighter", "Odds", "against_hidden", "fighter", "odds"]
