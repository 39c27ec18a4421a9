"""Hundreds of games at once over HTTP, while parts of the site are killed, hung, filled up and given wrong clocks.

Loopback only.

usage: script/bench faults [--games 300] [--moves 10000] [--pause 4] [--seed 1] [--quick]

Web processes, workers, beat, Redis and PostgreSQL are killed (SIGKILL) in the middle of requests, and started again as
a supervisor does; the database runs out of space, on a volume of its own (as root, in memory); web processes hang, and
their clocks jump; connections are cut before the answer, requests held back and sent twice at once; the mail server
puts off and breaks off. Then it gets quiet, every game takes a few more moves, every alert that is due is sent, and the
record is compared with what players were told. A backup taken in the middle and one at the end are restored and checked
game by game. Ends with status 1 if anything was lost, applied twice, stuck, or told wrongly.
"""

import argparse
import asyncio
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

from script.faults.careful import CarefulTable
from script.faults.chaos import Chaos
from script.faults.drill import Drill, carry_out, print_counts
from script.faults.post import Post, Server
from script.load.sockets import Socket, until_all_heard
from script.load.tally import Unexpected
from script.parts.servers import Postgres, program
from script.parts.site import Beat, Cluster, Web, Worker

WORKERS_AHEAD = 150
"""Seconds by which the clocks of workers and beat are ahead: alerts are due after a while of seconds, not of
minutes.
"""
TO_THE_END = 4000
"""At last so far ahead that every lease and every pause before another try is over."""
VOLUME = 900 * 1024 * 1024


