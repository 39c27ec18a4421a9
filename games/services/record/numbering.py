"""Numbers the entries of a viewer's history: which events make one, behind which wall, and how many there are at a wall."""

from collections.abc import Collection, Iterable
from typing import NamedTuple

from django.db import connection

from games.models import Game, GameEvent
from games.shapes import Json

SHOWN = {"frank": "shown_to_frank", "saracen": "shown_to_saracen", None: "shown_to_public"}
REWIND = "rewind"
"""The type of the staff event by which a game goes back to the position after the event that it names as `to`."""

_BETWEEN = """
SELECT seq, kind, side, wall, shown_to_frank, shown_to_saracen, shown_to_public FROM games_gameevent
WHERE game_id = %s AND seq > %s AND seq < %s ORDER BY seq
"""


class Row(NamedTuple):
    """An event without its contents, as numbering needs it. `shown` says whether it shows the viewer anything; `mark` is its hash, if it
    was asked for."""

    seq: int
    kind: str
    side: str
    wall: bool
    shown: bool
    mark: bytes = b""


def is_aside(kind: str, wall: bool) -> bool:
    """Whether an event is beside the board and can be seen at once (docs/glossary.md)."""
    return not wall and kind in (GameEvent.Kind.SYSTEM, GameEvent.Kind.STAFF)


def unfold(rows: Iterable[Row], viewer: str | None, gone: Collection[int], rewinds: Collection[int]) -> list[tuple[int, int]]:
    """Returns the entries of the viewer's history for these events, in its order: each event with the one that made it visible.

    The events follow one another, from the first of the game or from behind a wall on. `gone` are those that players took back, `rewinds`
    those by which staff took the game back.
    """
    visible: list[tuple[int, int]] = []
    waiting: list[int] = []
    for seq, kind, side, wall, shown, _mark in rows:
        own = viewer is not None and side == viewer
        if is_aside(kind, wall):
            visible += [(seq, seq)] if shown else []
            continue
        if seq in rewinds:
            waiting.clear()  # what was planned when staff took the game back never becomes known
        if not own and shown and kind != GameEvent.Kind.UNDO and seq not in gone:
            waiting.append(seq)
        if wall:
            visible += [(other, seq) for other in waiting]
            waiting.clear()
        if own:
            visible.append((seq, seq))
    return visible


EventRow = tuple[int, str, str, bool, bool, bool, bool]
"""Number, kind, side, wall, and whether it shows each viewer anything."""


def counts_after(game: Game, event: GameEvent) -> Json:
    """Returns the length of each viewer's history after this wall, the latest event of the game, for `Game.history_counts`."""
    before = game.history_counts or {"seq": 0, **dict.fromkeys(map(name, SHOWN), 0)}
    rows: list[EventRow] = []
    if before["seq"] < event.seq - 1:
        with connection.cursor() as cursor:
            cursor.execute(_BETWEEN, [game.pk, before["seq"], event.seq])
            rows = cursor.fetchall()
    gone, rewinds = taken_back(game, rows)
    if event.payload.get("type") == REWIND:
        rewinds[event.seq] = event.payload["to"]
    rows.append((event.seq, event.kind, event.side, event.wall, event.shown_to_frank, event.shown_to_saracen, event.shown_to_public))
    counts = {"seq": event.seq}
    for place, viewer in enumerate(SHOWN):
        seen = [Row(seq, kind, side, wall, shown[place]) for seq, kind, side, wall, *shown in rows]
        counts[name(viewer)] = before[name(viewer)] + len(unfold(seen, viewer, gone.keys(), rewinds.keys()))
    return counts


def taken_back(game: Game, rows: Iterable[EventRow | Row]) -> tuple[dict[int, int], dict[int, int]]:
    """Returns which of these events players took back, with the event that did so; and staff's rewinds, with their targets."""
    numbers = [row[0] for row in rows if row[1] in (GameEvent.Kind.UNDO, GameEvent.Kind.STAFF)]
    gone: dict[int, int] = {}
    rewinds: dict[int, int] = {}
    if numbers:
        for event in game.events.filter(seq__in=numbers).only("game", "seq", "kind", "payload"):
            if event.kind == GameEvent.Kind.UNDO:
                gone |= dict.fromkeys(event.payload["undoes"], event.seq)
            elif event.payload.get("type") == REWIND:
                rewinds[event.seq] = event.payload["to"]
    return gone, rewinds


def name(viewer: str | None) -> str:
    """Returns the name under which counts of a viewer are kept."""
    return viewer or "public"
