"""Replays: the view after each entry of a viewer's history, in pages, and where turns and phases began.

A view is sent whole once, and then what the next ones change of it: a game of a thousand entries is some forty of its
views long.
"""

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NotRequired, TypedDict, cast

from games.access import Access, Perspective
from games.errors import EntryNotFound
from games.models import GameEvent
from games.services.record.numbering import Line
from games.services.record.state import actions_not_undone, fold
from games.services.views import history
from games.services.views.view import with_text
from games.shapes import HistoryEntry, Json, TownJson, View
from rules import game
from rules.position import Position


class ViewChanges(TypedDict):
    """The difference of two views: names with new values, and towns with theirs, None for empty ones."""

    set: dict[str, object]
    map: NotRequired[dict[str, TownJson | None]]


class ReplayPage(TypedDict):
    """One line of a replay: its entry, with the whole view or the changes from the view before."""

    entry: HistoryEntry
    view: NotRequired[View | None]
    changes: NotRequired[ViewChanges]


class ReplayMark(TypedDict):
    """The entry with which a turn, a phase or a battle began."""

    n: int
    year: int
    turn: int
    phase: str
    battle: str | None


def replay_lines(access: Access, perspective: Perspective) -> list[Line]:
    """Returns the history from this perspective: numbered for its viewer, or for `all` as recorded."""
    return history.record_lines(access) if perspective.everything else history.history_lines(access, perspective.viewer)


def pages(access: Access, perspective: Perspective, chosen: Sequence[Line]) -> list[ReplayPage]:
    """Returns these lines as `{"entry", "view"}` or `{"entry", "changes"}`: a whole view if the line before had none,
    else the changes.

    The view is None for what happened before there was a position.
    """
    found = []
    before: View | None = None
    entries = history.entries_from(access, perspective, chosen)
    for entry, view in zip(entries, views(access, perspective, chosen), strict=True):
        found.append(page(entry, before, view))
        before = view
    return found


def page(entry: HistoryEntry, before: View | None, view: View | None) -> ReplayPage:
    """Returns one line of a replay: its entry with the whole view, or with the changes from the view before."""
    if before is None or view is None:
        return {"entry": entry, "view": view}
    return {"entry": entry, "changes": changes(before, view)}


def view_at(access: Access, perspective: Perspective, line: Line) -> View:
    """Returns the view after one line. Raises EntryNotFound if there was no position yet."""
    view = next(views(access, perspective, [line]))
    if view is None:
        raise EntryNotFound
    return view


def position_at(access: Access, perspective: Perspective, line: Line) -> Position | None:
    """Returns the true position behind the view after one line; None before the first."""
    return _Past.load(access, perspective, [line]).after(line)


def views(access: Access, perspective: Perspective, chosen: Sequence[Line]) -> Iterator[View | None]:
    """Returns the view after each of these lines, in order, from this perspective, without offers; None before the
    first position.

    Own plans are shown as they stood then. Those of the other side join when a wall has disclosed them: an entry of
    theirs shows what it did, and the own plans before it.
    """
    if not chosen:
        return
    past = _Past.load(access, perspective, chosen)
    for line in chosen:
        position = past.after(line)
        if position is None:
            yield None
            continue
        view = cast(View, game.recall(position, perspective.viewer, everything=perspective.everything))
        yield with_text({**view, "game": str(access.game.public_id), "n": line.number})


@dataclass
class _Past:
    """The walls and events of a game that a range of its history needs."""

    perspective: Perspective
    walls: list[int]
    positions: dict[int, Json]
    events: list[GameEvent]
    folded: tuple[tuple[int, ...], Position] | None = None
    """The position made last, and what it was made of: a wall, and the actions since."""

    @classmethod
    def load(cls, access: Access, perspective: Perspective, chosen: Sequence[Line]) -> "_Past":
        """Loads the walls around these lines, and the events from the wall before the first to the last."""
        first, last = min(line.seq for line in chosen), max(line.visible_at for line in chosen)
        found = access.game.snapshots.walls_from(first, last)
        start = min((seq for seq in found if seq <= first), default=0)
        events = access.game.events.filter(seq__gt=start, seq__lte=last).order_by("seq")
        return cls(
            perspective, list(found), found, list(events.only("game", "seq", "kind", "side", "payload", "draws"))
        )

    def after(self, line: Line) -> Position | None:
        """Returns the position after a line, as this viewer knew it; None before the first."""
        base, disclosed = self._last_wall(line.seq), self._last_wall(line.visible_at)
        if not base:
            return None
        since = [event for event in self.events if base < event.seq <= line.visible_at]
        shown = [event for event in actions_not_undone(since) if event.seq <= line.seq and self._sees(event, disclosed)]
        made_of = (base, *(event.seq for event in shown))
        if self.folded and self.folded[0] == made_of[:-1]:
            position = fold(self.folded[1], shown[-1:])
        elif self.folded and self.folded[0] == made_of:
            position = self.folded[1]
        else:
            position = fold(Position.from_json(self.positions[base]), shown)
        self.folded = (made_of, position)
        return position

    def _last_wall(self, seq: int) -> int:
        """Returns the last wall up to here; 0 before the first."""
        found = bisect_right(self.walls, seq)
        return self.walls[found - 1] if found else 0

    def _sees(self, event: GameEvent, disclosed: int) -> bool:
        """Whether the viewer knows of an event, when walls up to `disclosed` are past."""
        return self.perspective.everything or event.side == self.perspective.viewer or event.seq <= disclosed


def changes(before: View, after: View) -> ViewChanges:
    """Returns the difference of two views: `set`, names with new values, and `map`, towns with theirs, None for empty
    ones.

    Both views have the same names.
    """
    old_values: Mapping[str, object] = before
    found: ViewChanges = {
        "set": {name: value for name, value in after.items() if name != "map" and old_values[name] != value}
    }
    old, new = before["map"], after["map"]
    towns = {town: new.get(town) for town in {**old, **new} if old.get(town) != new.get(town)}
    if towns:
        found["map"] = towns
    return found


def changed(before: View, change: ViewChanges) -> View:
    """Applies the result of `changes` to a view."""
    towns = {town: blocks for town, blocks in {**before["map"], **change.get("map", {})}.items() if blocks is not None}
    return cast(View, {**before, **change["set"], "map": towns})


def marks(access: Access, perspective: Perspective) -> tuple[int, list[ReplayMark]]:
    """Returns the number of entries, and where turns, phases and battles began.

    They change at walls only, which everybody knows of.
    """
    positions = access.game.snapshots.walls().items()
    walls = [(seq, (at["year"], at["turn"], at["phase"], at.get("battle", {}).get("town"))) for seq, at in positions]
    seqs = [seq for seq, _ in walls]
    found: list[ReplayMark] = []
    before: tuple[object, ...] | None = None
    known = replay_lines(access, perspective)
    for line in known:
        index = bisect_right(seqs, line.seq)
        if not index:
            continue
        here = walls[index - 1][1]
        if here != before:
            year, turn, phase, battle = here
            found.append({"n": line.number, "year": year, "turn": turn, "phase": phase, "battle": battle})
        before = here
    return len(known), found