class Faults(Drill):
    def __init__(self, folder: Path, options: argparse.Namespace) -> None:
        super().__init__(folder, options)
        self.random = Random(options.seed)
        self.post = Post(self.random)
        self.mail = Server(self.post)
        self.mail.start()
        self.clocks = folder / "clocks"
        self.clocks.mkdir()
        self.volume = self._mount()
        data = (self.volume or folder / "postgres") / "data"
        (folder / "postgres").mkdir(exist_ok=True)
        # As little log as possible before a checkpoint: the volume is small.
        postgres = Postgres(
            folder / "postgres", data=data, max_wal_size="128MB", min_wal_size="32MB", checkpoint_timeout="30s"
        )
        mail = f"smtp://{self.mail.hostname}:{self.mail.port}"
        self.cluster = Cluster(
            folder,
            postgres=postgres,
            API_RATE="100000/s",
            PROCESSOR_SECONDS="100000",
            ALERTS_EVERY="2",
            EMAIL_URL=mail,
            DATABASE_POOL="12",
        )
        for number, web in enumerate(self.cluster.webs):
            self.cluster.webs[number] = ShiftedWeb(web.name, folder, web.environment, web.port)
        self.cluster.workers = [
            ShiftedWorker(worker.name, folder, worker.environment) for worker in self.cluster.workers
        ]
        self.cluster.beat = ShiftedBeat("beat", folder, self.cluster.beat.environment)
        for web in self.cluster.webs:
            web.environment["CLOCK_FILE"] = str(self.clocks / web.name)
        # Beat says until when a task is worth doing: its clock and the workers' must agree within a minute.
        for process in (*self.cluster.workers, self.cluster.beat):
            process.environment["CLOCK_FILE"] = str(self.clocks / "behind")
        self._ahead(WORKERS_AHEAD)
        self.chaos = Chaos(self.cluster, self.random, clocks=self.clocks, volume=self.volume)

    def _mount(self) -> Path | None:
        """Mounts a volume of its own for the database's files, if permitted."""
        volume = self.folder / "volume"
        volume.mkdir()
        done = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", f"size={VOLUME},mode=0755", "tmpfs", str(volume)],
            capture_output=True,
            check=False,
        )
        if done.returncode:
            print("no volume of its own could be made (that needs root): the disk does not run full", flush=True)
            return None
        return volume

    def _ahead(self, seconds: int) -> None:
        (self.clocks / "behind").write_text(str(seconds))

    def close(self) -> None:
        super().close()
        self.mail.stop(no_assert=True)
        if self.volume is not None:
            subprocess.run(["umount", "-l", str(self.volume)], check=False)

    # --- the course
    # ---------------------------------------------------------------------------------------------------------

    def run(self) -> None:
        tables = self.start()
        self.watcher = next(iter(self.people("watcher", 1).values()))
        asyncio.run(self._play(tables))
        self._judge()
        self._restored("in the middle", self.folder / "middle.dump", exact=False)
        self._dump("end.dump")
        self._restored("at the end", self.folder / "end.dump", exact=True)

    async def _play(self, tables: list[CarefulTable]) -> None:
        print(f"{len(tables)} games begin", flush=True)
        for start in range(0, len(tables), 20):
            await asyncio.gather(*(table.begin() for table in tables[start : start + 20]))
        over, begun = asyncio.Event(), time.monotonic()
        chaos = asyncio.create_task(self.chaos.go_on(self.options.pause, over))
        number = min(self.options.lanes, len(tables))
        lanes = [asyncio.create_task(self._play_tables(tables[place::number], over)) for place in range(number)]
        dumped = False
        while not over.is_set():
            await asyncio.sleep(2)
            print(f"    {self.ledger.moves:6} moves acknowledged, {sum(self.chaos.done.values()):3} faults", flush=True)
            if not dumped and self.ledger.moves > self.options.moves / 2:
                dumped = await asyncio.to_thread(self._dump, "middle.dump")
            if (
                self.ledger.moves >= self.options.moves
                and min(self.chaos.done[name] for name in self.chaos.faults) > 0
                and dumped
            ):
                over.set()
            if all(lane.done() for lane in lanes):
                over.set()
        await chaos
        self.chaos.calm()
        for outcome in await asyncio.gather(*lanes, return_exceptions=True):
            if isinstance(outcome, BaseException):
                self.faults.append(f"a player could not go on: {outcome!r}")
        spent = time.monotonic() - begun
        print(
            f"{self.ledger.moves} moves in {spent:.0f} s, {self.ledger.moves / spent:.1f} a second under faults",
            flush=True,
        )
        await self._afterward(tables)

    async def _play_tables(self, tables: list[CarefulTable], over: asyncio.Event) -> None:
        """Plays at these tables by turns, with rests in which alerts become due."""
        random = Random(len(tables))
        while not over.is_set():
            table = random.choice(tables)
            for _ in range(random.randint(1, 6)):
                if table.over or over.is_set() or not await table.decide():
                    break
            if all(table.over for table in tables):
                return

    async def _afterward(self, tables: list[CarefulTable]) -> None:
        """Checks after the faults that every game goes on, sockets hear, and what is due is sent."""
        await asyncio.to_thread(self._until_ready)
        for table in tables:
            table.mischief = False
            if not table.over and table.game:
                try:
                    await table.decide()
                except Unexpected as error:
                    self.faults.append(f"{table.game} is stuck: {error}")
        await self._sockets(next(table for table in tables if not table.over))
        self.post.troubled = False
        self._ahead(TO_THE_END)
        await asyncio.to_thread(self._until_sent)
        for table in tables:
            await table.close()

    async def _sockets(self, table: CarefulTable) -> None:
        sockets = [Socket(web.port, self.watcher) for web in self.cluster.webs for _ in range(5)]
        for socket in sockets:
            await socket.open(table.game)
        for _ in range(200):
            if table.over or any(socket.heard for socket in sockets):
                break
            await table.decide()
            await asyncio.sleep(0.05)
        if await until_all_heard(sockets, 1) is None:
            self.faults.append("after the faults, sockets no longer hear of moves")
        for socket in sockets:
            socket.close()

    def _until_ready(self) -> None:
        end = time.monotonic() + 90
        while not all(web.answers() for web in self.cluster.webs):
            if time.monotonic() > end:
                raise SystemExit("the site did not come back: " + self.cluster.webs[0].log.read_text()[-3000:])
            time.sleep(0.5)

    def _until_sent(self) -> None:
        end = time.monotonic() + 180
        waiting = (
            "SELECT count(*) FROM games_notice WHERE state IN ('queued', 'retry', 'sending') AND target_id IS NULL"
        )
        while time.monotonic() < end and self._sql(waiting):
            time.sleep(2)

    # --- what became of it
    # --------------------------------------------------------------------------------------------------

    def _judge(self) -> None:
        recipients = {name: sorted(people) for name, people in self.post.recipients.items()}
        found = self.judge(arrived=self.post.arrived, recipients=recipients)
        for title, counts in (
            ("faults", self.chaos.done),
            ("players", self.ledger.counts),
            ("record", found["counts"]),
        ):
            print(f"{title}:")
            print_counts(counts)

    def _dump(self, name: str) -> bool:
        line = [
            program("pg_dump", "postgresql"),
            "--format=custom",
            f"--file={self.folder / name}",
            self.cluster.postgres.url(),
        ]
        return not subprocess.run(line, capture_output=True, check=False).returncode

    def _restored(self, when: str, dump: Path, *, exact: bool) -> None:
        """Checks that a restored backup verifies game by game, by the site's own means."""
        self.cluster.postgres.create(dump.stem)
        address = self.cluster.postgres.url(dump.stem)
        subprocess.run(
            [program("pg_restore", "postgresql"), "--no-owner", f"--dbname={address}", str(dump)],
            check=True,
            capture_output=True,
        )
        done = self.cluster.manage("check_games", check=False, DATABASE_URL=address)
        print(f"restored from the backup taken {when}: {done.stdout.strip() or done.stderr[-500:]}", flush=True)
        if done.returncode:
            self.faults.append(f"the backup taken {when} does not verify")
        count = "SELECT count(*) FROM games_gameevent"
        if exact and self._sql(count) != self._sql(count, dump.stem):
            self.faults.append("the backup taken at the end holds another number of events")

    def _sql(self, query: str, name: str = "site") -> Any:
        import psycopg

        with psycopg.connect(self.cluster.postgres.url(name), connect_timeout=10) as connection:
            row = connection.execute(query.encode()).fetchone()
        return row[0] if row else None


class ShiftedWeb(Web):
    application = "script.faults.shifted:application"


class ShiftedWorker(Worker):
    def command(self) -> list[str]:
        return [sys.executable, "-m", "script.faults.shifted", *super().command()[5:], "--pool", "solo"]


class ShiftedBeat(Beat):
    def command(self) -> list[str]:
        return [sys.executable, "-m", "script.faults.shifted", *super().command()[5:]]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--moves", type=int, default=10_000)
    parser.add_argument("--lanes", type=int, default=60, help="players who act at the same time")
    parser.add_argument("--pause", type=float, default=4.0, help="seconds between two faults")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--quick", action="store_true", help="12 games, 200 moves: to see whether it runs")
    options = parser.parse_args()
    if options.quick:
        options.games, options.moves, options.lanes, options.pause = 12, 200, 6, 1.0
    return carry_out("faults", lambda folder: Faults(folder, options))


if __name__ == "__main__":
    sys.exit(main())
