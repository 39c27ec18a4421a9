"""The faults: processes killed in the middle of requests, a full disk, clocks that jump, a hung process."""

import asyncio
import signal
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random

from script.parts.site import Cluster, Web


class Chaos:
    """Causes one fault after another, each equally often, until stopped."""

    def __init__(self, cluster: Cluster, random: Random, *, clocks: Path, volume: Path | None) -> None:
        self.cluster, self.random, self.clocks, self.volume = cluster, random, clocks, volume
        self.done: Counter[str] = Counter()
        self.faults: dict[str, Callable[[], Awaitable[None]]] = {
            "web process killed": self.kill_web,
            "worker killed": self.kill_worker,
            "beat killed": self.kill_beat,
            "Redis killed": self.kill_redis,
            "PostgreSQL killed": self.kill_postgres,
            "PostgreSQL's connections ended": self.end_connections,
            "web process hung": self.hang_web,
            "clock of a web process wrong": self.shift_clock,
        }
        if volume is not None:
            self.faults["disk full"] = self.fill_disk

    async def go_on(self, pause: float, over: asyncio.Event) -> None:
        while not over.is_set():
            await asyncio.sleep(pause * (0.5 + self.random.random()))
            fewest = min(self.done[name] for name in self.faults)
            name = self.random.choice([name for name in self.faults if self.done[name] == fewest])
            await self.faults[name]()
            self.done[name] += 1

    def _web(self) -> Web:
        return self.random.choice(self.cluster.webs)

    async def kill_web(self) -> None:
        await asyncio.to_thread(self._web().kill)

    async def kill_worker(self) -> None:
        await asyncio.to_thread(self.random.choice(self.cluster.workers).kill)

    async def kill_beat(self) -> None:
        await asyncio.to_thread(self.cluster.beat.kill)

    async def kill_redis(self) -> None:
        await asyncio.to_thread(self.cluster.redis.kill)

    async def kill_postgres(self) -> None:
        await asyncio.to_thread(self.cluster.postgres.kill)

    async def end_connections(self) -> None:
        def end() -> None:
            import psycopg

            try:
                with psycopg.connect(
                    self.cluster.postgres.url("postgres"), autocommit=True, connect_timeout=3
                ) as connection:
                    connection.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'site'")
            except psycopg.Error:
                pass  # it is away already

        await asyncio.to_thread(end)

    async def hang_web(self) -> None:
        web = self._web()
        if web.process is not None and web.running:
            web.process.send_signal(signal.SIGSTOP)
            await asyncio.sleep(3)
            web.process.send_signal(signal.SIGCONT)

    async def shift_clock(self) -> None:
        (self.clocks / self._web().name).write_text(str(self.random.choice((-600, -60, 0, 45, 900))))

    async def fill_disk(self) -> None:
        """Fills the database's disk for some seconds. The database must refuse writes rather than lose them."""
        assert self.volume is not None
        await asyncio.to_thread(fill, self.volume / "filler")
        await asyncio.sleep(4)
        (self.volume / "filler").unlink()

    def calm(self) -> None:
        """Undoes all faults, except for what has to start again."""
        for web in self.cluster.webs:
            (self.clocks / web.name).write_text("0")


def fill(path: Path) -> None:
    """Writes to a file until the disk is full."""
    size = 1 << 20
    with path.open("wb", buffering=0) as file:
        while size:
            try:
                file.write(b"\0" * size)
            except OSError:
                size //= 4
