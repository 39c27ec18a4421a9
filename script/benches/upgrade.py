"""Upgrades a loaded site while people play. usage: script/bench upgrade [--before COMMIT] [--games 40] [--seconds 60]

The code of an earlier commit serves, two web processes of it, and players play through both. Then the present code migrates under them, as
`prepare_site` does, and one process after the other is asked to end and started with the present code, as docs/operations.md says. Players
send again what breaks off, under its key, as our pages do. Ends with status 1 if a request was answered by an error of the server, or a
move that was acknowledged is lost, doubled, or stuck. Without --before it starts from the code before the newest migration.
"""

import argparse
import asyncio
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

from script.faults.careful import CarefulTable, Ledger
from script.load.playing import SIDES, Unexpected
from script.parts.site import ROOT, Cluster, Process, Web


def git(*arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()


def before_the_newest_migration() -> str:
    return git("log", "-1", "--diff-filter=A", "--format=%h", "--", "games/migrations") + "^"


class Upgrade:
    def __init__(self, folder: Path, options: argparse.Namespace) -> None:
        self.folder, self.options = folder, options
        self.old = folder / "old"
        git("worktree", "add", "--detach", str(self.old), options.before)
        self.cluster = Cluster(folder, code=self.old, API_RATE="100000/s")
        self.ledger = Ledger()
        self.problems: list[str] = []

    def close(self) -> None:
        self.cluster.stop()
        git("worktree", "remove", "--force", str(self.old))

    def run(self) -> None:
        self.cluster.start_servers()
        self.cluster.manage("prepare_site")
        self.cluster.start()
        people = json.loads(self._module("load.people", "player", str(2 * self.options.games)))
        sessions = list(people.values())
        ports = [web.port for web in self.cluster.webs]
        tables = [
            CarefulTable(ports, dict(zip(SIDES, sessions[2 * number : 2 * number + 2], strict=True)), Random(number), self.ledger)
            for number in range(self.options.games)
        ]
        asyncio.run(self._play(tables))
        self._judge()

    async def _play(self, tables: list[CarefulTable]) -> None:
        for table in tables:
            table.mischief = False
        for start in range(0, len(tables), 5):
            await asyncio.gather(*(table.begin() for table in tables[start : start + 5]))
        over = asyncio.Event()
        lanes = [asyncio.create_task(self._lane(tables[place :: self.options.lanes], over)) for place in range(self.options.lanes)]
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
                self.problems.append(f"a player could not go on: {outcome!r}")
        for table in tables:
            try:
                if not table.over:
                    await table.decide()
            except Unexpected as error:
                self.problems.append(f"{table.game} is stuck: {error}")
            table.close()

    async def _lane(self, tables: list[CarefulTable], over: asyncio.Event) -> None:
        random = Random(len(tables))
        while not over.is_set() and not all(table.over for table in tables):
            table = random.choice([table for table in tables if not table.over])
            await table.decide()

    async def _note(self, what: str, step: Callable[[], None]) -> None:
        """Does a step of the upgrade while people play, and says what became of them meanwhile."""
        before, begun = self.ledger.counts.copy(), time.monotonic()
        await asyncio.to_thread(step)
        happened = self.ledger.counts - before
        moves, away = happened.pop("moves acknowledged", 0), {name: number for name, number in happened.items() if "refused" not in name}
        print(f"{what:46} {time.monotonic() - begun:6.1f} s {moves:6} moves  {away or ''}", flush=True)

    def _migrate(self) -> None:
        done = self.cluster.manage("prepare_site", check=False, PYTHONPATH=str(ROOT))
        if done.returncode:
            raise SystemExit(f"the new code does not migrate: {done.stderr[-3000:]}")

    def _restart(self, process: Process) -> None:
        """As `systemctl restart` does; of web processes the next one waits until this one is ready."""
        self.cluster.supervised.remove(process)
        process.stop()
        process.environment["PYTHONPATH"] = str(ROOT)
        process.start(wait=isinstance(process, Web))
        self.cluster.supervised.append(process)

    def _judge(self) -> None:
        told = {
            "acknowledged": self.ledger.acknowledged,
            "refused": sorted(self.ledger.refused),
            "unknown": sorted(self.ledger.unknown),
            "arrived": None,
        }
        (self.folder / "ledger.json").write_text(json.dumps(told))
        found = json.loads(self._module("faults.judge", str(self.folder / "ledger.json")))
        refusals = [f"{number} {name}" for name, number in self.ledger.counts.items() if name.startswith("answers of")]
        self.problems += refusals + self.ledger.problems + found["faults"]
        for name, number in sorted((self.ledger.counts | found["counts"]).items()):
            print(f"    {name:48} {number:7}")

    def _module(self, module: str, *arguments: str) -> str:
        environment = self.cluster.webs[0].environment
        line = [sys.executable, "-m", f"script.{module}", *arguments]
        done = subprocess.run(line, cwd=environment["PYTHONPATH"], env=environment, capture_output=True, text=True, check=False)
        if done.returncode:
            raise SystemExit(f"{module}: {done.stderr[-3000:]}")
        return done.stdout


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--before", help="the commit whose code runs at first")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--lanes", type=int, default=8, help="players who act at the same time")
    parser.add_argument("--seconds", type=float, default=60, help="how long it is played before, between and after")
    options = parser.parse_args()
    options.before = options.before or before_the_newest_migration()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that what was started is ended
    print(f"from {git('log', '-1', '--format=%h %s', options.before)}\nto   {git('log', '-1', '--format=%h %s')}", flush=True)
    folder = Path(tempfile.mkdtemp(prefix="crusader-upgrade-"))
    os.chmod(folder, 0o755)
    upgrade = Upgrade(folder, options)
    try:
        upgrade.run()
    finally:
        upgrade.close()
    for problem in upgrade.problems[:40]:
        print(f"FAULT {problem}")
    if not upgrade.problems:
        shutil.rmtree(folder, ignore_errors=True)
    print(
        f"{len(upgrade.problems)} faults found, kept: {folder}"
        if upgrade.problems
        else "no error, nothing lost, nothing twice, nothing stuck"
    )
    return 1 if upgrade.problems else 0


if __name__ == "__main__":
    sys.exit(main())
