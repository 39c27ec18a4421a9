"""The chronicle of a finished game from one perspective: either side's, or with everything open.

It is made of the entries that a replay shows and of the board at the ends of years. The last ones made are kept in
memory under the fingerprint of the record: a game that a reviewer took back or ruled otherwise gets another.
"""

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from threading import Lock

from cachetools import LRUCache
from django.contrib.auth.models import AnonymousUser

from games.access import Access, Perspective
from games.chronicle.years import Reader, Year
from games.errors import NotOver, NotStarted
from games.models import Game, GameAnalysis
from games.services.record.facts import facts_as_owners_see, visible_facts
from games.services.views import history
from games.shapes import FactJson, JsonObject
from games.words_analysis import AnalysisJson
from rules import game as rules
from rules.atlas import SIDES
from rules.game import VERSION
from rules.position import Position

MOST_KEPT = 60
"""Chronicles that a process keeps, some 30 KB each."""

_kept: LRUCache[Hashable, "Chronicle"] = LRUCache(MOST_KEPT)
_lock = Lock()


@dataclass(frozen=True, slots=True)
class Board:
    """The board at a year's end: blocks by town and side, names of those whom the reader knows, and who holds which
    city.
    """

    counts: dict[str, dict[str, int]]
    known: dict[str, list[str]]
    cities: dict[str, str]


@dataclass(frozen=True, slots=True)
class Chronicle:
    """The years of a game, with the board at its start and at the end of each."""

    edition: str
    start: Board
    years: list[tuple[Year, Board]]


def chronicle_of(access: Access, perspective: Perspective) -> Chronicle:
    """Returns the chronicle of a finished game. Raises NotOver, and NotStarted for one without a position."""
    game = access.game
    if game.status != Game.Status.OVER:
        raise NotOver
    key = game.pk, game.version, game.head, VERSION, perspective
    with _lock:
        found = _kept.get(key)
    if found is None:
        found = _make(Access(game, access.seats, AnonymousUser()), perspective)
        with _lock:
            _kept[key] = found
    return found


def analysis_of(access: Access, perspective: Perspective) -> AnalysisJson | None:
    """Returns the analysis where it has been made. It rests on what both sides hid, so it is shown with everything open
    alone.
    """
    if not perspective.everything:
        return None
    row = GameAnalysis.objects.filter(game=access.game, stamp=access.game.stamp, state=GameAnalysis.State.MADE).first()
    return row.found if row else None


def _make(access: Access, perspective: Perspective) -> Chronicle:
    walls = access.game.snapshots.walls()
    if not walls:
        raise NotStarted
    first = walls[min(walls)]
    years = Reader(first["year"]).read(_entries(access, perspective))
    boards = [
        _stored_board(walls[max((seq for seq in walls if seq <= year.last), default=min(walls))], perspective)
        for year in years
    ]
    edition = access.game.ruleset.get("edition", "2.0")
    return Chronicle(edition, _stored_board(first, perspective), list(zip(years, boards, strict=True)))


def _entries(access: Access, perspective: Perspective) -> Iterator[tuple[int, Sequence[FactJson]]]:
    lines = (
        history.record_lines(access) if perspective.everything else history.history_lines(access, perspective.viewer)
    )
    events = {event.seq: event for event in access.game.events.order_by("seq")}
    for line in lines:
        if not line.undone:
            event = events[line.seq]
            yield (
                line.visible_at,
                facts_as_owners_see(event) if perspective.everything else visible_facts(event, perspective.viewer),
            )


def _stored_board(stored: JsonObject, perspective: Perspective) -> Board:
    return board_of(Position.from_json(stored), perspective)


def board_of(position: Position, perspective: Perspective) -> Board:
    """Returns the board of a position. The end of a game opens everything: so names are taken of the reader's own
    blocks alone, and of others their number.
    """
    view = rules.recall(position, perspective.viewer, everything=perspective.everything)
    counts: dict[str, dict[str, int]] = {}
    known: dict[str, list[str]] = {}
    for town, here in view["map"].items():
        for stack in here["stacks"]:
            at = counts.setdefault(town, dict.fromkeys(SIDES, 0))
            at[stack["side"]] += stack["count"]
            if perspective.everything or stack["side"] == perspective.viewer:
                known.setdefault(town, []).extend(block["id"] for block in stack["blocks"])
    return Board(counts, known, dict(view["cities"]))
