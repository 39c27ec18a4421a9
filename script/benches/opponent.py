"""Processor seconds of a level's decisions, by kind of decision; and odds beside fights that are played out.

``script/bench opponent LEVEL [--games N] [--every N]`` samples decisions of games between knights. Each decision that
is measured is asked of a player made for it. A movement is searched once, so only its first decision is asked; the
others, which carry the plan out, are left out. ``script/bench opponent --odds [--positions N] [--fights N]`` takes
fights from games between knights: in the field, with reserves, storms, sallies, relief with and without a sally. It
rolls each so many times, die by die and block by block, and prints how far the odds are from that. With ``--played N``
some of them are also played so many times by the rules, act by act. ``--edition`` says by which rules.
"""

import argparse
import json
from random import Random
from statistics import mean
from time import process_time

from opponent.ahead import odds_of
from opponent.lab.arena import Seat, maker, play
from opponent.odds import Odds
from rules.actions import Action
from rules.editions import CURRENT, OFFERED
from rules.position import Position
from rules.ruleset import Ruleset
from script.benches.fights import KINDS, by_the_rules, fought, scenes, terms


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


def compared(positions: int, fights: int, rules: Ruleset, played: int = 0, of: int = 12) -> dict[str, object]:
    """How far the odds are from fights rolled block by block, and ``of`` of them, of all kinds, from fights ``played``
    by the rules.
    """
    random = Random(1)
    found = scenes(positions, rules)
    rows: list[dict[str, float | str]] = []
    seconds, exact = [], 0
    chosen = {id(scene) for scene in found[:: max(1, len(found) // max(1, of))][:of]}
    for scene in found:
        started = process_time()
        given = odds_of(scene.position, scene.fight, [scene.teams], random)
        seconds.append(process_time() - started)
        exact += given.exact
        rows.append(
            {"kind": scene.kind, "by": "blocks"} | _apart(given, fought(scene.teams, fights, random, **terms(scene)))
        )
        if played and id(scene) in chosen:
            rows.append({"kind": scene.kind, "by": "rules"} | _apart(given, by_the_rules(scene, played)))
    return {
        "positions": {kind: sum(scene.kind == kind for scene in found) for kind in KINDS},
        "exact": exact,
        "seconds": {"mean": round(mean(seconds), 4), "most": round(max(seconds), 4)},
        "block by block": {"fights": fights} | _summed([one for one in rows if one["by"] == "blocks"]),
        **(
            {"by the rules": {"fights": played} | _summed([one for one in rows if one["by"] == "rules"])}
            if played
            else {}
        ),
    }


def _apart(given: Odds, those: tuple[float, float, float]) -> dict[str, float | str]:
    """How far apart odds and fights are: points of the chance to win, steps lost."""
    won, lost, dealt = those
    return {"points": 100 * abs(given.win - won), "steps": max(abs(given.lost - lost), abs(given.dealt - dealt))}


def _summed(rows: list[dict[str, float | str]]) -> dict[str, object]:
    def figures(name: str, those: list[dict[str, float | str]]) -> dict[str, float]:
        values = [float(one[name]) for one in those]
        return {"mean": round(mean(values), 3), "most": round(max(values), 3)} if values else {}

    return {
        "positions": len(rows),
        "points": figures("points", rows),
        "steps": figures("steps", rows),
        "points of each kind": {
            kind: figures("points", [one for one in rows if one["kind"] == kind]) for kind in KINDS
        },
    }


def main() -> None:
    """Reads the arguments of the command, measures, and prints the figures."""
    parser = argparse.ArgumentParser(prog="script/bench opponent")
    parser.add_argument("level", nargs="?", default="king")
    parser.add_argument("--games", type=int, default=2)
    parser.add_argument("--every", type=int, default=8)
    parser.add_argument("--odds", action="store_true", help="compare odds with fights played out")
    parser.add_argument("--positions", type=int, default=40)
    parser.add_argument("--fights", type=int, default=100_000, help="fights of each position, rolled block by block")
    parser.add_argument("--played", type=int, default=0, help="fights of some positions, played by the rules")
    parser.add_argument("--played-positions", type=int, default=12)
    parser.add_argument("--edition", choices=OFFERED, default=CURRENT)
    given = parser.parse_args()
    if given.odds:
        print(
            json.dumps(
                compared(
                    given.positions, given.fights, Ruleset.of(given.edition), given.played, given.played_positions
                ),
                indent=1,
            )
        )
        return
    spent = sample(given.level, given.games, given.every)
    every = sorted(seconds for found in spent.values() for seconds in found)
    rows = {
        step: {"count": len(found), "mean": round(mean(found), 4), "most": round(max(found), 4)}
        for step, found in sorted(spent.items())
    }
    rows["all"] = {
        "count": len(every),
        "mean": round(mean(every), 4),
        "p99": round(every[int(0.99 * (len(every) - 1))], 4),
    }
    print(json.dumps({"level": given.level, "seconds": rows}, indent=1))


if __name__ == "__main__":
    main()
