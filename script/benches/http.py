"""Processor time of the server for a game played by two pages. usage: script/bench http [--games N] [--decisions N]
[--seed S] [--json]

Starts the site on SQLite in a folder of its own, in one process, and plays `purposeful` games, one after the other,
with the requests that game pages send (`script.load.page`). Printed is the processor time of the server, which a busy
machine disturbs less than the clock does, in all and by decision; and how often each kind of request was sent, and how
long its answer took by the clock. At the end the last game's page is opened anew, and again.
"""

import argparse
import asyncio
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random
from typing import Any

from script.load.http import Browser
from script.load.page import Page
from script.load.playing import SIDES, Table
from script.load.tally import Tally
from script.parts.site import ROOT, Web
from script.parts.spent import of_family

OPENED = 20


def site(folder: str) -> Web:
    settings = {
        "VAR_FOLDER": folder,
        "DJANGO_SETTINGS_MODULE": "crusader_site.settings",
        "PYTHONPATH": str(ROOT),
        "API_RATE": "100000/s",
        "PROCESSOR_SECONDS": "1000000",
        **dict.fromkeys(
            ("ALERTS_EVERY", "PROMPTLY_EVERY", "CLOCKS_EVERY"), "3600"
        ),  # what runs by the clock is not of the game
    }
    return Web("web", Path(folder), settings)


def run(web: Web, *line: str) -> str:
    done = subprocess.run(
        [sys.executable, *line], cwd=ROOT, env=web.environment, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise SystemExit(done.stderr[-3000:])
    return done.stdout


async def play(web: Web, sessions: list[str], options: argparse.Namespace) -> dict[str, Any]:
    """Plays the games, or so many decisions of each, and opens the page of the last."""
    assert web.process is not None
    tally, opening = Tally(), Tally()
    browsers = {side: Browser(web.port, session) for side, session in zip(SIDES, sessions, strict=True)}
    worked = of_family(web.process.pid)
    for number in range(options.games):
        table = Table(browsers, Random(options.seed + number), tally)
        await table.begin()
        begun = tally.decisions
        while not (options.decisions and tally.decisions - begun >= options.decisions):
            if not await table.decide():
                break
        await table.close()
    spent = of_family(web.process.pid) - worked
    worked = of_family(web.process.pid)
    for count in range(OPENED):
        page = Page(browsers[SIDES[count % 2]], opening, table.address.rsplit("/", 1)[1])
        await page.open()
        await page.close()
    return {
        "games over": tally.games,
        "decisions": tally.decisions,
        "requests": tally.requests,
        "processor seconds a game": round(spent / 1000 / options.games, 2),
        "processor ms a decision": round(spent / max(1, tally.decisions), 2),
        "processor ms to open the page": round((of_family(web.process.pid) - worked) / OPENED, 1),
        "playing": {what: tally.figures(what) for what in sorted(tally.times)},
        "opening": {what: opening.figures(what) for what in sorted(opening.times)},
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1)
    parser.add_argument("--decisions", type=int, default=0, help="end each game after so many")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        web = site(folder)
        run(web, "manage.py", "migrate", "--verbosity", "0")
        people = json.loads(run(web, "-m", "script.load.people", "player", "2"))
        web.start()
        try:
            result = asyncio.run(play(web, list(people.values()), options))
        finally:
            web.stop()
    if options.json:
        print(json.dumps(result))
        return
    for name, value in result.items():
        if not isinstance(value, dict):
            print(f"{name:32} {value}")
            continue
        print(f"{name}:")
        for what, figure in value.items():
            print(
                f"    {what:20} {figure.pop('requests'):6} times   "
                + "   ".join(f"{which} {ms:8.2f}" for which, ms in figure.items())
            )


if __name__ == "__main__":
    main()
