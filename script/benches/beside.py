"""Response times of people's acts while the computer plays many games beside them: a cluster of two web processes, a
worker for what is the site's own, one of low priority for the computer, PostgreSQL, Redis, all on this machine.

usage: script/bench beside [--games 50] [--per-second 50] [--seconds 60] [--rounds 3] [--level knight] [--json]

People at tables of two take so many decisions a second, by turns without the computer and with so many games against
it. In those a person decides each --pause seconds if it is their turn; these acts come on top. What the people at the
tables of two wait for is told: the mean of the rounds' 99th percentiles, and by how much it is larger with the
computer.
"""

import argparse
import asyncio
import itertools
import json
import signal
import statistics
import sys
import tempfile
import time
import uuid
from pathlib import Path
from random import Random
from typing import Any

from script.benches.site import Bench
from script.load.http import Browser
from script.load.page import Page
from script.load.playing import SIDES, Table, play_paced
from script.load.tally import Tally, Unexpected
from script.parts.site import Cluster, ComputersWorker, Worker

WANTED = 20
"""Percent by which the 99th percentile may be larger."""


class SiteWorker(Worker):
    """The worker of everything but the computer."""

    queues = ("celery",)


class AgainstComputer(Table):
    """A game of one person, who sits on either side, against the computer."""

    patience = 600.0
    """The computer may have all the other games before this one."""

    def __init__(self, side: str, browser: Browser, level: str, random: Random, tally: Tally) -> None:
        super().__init__({side: browser}, random, tally)
        self.side, self.level = side, level

    async def begin(self) -> None:
        """Creates a game, which begins at once, and opens the page."""
        await self.close()
        browser = self.browsers[self.side]
        given = {"side": self.side, "computer": self.level, "key": str(uuid.uuid4())}
        made = await self.tally.ask("create", browser, "/api/v1/games/", given)
        if made.status != 201:
            raise Unexpected(f"create: {made.status} {made.body[:300]!r}")
        self.address = f"/api/v1/games/{made.json['id']}"
        self.pages[self.side] = Page(browser, self.tally, made.json["id"], self._note_view)
        await self.pages[self.side].open()


class Beside(Bench):
    """Rounds with the computer and without."""

    def round(self, number: int, games: int) -> dict[str, Any]:
        """So many seconds of people's decisions beside so many games against the computer."""
        options, tally, theirs = self.options, Tally(), Tally()
        tables = self.tables(
            options.per_second, tally, self.people(f"table{number}x", 2 * options.per_second), 1000 * number
        )
        ports = itertools.cycle(web.port for web in self.cluster.webs)
        alone = [
            AgainstComputer(SIDES[count % 2], Browser(next(ports), session), options.level, Random(count), theirs)
            for count, session in enumerate(self.people(f"alone{number}x", games).values())
        ]
        before = self.recorded()

        async def one(table: AgainstComputer, offset: float, over: asyncio.Event) -> None:
            await table.begin()
            due = time.perf_counter() + offset
            while not over.is_set():
                await asyncio.sleep(max(0.0, due - time.perf_counter()))
                if not await table.decide():
                    await table.begin()
                due = time.perf_counter() + options.pause

        async def both() -> None:
            over = asyncio.Event()
            pause = options.pause / max(1, games)
            playing = [asyncio.create_task(one(table, place * pause, over)) for place, table in enumerate(alone)]
            await asyncio.sleep(min(5.0, options.pause) if games else 0.0)
            await play_paced(tables, per_second=options.per_second, seconds=options.seconds)
            over.set()
            for task in playing:
                if task.done():
                    task.result()
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)

        asyncio.run(both())
        return {
            "games against the computer": games,
            **tally.figures("socket actions"),
            "decisions": tally.decisions,
            "decisions of people against the computer": theirs.decisions,
            "decisions of the computer": self.recorded() - before - tally.decisions - theirs.decisions,
        }


def main() -> int:
    """The command; see the module."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--per-second", type=int, default=50, help="decisions a second at as many tables of two")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--pause", type=float, default=10)
    parser.add_argument("--level", default="knight")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    options.together, options.orders, options.quick, options.share = 1, False, False, 1.0
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that what was started is ended
    rounds: list[dict[str, Any]] = []
    with tempfile.TemporaryDirectory(prefix="crusader-bench-") as folder:
        Path(folder).chmod(0o755)
        cluster = Cluster(
            Path(folder),
            workers=0,
            API_RATE="100000/s",
            PROCESSOR_SECONDS="100000",
            ALERTS_EVERY="15",
            LOG_REQUESTS="off",
        )
        kinds = {"site": SiteWorker, "computer": ComputersWorker}
        cluster.workers = [kind(name, cluster.folder, cluster.environment) for name, kind in kinds.items()]
        bench = Beside(cluster, options)
        try:
            cluster.start_servers()
            cluster.manage("prepare_site")
            cluster.start()
            for number in range(2 * options.rounds):
                rounds.append(bench.round(number, options.games * (number % 2)))
                print(rounds[-1], file=sys.stderr, flush=True)
        finally:
            cluster.stop()
    without, with_it = (statistics.mean(found["p99_ms"] for found in rounds[first::2]) for first in (0, 1))
    more = 100 * (with_it / without - 1)
    figures = {
        "p99_ms without": round(without, 2),
        "p99_ms with": round(with_it, 2),
        "more_percent": round(more, 1),
        "rounds": rounds,
    }
    print(json.dumps(figures, indent=None if options.json else 1))
    return 1 if more > WANTED else 0


if __name__ == "__main__":
    sys.exit(main())
