"""Figures of a finished game: length, hand-overs, and each side's response times.

Of finished games only: in a running one the time at which a side decided on its cards, say, is not for the other to
know.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from django.db import transaction

from games.models import Figures, Game, GameEvent
from games.models.game import SIDES
from games.services.clocks import clocks
from games.services.record.numbering import TakenBack
from games.timekeeping.calendars import Calendar, Interval
from rules.position import Position


@dataclass(frozen=True, slots=True)
class Wall:
    """A wall's event: its number, its time, and the sides awaited after it."""

    seq: int
    at: datetime
    awaited: frozenset[str]


@dataclass(frozen=True, slots=True)
class PlayedAct:
    """An act of a side that was not taken back."""

    seq: int
    at: datetime
    side: str
    by_orders: bool


@dataclass(slots=True)
class Waits:
    """The number of hand-overs to a side, and its response times in seconds where it decided by hand."""

    handovers: int = 0
    seconds: dict[str, list[int]] = field(default_factory=lambda: {side: [] for side in SIDES})


STOPS = {
    "pause-begun": ("pause-ended", "pause-over"),
    "clocks-frozen": ("clocks-resumed",),
    "game-held": ("game-released",),
}
"""What stops the time of both sides, and what lets it go on."""
ALWAYS = Calendar()


def waits_of(
    walls: Iterable[Wall], acts: Iterable[PlayedAct], calendars: Mapping[str, Calendar] | None = None
) -> Waits:
    """Returns each side's waits.

    Each runs from the wall that handed over to the side's last act before the next wall, so that waiting for the other
    where both decide at once is not counted. Hand-overs answered by standing orders, or by nobody, have no response
    time.

    `walls` and `acts` are in the order of their numbers. What the calendar of a side leaves out is not counted: pauses,
    vacations.
    """
    calendars = calendars or {}
    found = Waits()
    by_side: dict[str, list[PlayedAct]] = {side: [] for side in SIDES}
    for act in acts:
        by_side[act.side].append(act)
    since: dict[str, Wall] = {}
    for wall in walls:
        # A wall ends what both decided at once, and hands over anew to both when one joins who was not awaited.
        joined = len(since) > 1 or any(side not in since for side in wall.awaited)
        for side in list(since):
            if side not in wall.awaited or joined:
                response = _response(by_side[side], since.pop(side), wall, calendars.get(side, ALWAYS))
                by_side[side] = [act for act in by_side[side] if act.seq > wall.seq]
                if response is not None:
                    found.seconds[side].append(response)
        asked = wall.awaited.difference(since)
        since.update(dict.fromkeys(asked, wall))
        found.handovers += len(asked)
    return found


def _response(acts: Iterable[PlayedAct], began: Wall, ended: Wall, calendar: Calendar) -> int | None:
    """The seconds to a side's last act between two walls; None where that was by standing orders, or there was none."""
    own = [act for act in acts if began.seq < act.seq <= ended.seq]
    if not own or own[-1].by_orders:
        return None
    return round(calendar.elapsed(began.at, own[-1].at).total_seconds())


def write(game: Game) -> Figures:
    """Computes and saves the figures of a finished game, replacing older ones."""
    waits = waits_of(_walls_of(game), _acts_of(game), _calendars(game))
    with transaction.atomic():
        figures, _new = Figures.objects.update_or_create(
            game=game,
            defaults={
                "turns": _count_turns(game),
                "handovers": waits.handovers,
                "frank_seconds": waits.seconds["frank"],
                "saracen_seconds": waits.seconds["saracen"],
                "of_version": game.version,
            },
        )
    return figures


def _walls_of(game: Game) -> Iterable[Wall]:
    """Yields the walls of a game: number, time, and the sides awaited behind it."""
    times: Mapping[int, datetime] = dict(game.events.filter(wall=True).values_list("seq", "created_at"))
    for seq, position in game.snapshots.walls().items():
        if seq in times:
            yield Wall(seq, times[seq], frozenset(Position.from_json(position).awaited))


def _acts_of(game: Game) -> list[PlayedAct]:
    """Returns the acts of a game that were not taken back."""
    events = game.events.order_by("seq")
    undone = TakenBack.by(events.filter(kind=GameEvent.Kind.UNDO).only("game", "seq", "kind", "payload")).undone
    rows = events.filter(kind=GameEvent.Kind.ACTION).values_list("seq", "created_at", "side", "by_orders")
    return [PlayedAct(*row) for row in rows if row[0] not in undone]


def _calendars(game: Game) -> dict[str, Calendar]:
    """Returns for each side the times that do not count: those its clock leaves out, pauses, freezes, and holds for the
    rules.
    """
    seats = list(game.seats.all())
    of_seats = clocks.calendars_of([(game, seats)])
    stops = _stops_of(game)
    return {seat.side: replace(of_seats[seat.pk], away=(*of_seats[seat.pk].away, *stops)) for seat in seats}


def _stops_of(game: Game) -> list[Interval]:
    """Returns the pauses, freezes and holds of a game."""
    found: list[Interval] = []
    since: dict[str, datetime] = {}
    rows = (
        game.events.filter(kind__in=(GameEvent.Kind.SYSTEM, GameEvent.Kind.STAFF))
        .order_by("seq")
        .values_list("created_at", "events")
    )
    for at, facts in rows:
        for fact in facts:
            for begins, ends in STOPS.items():
                if fact.get("type") == begins:
                    since.setdefault(begins, at)
                elif fact.get("type") in ends and begins in since:
                    # Who ends a pause gives notice: it lasts until then.
                    until = datetime.fromisoformat(fact["until"]) if "until" in fact else at
                    found.append((since.pop(begins), until))
    return [*found, *((began, game.ended_at) for began in since.values() if game.ended_at)]


def _count_turns(game: Game) -> int:
    """Returns how many game turns were begun, six a year and the winter."""
    if game.year is None:
        return 0
    return max(0, (game.year - 1187) * 6 + (game.turn or 0))
