"""A first-in, first-out lock."""

from collections import deque
from threading import Event, Lock


class LockTimeout(TimeoutError):
    """The lock was not obtained within the timeout."""


class Turns:
    def __init__(self) -> None:
        self._guard = Lock()
        self._taken = False
        self._waiting: deque[Event] = deque()

    def take(self, seconds: float) -> None:
        """Acquires the lock, first come, first served. Raises LockTimeout."""
        with self._guard:
            if not self._taken:
                self._taken = True
                return
            turn = Event()
            self._waiting.append(turn)
        if turn.wait(seconds):
            return
        with self._guard:
            if turn.is_set():  # just now
                return
            self._waiting.remove(turn)
        raise LockTimeout

    def give_back(self) -> None:
        """Releases the lock to the thread that has waited longest."""
        with self._guard:
            if self._waiting:
                self._waiting.popleft().set()
            else:
                self._taken = False

    @property
    def waiting(self) -> int:
        """The number of callers that wait for the lock."""
        return len(self._waiting)
