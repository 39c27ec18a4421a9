"""Load on the site as a community runs it: two web processes, a worker, PostgreSQL, Redis, all on this machine and its
loopback.

usage: script/bench site [--quick] [--share 1] [--only games,paced,sockets,growth,pages,memory] [--minutes 60]
[--together 1] [--orders]

    games    whole `purposeful` games a second as pages play them, what one takes of the processors, and of the database
    when it is over
    paced    the time of a decision, from when it was due until its own view, at 100 decisions a second in 100 games,
    how many had no answer
             within 4 s, and how much later the other page has its view; under 3 minutes
    sockets  how long until 2,000 open sockets have heard of a move
    growth   statements, time and cost of three pages at 1,000, 10,000 and 100,000 finished games, and a twentieth of
    running ones
    pages    those pages a second, at the last of these sizes
    memory   of a web process under load for --minutes; only where asked for

--quick tries everything with a hundredth of it: its figures mean nothing. Ends with status 1 when a figure is missed.
"""

import argparse
import asyncio
import itertools
import json
import signal
import subprocess
import sys
import tempfile
import time
import uuid
from pathlib import Path
from random import Random
from typing import Any

from script.load.http import Browser
from script.load.pages import addresses
from script.load.playing import FROM_DUE, SIDES, Table, play_paced, play_whole
from script.load.sockets import Socket, open_many, until_all_heard
from script.load.tally import Tally
from script.parts import spent
from script.parts.site import ROOT, Cluster

MOST_CONNECTIONS = 20
"""`games.consumers` takes so many sockets of a person; here each process gets half of them."""
WANTED = {
    "games_per_second": (0.8, "least"),
    "paced_p50_ms": (8, "most"),
    "paced_p99_ms": (40, "most"),
    "paced_other_after_own_p50_ms": (5, "most"),
    "sockets_told_s": (1.0, "most"),
    "pages_per_second_my games": (100, "least"),
    "pages_per_second_lobby": (100, "least"),
    "pages_per_second_game page": (100, "least"),
    "bytes_per_game": (300_000, "most"),
    "memory_mb": (150, "most"),
}
READERS = 8


