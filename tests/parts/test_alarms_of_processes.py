"""Scheduler, workers and the computer's worker as the site runs them with Redis: whichever dies is told of by those
that live.
"""

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache

from games.models import SignOfLife
from games.watching import alarms, signs
from tests.processes import ROOT, site_environment

pytestmark = [pytest.mark.real_parts, pytest.mark.django_db(transaction=True)]
PATIENCE = 120.0
COMMANDS = {
    "beat": ["beat", "--loglevel", "WARNING", "--schedule"],
    "worker": ["worker", "--concurrency", "1", "--loglevel", "WARNING", "-n", "worker@%h", "-Q", "celery"],
    "computer": ["worker", "--concurrency", "1", "--loglevel", "WARNING", "-n", "computer@%h", "-Q", "computer"],
}


class Processes:
    """The three of them, each killed and started by its name."""

    def __init__(self, folder: Path) -> None:
        # Signs of life that come as fast as the schedule: who is dead is known within seconds.
        self.environment = site_environment(
            redis=True, VAR_FOLDER=str(folder), SIGNS_OF_LIFE_EVERY="0.5", PROMPTLY_EVERY="0.5", ALERTS_EVERY="0.5"
        )
        self.folder = folder
        self.running: dict[str, subprocess.Popen[bytes]] = {}

    def start(self, name: str) -> None:
        command = [
            sys.executable,
            "-m",
            "celery",
            "-A",
            "crusader_site",
            *COMMANDS[name],
            *([str(self.folder / "beat")] if name == "beat" else []),
        ]
        with (self.folder / f"{name}.log").open("a") as log:
            self.running[name] = subprocess.Popen(command, env=self.environment, cwd=ROOT, stdout=log, stderr=log)

    def kill(self, name: str) -> None:
        process = self.running.pop(name)
        process.kill()
        process.wait()


@pytest.fixture
def processes(
    tmp_path: Path, transactional_db: None, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Processes]:
    settings.SIGNS_OF_LIFE_EVERY = 0.5
    monkeypatch.setattr(alarms, "SIGNS_MISSED", 20)  # ten seconds: a machine that is busy with other things is not dead
    cache.clear()
    found = Processes(tmp_path)
    for name in COMMANDS:
        found.start(name)
    yield found
    for name in list(found.running):
        found.kill(name)


def wait_for(there: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not there():
        assert time.monotonic() < end
        time.sleep(0.1)


def up() -> list[str]:
    return [alarm.name for alarm in alarms.raised_alarms(alarms.site_state())]


@pytest.mark.slow("alarms of real processes, each killed and started again")
def test_whichever_process_is_killed_is_told_of_until_it_is_back(processes: Processes) -> None:
    parts = [SignOfLife.Part.BEAT, SignOfLife.Part.WORKER, SignOfLife.Part.COMPUTER]
    wait_for(lambda: set(signs.known()) == set(parts) and up() == [])
    for name, alarm in (("worker", "WorkerSilent"), ("computer", "ComputerSilent"), ("beat", "BeatSilent")):
        processes.kill(name)
        wait_for(lambda alarm=alarm: up() == [alarm])  # type: ignore[misc]
        processes.start(name)
        wait_for(lambda: up() == [])
