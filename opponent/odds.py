"""The odds of a battle before it is fought, from public knowledge and one's own blocks alone.

A fight in the field is computed exactly as far as its rules leave nothing to choose: blocks fire in the order of 6.2,
hits fall on the strongest (6.31). Blocks of one side and letter fire one after the other with nobody between them, so
their dice are counted as one throw. Reserves come in their rounds, and who clears the field before the other side's
reserves come defends it against them (6.41). Where there are too many outcomes to follow, fights are rolled and the
error of that is told.
"""

from bisect import bisect
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import accumulate
from math import comb, sqrt
from random import Random
from typing import NamedTuple

from rules.kinds import BlockNumber
from rules.position import Position
from rules.roster import BLOCKS

ROUNDS = 3
MOST_STATES = 12_000
"""States of a fight that are followed exactly; with more of them it is rolled."""
ROLLS = 20_000


class Fighter(NamedTuple):
    """A block in a fight: firepower, letter, steps; ``round`` is the first in which it fights (6.41)."""

    firepower: int
    letter: str
    steps: int
    round: int = 1


class Odds(NamedTuple):
    """The odds of a fight in the field, for the side that attacks at its beginning.

    ``win``: the field, or the castle, is theirs after the last round. ``repelled``: it is not. ``lost`` and ``dealt``:
    steps that attackers and defenders lose on average. ``error``: half the 95 % interval of ``win``, 0 where it is
    exact.
    """

    win: float
    repelled: float
    lost: float
    dealt: float
    error: float
    exact: bool


def fighter(position: Position, block: BlockNumber, round: int = 1) -> Fighter:
    """Returns a block of a position as a fighter."""
    kind = BLOCKS[block]
    return Fighter(kind.firepower, kind.letter, position.steps[block], round)


def odds(
    attackers: Sequence[Fighter],
    defenders: Sequence[Fighter],
    *,
    double: bool = False,
    rounds: int = ROUNDS,
    leaving: int = 0,
    begin: int = 1,
    jihad: bool = False,
    random: Random | None = None,
    rolls: int = ROLLS,
) -> Odds:
    """Returns the odds of a fight in which everybody fires.

    ``double``: the defenders stand in a castle that is stormed, where a step takes two hits (6.54). In the round
    ``leaving`` attackers fire no more, and each leaves in its turn (6.1 of the 1.x rules). ``begin``: the round in
    which it begins. ``jihad``: in round 1 all attackers fire before the defenders. Exact where few enough outcomes are
    to be followed, else from so many fights rolled.
    """
    fight = _Fight(_ordered(attackers), _ordered(defenders), double, range(begin, rounds + 1), leaving, jihad)
    found = fight.exact()
    return found if found is not None else fight.rolled(random or Random(0), rolls)


def _ordered(fighters: Sequence[Fighter]) -> tuple[Fighter, ...]:
    """Sorts fighters so that equal teams give equal keys of the cache."""
    return tuple(sorted(fighters, key=lambda f: (f.letter, -f.firepower, f.round, -f.steps)))


@lru_cache(maxsize=4_000)
def chances_of_hits(dice: tuple[int, ...]) -> tuple[float, ...]:
    """Returns the chance of each number of hits (6.3), with so many dice of each firepower, 0 to 6."""
    found = [1.0]
    for firepower, count in enumerate(dice):
        if not count:
            continue
        p = firepower / 6
        one = [comb(count, k) * p**k * (1 - p) ** (count - k) for k in range(count + 1)]
        both = [0.0] * (len(found) + count)
        for i, a in enumerate(found):
            for k, b in enumerate(one):
                both[i + k] += a * b
        found = both
    return tuple(found)


@lru_cache(maxsize=4_000)
def _cumulated_chances(dice: tuple[int, ...]) -> tuple[float, ...]:
    """Returns the chances of each number of hits added up, so that a random number finds one."""
    return tuple(accumulate(chances_of_hits(dice)))


_Steps = tuple[int, ...]
"""Steps of each fighter of a side, then the one with a half-hit or -1."""
_State = tuple[tuple[_Steps, _Steps], int]
"""Steps of both sides, and which of them attacks now."""


