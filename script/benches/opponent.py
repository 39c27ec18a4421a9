"""Processor seconds of a level's decisions, by kind of decision: a sample from games between knights.

Run with `script/bench opponent LEVEL [--games N] [--every N]`. Each decision that is measured is asked of a player made for it.
A movement is searched once, so only its first decision is asked; the others, which carry the plan out, are left out.
"""

import argparse
import json
from statistics import mean

from opponent.arena import Seat, maker, play
from rules.actions import Action
from rules.position import Position


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


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(prog="script/bench opponent")
    parser.add_argument("level")
    parser.add_argument("--games", type=int, default=2)
    parser.add_argument("--every", type=int, default=8)
    given = parser.parse_args()
    spent = sample(given.level, given.games, given.every)
    every = sorted(seconds for found in spent.values() for seconds in found)
    told = {
        step: {"count": len(found), "mean": round(mean(found), 4), "most": round(max(found), 4)} for step, found in sorted(spent.items())
    }
    told["all"] = {"count": len(every), "mean": round(mean(every), 4), "p99": round(every[int(0.99 * (len(every) - 1))], 4)}
    print(json.dumps({"level": given.level, "seconds": told}, indent=1))


if __name__ == "__main__":
    main()
