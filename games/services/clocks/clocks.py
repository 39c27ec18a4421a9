"""The clocks of a game: reads them, and starts and stops them by events.

A clock is what was left at a moment and since when it runs; everything else is computed from that, exactly, whenever somebody asks. The
sweep of `games.services.sweeps.clock_reminders` rings, but no time depends on when it does.

A clock runs for a side that the game waits for: from the wall that handed over to it until the wall that ends its turn, which earns it
the increment. Provisional acts and taking back change nothing of that, with one exception: where both sides decide at once, a side that
has finished waits for the other, and is not charged for it. Nobody else is shown that before the wall (`TimedSeat`). Should it take its
decision back, it is charged as if it had never finished.

What changes clocks here is called with the game locked, in the transaction of its event.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from games import errors
from games.access import Access
from games.calendars import NOTHING, Calendar, zone_named
from games.models import Game, Seat, Vacation
from games.models.game import OTHER
from games.paces import PACES, Pace
from games.statements import Statement

CLOCK_FIELDS = ("time_left", "runs_since", "done_at", "time_saved", "time_at_turn", "rung", "rings_at")
HALF, MOST, ALL = 1, 2, 3
"""What has rung in a turn: at 50 %, at 80 %, at the end of the time."""
RINGS = {HALF: 0.5, MOST: 0.8, ALL: 1.0}


@dataclass(frozen=True, slots=True)
class Reading:
    """A clock at a moment, as one viewer may read it. `stopped` says why it stands still though the game waits: `pause`, `freeze`,
    `vacation` or `weekend`. `until` is when the time runs out if nothing else happens; None while that cannot be known.
    """

    left: timedelta
    running: bool
    stopped: str
    until: datetime | None


# --- reading -----------------------------------------------------------------------------------------------------------------


def pace_of(game: Game) -> Pace:
    """Returns the figures of a game's clocks."""
    return PACES[game.pace]


def has_clock(game: Game) -> bool:
    """Whether the game has clocks: solo games have none, nor has the pace without."""
    return not game.solo and pace_of(game).clocked


def calendars_of(games: Collection[tuple[Game, Collection[Seat]]]) -> dict[int, Calendar]:
    """Returns the calendar of each seat by its primary key, for many games with one query."""
    away = vacations_of(
        {seat.user_id for game, seats in games if pace_of(game).vacation for seat in seats if seat.user_id and seat.user_has_vacations}
    )
    return {
        seat.pk: Calendar(zone_named(game.weekend_zone), away.get(seat.user_id or 0, ()) if pace_of(game).vacation else ())
        for game, seats in games
        for seat in seats
    }


def vacations_of(users: Collection[int]) -> dict[int, tuple[tuple[datetime, datetime], ...]]:
    """Returns past, present and planned vacations of these people."""
    found: dict[int, tuple[tuple[datetime, datetime], ...]] = {}
    if users:
        one, *_, other = (*users, *users)
        vacations = _vacations_of_both.each(one=one, other=other) if len(users) <= 2 else Vacation.objects.filter(user__in=users)
        for vacation in vacations:
            found[vacation.user_id] = (*found.get(vacation.user_id, ()), (vacation.starts_at, vacation.ends_at))
    return found


_vacations_of_both = Statement("SELECT {away} FROM games_vacation away WHERE away.user_id IN (%(one)s, %(other)s)", away=Vacation)


def read(game: Game, seat: Seat, calendar: Calendar, now: datetime, *, own: bool) -> Reading | None:
    """Returns the reading of a clock for its owner, or with `own` false for everybody else. None if there is no clock."""
    if seat.time_left is None or not has_clock(game):
        return None
    left, since = seat.time_left, seat.runs_since
    stopped = stopped_by(game, now)
    if since is not None:
        end = seat.done_at if own and seat.done_at is not None else now
        left = left + seat.time_saved if own and seat.done_at is not None else left
        left -= calendar.elapsed(since, max(end, since))
        stopped = stopped or calendar.stopped_by(now)
    elif own and seat.done_at is not None:
        left += seat.time_saved
    left = max(left, NOTHING)
    waiting = seat.awaited_at_wall and not (own and seat.done_at is not None)
    running = waiting and since is not None and not stopped and left > NOTHING
    until = calendar.after(max(now, since), left) if waiting and since is not None else None
    return Reading(left, running, stopped if waiting else "", until)