class _Team:
    """The fighters of a side: who fires when, and who takes hits."""

    def __init__(self, fighters: tuple[Fighter, ...], double: bool, leaving: int = 0) -> None:
        self.fighters, self.double, self.leaving = fighters, double, leaving
        self.start: _Steps = (*(f.steps for f in fighters), -1)
        self.taken: dict[tuple[_Steps, str, int], list[_Steps]] = {}
        self.thrown: dict[tuple[_Steps, str, int], tuple[int, ...]] = {}
        self.alike: list[list[int]] = []
        self.last = max((f.round for f in fighters), default=0)
        for index, one in enumerate(fighters):
            kind = (one.letter, one.firepower, one.round)
            first = fighters[index - 1] if index else None
            if first is not None and kind == (first.letter, first.firepower, first.round):
                self.alike[-1].append(index)
            else:
                self.alike.append([index])

    def present(self, steps: _Steps, number: int) -> bool:
        """Whether anybody is left of the fighters who have come by this round."""
        return any(left and one.round <= number for one, left in zip(self.fighters, steps, strict=False))

    def dice(self, steps: _Steps, letter: str, number: int) -> tuple[int, ...]:
        """Returns how many dice fighters of a letter throw in a round, by firepower."""
        key = (steps, letter, number)
        found = self.thrown.get(key)
        if found is None:
            count = [0] * 7
            for one, left in zip(self.fighters, steps, strict=False):
                if one.letter == letter and one.round <= number:
                    count[one.firepower] += left
            found = self.thrown[key] = tuple(count)
        return found

    def after(self, steps: _Steps, acted: str, number: int, count: int) -> _Steps:
        """Returns the steps left after so many hits in a round in which the letters ``acted`` have had their turn."""
        found = self.taken.setdefault((steps, acted, number), [steps])
        while len(found) <= count:
            found.append(self._after_one_hit(found[-1], acted, number))
        return found[count]

    def _after_one_hit(self, steps: _Steps, acted: str, number: int) -> _Steps:
        """Returns the steps left after one hit on the strongest fighter (6.31).

        Of equals one that has had its turn, then the one that fires worst, as their owner would mostly choose.
        """
        now = list(steps)
        if self.double and now[-1] >= 0:
            now[now[-1]] -= 1
            now[-1] = -1
            return self._sorted(now)
        fighters = self.fighters
        gone = acted if number == self.leaving else ""
        present = [i for i, one in enumerate(fighters) if one.round <= number and now[i] > 0 and one.letter not in gone]
        if not present:
            return steps
        chosen = max(present, key=lambda i: (now[i], fighters[i].letter in acted, -fighters[i].firepower, i))
        if self.double:
            now[-1] = chosen
            return tuple(now)
        now[chosen] -= 1
        return self._sorted(now)

    def _sorted(self, now: list[int]) -> _Steps:
        """Returns steps with those of equal blocks in order, so that equal states are counted once."""
        for group in self.alike:
            if len(group) > 1:
                for index, left in zip(group, sorted((now[i] for i in group), reverse=True), strict=True):
                    now[index] = left
        return tuple(now)


