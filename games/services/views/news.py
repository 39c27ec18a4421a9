"""News: the entries of a viewer's history that are new or have changed since a version.

They are the entries of `games.services.views.history`, to the byte, read from the end of the record. A game's row has
the number of entries of each viewer's history at a wall (`Game.history_counts`), and numbering goes on from there.
Nothing that others did since the last wall is read, so neither the news nor the time they take rest on it.
"""

import json
from collections.abc import Iterable
from typing import NamedTuple

from django.db import connection

from games.access import Access, Viewer
from games.models import Game, GameEvent
from games.models.packing import as_text
from games.services.record.numbering import SHOWN, Line, Row, TakenBack, number_lines
from games.services.views.history import entries
from games.shapes import HistoryEntry, News

MOST = 150
"""Entries that news hold. Who missed more gets the last ones, marked as `anew`."""
READ = (40, 400, 4000)
"""Events of the end of the record that are read, one number after the other until they are enough; then all are."""
ASIDES = (GameEvent.Kind.SYSTEM, GameEvent.Kind.STAFF)

_TAIL = """
SELECT seq, kind, side, wall, {shown}, hash_bytes FROM games_gameevent
WHERE game_id = %s AND seq <= %s AND (side = %s OR kind IN ('system', 'staff')
    OR seq <= (SELECT max(seq) FROM games_gameevent WHERE game_id = %s AND seq <= %s AND wall))
ORDER BY seq DESC LIMIT %s
"""


def news(access: Access, viewer: Viewer, since: int, known: Iterable[GameEvent] = ()) -> News:
    """Returns `{"anew", "entries"}`: entries that are new or have changed since the viewer's version `since`, by
    number.

    With `anew` nothing that was known before stands: the entries are the last of the history. So it is with `since` 0,
    after too many events, and where staff took the game back. `known` are events of just now, which need not be read.
    """
    return news_and_entries(access, viewer, since, known)[0]


def news_and_entries(
    access: Access, viewer: Viewer, since: int, known: Iterable[GameEvent] = ()
) -> tuple[News, dict[int, HistoryEntry]]:
    """Returns the news, and their entries by the numbers of the events that they tell of."""
    behind = access.version(viewer) - since
    if since > 0 and behind == 0:
        return {"anew": False, "entries": []}, {}
    end = _end_of_history(access, viewer, behind if since > 0 and behind > 0 else None)
    anew = end.fresh is None or len(end.fresh) > MOST
    chosen = end.lines[-MOST:] if end.fresh is None or anew else end.fresh
    at_hand = {event.seq: _as_stored(event) for event in known}
    found = entries(access, viewer, chosen, known=at_hand, marks=end.marks)
    return {"anew": anew, "entries": found}, {line.seq: entry for line, entry in zip(chosen, found, strict=True)}


class _End(NamedTuple):
    """The end of a viewer's history; what is new in it, None if all of it is; and the hashes of its events."""

    lines: list[Line]
    fresh: list[Line] | None
    marks: dict[int, bytes]


def _as_stored(event: GameEvent) -> GameEvent:
    """Returns the event as the database gives it back, with names in alphabetical order."""
    event.payload, event.events = (json.loads(as_text(value)) for value in (event.payload, event.events))
    return event


def _end_of_history(access: Access, viewer: Viewer, behind: int | None) -> _End:
    """Returns the end of the viewer's history, and what is new in it since they were so many versions `behind`: None if
    all of it is, because they know nothing, or because something earlier has changed as well.
    """
    game = access.game
    own = viewer if viewer in access.sides else None
    counted_up_to = (game.history_counts or {"seq": 0})["seq"]
    for limit in (*READ[behind is None :], game.version + 1):
        rows = _read_tail(access, viewer, limit)
        whole = len(rows) < limit
        first = _first_new_event(rows, behind, own)
        if behind is not None and not first and not whole:
            continue
        base = _numbering_base(rows, first, counted_up_to, whole=whole)
        if base is None:
            continue
        tail = _number_lines(game, viewer, rows, base)
        if not first and not whole and len(tail.lines) < MOST:
            continue
        if not first:
            return _End(tail.lines, None, tail.marks)
        if any(rewind >= first for rewind in tail.taken_back.rewinds):
            return _end_of_history(access, viewer, None)
        return _End(tail.lines, _changed_lines(tail, first), tail.marks)
    raise AssertionError("the whole record is enough")


def _numbering_base(rows: list[Row], first: int, counted_up_to: int, *, whole: bool) -> int | None:
    """Returns the event behind which lines are numbered: a counted wall, behind which nothing waits to become known.

    It is the last such wall before the `first` new event, or else the earliest that was read. It is 0, the start of the
    record, if the `whole` record was read and no wall is needed; None if too little was read.
    """
    walls = [row.seq for row in rows if row.wall and row.seq <= counted_up_to and (not first or row.seq < first)]
    if first and walls:
        return max(walls)
    return 0 if whole else min(walls, default=None)


class _Tail(NamedTuple):
    """The numbered lines behind a wall, what was taken back there, and the hashes."""

    lines: list[Line]
    taken_back: TakenBack
    marks: dict[int, bytes]


def _number_lines(game: Game, viewer: Viewer, rows: list[Row], base: int) -> _Tail:
    """Returns the lines behind the event `base` that the viewer may read, numbered on from what the game counts at its
    last wall.
    """
    found = [row for row in rows if row.seq > base]
    taken_back = TakenBack.among(game, found)
    lines = number_lines(found, viewer, taken_back, game.history_counts if base else None)
    return _Tail(lines, taken_back, {row.seq: row.mark for row in found})


def _changed_lines(tail: _Tail, first: int) -> list[Line]:
    """Returns the lines that became visible, or were taken back, by the `first` new event or a later one."""
    return [line for line in tail.lines if line.visible_at >= first or tail.taken_back.undone.get(line.seq, 0) >= first]


def _read_tail(access: Access, viewer: Viewer, limit: int) -> list[Row]:
    """Returns at most so many of the last events that the viewer may know of, in order.

    Behind the last wall these are their own and asides. What was done after the game was read is left out: it is the
    news of a later view, and here it would take the place of what led to this one.
    """
    game = access.game
    with connection.cursor() as cursor:
        cursor.execute(
            _TAIL.format(shown=SHOWN[viewer]),
            [game.pk, game.version, viewer or "nobody", game.pk, game.version, limit],
        )
        return [
            Row(seq, kind, side, wall, shown, bytes(mark))
            for seq, kind, side, wall, shown, mark in reversed(cursor.fetchall())
        ]


def _first_new_event(rows: list[Row], behind: int | None, own: Viewer) -> int:
    """Returns the number of the first among the last so many events that raised the viewer's version; 0 if it is
    older.
    """
    raising = [row.seq for row in rows if row.wall or row.kind in ASIDES or (own is not None and row.side == own)]
    return raising[-behind] if behind is not None and behind <= len(raising) else 0
