"""Response times of a site on SQLite when all of its games move at once.

usage: script/bench busy [--games 20] [--seconds 30] [--rounds 3] [--against FOLDER]

Starts the site on SQLite in one process and has pairs of players decide as fast as they are answered, each at their own
page. `--against` does the same with the code of another folder, one after the other, for so many rounds: whatever else
the machine does meets both.
"""

import argparse
import asyncio
import itertools
import json
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random

from script.load.http import Browser
from script.load.playing import SIDES, Table
from script.load.tally import Tally
from script.parts.site import ROOT, Web

Figures = dict[str, float]


def run(web: Web, *line: str) -> str:
    folder = web.environment["PYTHONPATH"]
    done = subprocess.run(
        [sys.executable, *line], cwd=folder, env=web.environment, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise SystemExit(done.stderr[-3000:])
    return done.stdout


async def play(port: int, sessions: list[str], games: int, seconds: float) -> Figures:
    tally = Tally()
    own = [dict(zip(SIDES, sessions[2 * number : 2 * number + 2], strict=True)) for number in range(games)]
    tables = [
        Table({side: Browser(port, key) for side, key in keys.items()}, Random(number), tally)
        for number, keys in enumerate(own)
    ]
    for table in tables:
        await table.begin()
    tally.times.clear()
    begun, end = tally.decisions, time.perf_counter() + seconds

    async def one(table: Table) -> None:
        while time.perf_counter() < end:
            if not await table.decide():
                await table.begin()

    await asyncio.gather(*map(one, tables))
    decisions = tally.decisions - begun
    for table in tables:
        await table.close()
    return {"decisions_per_second": round(decisions / seconds, 1), **tally.figures("socket actions")}


def once(folder: Path, options: argparse.Namespace) -> Figures:
    with tempfile.TemporaryDirectory() as var:
        settings = {
            "VAR_FOLDER": var,
            "DJANGO_SETTINGS_MODULE": "crusader_site.settings",
            "PYTHONPATH": str(folder),
            "API_RATE": "100000/s",
            "PROCESSOR_SECONDS": "1000000",
            **dict.fromkeys(("ALERTS_EVERY", "PROMPTLY_EVERY", "CLOCKS_EVERY"), "3600"),
        }
        web = Web("web", Path(var), settings)
        run(web, "manage.py", "prepare_site")
        sessions = list(json.loads(run(web, "-m", "script.load.people", "busy", str(2 * options.games))).values())
        web.start()
        try:
            return asyncio.run(play(web.port, sessions, options.games, options.seconds))
        finally:
            web.stop()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--against", type=Path)
    options = parser.parse_args()
    trees = {"this": ROOT} | ({"other": options.against.resolve()} if options.against else {})
    found: dict[str, list[Figures]] = {name: [] for name in trees}
    for _, (name, folder) in itertools.product(range(options.rounds), trees.items()):
        found[name].append(once(folder, options))
        print(f"{name:6}", json.dumps(found[name][-1]), flush=True)
    for name, rounds in found.items():
        print(f"{name:6}", {what: statistics.median(one[what] for one in rounds) for what in rounds[0]})


if __name__ == "__main__":
    main()
