"""A lock whose holders come in the order in which they asked for it."""

from collections import deque
from threading import Event, Lock


class TooLong(TimeoutError):
    """It was not this caller's turn within the time they wait."""


class Turns:
    def __init__(self) -> None:
        self._guard = Lock()
        self._taken = False
        self._waiting: deque[Event] = deque()

    def take(self, seconds: float) -> None:
        """Waits until everybody who asked before has given it back. Raises TooLong."""
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
        raise TooLong

    def give_back(self) -> None:
        """Hands over to whoever waits longest."""
        with self._guard:
            if self._waiting:
                self._waiting.popleft().set()
            else:
                self._taken = False

    @property
    def waiting(self) -> int:
        """How many wait for their turn."""
        return len(self._waiting)