def stopped_by(game: Game, now: datetime) -> str:
    """Why all clocks of a game stand still now: `freeze`, `pause` or empty."""
    return "freeze" if game.frozen_at is not None else "pause" if is_paused(game, now) else ""


def is_paused(game: Game, now: datetime) -> bool:
    """Whether the players have paused the clocks."""
    return game.paused_at is not None and (game.resume_at is None or now < game.resume_at)


def has_run_out(game: Game, seat: Seat, calendar: Calendar, now: datetime) -> bool:
    """Whether the game waits for this side and its time is zero."""
    reading = read(game, seat, calendar, now, own=True)
    return reading is not None and seat.awaited and seat.awaited_at_wall and reading.left <= NOTHING


# --- what happens ------------------------------------------------------------------------------------------------------------


def start_clocks(access: Access) -> None:
    """Gives both sides their reserve at the game's start. Clocks run from the first hand-over."""
    if has_clock(access.game):
        reserve = pace_of(access.game).reserve
        for seat in access.seats.values():
            seat.time_left = seat.time_at_turn = reserve
            Seat.objects.filter(pk=seat.pk).update(time_left=reserve, time_at_turn=reserve)


def follow_event(access: Access, *, asked: Collection[str], wall: bool, free: Collection[str], now: datetime) -> dict[str, list[str]]:
    """Stops, credits and starts clocks after each event that touches the position. Called by `record.append` once `awaited` of the seats
    is updated. Returns the names of the changed fields, by side, which the caller saves.

    `asked` are the sides that had been awaited at the wall before; `free` those whose turn earns no increment, because their standing
    orders answered, or because nobody acted but staff.
    """
    game, seats = access.game, access.seats
    calendars = calendars_of([(game, seats.values())]) if has_clock(game) else {}
    changed: dict[str, list[str]] = {}
    for side, seat in seats.items():
        before = _fields(seat)
        calendar = calendars.get(seat.pk)
        if wall:
            if calendar is not None and seat.time_left is not None:
                _pass_wall(game, seat, calendar, now, asked=asked, earns=side not in free)
        elif calendar is not None and seat.awaited_at_wall:
            if not seat.awaited and seat.done_at is None:
                seat.done_at = now
            elif seat.awaited:
                seat.done_at, seat.time_saved = None, NOTHING
        if calendar is not None:
            _set_rings_at(seat, calendar)
        changed[side] = [name for name, value in _fields(seat).items() if value != before[name]]
    return changed


def stop_clocks(access: Access, now: datetime) -> None:
    """Stops all clocks for a pause or freeze that begins now."""
    for seat, calendar in _clocks(access):
        _settle(seat, calendar, now)
        seat.runs_since = None


def go_on(access: Access, now: datetime) -> None:
    """Restarts the clocks of awaited sides after the state of a pause or freeze has changed."""
    start = _start(access.game, now)
    for seat, _calendar in _clocks(access):
        if seat.awaited_at_wall and seat.runs_since is None:
            seat.runs_since = start


def add_time(access: Access, side: str, amount: timedelta, now: datetime) -> None:
    """Adds time to a side's clock, beyond any cap.

    The turn counts as begun anew for what rings.
    """
    seat = access.seats[side]
    calendar = calendars_of([(access.game, [seat])])[seat.pk]
    _settle(seat, calendar, now)
    assert seat.time_left is not None, "asked before"
    real = max(seat.time_left + seat.time_saved, NOTHING) + amount
    seat.time_left = max(seat.time_left, NOTHING) + amount
    seat.time_saved = real - seat.time_left if seat.done_at is not None else NOTHING
    seat.time_at_turn, seat.rung = seat.time_left, 0


def keep_at_least(access: Access, least: Mapping[str, timedelta]) -> None:
    """Raises clocks below this much to it, running ones too. To be called before a seat changes hands, since elapsed time is counted by
    the calendar of its present player; then call `save_clocks`.
    """
    now = timezone.now()
    for seat, calendar in _clocks(access):
        _settle(seat, calendar, now)
        if seat.time_left is not None and seat.side in least:
            seat.time_left = max(seat.time_left, least[seat.side])
            seat.time_at_turn, seat.rung = seat.time_left, 0
    save_clocks(access)


