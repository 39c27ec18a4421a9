"""An in-process cache of tables: the latest positions of games, already read and unpacked.

No rule and no record rests on it. A table that is kept names the game, the number of its last event and the hash of its record up to there,
and is used only where the row of the game, which was just read, says the same; what another process did makes it stale by that alone.
It is kept once its transaction is committed and dropped with any error. Who takes one gets copies of its positions, without the legal
actions, which may take ten times the memory of the rest and are found anew as they are for a position that was just read.

What a viewer sees is kept apart from what is planned, under the versions that this viewer knows of: neither what is found here nor how long
it takes may tell of the other side's plans.
"""

from collections.abc import Hashable
from dataclasses import dataclass
from threading import Lock
from typing import Generic, NamedTuple, Protocol, TypeVar

from cachetools import LRUCache
from django.conf import settings

from games.models import Game, Snapshot
from games.shapes import JsonValue
from rules.position import Position

POSITION_BYTES = 16_000
WALLS_BYTES = 100_000
PLAN_BYTES = 200
"""At most, as `tests/games/test_kept_tables.py` measures: of a position, of the JSON of a snapshot, of a plan."""
MOST = 1_000
"""Tables of each kind, however small they are."""


class Plan(NamedTuple):
    """A provisional action: its number, and the side that may take it back."""

    seq: int
    side: str


class Kept(Protocol):
    @property
    def state(self) -> Hashable:
        """What tells whether it is still true: equal states mean the same content."""

    @property
    def size(self) -> int:
        """About how many bytes it takes."""


K = TypeVar("K", bound=Kept)


@dataclass(frozen=True, slots=True)
class KeptTable:
    """A cached table with all plans, for acts."""

    state: Hashable
    wall: Position
    live: Position
    plans: tuple[Plan, ...]
    snapshot: tuple[int, int, list[JsonValue], JsonValue]
    """The number of the row, that of its first wall, its walls, and what is beyond."""

    @property
    def size(self) -> int:
        positions = 1 if self.live is self.wall else 2
        return positions * POSITION_BYTES + WALLS_BYTES + len(self.plans) * PLAN_BYTES

    def snapshot_of(self, game: Game) -> Snapshot:
        """Returns the game's snapshot, unsaved, as it was when it was kept."""
        number, seq, walls, pending = self.snapshot
        return Snapshot(pk=number, game=game, seq=seq, walls=walls, pending=pending)


@dataclass(frozen=True, slots=True)
class KeptView:
    """A cached table with one viewer's plans, for views."""

    state: Hashable
    wall: Position
    live: Position
    plans: tuple[Plan, ...]

    @property
    def size(self) -> int:
        return (1 if self.live is self.wall else 2) * POSITION_BYTES + len(self.plans) * PLAN_BYTES


class Store(Generic[K]):
    """A cache by game, least recently used first out, limited in bytes. Returns an entry only if its state is the one asked for."""

    def __init__(self, megabytes: float) -> None:
        self._kept: LRUCache[Hashable, K] = LRUCache(int(megabytes * 2**20), getsizeof=lambda kept: kept.size)
        self._lock = Lock()

    def take(self, key: Hashable, state: Hashable) -> K | None:
        """Returns what is kept under a key if it is of this state, else None."""
        kept = self.look(key)
        return kept if kept is not None and kept.state == state else None

    def look(self, key: Hashable) -> K | None:
        """Returns what is kept under a key, of whatever state, or None."""
        with self._lock:
            return self._kept.get(key)

    def put(self, key: Hashable, kept: K) -> None:
        """Keeps it in place of what stood there; what was used longest ago goes when there is too much."""
        with self._lock:
            self._kept.pop(key, None)
            if kept.size <= self._kept.maxsize:
                self._kept[key] = kept
            while len(self._kept) > MOST:
                self._kept.popitem()

    def drop(self, key: Hashable) -> None:
        """Forgets a key."""
        with self._lock:
            self._kept.pop(key, None)

    def clear(self) -> None:
        """Forgets everything."""
        with self._lock:
            self._kept.clear()

    @property
    def size(self) -> int:
        """About how many bytes are kept."""
        return int(self._kept.currsize)

    def __len__(self) -> int:
        return len(self._kept)


for_acts: Store[KeptTable] = Store(settings.TABLES_KEPT_MB)
for_views: Store[KeptView] = Store(settings.TABLES_KEPT_MB)


def state_of(game: Game) -> Hashable:
    """Returns the state of a game's record as its row has it: the hash covers every event with its position. None for records without
    hashes, which are not cached.
    """
    return (game.public_id, game.version, game.head) if game.head else None


def apart(wall: Position, live: Position) -> tuple[Position, Position]:
    """Returns copies of two positions, one copy for both if they are the same object."""
    copy = wall.copy()
    return copy, copy if live is wall else live.copy()


def clear() -> None:
    """Empties the cache."""
    for_acts.clear()
    for_views.clear()
