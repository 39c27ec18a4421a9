"""The thread pools of a process for requests and for socket messages: a fixed number works, the rest waits."""

import asyncio
import contextvars
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from weakref import WeakSet

from django.db import close_old_connections, connection

from crusader_site.metrics import WAITING

MOST_THREADS = 6
"""As many requests as one process works at together, with a connection to the database each; more wait for their turn. More threads take
memory, and time from one another: a process has one interpreter."""


def threads_of_sockets() -> int:
    """Returns how many socket messages one process handles at once. On SQLite one: nothing waits for disk or network, and more threads
    only compete with the writer for the interpreter. The slowest of a hundred answers took 0.65 of the time it took with four
    (`script/bench busy`, once by turns on a busy machine).
    """
    return 1 if connection.vendor == "sqlite" else 4


class RequestThreads:
    """A thread pool for requests, or for socket messages, that knows how long work has waited for a thread."""

    everywhere: "WeakSet[RequestThreads]" = WeakSet()

    def __init__(self, most: int, name: str = "request") -> None:
        self._pool = ThreadPoolExecutor(most, thread_name_prefix=name)
        self._waiting: dict[object, float] = {}
        self.everywhere.add(self)

    async def run(self, work: Callable[..., Any], *args: Any) -> Any:
        """Runs `work` in a thread, in the caller's context and with a live database connection, and returns its result."""
        context, ticket = contextvars.copy_context(), object()

        def begin() -> Any:
            self._done_waiting(ticket)
            close_old_connections()
            try:
                return context.run(work, *args)
            finally:
                close_old_connections()

        self._waiting[ticket] = time.monotonic()
        WAITING.inc()
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, begin)
        finally:
            self._done_waiting(ticket)  # also of whoever went away before their turn

    def _done_waiting(self, ticket: object) -> None:
        if self._waiting.pop(ticket, None) is not None:
            WAITING.dec()

    @property
    def longest_wait(self) -> float:
        """Returns the longest present wait for a thread, in seconds; 0 if none waits."""
        since = list(self._waiting.values())
        return time.monotonic() - min(since) if since else 0.0
