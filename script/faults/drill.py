"""The base of fault drills: a whole site, tables with careful players, and the judge at the end.

A drill does something to the site while they play. It ends with status 0 if nothing was lost, applied twice, stuck or
told wrongly.
"""

import argparse
import json
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, ClassVar

from script.faults.careful import CarefulTable, Ledger
from script.load.playing import SIDES
from script.parts.site import Cluster


class Drill:
    """One drill, in a folder of its own. Subclasses start the `cluster`, and define in `run` what happens."""

    clean: ClassVar[str] = "nothing lost, nothing twice, nothing stuck"
    """What is said when no fault was found."""
    cluster: Cluster

    def __init__(self, folder: Path, options: argparse.Namespace) -> None:
        self.folder, self.options = folder, options
        self.ledger = Ledger()
        self.faults: list[str] = []

    def run(self) -> None:
        raise NotImplementedError

    def close(self) -> None:
        self.cluster.stop()

    def start(self) -> list[CarefulTable]:
        """Starts the site, and creates two players for each table."""
        self.cluster.start_servers()
        self.cluster.manage("prepare_site")
        self.cluster.start()
        sessions = list(self.people("player", 2 * self.options.games).values())
        ports = [web.port for web in self.cluster.webs]
        return [
            CarefulTable(
                ports, dict(zip(SIDES, sessions[2 * number : 2 * number + 2], strict=True)), Random(number), self.ledger
            )
            for number in range(self.options.games)
        ]

    def people(self, name: str, count: int) -> dict[str, str]:
        """Creates people, and returns them with their session keys."""
        found: dict[str, str] = json.loads(self._module("load.people", name, str(count)))
        return found

    def judge(self, **more: Any) -> dict[str, Any]:
        """Runs the judge, and adds the faults it finds to the drill's."""
        expected = {
            "acknowledged": self.ledger.acknowledged,
            "refused": sorted(self.ledger.refused),
            "unknown": sorted(self.ledger.unknown),
            "arrived": None,
            **more,
        }
        ledger = self.folder / "ledger.json"
        ledger.write_text(json.dumps(expected))
        found: dict[str, Any] = json.loads(self._module("faults.judge", str(ledger)))
        self.faults += self.ledger.problems + found["faults"]
        return found

    def _module(self, module: str, *arguments: str) -> str:
        """Runs one of our modules with the site's code and database, and an unshifted clock."""
        environment = {name: value for name, value in self.cluster.webs[0].environment.items() if name != "CLOCK_FILE"}
        line = [sys.executable, "-m", f"script.{module}", *arguments]
        done = subprocess.run(
            line, cwd=environment["PYTHONPATH"], env=environment, capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise SystemExit(f"{module}: {done.stderr[-3000:]}")
        return done.stdout


def print_counts(counts: dict[str, int]) -> None:
    for name, number in sorted(counts.items()):
        print(f"    {name:48} {number:7}")


def carry_out(name: str, make: Callable[[Path], Drill]) -> int:
    """Runs a drill in a folder of its own, which is kept if there are faults. Returns the exit status."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that what was started is ended
    folder = Path(tempfile.mkdtemp(prefix=f"crusader-{name}-"))
    folder.chmod(0o755)  # PostgreSQL's user has to enter it
    drill = make(folder)
    try:
        drill.run()
    finally:
        drill.close()
    for fault in drill.faults[:40]:
        print(f"FAULT {fault}")
    if drill.faults:
        print(f"{len(drill.faults)} faults found, kept: {folder}")
        return 1
    shutil.rmtree(folder, ignore_errors=True)
    print(drill.clean)
    return 0
