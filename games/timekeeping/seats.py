"""The clock of one seat: what is left, what was used, and what changes when it is asked, finishes, hands over, or is
stopped.

A clock is what was left and used at a moment and since when it runs; everything else is computed from that, exactly,
whenever somebody asks. Every seat of a game of two has one: without a reserve (`time_left` None) it counts what is used
alone.

Where both sides decide at once and one has finished, `done_at` says since when its clock really stands. To everybody
else it goes on. The time counted in vain gathers in `time_saved`, which is given back at the wall. A clock that stopped
before would tell that its owner has finished. Should it take its decision back, it is charged as if it had never
finished.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol

from games.timekeeping.calendars import NOTHING, Calendar

FIELDS = (
    "time_left",
    "runs_since",
    "done_at",
    "time_saved",
    "time_at_turn",
    "time_used",
    "used_at_turn",
    "rung",
    "rings_at",
)
HALF, MOST, ALL = 1, 2, 3
"""What has rung in a turn: at 50 %, at 80 %, at the end of the time."""
RINGS = {HALF: 0.5, MOST: 0.8, ALL: 1.0}


class SeatClock(Protocol):
    """The clock of a seat: the columns of `games.models.clock.TimedSeat`, and whether the game waits for the seat."""

    awaited: bool
    awaited_at_wall: bool
    time_left: timedelta | None
    runs_since: datetime | None
    done_at: datetime | None
    time_saved: timedelta
    time_at_turn: timedelta | None
    time_used: timedelta
    used_at_turn: timedelta
    rung: int
    rings_at: datetime | None


@dataclass(frozen=True, slots=True)
class ClockReading:
    """A clock at a moment, as one viewer may read it.

    `stopped` says why it stands still though the game waits: `pause`, `freeze`, `held`, `outage`, `vacation` or
    `weekend`. `until` is when the time runs out if nothing else happens; None while that cannot be known.
    """

    left: timedelta
    running: bool
    stopped: str
    until: datetime | None


def read(seat: SeatClock, calendar: Calendar, now: datetime, *, own: bool, stopped: str = "") -> ClockReading:
    """Returns the reading of a clock with a reserve for its owner, or with `own` false for everybody else.

    `stopped` says why all clocks of the game stand still.
    """
    assert seat.time_left is not None, "asked before"
    left, since = seat.time_left - _run(seat, calendar, now), seat.runs_since
    if own and seat.done_at is not None:
        left += _saved(seat, calendar, now)
    if since is not None:
        stopped = stopped or calendar.stopped_by(now)
    left = max(left, NOTHING)
    waiting = seat.awaited_at_wall and not (own and seat.done_at is not None)
    running = waiting and since is not None and not stopped and left > NOTHING
    until = calendar.after(max(now, since), left) if waiting and since is not None else None
    return ClockReading(left, running, stopped if waiting else "", until)


def used(seat: SeatClock, calendar: Calendar, now: datetime, *, own: bool) -> timedelta:
    """Returns the time for which this seat was asked in the whole game. For others (`own` false) it counts as not
    finished since the last wall.
    """
    spent = seat.time_used + _run(seat, calendar, now)
    return spent - _saved(seat, calendar, now) if own and seat.done_at is not None else spent


def _run(seat: SeatClock, calendar: Calendar, now: datetime) -> timedelta:
    """The time that the clock has counted since it was last settled."""
    return calendar.elapsed(seat.runs_since, now) if seat.runs_since is not None else NOTHING


def _saved(seat: SeatClock, calendar: Calendar, now: datetime) -> timedelta:
    """The time that the clock counted after the seat was done."""
    if seat.runs_since is None or seat.done_at is None:
        return seat.time_saved
    return seat.time_saved + calendar.elapsed(max(seat.runs_since, seat.done_at), now)


# --- what happens
# ------------------------------------------------------------------------------------------------------------


def begin(seat: SeatClock, reserve: timedelta) -> None:
    """Gives a seat its reserve at the game's start."""
    seat.time_left = seat.time_at_turn = reserve


def settle(seat: SeatClock, calendar: Calendar, now: datetime) -> None:
    """Subtracts the time elapsed until now, and adds it to what was used."""
    since = seat.runs_since
    if since is None or now <= since:
        return
    elapsed, saved = _run(seat, calendar, now), _saved(seat, calendar, now)
    if seat.time_left is not None:
        seat.time_left -= elapsed
    seat.time_used += elapsed
    seat.time_saved = saved
    seat.runs_since = now


