"""Upgrades a loaded site while people play. usage: script/bench upgrade [--before COMMIT] [--games 40] [--seconds 60]

The code of an earlier commit serves, two web processes of it, and players play through both. Then the present code
migrates under them, as `prepare_site` does, and one process after the other is asked to end and started with the
present code, as docs/operations.md says. Players send again what breaks off, under its key, as our pages do. Ends with
status 1 if a request was answered by an error of the server, or a move that was acknowledged is lost, doubled, or
stuck. Without --before it starts from the code before the newest migration; while there is one migration only, from the
present code, and so restarts the processes and changes no table.
"""

import argparse
import asyncio
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

from script.faults.careful import CarefulTable
from script.faults.drill import Drill, carry_out, print_counts
from script.load.tally import Unexpected
from script.parts.site import ROOT, Cluster, Process, Web


def git(*arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()


def before_the_newest_migration() -> str:
    _first, *later = sorted(str(path) for path in (ROOT / "games" / "migrations").glob("0*.py"))
    return git("log", "-1", "--diff-filter=A", "--format=%h", "--", later[-1]) + "^" if later else "HEAD"


class Upgrade(Drill):
    clean = "no error, nothing lost, nothing twice, nothing stuck"

    def __init__(self, folder: Path, options: argparse.Namespace) -> None:
        super().__init__(folder, options)
        self.old = folder / "old"
        git("worktree", "add", "--detach", str(self.old), options.before)
        self.cluster = Cluster(folder, code=self.old, API_RATE="100000/s", PROCESSOR_SECONDS="100000")

    def close(self) -> None:
        super().close()
        git("worktree", "remove", "--force", str(self.old))

    def run(self) -> None:
        asyncio.run(self._play(self.start()))
        found = self.judge()
        self.faults += [
            f"{number} {name}" for name, number in self.ledger.counts.items() if name.startswith("answers of")
        ]
        print_counts(self.ledger.counts | found["counts"])

    async def _play(self, tables: list[CarefulTable]) -> None:
        for table in tables:
            table.mischief = False
        for start in range(0, len(tables), 5):
            await asyncio.gather(*(table.begin() for table in tables[start : start + 5]))
        over = asyncio.Event()
        lanes = [
            asyncio.create_task(self._play_tables(tables[place :: self.options.lanes], over))
            for place in range(self.options.lanes)
        ]
        self.begun = time.monotonic()
        await self._note("the earlier code serves", lambda: time.sleep(self.options.seconds))
        await self._note("the new code migrated", self._migrate)
        await self._note("the earlier code serves on the new database", lambda: time.sleep(self.options.seconds))
        for process in self.cluster.processes:
            await self._note(f"{process.name} restarted", lambda process=process: self._restart(process))  # type: ignore[misc]
        await self._note("the new code serves", lambda: time.sleep(self.options.seconds))
        over.set()
        for outcome in await asyncio.gather(*lanes, return_exceptions=True):
            if isinstance(outcome, BaseException):
                self.faults.append(f"a player could not go on: {outcome!r}")
        for table in tables:
            try:
                if not table.over:
                    await table.decide()
            except Unexpected as error:
                self.faults.append(f"{table.game} is stuck: {error}")
            await table.close()

    async def _play_tables(self, tables: list[CarefulTable], over: asyncio.Event) -> None:
        random = Random(len(tables))
        while not over.is_set() and not all(table.over for table in tables):
            table = random.choice([table for table in tables if not table.over])
            await table.decide()

    async def _note(self, what: str, step: Callable[[], None]) -> None:
        """Runs a step of the upgrade while people play, and prints how their requests fared meanwhile."""
        before, begun = self.ledger.counts.copy(), time.monotonic()
        await asyncio.to_thread(step)
        happened = self.ledger.counts - before
        moves, away = (
            happened.pop("moves acknowledged", 0),
            {name: number for name, number in happened.items() if "refused" not in name},
        )
        print(f"{what:46} {time.monotonic() - begun:6.1f} s {moves:6} moves  {away or ''}", flush=True)

    def _migrate(self) -> None:
        done = self.cluster.manage("prepare_site", check=False, PYTHONPATH=str(ROOT))
        if done.returncode:
            raise SystemExit(f"the new code does not migrate: {done.stderr[-3000:]}")

    def _restart(self, process: Process) -> None:
        """Restarts processes as `systemctl restart` does, web processes one after the other, each once the last is
        ready.
        """
        self.cluster.supervised.remove(process)
        process.stop()
        process.environment["PYTHONPATH"] = str(ROOT)
        process.start(wait=isinstance(process, Web))
        self.cluster.supervised.append(process)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--before", help="the commit whose code runs at first")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--lanes", type=int, default=8, help="players who act at the same time")
    parser.add_argument("--seconds", type=float, default=60, help="how long it is played before, between and after")
    options = parser.parse_args()
    options.before = options.before or before_the_newest_migration()
    print(
        f"from {git('log', '-1', '--format=%h %s', options.before)}\nto   {git('log', '-1', '--format=%h %s')}",
        flush=True,
    )
    return carry_out("upgrade", lambda folder: Upgrade(folder, options))


if __name__ == "__main__":
    sys.exit(main())
