"""The history of a game for each viewer.

A viewer's history is numbered 1, 2, 3 ... for that viewer. Own acts stand where they happened, taken back or not. Acts
of the other side join it at the wall behind which they became visible, with the time of that wall; acts taken back
never do. So neither the numbers nor the times tell what the other side tried. Asides, such as offers, stand where they
happened in everybody's history.
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from threading import Lock

from cachetools import LRUCache
from django.utils import timezone, translation

from games.access import Access, Perspective, Viewer
from games.errors import NotOver
from games.models import Game, GameEvent
from games.services.record.numbering import SHOWN, Line, Row, TakenBack, number_lines
from games.services.views import holdings
from games.services.views.view import all_facts_of, facts_of
from games.shapes import FactJson, HistoryEntry

MOST_KEPT = 4_000
"""Entries that a process keeps as they were told last: those of thirty long games, about 10 MB."""


def history_lines(access: Access, viewer: Viewer) -> list[Line]:
    """Returns the viewer's whole history, without contents."""
    rows = access.game.events.order_by("seq").values_list("seq", "kind", "side", "wall", SHOWN[viewer])
    return number_lines((Row(*row) for row in rows), viewer, TakenBack.of_game(access.game))


def record_lines(access: Access) -> list[Line]:
    """Returns the whole record as lines, numbered as recorded. Raises NotOver while the game runs."""
    if access.game.status != Game.Status.OVER:
        raise NotOver
    taken_back = TakenBack.of_game(access.game)
    return [
        Line(seq, seq, seq, seq in taken_back)
        for seq in access.game.events.order_by("seq").values_list("seq", flat=True)
    ]


def entries(
    access: Access,
    viewer: Viewer,
    chosen: Sequence[Line],
    *,
    everything: bool = False,
    known: Mapping[int, GameEvent] | None = None,
    marks: Mapping[int, bytes] | None = None,
) -> list[HistoryEntry]:
    """Returns these lines with the facts that the viewer may see; with `everything`, all facts and every draw.

    `known` are events that need not be read again; entries of events whose hashes are in `marks` are made once for all
    who may read them.
    """
    marks = {} if marks is None or everything else marks
    kept = kept_entries.of(access, viewer, chosen, marks)
    made = _make_entries(
        access, viewer, [line for line in chosen if line not in kept], known or {}, everything=everything
    )
    kept_entries.keep(access, viewer, made, marks)
    kept |= made
    return [{"n": line.number, **kept[line], "undone": line.undone} for line in chosen]


def _make_entries(
    access: Access, viewer: Viewer, lines: Sequence[Line], known: Mapping[int, GameEvent], *, everything: bool
) -> dict[Line, HistoryEntry]:
    """Returns the entries of these lines, made of `known` events and of those that are still to be read."""
    events = dict(known)
    wanted = ({line.seq for line in lines} | {line.visible_at for line in lines}) - events.keys()
    if wanted:
        events |= {event.seq: event for event in access.game.events.filter(seq__in=wanted)}
    changed = {} if everything else holdings.changes(access.game, [events[line.seq] for line in lines])
    return {
        line: _entry(
            access, events[line.seq], events[line.visible_at], viewer, changed.get(line.seq, ()), everything=everything
        )
        for line in lines
    }


class KeptEntries:
    """Entries of histories as they were made, without their numbers, the least recently used first out.

    An entry depends on two events and the positions around the first. The record never changes these, and their hashes
    name them. It also depends on its reader: the viewer, whether they play that side, their language and time zone.
    """

    def __init__(self) -> None:
        self._kept: LRUCache[Hashable, HistoryEntry] = LRUCache(MOST_KEPT)
        self._lock = Lock()

    def of(
        self, access: Access, viewer: Viewer, lines: Iterable[Line], marks: Mapping[int, bytes]
    ) -> dict[Line, HistoryEntry]:
        """Returns the entries of these lines that are kept."""
        names = _cache_names(access, viewer, lines, marks)
        with self._lock:
            return {line: self._kept[name] for line, name in names.items() if name in self._kept}

    def keep(
        self, access: Access, viewer: Viewer, entries: Mapping[Line, HistoryEntry], marks: Mapping[int, bytes]
    ) -> None:
        """Keeps the entries whose events have hashes."""
        names = _cache_names(access, viewer, entries, marks)
        with self._lock:
            for line, name in names.items():
                self._kept[name] = entries[line]

    def clear(self) -> None:
        """Forgets all of them."""
        with self._lock:
            self._kept.clear()


kept_entries = KeptEntries()


def _cache_names(
    access: Access, viewer: Viewer, lines: Iterable[Line], marks: Mapping[int, bytes]
) -> dict[Line, Hashable]:
    """Returns under which names entries are kept: none where an event was recorded without a hash."""
    if not marks:
        return {}
    reader = viewer, viewer in access.sides, translation.get_language(), timezone.get_current_timezone_name()
    names: dict[Line, Hashable] = {}
    for line in lines:
        event, shown = marks.get(line.seq), marks.get(line.visible_at)
        if event and shown:
            names[line] = (access.game.public_id, line.seq, line.visible_at, event, shown, reader)
    return names


def _entry(
    access: Access, event: GameEvent, shown: GameEvent, viewer: Viewer, changed: Sequence[FactJson], *, everything: bool
) -> HistoryEntry:
    """Returns a line of the history: the facts that the viewer may see, and of own acts the action."""
    sides = access.sides
    entry: HistoryEntry = {
        "at": shown.created_at.isoformat(),
        "side": event.side or None,
        "kind": event.kind,
        "undone": False,
        "events": holdings.with_changes(
            facts_of(event, viewer, own=viewer in sides, solo=access.game.solo),
            changed,
            None if access.game.solo else viewer,
        ),
    }
    own = event.side in sides and (everything or viewer == event.side)
    if own and event.by_orders:
        entry["by-orders"] = True  # to everybody else it looks like any decision of its owner
    if everything:
        entry |= {
            "events": event.events,
            "draws": event.draws,
            "action": event.payload,
            "rules-version": event.rules_version,
        }
    elif viewer is not None and event.side == viewer and event.kind == GameEvent.Kind.ACTION:
        entry["action"] = event.payload
    return entry


def entries_from(access: Access, perspective: Perspective, chosen: Sequence[Line]) -> list[HistoryEntry]:
    """Returns these lines as entries in words, from this perspective."""
    if not perspective.everything:
        return entries(access, perspective.viewer, chosen)
    events = {event.seq: event for event in access.game.events.filter(seq__in=[line.seq for line in chosen])}
    changed = holdings.changes(access.game, events.values())
    return [_open_entry(line, events[line.seq], changed.get(line.seq, ())) for line in chosen]


def _open_entry(line: Line, event: GameEvent, changed: Sequence[FactJson]) -> HistoryEntry:
    """Returns a line of a finished game's history, which everybody may read."""
    facts = holdings.with_changes(all_facts_of(event), changed, None)
    at = event.created_at.isoformat()
    return {
        "n": line.number,
        "at": at,
        "side": event.side or None,
        "kind": event.kind,
        "undone": line.undone,
        "events": facts,
    }
