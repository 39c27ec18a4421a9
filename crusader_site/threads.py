"""The thread pools of a process for requests and for socket messages: a fixed number works, the rest waits, players
before spectators.
"""

import asyncio
import contextvars
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from heapq import heappop, heappush
from itertools import count
from threading import Lock
from typing import Any
from weakref import WeakKeyDictionary, WeakSet

from django.db import close_old_connections, connection

from crusader_site.metrics import WAITING

MOST_THREADS = 6
"""As many requests as one process works at together, with a connection to the database each; more wait for their turn.

More threads take memory, and time from one another: a process has one interpreter."""

ACTS, PLAYERS_VIEWS, SPECTATORS = range(3)
"""Ranks of waiting work: a free thread takes the lowest, and of one rank what has waited longest."""

LONGEST_COURTESY, LOOKS_EVERY = 0.05, 0.002
"""Seconds for which each spectator lets players' work go first, and after which it is looked again whether there is
any.
"""


def threads_of_sockets() -> int:
    """Returns how many socket messages one process handles at once.

    On SQLite one: nothing waits for disk or network, and more threads only compete with the writer for the interpreter.
    The slowest of a hundred answers took 0.65 of the time it took with four (at commit 80f8317f, once by turns on a
    busy machine).
    """
    return 1 if connection.vendor == "sqlite" else 4


class RequestThreads:
    """A thread pool for requests, or for socket messages, that takes work by rank and knows how long it has waited for
    a thread.
    """

    everywhere: "WeakSet[RequestThreads]" = WeakSet()

    def __init__(self, most: int, name: str = "request") -> None:
        self._pool = ThreadPoolExecutor(most, thread_name_prefix=name)
        self._lock = Lock()
        self._numbers = count()
        self._line: list[tuple[int, int, Callable[[], Any], Future[Any]]] = []
        """A heap of work that waits: rank, number, the work and its result."""
        self._waiting: dict[object, float] = {}
        self._for_players = 0
        """How much work of players waits or is being done."""
        self.everywhere.add(self)

    async def run(self, work: Callable[..., Any], *args: Any, rank: int = ACTS) -> Any:
        """Runs `work` in a thread, in the caller's context and with a live database connection, and returns its
        result.
        """
        context, ticket = contextvars.copy_context(), object()

        def begin() -> Any:
            """Performs the work in the thread, with a live database connection."""
            self._done_waiting(ticket)
            close_old_connections()
            try:
                return context.run(work, *args)
            finally:
                close_old_connections()

        self._waiting[ticket] = time.monotonic()
        WAITING.inc()
        self._for_players += rank < SPECTATORS
        future: Future[Any] = Future()
        with self._lock:
            heappush(self._line, (rank, next(self._numbers), begin, future))
        try:
            self._pool.submit(self._take_next)
            return await asyncio.wrap_future(future)
        finally:
            self._for_players -= rank < SPECTATORS
            self._done_waiting(ticket)  # also for a request given up before its turn

    async def after_players(self) -> None:
        """Waits, for a moment at most, until no work of players is waiting or being done."""
        until = time.monotonic() + LONGEST_COURTESY
        while self._for_players and time.monotonic() < until:
            await asyncio.sleep(LOOKS_EVERY)

    def _take_next(self) -> None:
        """Carries out the work that is first in the line now: as many calls are submitted as there is work."""
        with self._lock:
            _rank, _number, begin, future = heappop(self._line)
        if not future.set_running_or_notify_cancel():
            return
        try:
            result = begin()
        except BaseException as error:
            future.set_exception(error)
        else:
            future.set_result(result)

    def _done_waiting(self, ticket: object) -> None:
        if self._waiting.pop(ticket, None) is not None:
            WAITING.dec()

    @property
    def longest_wait(self) -> float:
        """Returns the longest present wait for a thread, in seconds; 0 if none waits."""
        since = list(self._waiting.values())
        return time.monotonic() - min(since) if since else 0.0


class OneAtATime:
    """A lock for each event loop: who waits for it goes on in the order of coming, one after the other, and others
    between them.
    """

    def __init__(self) -> None:
        self._locks: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Lock] = WeakKeyDictionary()

    def turn(self) -> asyncio.Lock:
        """Returns the lock of the running loop."""
        return self._locks.setdefault(asyncio.get_running_loop(), asyncio.Lock())