def stop(seat: SeatClock, calendar: Calendar, now: datetime) -> None:
    """Stops the clock for a pause or freeze that begins now."""
    settle(seat, calendar, now)
    seat.runs_since = None


def go_on(seat: SeatClock, starts: datetime | None) -> None:
    """Restarts the clock of a seat that the game waits for; `starts` is None while something else stops all clocks."""
    if seat.awaited_at_wall and seat.runs_since is None:
        seat.runs_since = starts


def finish(seat: SeatClock, now: datetime) -> None:
    """Notes on the clock that the seat has finished its decision provisionally, or has taken that back."""
    if not seat.awaited_at_wall:
        return
    if not seat.awaited and seat.done_at is None:
        seat.done_at = now
    elif seat.awaited:
        seat.done_at, seat.time_saved = None, NOTHING


def pass_wall(
    seat: SeatClock, calendar: Calendar, now: datetime, *, was_asked: bool, with_other: bool, earned: timedelta,
    cap: timedelta,
    starts: datetime | None,
) -> None:  # fmt: skip
    """Settles a seat's clock at a wall: gives back time that was counted in vain, credits `earned` up to `cap`, and
    starts the clock if the seat is asked now.

    `was_asked` and `with_other` say whom the game waited for before: where both were asked, a wall ends what each had
    to decide.
    """
    settle(seat, calendar, now)
    ended = was_asked and (with_other or not seat.awaited)
    _give_back(seat, earned if ended else NOTHING, cap)
    if seat.awaited and (ended or not was_asked):
        if seat.time_left is not None:
            seat.time_at_turn, seat.rung = seat.time_left, 0
        seat.used_at_turn = seat.time_used
    if not seat.awaited:
        seat.runs_since = None
    elif seat.runs_since is None or not was_asked:
        seat.runs_since = starts


def _give_back(seat: SeatClock, earned: timedelta, cap: timedelta) -> None:
    """Gives back what was counted after the player was done, and credits what they have earned."""
    saved, seat.done_at, seat.time_saved = seat.time_saved, None, NOTHING
    seat.time_used -= saved
    if seat.time_left is not None:
        left = max(seat.time_left + saved, NOTHING)
        seat.time_left = max(left, min(left + earned, cap)) if earned else left


def add(seat: SeatClock, calendar: Calendar, amount: timedelta, now: datetime) -> None:
    """Adds time beyond any cap. The turn counts as begun anew for what rings."""
    settle(seat, calendar, now)
    assert seat.time_left is not None, "asked before"
    saved, real = seat.time_saved, max(seat.time_left + seat.time_saved, NOTHING) + amount
    seat.time_left = max(seat.time_left, NOTHING) + amount
    seat.time_saved = real - seat.time_left if seat.done_at is not None else NOTHING
    seat.time_used -= saved - seat.time_saved
    seat.time_at_turn, seat.rung = seat.time_left, 0


def keep_at_least(seat: SeatClock, calendar: Calendar, least: timedelta, now: datetime) -> None:
    """Raises a clock to at least this amount.

    The turn counts as begun anew for what rings, and for who is asked at a round's end.
    """
    settle(seat, calendar, now)
    if seat.time_left is not None:
        seat.time_left = max(seat.time_left, least)
        seat.time_at_turn, seat.rung = seat.time_left, 0
    if seat.awaited_at_wall:
        seat.used_at_turn = seat.time_used


def next_ring(seat: SeatClock) -> int:
    """Returns the number of the reminder that is due next; the last one stays the last."""
    return min(seat.rung + 1, ALL)


def set_rings_at(seat: SeatClock, calendar: Calendar) -> None:
    """Sets `rings_at`: when the clock's next reminder is due."""
    seat.rings_at = None
    if (
        seat.runs_since is None
        or seat.done_at is not None
        or seat.rung >= ALL
        or seat.time_left is None
        or seat.time_at_turn is None
    ):
        return
    rest = seat.time_at_turn * (1 - RINGS[next_ring(seat)])
    seat.rings_at = calendar.after(seat.runs_since, seat.time_left - rest)