def save_clocks(access: Access) -> None:
    """Saves clock columns and recomputes `rings_at`."""
    for seat, calendar in _clocks(access):
        _set_rings_at(seat, calendar)
        Seat.objects.filter(pk=seat.pk).update(**_fields(seat))


def next_ring(seat: Seat) -> int:
    """Returns the number of the reminder that is due next; the last one stays the last."""
    return min(seat.rung + 1, ALL)


# --- inside ------------------------------------------------------------------------------------------------------------------


def _pass_wall(game: Game, seat: Seat, calendar: Calendar, now: datetime, *, asked: Collection[str], earns: bool) -> None:
    _settle(seat, calendar, now)
    assert seat.time_left is not None
    left = max(seat.time_left + seat.time_saved, NOTHING)
    seat.done_at, seat.time_saved = None, NOTHING
    pace = pace_of(game)
    # Where both were asked, a wall ends what each of them had to decide.
    was_asked = seat.side in asked
    ended = was_asked and (len(asked) == 2 or not seat.awaited)
    if ended and earns and game.status == Game.Status.ACTIVE:
        left = max(left, min(left + pace.increment, pace.cap))
    if seat.awaited and (ended or not was_asked):
        seat.time_at_turn, seat.rung = left, 0
    seat.time_left = left
    if not seat.awaited:
        seat.runs_since = None
    elif seat.runs_since is None or not was_asked:
        seat.runs_since = _start(game, now)


def _start(game: Game, now: datetime) -> datetime | None:
    """Sets when a waiting clock starts: now, at the end of a pause, or not while that end is open."""
    if game.frozen_at is not None:
        return None
    if is_paused(game, now):
        return game.resume_at
    return now


def _settle(seat: Seat, calendar: Calendar, now: datetime) -> None:
    """Subtracts the time elapsed until now."""
    since = seat.runs_since
    if since is None or seat.time_left is None or now <= since:
        return
    seat.time_left -= calendar.elapsed(since, now)
    if seat.done_at is not None:
        seat.time_saved += calendar.elapsed(max(since, seat.done_at), now)
    seat.runs_since = now


def _set_rings_at(seat: Seat, calendar: Calendar) -> None:
    """Sets `rings_at`: when the clock's next reminder is due."""
    seat.rings_at = None
    if seat.runs_since is None or seat.done_at is not None or seat.rung >= ALL or seat.time_left is None or seat.time_at_turn is None:
        return
    rest = seat.time_at_turn * (1 - RINGS[next_ring(seat)])
    seat.rings_at = calendar.after(seat.runs_since, seat.time_left - rest)


def _clocks(access: Access) -> list[tuple[Seat, Calendar]]:
    if not has_clock(access.game):
        return []
    calendars = calendars_of([(access.game, access.seats.values())])
    return [(seat, calendars[seat.pk]) for seat in access.seats.values() if seat.time_left is not None]


def _fields(seat: Seat) -> dict[str, object]:
    return {name: getattr(seat, name) for name in CLOCK_FIELDS}


def set_rings_at_for(user_id: int) -> None:
    """Recomputes `rings_at` of a person's clocks after a change of their vacations."""
    seats = Seat.objects.filter(user=user_id, runs_since__isnull=False, game__status=Game.Status.ACTIVE).select_related("game")
    found = list(seats)
    calendars = calendars_of([(seat.game, [seat]) for seat in found])
    for seat in found:
        _set_rings_at(seat, calendars[seat.pk])
        Seat.objects.filter(pk=seat.pk, runs_since=seat.runs_since).update(rings_at=seat.rings_at)


def check_claim(access: Access, side: str, now: datetime) -> None:
    """Raises the reason why this side cannot claim the game now, if there is one.

    Whoever is awaited as well cannot: where both decide at once, the other may have finished, and an answer here would tell.
    """
    game, late = access.game, access.seats[OTHER[side]]
    if not has_clock(game):
        raise errors.NoClock
    if access.seats[side].awaited:
        raise errors.YourTurn
    if stopped_by(game, now):
        raise errors.ClocksStand
    calendar = calendars_of([(game, [late])])[late.pk]
    if not has_run_out(game, late, calendar, now):
        raise errors.NotRunOut
