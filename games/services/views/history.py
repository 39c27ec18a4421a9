"""The history of a game for each viewer.

A viewer's history is numbered 1, 2, 3 ... for that viewer. Own acts stand where they happened, taken back or not. Acts of the other
side join it at the wall behind which they became visible, with the time of that wall; acts taken back never do. So neither the
numbers nor the times tell what the other side tried. Asides, such as offers, stand where they happened in everybody's history.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from games.access import Access, Perspective, Viewer
from games.errors import NotOver
from games.models import Game, GameEvent
from games.services.record.numbering import SHOWN, Row, unfold
from games.services.record.state import Rewound, undone
from games.services.views.view import all_facts_of, facts_of
from games.shapes import Json
from games.statements import Statement


@dataclass(frozen=True, slots=True)
class Line:
    """One entry of a viewer's history: the event, and the event at which it became visible."""

    number: int
    seq: int
    visible_at: int
    undone: bool


def lines(access: Access, viewer: Viewer) -> list[Line]:
    """Returns the viewer's whole history, without contents."""
    rows = access.game.events.order_by("seq").values_list("seq", "kind", "side", "wall", SHOWN[viewer])
    gone, rewound = _taken_back(access.game)
    visible = unfold((Row(*row) for row in rows), viewer, gone, rewound.ends)
    return [Line(number, seq, at, seq in gone or seq in rewound) for number, (seq, at) in enumerate(visible, start=1)]


def whole(access: Access) -> list[Line]:
    """Returns the whole record as lines, numbered as recorded. Raises NotOver while the game runs."""
    if access.game.status != Game.Status.OVER:
        raise NotOver
    gone = taken_back(access.game)
    return [Line(seq, seq, seq, seq in gone) for seq in access.game.events.order_by("seq").values_list("seq", flat=True)]


def entries(
    access: Access,
    viewer: Viewer,
    chosen: Sequence[Line],
    *,
    everything: bool = False,
    known: Mapping[int, GameEvent] | None = None,
) -> list[Json]:
    """Returns these lines with the facts that the viewer may see; with `everything`, all facts and every draw. `known` are events that
    need not be read again.
    """
    events = dict(known or {})
    wanted = ({line.seq for line in chosen} | {line.visible_at for line in chosen}) - events.keys()
    if wanted:
        events |= {event.seq: event for event in _events(access.game, wanted)}
    return [_entry(access, line, events[line.seq], events[line.visible_at], viewer, everything=everything) for line in chosen]


_few = Statement(
    "SELECT {event} FROM games_gameevent event WHERE event.game_id = %(game)s AND event.seq IN (%(a)s, %(b)s, %(c)s, %(d)s)",
    event=GameEvent,
)


def _events(game: Game, numbers: Collection[int]) -> Iterable[GameEvent]:
    if len(numbers) > 4:
        return game.events.filter(seq__in=numbers)
    return _few.each(game=game.pk, **dict(zip("abcd", (*numbers, 0, 0, 0), strict=False)))  # no event is number 0


def _entry(access: Access, line: Line, event: GameEvent, shown: GameEvent, viewer: Viewer, *, everything: bool) -> Json:
    entry: Json = {
        "n": line.number,
        "at": shown.created_at.isoformat(),
        "side": event.side or None,
        "kind": event.kind,
        "undone": line.undone,
        "events": facts_of(event, viewer, own=viewer in access.sides),
    }
    own = event.side in access.sides and (everything or viewer == event.side)
    if own and event.by_orders:
        entry["by-orders"] = True  # to everybody else it looks like any decision of its owner
    if everything:
        entry |= {"events": event.events, "draws": event.draws, "action": event.payload, "rules-version": event.rules_version}
    elif viewer is not None and event.side == viewer and event.kind == GameEvent.Kind.ACTION:
        entry["action"] = event.payload
    return entry


def entries_from(access: Access, perspective: Perspective, chosen: Sequence[Line]) -> list[Json]:
    """Returns these lines as entries in words, from this perspective."""
    if not perspective.everything:
        return entries(access, perspective.viewer, chosen)
    events = {event.seq: event for event in access.game.events.filter(seq__in=[line.seq for line in chosen])}
    return [_open_entry(line, events[line.seq]) for line in chosen]


def _open_entry(line: Line, event: GameEvent) -> Json:
    facts = all_facts_of(event)
    at = event.created_at.isoformat()
    return {"n": line.number, "at": at, "side": event.side or None, "kind": event.kind, "undone": line.undone, "events": facts}


def taken_back(game: Game) -> set[int]:
    """Returns the numbers of events taken back by a player or by staff."""
    gone, rewound = _taken_back(game)
    return gone | rewound.numbers()


def _taken_back(game: Game) -> tuple[set[int], Rewound]:
    changes = list(game.events.filter(kind__in=(GameEvent.Kind.UNDO, GameEvent.Kind.STAFF)).only("game", "seq", "kind", "payload"))
    return undone(changes), Rewound.by(changes)