class Bench:
    def __init__(self, cluster: Cluster, options: argparse.Namespace) -> None:
        self.cluster, self.options = cluster, options
        self.figures: dict[str, Any] = {}
        self.sessions: dict[str, str] = {}
        self.share = 0.01 if options.quick else options.share

    def people(self, prefix: str, number: int) -> dict[str, str]:
        return dict(json.loads(self.run("people", prefix, str(number))))

    def run(self, module: str, *arguments: str) -> str:
        line = [sys.executable, "-m", f"script.load.{module}", *arguments]
        done = subprocess.run(
            line, cwd=ROOT, env=self.cluster.webs[0].environment, capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise SystemExit(f"{module}: {done.stderr[-3000:]}")
        return done.stdout

    def tables(self, number: int, tally: Tally, people: dict[str, str], seed: int) -> list[Table]:
        """Returns tables with two people of their own each, served by either web process by turns."""
        ports = itertools.cycle(web.port for web in self.cluster.webs)
        sessions = iter(people.values())
        return [
            Table(
                {side: Browser(next(ports), next(sessions)) for side in SIDES},
                Random(seed + count),
                tally,
                together=self.options.together,
                orders=self.options.orders,
            )
            for count in range(number)
        ]

    def note(self, name: str, value: Any) -> None:
        self.figures[name] = value
        print(f"{name:40} {value}", flush=True)

    # --- the figures
    # --------------------------------------------------------------------------------------------------------

    def games(self) -> None:
        """Plays games, eight at a time: that keeps both cores busy, more would only wait for one another."""
        number = max(4, int(48 * self.share))
        tally = Tally()
        people = self.people("whole", 16)
        recorded = self.recorded()
        before, begun, worked = self.size(), time.perf_counter(), spent.milliseconds(self.cluster)

        async def play() -> None:
            pairs = list(people.values())
            left = iter(range(number))

            async def lane(place: int) -> None:
                mine = dict(zip(SIDES, pairs[2 * place : 2 * place + 2], strict=True))
                for seed in left:
                    await play_whole(self.tables(1, tally, mine, seed))

            await asyncio.gather(*(lane(place) for place in range(8)))

        asyncio.run(play())
        seconds = time.perf_counter() - begun
        self.note("games_per_second", round(tally.games / seconds, 3))
        decisions = self.recorded() - recorded
        self.note("decisions_per_second", round(decisions / seconds, 1))
        self.note("requests_per_second", round(tally.requests / seconds, 1))
        self.note("decisions_per_game", round(decisions / tally.games))
        self.note("decisions_by_standing_orders", decisions - tally.decisions)
        self.note("requests_refused", tally.refused)
        self.note("cpu_ms_a_game", spent.each(worked, spent.milliseconds(self.cluster), tally.games))
        for what in sorted(tally.times):
            self.note(f"times of {what}", tally.figures(what))
        self.note("bytes_per_game", round((self.size() - before) / tally.games))

    def paced(self) -> None:
        number, seconds = max(4, int(100 * self.share)), 60 if not self.options.quick else 5
        tally = Tally()
        tables = self.tables(number, tally, self.people("paced", 2 * number), 10_000)
        worked: dict[str, float] = {}
        asyncio.run(
            play_paced(
                tables,
                per_second=max(4.0, 100 * self.share),
                seconds=seconds,
                when_begun=lambda: worked.update(spent.milliseconds(self.cluster)),
            )
        )
        self.note("cpu_ms_a_decision", spent.each(worked, spent.milliseconds(self.cluster), tally.decisions))
        found = tally.figures(FROM_DUE)
        self.note("paced_late", tally.late)
        self.note("paced_from_sending", tally.figures("socket actions"))
        self.note("paced_other_sides_view", tally.figures("other side's view"))
        self.note("paced_other_after_own_p50_ms", tally.figures("other side's view after the own")["p50_ms"])
        self.note("paced_p50_ms", found["p50_ms"])
        self.note("paced_p99_ms", found["p99_ms"])
        self.note("paced_times", found)

    def sockets(self) -> None:
        number = max(40, int(2000 * self.share))
        tally = Tally()
        # One person has so many sockets at one process and no more.
        people = self.people("watch", 2 + -(-number // MOST_CONNECTIONS))
        watchers = [people.pop(name) for name in list(people)[2:]]

        async def measure() -> tuple[float, list[float]]:
            (table,) = self.tables(1, tally, people, 1)
            await table.begin()
            ports = itertools.cycle(web.port for web in self.cluster.webs)
            sockets = [
                Socket(next(ports), watcher)
                for _, watcher in zip(range(number), itertools.cycle(watchers), strict=False)
            ]
            begun = time.perf_counter()
            await open_many(sockets, table.address.rsplit("/", 1)[1])
            opened, waits = time.perf_counter() - begun, []
            while len(waits) < 5 and not table.over:
                begun = time.perf_counter()
                await table.decide()
                # Spectators hear of what is final only, and not after each decision.
                await asyncio.sleep(0.3)
                if any(len(socket.heard) > len(waits) for socket in sockets):
                    heard = await until_all_heard(sockets, len(waits) + 1)
                    waits.append(round(heard - begun, 3) if heard else float("inf"))
            for socket in sockets:
                socket.close()
            await table.close()
            return opened, waits

        opened, waits = asyncio.run(measure())
        self.note("sockets_opened_s", round(opened, 1))
        self.note("sockets_told_s", max(waits))
        self.note("sockets_told_each_time_s", waits)

    def growth(self) -> None:
        """Measures pages while the site grows by `script.load.crowd`; they are those of somebody there from the
        beginning.
        """
        people = self.people("crowd", max(8, int(1000 * self.share)))
        first = dict(itertools.islice(people.items(), 8))

        async def some() -> None:
            for table in self.tables(4, Tally(), first, 5):
                await table.begin()
                for _ in range(60):
                    await table.decide()
                await table.close()

        async def given_up() -> None:
            for table in self.tables(4, Tally(), first, 50):
                await table.begin()
                for _ in range(30):
                    await table.decide()
                await table.browsers["frank"].post(f"{table.address}/resign/", {"key": str(uuid.uuid4())})
                await table.close()

        async def open_ones() -> None:
            for table in self.tables(4, Tally(), first, 90):
                await table.browsers["frank"].post("/api/v1/games/", {"side": "frank", "key": str(uuid.uuid4())})

        asyncio.run(some())
        asyncio.run(given_up())
        asyncio.run(open_ones())
        for finished in (1_000, 10_000, 100_000):
            begun = time.perf_counter()
            self.run("crowd", str(int(finished * self.share)))
            self.note(f"seconds_to_copy_{finished}", round(time.perf_counter() - begun))
            self.note(f"pages_at_{finished}", json.loads(self.run("pages", "crowd0")))
            self.note(f"database_mb_at_{finished}", round(self.size() / 1e6))
            self.pages(5, f" at {finished}")

    def pages(self, seconds: float = 20, when: str = "") -> None:
        crowd = json.loads(self.run("people_of", *(f"crowd{number}" for number in range(READERS))))
        sessions = {name: found["session"] for name, found in crowd.items()}
        seconds *= 1 if not self.options.quick else 0.1
        for page in addresses(""):
            before = spent.milliseconds(self.cluster)
            rate, times = asyncio.run(self._read(page, crowd, sessions, seconds))
            self.note(f"pages_per_second_{page}{when}", rate)
            self.note(f"page_times_{page}{when}", times)
            # Of two cores, 20 ms a page in all are 100 pages a second.
            self.note(
                f"cpu_ms_a_page_{page}{when}", spent.each(before, spent.milliseconds(self.cluster), times["requests"])
            )

    async def _read(self, page: str, crowd: Any, sessions: dict[str, str], seconds: float) -> tuple[float, Any]:
        tally, end = Tally(), time.perf_counter() + seconds

        async def reader(name: str, port: int) -> None:
            browser = Browser(port, sessions[name])
            address = addresses(crowd[name]["game"])[page]
            while time.perf_counter() < end:
                answer = await tally.ask(page, browser, address)
                assert answer.status == 200, (address, answer.status)

        ports = itertools.cycle(web.port for web in self.cluster.webs)
        await asyncio.gather(*(reader(name, next(ports)) for name in crowd))
        return round(tally.requests / seconds, 1), tally.figures(page)

    def memory(self) -> None:
        minutes = self.options.minutes if not self.options.quick else 0.2
        people, tally, course = self.people("hour", 40), Tally(), []
        end = time.monotonic() + minutes * 60
        while time.monotonic() < end:
            left = min(60.0, end - time.monotonic())
            asyncio.run(play_paced(self.tables(20, tally, people, len(course)), per_second=60, seconds=left))
            course.append([round(resident(web.process.pid) / 1e6, 1) for web in self.cluster.webs if web.process])
            print(f"    after {len(course)} minutes: {course[-1]} MB", flush=True)
        self.note("memory_mb", max(course[-1]))
        middle = course[len(course) // 2]
        self.note("memory_grown_in_the_second_half_mb", round(max(course[-1]) - max(middle), 1))
        self.note("memory_course_mb", course)
        self.note("memory_after_decisions", tally.decisions)

    def size(self) -> int:
        """Returns the bytes of all tables with their indexes."""
        return self.sql(
            "SELECT sum(pg_total_relation_size(c.oid)) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace "
            "WHERE n.nspname = 'public' AND c.relkind = 'r'"
        )

    def recorded(self) -> int:
        return self.sql("SELECT count(*) FROM games_gameevent WHERE kind = 'action'")

    def sql(self, query: str) -> int:
        import psycopg

        with psycopg.connect(self.cluster.postgres.url(), autocommit=True) as connection:
            connection.execute("VACUUM")
            row = connection.execute(query.encode()).fetchone()
        return int(row[0]) if row else 0

    def verdict(self) -> list[str]:
        missed = []
        for name, (wanted, kind) in WANTED.items():
            value = self.figures.get(name)
            if value is not None and (value < wanted if kind == "least" else value > wanted):
                missed.append(f"{name}: {value}, wanted {'at least' if kind == 'least' else 'at most'} {wanted}")
        return missed


def resident(pid: int) -> int:
    """Returns the resident memory of a process in bytes."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmRSS"))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument(
        "--share", type=float, default=1.0, help="so much of everything: 0.1 has 10,000 games in the database"
    )
    parser.add_argument(
        "--orders", action="store_true", help="both players leave the standing orders that the page proposes"
    )
    parser.add_argument("--only", default="games,paced,sockets,growth,pages")
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument(
        "--together", type=int, default=1, help="how many actions of a kind a player sends as one at most"
    )
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that what was started is ended
    with tempfile.TemporaryDirectory(prefix="crusader-bench-") as folder:
        Path(folder).chmod(0o755)
        cluster = Cluster(
            Path(folder),
            workers=1,
            API_RATE="100000/s",
            PROCESSOR_SECONDS="100000",
            ALERTS_EVERY="15",
            LOG_REQUESTS="off",
        )
        bench = Bench(cluster, options)
        try:
            cluster.start_servers()
            cluster.manage("prepare_site")
            cluster.start()
            for name in options.only.split(","):
                print(f"-- {name}", flush=True)
                getattr(bench, name)()
        finally:
            cluster.stop()
    missed = bench.verdict()
    if options.json:
        print(json.dumps(bench.figures))
    for line in missed:
        print(f"MISSED {line}")
    return 1 if missed and not options.quick else 0


if __name__ == "__main__":
    sys.exit(main())
