"""Figures of a finished game: its length, its hand-overs, and the response times of each side.

Of finished games only: in a running one the time at which a side decided on its cards, say, is not for the other to know.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from django.db import transaction

from games.calendars import Calendar, Snapshot
from games.models import Figures, Game, GameEvent
from games.models.game import SIDES
from games.services.clocks import clocks
from games.services.record.state import undone
from rules.position import Position


@dataclass(frozen=True, slots=True)
class Wall:
    """An event behind which nothing is taken back: its number, its time, and who is awaited after it."""

    seq: int
    at: datetime
    awaited: frozenset[str]


@dataclass(frozen=True, slots=True)
class Act:
    """Something a side did, not taken back."""

    seq: int
    at: datetime
    side: str
    by_orders: bool


@dataclass(slots=True)
class Waits:
    """How often the game came to wait for a side, and the seconds until it had decided, each time that it did so by hand."""

    handovers: int = 0
    seconds: dict[str, list[int]] = field(default_factory=lambda: {side: [] for side in SIDES})


STOPS = {"pause-begun": "pause-ended", "clocks-frozen": "clocks-resumed"}
"""What stops the time of both sides, and what lets it go on."""
ALWAYS = Calendar()


def waits_of(walls: Iterable[Wall], acts: Iterable[Act], calendars: Mapping[str, Calendar] | None = None) -> Waits:
    """Each wait runs from the wall that handed over to the side's last act before the wall that took over: what the other side needs
    where both decide at once is not counted. What standing orders answered, or nobody, is a hand-over without a response time.

    `walls` and `acts` are in the order of their numbers. What the calendar of a side leaves out is not counted: pauses, vacations.
    """
    calendars = calendars or {}
    found = Waits()
    by_side: dict[str, list[Act]] = {side: [] for side in SIDES}
    for act in acts:
        by_side[act.side].append(act)
    since: dict[str, Wall] = {}
    for wall in walls:
        # A wall ends what both decided at once, and hands over anew to both when one joins who was not awaited.
        joined = len(since) > 1 or any(side not in since for side in wall.awaited)
        for side in list(since):
            if side not in wall.awaited or joined:
                began = since.pop(side)
                own = [act for act in by_side[side] if began.seq < act.seq <= wall.seq]
                by_side[side] = [act for act in by_side[side] if act.seq > wall.seq]
                if own and not own[-1].by_orders:
                    elapsed = calendars.get(side, ALWAYS).elapsed(began.at, own[-1].at)
                    found.seconds[side].append(round(elapsed.total_seconds()))
        for side in wall.awaited:
            if side not in since:
                since[side] = wall
                found.handovers += 1
    return found


def write(game: Game) -> Figures:
    """Takes the figures of a finished game from its record, in the place of older ones."""
    waits = waits_of(_walls(game), _acts(game), _calendars(game))
    with transaction.atomic():
        figures, _new = Figures.objects.update_or_create(
            game=game,
            defaults={
                "turns": _turns(game),
                "handovers": waits.handovers,
                "frank_seconds": waits.seconds["frank"],
                "saracen_seconds": waits.seconds["saracen"],
                "of_version": game.version,
            },
        )
    return figures


def _walls(game: Game) -> Iterable[Wall]:
    times: Mapping[int, datetime] = dict(game.events.filter(wall=True).values_list("seq", "created_at"))
    for seq, position in game.snapshots.walls().items():
        if seq in times:
            yield Wall(seq, times[seq], frozenset(Position.from_json(position).awaited))


def _acts(game: Game) -> list[Act]:
    events = game.events.order_by("seq")
    gone = undone(events.filter(kind=GameEvent.Kind.UNDO).only("game", "kind", "payload"))
    rows = events.filter(kind=GameEvent.Kind.ACTION).values_list("seq", "created_at", "side", "by_orders")
    return [Act(*row) for row in rows if row[0] not in gone]


def _calendars(game: Game) -> dict[str, Calendar]:
    """What does not count for each side: what its clock leaves out, pauses by consent, and the time of a dispute."""
    seats = list(game.seats.all())
    of_seats = clocks.calendars_of([(game, seats)])
    stops = _stops(game)
    return {seat.side: Calendar(of_seats[seat.pk].weekend_zone, (*of_seats[seat.pk].away, *stops)) for seat in seats}


def _stops(game: Game) -> list[Snapshot]:
    found: list[Snapshot] = []
    since: dict[str, datetime] = {}
    rows = game.events.filter(kind__in=(GameEvent.Kind.SYSTEM, GameEvent.Kind.STAFF)).order_by("seq").values_list("created_at", "events")
    for at, facts in rows:
        for fact in facts:
            for begins, ends in STOPS.items():
                if fact.get("type") == begins:
                    since.setdefault(begins, at)
                elif fact.get("type") == ends and begins in since:
                    # Who ends a pause gives notice: it lasts until then.
                    until = datetime.fromisoformat(fact["until"]) if "until" in fact else at
                    found.append((since.pop(begins), until))
    return [*found, *((began, game.ended_at) for began in since.values() if game.ended_at)]


def _turns(game: Game) -> int:
    """How many game turns were begun, six in a year with winter."""
    if game.year is None:
        return 0
    return max(0, (game.year - 1187) * 6 + (game.turn or 0))
