"""A process of the site with a shifted clock: by the seconds in the file that `CLOCK_FILE` names, read twice a second.

As an application for uvicorn, or before Celery: `python -m script.faults.shifted worker ...`.
"""

import os
import sys
import threading
import time
from pathlib import Path
from typing import Any

import time_machine

FILE = Path(os.environ["CLOCK_FILE"])


def offset() -> float:
    try:
        return float(FILE.read_text() or 0)
    except (OSError, ValueError):
        return 0.0


class Clock:
    """A clock that is wrong by `by`."""

    def __init__(self) -> None:
        self.by = 0.0
        self.wrong: Any = None
        self.follow()

    def follow(self) -> None:
        by = offset()
        if by == self.by:
            return
        if self.wrong is not None:
            self.wrong.stop()
        self.by, self.wrong = by, time_machine.travel(time.time() + by, tick=True)
        self.wrong.start()

    def watch(self) -> None:
        while True:
            threading.Event().wait(0.5)
            self.follow()


clock = Clock()
threading.Thread(target=clock.watch, name="clock", daemon=True).start()


def __getattr__(name: str) -> Any:
    if name == "application":
        from crusader_site.asgi import application

        return application
    raise AttributeError(name)


if __name__ == "__main__":
    from crusader_site.celery import app

    app.start(sys.argv[1:])
