"""An in-process cache of replays of finished games.

Making a page of a replay folds its actions and puts each entry into words, which takes fifty times what most requests
take. A finished game does not change, and its readers look at all of it. So the pages are cached, compressed and in
pieces of twenty entries, the least recently used first out. Nothing is kept of running games.

A page depends on the game and its version (a game that is taken up again gets another), and on the perspective. It
depends on the sides the reader played, since owners are told what their standing orders did, and on the language. All
of these are in the key.
"""

import json
import zlib
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from threading import Lock
from typing import TypeVar

from cachetools import TTLCache
from django.conf import settings
from django.utils.translation import get_language

from games.access import Access, Perspective
from games.models import Game
from games.services.record.numbering import Line
from games.services.views import replay
from games.shapes import View
from rules import game as rules_game

PIECE = 20
"""Entries that are made and kept together. Each piece begins with a whole view."""
KEPT_FOR = 600.0
"""Seconds. An entry may name a player who has left since."""

Kept = TypeVar("Kept")
_kept: TTLCache[tuple[Hashable, ...], bytes] = TTLCache(settings.REPLAYS_KEPT_MB * 2**20, KEPT_FOR, getsizeof=len)
_lock = Lock()


@dataclass(frozen=True, slots=True)
class Pages:
    """A page of entries as `replay.pages` gives them, the total for this perspective, and the number after which there
    are more.
    """

    count: int
    following: int | None
    pages: list[replay.ReplayPage]


def pages_after(access: Access, perspective: Perspective, *, after: int, limit: int) -> Pages:
    """Returns the entries after a number, as many as a page holds."""
    if access.game.status != Game.Status.OVER:
        return _pages_of_running(access, perspective, after, limit)
    known = [
        Line(*facts)
        for facts in _cached_json(
            access, perspective, "lines", lambda: list(map(_fields_of, replay.replay_lines(access, perspective)))
        )
    ]
    first = next((index for index, line in enumerate(known) if line.number > after), len(known))
    last = min(first + limit, len(known))
    found: list[replay.ReplayPage] = []
    view: View | None = None
    for start in range(first - first % PIECE, last, PIECE):
        for index, page in enumerate(_cached_piece(access, perspective, known, start), start):
            before = view
            view = replay.changed(view, page["changes"]) if view is not None and "changes" in page else page["view"]
            if first <= index < last:
                found.append(replay.page(page["entry"], before if found else None, view))
    return Pages(len(known), _number_to_go_on(known[first:last], known), found)


def _pages_of_running(access: Access, perspective: Perspective, after: int, limit: int) -> Pages:
    """Returns the entries of a running game after a number, made anew each time."""
    lines = replay.replay_lines(access, perspective)
    chosen = [line for line in lines if line.number > after][:limit]
    return Pages(len(lines), _number_to_go_on(chosen, lines), replay.pages(access, perspective, chosen))


def _number_to_go_on(chosen: list[Line], known: list[Line]) -> int | None:
    return chosen[-1].number if chosen and chosen[-1] != known[-1] else None


def marks(access: Access, perspective: Perspective) -> tuple[int, list[replay.ReplayMark]]:
    """Returns `replay.marks` of a finished game, from the cache."""
    if access.game.status != Game.Status.OVER:
        return replay.marks(access, perspective)
    count, found = _cached_json(access, perspective, "marks", lambda: replay.marks(access, perspective))
    return count, found


def clear() -> None:
    """Empties the cache."""
    with _lock:
        _kept.clear()


def _cached_piece(access: Access, perspective: Perspective, known: list[Line], start: int) -> list[replay.ReplayPage]:
    return _cached_json(
        access, perspective, start, lambda: replay.pages(access, perspective, known[start : start + PIECE])
    )


def _fields_of(line: Line) -> tuple[int, int, int, bool]:
    return line.number, line.seq, line.visible_at, line.undone


def _cached_json(access: Access, perspective: Perspective, what: str | int, make: Callable[[], Kept]) -> Kept:
    """Returns the cached JSON of the result of `make`. Two threads that miss at once both call it."""
    game = access.game
    key = (game.public_id, game.version, game.head, rules_game.VERSION, perspective, access.sides, get_language(), what)
    with _lock:
        packed = _kept.get(key)
    if packed is None:
        packed = zlib.compress(json.dumps(make(), ensure_ascii=False, separators=(",", ":")).encode(), level=1)
        if len(packed) <= _kept.maxsize:
            with _lock:
                _kept[key] = packed
    found: Kept = json.loads(zlib.decompress(packed))
    return found
