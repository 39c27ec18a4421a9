"""Runs the tasks of Celery's beat and worker inside the server process, for a site without a broker.

It is Celery's own beat with the schedule of the settings; only that a task that is due runs in a thread of this process
instead of being sent to a broker. Tasks that tasks start run within them (`CELERY_TASK_ALWAYS_EAGER`). A lock on a file
sees to it that of several server processes one works, and that another takes over when it ends.
"""

import asyncio
import fcntl
import logging
import os
import threading
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import IO, Any

from asgiref.sync import sync_to_async
from celery.beat import EmbeddedService, Scheduler
from django.conf import settings
from django.db import close_old_connections

from crusader_site.celery import app, give_sign_of_life
from games.services.after_commit import waking
from games.services.after_commit.announce import sender
from games.watching import signs

logger = logging.getLogger(__name__)
THREADS = 4
"""More than tasks that can hang in something outside: the mail server, twice, and chats."""
LOCK_EVERY = 30.0
"""Seconds between two tries to take over from a process that has ended."""


def stand_back() -> None:
    """Lowers the priority of this thread: people's requests come first."""
    os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), settings.COMPUTER_NICE)


class InThisProcess(Scheduler):
    """Runs due tasks in threads, each task once at a time: a slow one is not started again, and does not delay others.

    The threads are borrowed from the server's event loop, so that what a task announces reaches the sockets: a channel
    layer in memory serves one loop only.
    """

    producer = None

    def __init__(self, *args: Any, loop: asyncio.AbstractEventLoop, **kwargs: Any) -> None:
        self.loop = loop
        self.threads = ThreadPoolExecutor(THREADS, thread_name_prefix="background")
        self.running: set[str] = set()
        self.thinkers = ThreadPoolExecutor(
            settings.COMPUTER_AT_ONCE, thread_name_prefix="computer", initializer=stand_back
        )
        self.thinking, self.asked, self.lock = 0, False, threading.Lock()
        waking.listeners[:] = [self.think]
        super().__init__(*args, **kwargs)

    def apply_async(self, entry: Any, producer: Any = None, advance: bool = True, **kwargs: Any) -> Any:
        """Runs a due task in a thread of this process, unless it is still running."""
        entry = self.reserve(entry) if advance else entry
        give_sign_of_life()
        if entry.task == "games.tasks.play_computer":
            self.think()
        elif entry.task not in self.running:
            self.running.add(entry.task)
            run = sync_to_async(self._run_task, thread_sensitive=False, executor=self.threads)
            asyncio.run_coroutine_threadsafe(run(entry), self.loop)

    def _run_task(self, entry: Any) -> None:
        """Runs a due task."""
        close_old_connections()
        signs.give_sign(signs.Part.WORKER)
        try:
            app.tasks[entry.task].apply(entry.args or (), entry.kwargs or {}, throw=True)
        except Exception:
            logger.exception("The task %s failed.", entry.task)
        finally:
            close_old_connections()
            self.running.discard(entry.task)

    def think(self) -> None:
        """Has the computer play now, in threads of its own that stand back behind those of requests.

        Called from any thread.
        """
        self.asked = True
        if self.thinking < settings.COMPUTER_AT_ONCE and not self.loop.is_closed():
            run = sync_to_async(self._play_computer, thread_sensitive=False, executor=self.thinkers)
            asyncio.run_coroutine_threadsafe(run(), self.loop)

    def _play_computer(self) -> None:
        """Plays the computer's turns, in as many threads as the settings allow, until none is asked for."""
        with self.lock:
            if self.thinking >= settings.COMPUTER_AT_ONCE:
                return
            self.thinking += 1
        try:
            while self.asked:  # what is asked while the last turn is settled is not left to the clock
                self.asked = False
                close_old_connections()
                signs.give_sign(signs.Part.COMPUTER)
                app.tasks["games.tasks.play_computer"].apply(throw=True)
        except Exception:
            logger.exception("The computer could not play.")
        finally:
            close_old_connections()
            with self.lock:
                self.thinking -= 1

    def close(self) -> None:
        self.thinkers.shutdown(wait=False, cancel_futures=True)
        self.threads.shutdown(wait=False, cancel_futures=True)


class Background:
    """Starts and stops the tasks with the server."""

    def __init__(self, lock_file: Path) -> None:
        self.lock_file = lock_file
        self.lock: IO[str] | None = None
        self.beat: Any = None
        self.over = threading.Event()
        self.waiting: threading.Thread | None = None

    def start(self, loop: asyncio.AbstractEventLoop) -> None:
        """Waits in a thread for the lock that lets one process of a machine do the work."""
        self.waiting = threading.Thread(target=self._run_when_locked, args=(loop,), name="background-lock", daemon=True)
        self.waiting.start()

    def stop(self) -> None:
        """Ends the work; waits up to five seconds for the thread that waits for the lock."""
        self.over.set()
        if self.waiting is not None:
            self.waiting.join(timeout=5)
        waking.listeners.clear()
        if self.beat is not None:
            self.beat.stop()
        if self.lock is not None:
            self.lock.close()

    def _run_when_locked(self, loop: asyncio.AbstractEventLoop) -> None:
        """Waits for the lock, then runs the scheduler in this process."""
        lock = self.lock_file.open("w")
        while not self.over.is_set():
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                self.over.wait(LOCK_EVERY)
                continue
            self.lock = lock
            app.loader.import_default_modules()
            self.beat = EmbeddedService(app, thread=True, scheduler_cls=partial(InThisProcess, loop=loop))
            self.beat.start()
            return
        lock.close()


class Lifespan:
    """ASGI middleware for the server's start and end."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        background = Background(settings.VAR_FOLDER / "background.lock") if settings.BACKGROUND_IN_SERVER else None
        while True:
            message = await receive()
            if message["type"] == "lifespan.startup":
                sender.begin()
                if background is not None:
                    background.start(asyncio.get_running_loop())
                await send({"type": "lifespan.startup.complete"})
            elif message["type"] == "lifespan.shutdown":
                await sender.end()
                if background is not None:
                    await asyncio.to_thread(background.stop)
                await send({"type": "lifespan.shutdown.complete"})
                return
