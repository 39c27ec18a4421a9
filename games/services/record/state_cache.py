"""An in-process cache of game states: the latest positions of games, already read and unpacked.

No rule and no record rests on it. A cached state names the game, the number of its last event and the hash of its
record up to there. It is used only where the game's row, just read, says the same. So an act of another process makes
it stale. It is kept once its transaction is committed and dropped with any error. Callers get copies of its positions,
without the legal actions, which may take ten times the memory of the rest and are found anew as they are for a position
that was just read.

Views are cached apart from plans, under the versions that their viewer knows. Neither what is found here nor how long
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
"""At most, as `tests/games/test_state_cache.py` measures: of a position, of the JSON of a snapshot, of a plan."""
MOST = 1_000
"""States of each kind, however small they are."""


class Plan(NamedTuple):
    """A provisional action: its number, and the side that may take it back."""

    seq: int
    side: str


class Kept(Protocol):
    @property
    def revision(self) -> Hashable:
        """The key of its validity: equal revisions mean the same content."""

    @property
    def size(self) -> int:
        """About how many bytes it takes."""


K = TypeVar("K", bound=Kept)


@dataclass(frozen=True, slots=True)
class CachedState:
    """A cached state with all plans, for acts."""

    revision: Hashable
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
class CachedView:
    """A cached state with one viewer's plans, for views."""

    revision: Hashable
    wall: Position
    live: Position
    plans: tuple[Plan, ...]

    @property
    def size(self) -> int:
        return (1 if self.live is self.wall else 2) * POSITION_BYTES + len(self.plans) * PLAN_BYTES


class Store(Generic[K]):
    """A cache by game, least recently used first out, limited in bytes. Returns an entry only if its revision is the
    one asked for.
    """

    def __init__(self, megabytes: float) -> None:
        self._kept: LRUCache[Hashable, K] = LRUCache(int(megabytes * 2**20), getsizeof=lambda kept: kept.size)
        self._lock = Lock()

    def take(self, key: Hashable, revision: Hashable) -> K | None:
        """Returns what is kept under a key if it has this revision, else None."""
        kept = self.look(key)
        return kept if kept is not None and kept.revision == revision else None

    def look(self, key: Hashable) -> K | None:
        """Returns what is kept under a key, of whatever revision, or None."""
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


for_acts: Store[CachedState] = Store(settings.STATE_CACHE_MB)
for_views: Store[CachedView] = Store(settings.STATE_CACHE_MB)


def revision_of(game: Game) -> Hashable:
    """Returns the revision of a game's record as its row has it: the hash covers every event with its position. None
    for records without hashes, which are not cached.
    """
    return (game.public_id, game.version, game.head) if game.head else None


def copy_positions(wall: Position, live: Position) -> tuple[Position, Position]:
    """Returns copies of two positions, one copy for both if they are the same object."""
    copy = wall.copy()
    return copy, copy if live is wall else live.copy()


def clear() -> None:
    """Empties the cache."""
    for_acts.clear()
    for_views.clear()
