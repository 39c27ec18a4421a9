"""Processor seconds of a level's decisions, by kind of decision; and odds beside fights that are played out.

``script/bench opponent LEVEL [--games N] [--every N]`` samples decisions of games between knights. Each decision that is measured is asked
of a player made for it. A movement is searched once, so only its first decision is asked; the others, which carry the plan out, are left
out. ``script/bench opponent --odds [--positions N] [--fights N]`` takes battles from games between knights, plays each of them out so many
times, die by die and block by block, and tells how far the odds are from that.
"""

import argparse
import json
from random import Random
from statistics import mean
from time import process_time

from opponent.arena import Seat, maker, play
from opponent.odds import Fighter, fighter, odds
from rules.actions import Action
from rules.atlas import bits
from rules.position import Position
from rules.roster import OF_SIDE

Teams = tuple[list[Fighter], list[Fighter]]


def sample(level: str, games: int, every: int) -> dict[str, list[float]]:
    """Seconds of each decision measured, by step."""
    spent: dict[str, list[float]] = {}
    for seed in range(1, games + 1):
        asked = 0
        last: tuple[str, str, int, int] | None = None

        def watch(position: Position, side: str, action: Action, player: object, seed: int = seed) -> None:
            nonlocal asked, last
            now = (position.step, side, position.year, position.turn)
            again, last = position.step == "move" and now == last, now
            if again:
                return
            asked += 1
            if asked % every == 0:
                seat = Seat(side, maker(level)(side, asked), seed)
                seat.decide(position)
                spent.setdefault(position.step, []).append(seat.seconds[0])

        play("knight", "knight", seed, watch=watch)
    return spent


class _Enough(Exception):
    """As many battles as were asked for."""


def battles(count: int, seed: int = 1) -> list[Teams]:
    """The first fight in the field of so many battles of games between knights, attackers first; reserves come in their round."""
    found: list[Teams] = []
    last: tuple[int, int, int] | None = None

    def watch(position: Position, side: str, action: Action, player: object) -> None:
        nonlocal last
        battle = position.battle
        if position.step != "fight" or battle is None or battle.storm or (position.year, position.turn, battle.town) == last:
            return
        last = (position.year, position.turn, battle.town)
        here = position.at[battle.town] & ~position.castle
        teams = tuple(
            [fighter(position, b, 2 if position.due2 >> b & 1 else 3 if position.due3 >> b & 1 else 1) for b in bits(here & OF_SIDE[one])]
            for one in (battle.attacker, 1 - battle.attacker)
        )
        found.append((teams[0], teams[1]))
        if len(found) >= count:
            raise _Enough

    while len(found) < count:
        try:
            play("knight", "knight", seed, watch=watch)
        except _Enough:
            break
        seed += 1
    return found


def fought(teams: Teams, fights: int, random: Random, rounds: int = 3) -> tuple[float, float, float]:
    """The share of fights played out that attackers win, and the steps that either side loses: each block rolls its dice in its turn (6.2),
    each hit falls on the strongest (6.31), of equals on one that has had its turn, then on the one that fires worst."""
    order = [(team, i, f) for letter in "ABC" for team in (1, 0) for i, f in enumerate(teams[team]) if f.letter == letter]
    whole = [sum(f.steps for f in team) for team in teams]
    won = lost = dealt = 0
    for _ in range(fights):
        steps = [[f.steps for f in team] for team in teams]
        for number in range(1, rounds + 1):
            acted: list[set[int]] = [set(), set()]
            for team, index, one in order:
                if one.round > number:
                    continue
                foes, enemy = steps[1 - team], teams[1 - team]
                for _die in range(steps[team][index]):
                    if random.random() * 6 < one.firepower:
                        there = [i for i, f in enumerate(enemy) if foes[i] and f.round <= number]
                        if there:
                            foes[max(there, key=lambda i: (foes[i], i in acted[1 - team], -enemy[i].firepower))] -= 1
                acted[team].add(index)
        won += not any(steps[1])
        lost += whole[0] - sum(steps[0])
        dealt += whole[1] - sum(steps[1])
    return won / fights, lost / fights, dealt / fights


def compared(positions: int, fights: int) -> dict[str, object]:
    """How far the odds are from fights played out."""
    random = Random(1)
    gaps, seconds, exact = [], [], 0
    for teams in battles(positions):
        started = process_time()
        found = odds(*teams)
        seconds.append(process_time() - started)
        exact += found.exact
        gaps.append(abs(found.win - fought(teams, fights, random)[0]))
    return {
        "positions": positions,
        "fights": fights,
        "exact": exact,
        "points": {"mean": round(100 * mean(gaps), 2), "most": round(100 * max(gaps), 2)},
        "seconds": {"mean": round(mean(seconds), 4), "most": round(max(seconds), 4)},
    }


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(prog="script/bench opponent")
    parser.add_argument("level", nargs="?", default="king")
    parser.add_argument("--games", type=int, default=2)
    parser.add_argument("--every", type=int, default=8)
    parser.add_argument("--odds", action="store_true", help="compare odds with fights played out")
    parser.add_argument("--positions", type=int, default=40)
    parser.add_argument("--fights", type=int, default=100_000)
    given = parser.parse_args()
    if given.odds:
        print(json.dumps(compared(given.positions, given.fights), indent=1))
        return
    spent = sample(given.level, given.games, given.every)
    every = sorted(seconds for found in spent.values() for seconds in found)
    told = {
        step: {"count": len(found), "mean": round(mean(found), 4), "most": round(max(found), 4)} for step, found in sorted(spent.items())
    }
    told["all"] = {"count": len(every), "mean": round(mean(every), 4), "p99": round(every[int(0.99 * (len(every) - 1))], 4)}
    print(json.dumps({"level": given.level, "seconds": told}, indent=1))


if __name__ == "__main__":
    main()
