"""Numbers the entries of a viewer's history: which events make one, behind which wall, and how many there are at a
wall.

Which events were taken back, by players or by staff, is found here too (`TakenBack`).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from django.db import connection

from games.models import Game, GameEvent

SHOWN = {"frank": "shown_to_frank", "saracen": "shown_to_saracen", None: "shown_to_public"}
REWIND = "rewind"
"""The type of the staff event by which a game goes back to the position after the event that it names as `to`."""

_BETWEEN = """
SELECT seq, kind, side, wall, shown_to_frank, shown_to_saracen, shown_to_public FROM games_gameevent
WHERE game_id = %s AND seq > %s AND seq < %s ORDER BY seq
"""


class Row(NamedTuple):
    """An event without its contents, as numbering needs it.

    `shown` says whether it shows the viewer anything; `mark` is its hash, if it was asked for."""

    seq: int
    kind: str
    side: str
    wall: bool
    shown: bool
    mark: bytes = b""


def is_aside(kind: str, wall: bool) -> bool:
    """Whether an event is beside the board and can be seen at once (docs/glossary.md)."""
    return not wall and kind in (GameEvent.Kind.SYSTEM, GameEvent.Kind.STAFF)


@dataclass(frozen=True, slots=True)
class TakenBack:
    """The events of a game that were taken back: by players' undo events, and by staff's rewinds."""

    undone: dict[int, int]
    """Events that players took back, each with the undo event that did it."""
    rewinds: dict[int, int]
    """Staff's rewinds, each with the event after which all up to the rewind are taken back."""

    @classmethod
    def by(cls, events: Iterable[GameEvent]) -> "TakenBack":
        """Finds what the undo events and rewinds among these events took back."""
        undone: dict[int, int] = {}
        rewinds: dict[int, int] = {}
        for event in events:
            if event.kind == GameEvent.Kind.UNDO:
                undone |= dict.fromkeys(event.payload["undoes"], event.seq)
            elif event.kind == GameEvent.Kind.STAFF and event.payload.get("type") == REWIND:
                rewinds[event.seq] = event.payload["to"]
        return cls(undone, rewinds)

    @classmethod
    def of_game(cls, game: Game) -> "TakenBack":
        """Reads what was taken back in a whole game."""
        return cls.by(game.events.filter(kind__in=_TAKING_BACK).only("game", "seq", "kind", "payload"))

    @classmethod
    def among(cls, game: Game, rows: Iterable["EventRow | Row"]) -> "TakenBack":
        """Reads what these events of a game took back. Sends no statement if none of them can have."""
        numbers = [row[0] for row in rows if row[1] in _TAKING_BACK]
        return cls.by(game.events.filter(seq__in=numbers).only("game", "seq", "kind", "payload") if numbers else ())

    def __contains__(self, seq: int) -> bool:
        return seq in self.undone or any(to < seq < rewind for rewind, to in self.rewinds.items())


_TAKING_BACK = (GameEvent.Kind.UNDO, GameEvent.Kind.STAFF)


@dataclass(frozen=True, slots=True)
class Line:
    """One entry of a viewer's history: the event, and the event at which it became visible."""

    number: int
    seq: int
    visible_at: int
    undone: bool


def number_lines(
    rows: Iterable[Row], viewer: str | None, taken_back: TakenBack, counts: Mapping[str, int] | None = None
) -> list[Line]:
    """Returns the numbered lines of the viewer's history for these events, which follow one another.

    They begin with the game's first event. With its `counts` they begin behind any wall up to the counted one, and end
    behind that.
    """
    visible = visible_events(rows, viewer, taken_back)
    before = counts[viewer_name(viewer)] - sum(at <= counts["seq"] for _, at in visible) if counts else 0
    return [Line(number, seq, at, seq in taken_back) for number, (seq, at) in enumerate(visible, start=before + 1)]


def visible_events(rows: Iterable[Row], viewer: str | None, taken_back: TakenBack) -> list[tuple[int, int]]:
    """Returns the events of a viewer's history in its order.

    Each as its number, and the number of the event at which it became visible.

    The events follow one another, from the first of the game or from behind a wall on. Own events and asides are
    visible at once, those of the other side at the next wall.
    """
    visible: list[tuple[int, int]] = []
    until_wall: list[int] = []
    for seq, kind, side, wall, shown, _mark in rows:
        own = viewer is not None and side == viewer
        if is_aside(kind, wall):
            visible += [(seq, seq)] if shown else []
            continue
        if seq in taken_back.rewinds:
            until_wall.clear()  # what was planned when staff took the game back never becomes known
        if not own and shown and kind != GameEvent.Kind.UNDO and seq not in taken_back.undone:
            until_wall.append(seq)
        if wall:
            visible += [(other, seq) for other in until_wall]
            until_wall.clear()
        if own:
            visible.append((seq, seq))
    return visible


EventRow = tuple[int, str, str, bool, bool, bool, bool]
"""Number, kind, side, wall, and whether it shows each viewer anything."""


def counts_after(game: Game, event: GameEvent) -> dict[str, int]:
    """Returns the length of each viewer's history after this wall, the latest event of the game, for
    `Game.history_counts`.
    """
    before = game.history_counts or {"seq": 0, **dict.fromkeys(map(viewer_name, SHOWN), 0)}
    rows: list[EventRow] = []
    if before["seq"] < event.seq - 1:
        with connection.cursor() as cursor:
            cursor.execute(_BETWEEN, [game.pk, before["seq"], event.seq])
            rows = cursor.fetchall()
    taken_back = TakenBack.among(game, rows)
    if event.payload.get("type") == REWIND:
        taken_back.rewinds[event.seq] = event.payload["to"]
    rows.append(
        (
            event.seq,
            event.kind,
            event.side,
            event.wall,
            event.shown_to_frank,
            event.shown_to_saracen,
            event.shown_to_public,
        )
    )
    counts = {"seq": event.seq}
    for place, viewer in enumerate(SHOWN):
        seen = [Row(seq, kind, side, wall, shown[place]) for seq, kind, side, wall, *shown in rows]
        counts[viewer_name(viewer)] = before[viewer_name(viewer)] + len(visible_events(seen, viewer, taken_back))
    return counts


def viewer_name(viewer: str | None) -> str:
    """Returns the name under which counts of a viewer are kept."""
    return viewer or "public"
