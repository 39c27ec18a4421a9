"""What spectators of one game cost the players of another. usage: script/bench spectators [--spectators 90] [--rounds
4] [--against FOLDER]

Starts the site on SQLite in one process. Two games are played by pages, each at a set rate, and so many visitors
without an account, all from one address, follow the first of them by sockets; then the same without them, by turns.
Told is the time of the decisions of the *other* game, from when each was due until the own view, what processor time a
decision and a view that was sent took, and whether each spectator was sent the views: who falls behind gets the newest
alone. `--against` does all of it with the code of another folder as well. A turn takes `--seconds` and some more for
the opening: four rounds of one tree take three minutes.
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
from typing import Any

from script.load.http import Browser
from script.load.playing import FROM_DUE, SIDES, Table
from script.load.sockets import Socket, open_many
from script.load.tally import Tally
from script.parts.site import ROOT, Web
from script.parts.spent import of_family

SETTLED = 2.0
"""Seconds after the opening of all sockets before anything is measured."""


def run(web: Web, *line: str) -> str:
    done = subprocess.run(
        [sys.executable, *line],
        cwd=web.environment["PYTHONPATH"],
        env=web.environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise SystemExit(done.stderr[-3000:])
    return done.stdout


async def at_a_rate(table: Table, per_second: float, end: float) -> None:
    """Decides so many times a second; what comes late is made up for, and counted from when it was due."""
    due = time.perf_counter()
    while due < end:
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        if await table.decide():
            table.tally.times.setdefault(FROM_DUE, []).append((table.answered - due) * 1000)
        else:
            await table.begin()
            due = time.perf_counter()
        due += 1 / per_second


async def turn(web: Web, tables: list[Table], number: int, options: argparse.Namespace) -> dict[str, Any]:
    """One turn: both games go on, with so many spectators at the first."""
    watched, other = tables
    for table in tables:
        await table.begin()
    sockets = [Socket(web.port, follows=True) for _ in range(number)]
    await open_many(sockets, watched.address.rsplit("/", 1)[1], at_once=4)
    await asyncio.sleep(SETTLED)
    for table in tables:
        table.tally.times.clear()
        table.tally.decisions = 0
    assert web.process is not None
    worked, end = of_family(web.process.pid), time.perf_counter() + options.seconds
    await asyncio.gather(at_a_rate(watched, options.watched, end), at_a_rate(other, options.rate, end))
    await asyncio.sleep(0.5)
    spent, decisions = of_family(web.process.pid) - worked, sum(table.tally.decisions for table in tables)
    views = sum(len(socket.heard) for socket in sockets)
    found = {
        "spectators": number,
        **other.tally.figures(FROM_DUE),
        "watched_p99_ms": watched.tally.figures(FROM_DUE)["p99_ms"],
        "processor_ms_a_decision": round(spent / max(1, decisions), 2),
        "views_sent": views,
        "fewest_views_of_a_spectator": min((len(socket.heard) for socket in sockets), default=0),
        "kb_a_view": round(sum(socket.bytes for socket in sockets) / 1000 / max(1, views), 1),
    }
    for socket in sockets:
        socket.close()
    return found


async def play(web: Web, sessions: list[str], options: argparse.Namespace, tree: str) -> list[dict[str, Any]]:
    own = [dict(zip(SIDES, sessions[2 * place : 2 * place + 2], strict=True)) for place in range(2)]
    tables = [
        Table({side: Browser(web.port, key) for side, key in keys.items()}, Random(place), Tally())
        for place, keys in enumerate(own)
    ]
    found = []
    for place in range(options.rounds):
        for number in (0, options.spectators) if place % 2 == 0 else (options.spectators, 0):
            found.append(await turn(web, tables, number, options))
            print(f"{tree:6}", json.dumps(found[-1]), flush=True)
    for table in tables:
        await table.close()
    return found


def once(folder: Path, options: argparse.Namespace, tree: str) -> list[dict[str, Any]]:
    with tempfile.TemporaryDirectory() as var:
        settings = {
            "VAR_FOLDER": var,
            "DJANGO_SETTINGS_MODULE": "crusader_site.settings",
            "PYTHONPATH": str(folder),
            "API_RATE": "100000/s",
            "API_RATE_ANONYMOUS": "100000/s",
            "PROCESSOR_SECONDS": "1000000",
            **dict.fromkeys(("ALERTS_EVERY", "PROMPTLY_EVERY", "CLOCKS_EVERY"), "3600"),
        }
        web = Web("web", Path(var), settings)
        run(web, "manage.py", "prepare_site")
        sessions = list(json.loads(run(web, "-m", "script.load.people", "watched", "4")).values())
        web.start()
        try:
            return asyncio.run(play(web, sessions, options, tree))
        finally:
            web.stop()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--spectators", type=int, default=90)
    parser.add_argument("--watched", type=float, default=5.0, help="decisions a second of the game that is watched")
    parser.add_argument("--rate", type=float, default=10.0, help="decisions a second of the other game")
    parser.add_argument("--seconds", type=float, default=15)
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--against", type=Path)
    options = parser.parse_args()
    trees = {"this": ROOT} | ({"other": options.against.resolve()} if options.against else {})
    found = {name: once(folder, options, name) for name, folder in trees.items()}
    for (name, turns), what in itertools.product(found.items(), ("p50_ms", "p99_ms", "processor_ms_a_decision")):
        none, some = (
            statistics.median(one[what] for one in turns if bool(one["spectators"]) is watched)
            for watched in (False, True)
        )
        print(f"{name:6} {what:24} without {none:8.2f}   with {some:8.2f}   {some / none:.2f} times")


if __name__ == "__main__":
    main()