class _Fight:
    """Attackers and defenders, and the turns in which they fire (6.2): A before B before C, defenders first."""

    def __init__(
        self,
        attackers: tuple[Fighter, ...],
        defenders: tuple[Fighter, ...],
        double: bool,
        rounds: range,
        leaving: int = 0,
        jihad: bool = False,
    ) -> None:
        # in the round in which attackers leave nobody but they is fired at
        self.teams = _Team(attackers, False, leaving), _Team(defenders, double, leaving)
        self.rounds, self.leaving, self.double = rounds, leaving, double
        self.jihad = jihad

    def turns(self, number: int) -> list[tuple[str, bool, str]]:
        """Returns the turns of a round: a letter, whether attackers fire, and the enemies' letters that have had a
        turn.
        """
        if self.jihad and number == 1:
            return [(letter, attack, "" if attack else "ABC") for attack in (True, False) for letter in "ABC"]
        before = {letter: "ABC"[: "ABC".index(letter)] for letter in "ABC"}
        return [
            (letter, attack, before[letter] + letter if attack else before[letter])
            for letter in "ABC"
            for attack in (False, True)
            if not (attack and number == self.leaving)
        ]

    def attacker_after(self, sides: Sequence[_Steps], attacker: int, number: int) -> int:
        """Returns which side attacks after a round.

        A side that lost the field before all its reserves came attacks with those (6.41).
        """
        defender = 1 - attacker
        team, steps = self.teams[defender], sides[defender]
        if (
            number >= team.last
            or self.double
            or not any(one.round <= number for one in team.fighters)
            or team.present(steps, number)
        ):
            return attacker
        return defender if any(steps[:-1]) and self.teams[attacker].present(sides[attacker], number) else attacker

    def won(self, sides: Sequence[_Steps], attacker: int) -> bool:
        """Whether the side that attacked first has the field at the end.

        Nobody else is left, or it defends the field now and the others must leave (6.2).
        """
        return any(sides[0][:-1]) if attacker else not any(sides[1][:-1])

    def exact(self) -> Odds | None:
        """Returns the odds by following every outcome with its chance; None if there are too many."""
        start = self.teams[0].start, self.teams[1].start
        states: dict[_State, float] = {(start, 0): 1.0}
        for number in self.rounds:
            for letter, attack, acted in self.turns(number):
                states = self._after_turn(states, number, letter, attack, acted)
                if len(states) > MOST_STATES:
                    return None
            if number < max(team.last for team in self.teams):
                following: dict[_State, float] = {}
                for (sides, attacker), chance in states.items():
                    new = (sides, self.attacker_after(sides, attacker, number))
                    following[new] = following.get(new, 0.0) + chance
                states = following
        win = lost = dealt = 0.0
        for ((a, d), attacker), chance in states.items():
            win += chance * self.won((a, d), attacker)
            lost += chance * (sum(start[0]) - sum(a[:-1]) + 1)
            dealt += chance * (sum(start[1]) - sum(d[:-1]) + 1)
        return Odds(win, 1 - win, lost, dealt, 0.0, True)

    def _after_turn(
        self, states: Mapping[_State, float], number: int, letter: str, attack: bool, acted: str
    ) -> dict[_State, float]:
        """Returns the states, each with its chance, after the blocks of a letter have fired.

        ``acted``: as :meth:`turns` gives it.
        """
        following: dict[_State, float] = {}
        for state, chance in states.items():
            sides, attacker = state
            firing = attacker if attack else 1 - attacker
            mine, theirs = self.teams[firing], self.teams[1 - firing]
            dice = mine.dice(sides[firing], letter, number)
            if not any(dice) or not any(sides[1 - firing][:-1]):
                following[state] = following.get(state, 0.0) + chance
                continue
            for count, part in enumerate(chances_of_hits(dice)):
                left = theirs.after(sides[1 - firing], acted, number, count)
                new = ((left, sides[1]) if firing else (sides[0], left), attacker)
                following[new] = following.get(new, 0.0) + chance * part
        return following

    def rolled(self, random: Random, rolls: int) -> Odds:
        """Returns the odds by rolling so many fights."""
        won = lost = dealt = 0
        start = [sum(team.start[:-1]) for team in self.teams]
        rounds = [(number, self.turns(number)) for number in self.rounds]
        for _ in range(rolls):
            sides = [team.start for team in self.teams]
            attacker = 0
            for number, turns in rounds:
                for letter, attack, acted in turns:
                    firing = attacker if attack else 1 - attacker
                    dice = self.teams[firing].dice(sides[firing], letter, number)
                    if any(dice):
                        count = bisect(_cumulated_chances(dice), random.random() * 0.999999999)
                        if count:
                            sides[1 - firing] = self.teams[1 - firing].after(sides[1 - firing], acted, number, count)
                            if not any(sides[1 - firing][:-1]):
                                break
                attacker = self.attacker_after(sides, attacker, number)
            left = [sum(side[:-1]) for side in sides]
            won += self.won(sides, attacker)
            lost += start[0] - left[0]
            dealt += start[1] - left[1]
        share = won / rolls
        return Odds(
            share,
            1 - share,
            lost / rolls,
            dealt / rolls,
            1.96 * sqrt(max(share * (1 - share), 0.25 / rolls) / rolls),
            False,
        )


def against_hidden(
    attackers: Sequence[Fighter],
    guesses: Sequence[Sequence[Fighter]],
    *,
    double: bool = False,
    random: Random | None = None,
) -> Odds:
    """Returns the odds against unknown blocks: the mean over guesses of who they are, with the
    error of so few guesses.
    """
    each = [
        odds(attackers, guess, double=double, random=random, rolls=max(50, ROLLS // len(guesses))) for guess in guesses
    ]
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
