"""The clocks of a game: loads what they are computed from, and starts and stops them by events.

The arithmetic is `games.timekeeping`'s.

Every seat of a game of two has one. Where the pace has none, it has no reserve and counts what is used alone, for
rounds of tournaments. The sweep of `games.services.sweeps.clock_reminders` rings, but no time depends on when it does.

A clock runs for a side that the game waits for: from the wall that handed over to it until the wall that ends its turn,
which earns it the increment. Provisional acts and taking back change nothing of that, but for who waits for the other
side (`games.timekeeping.seats`).

What changes clocks here is called with the game locked, in the transaction of its event.
"""

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta

from django.utils import timezone

from games import errors
from games.access import Access
from games.models import Game, Seat, Vacation
from games.models.game import OTHER
from games.paces import PACES, Pace
from games.services.clocks import outages
from games.timekeeping import seats as seat_clocks
from games.timekeeping.calendars import NOTHING, Calendar, Interval, zone_named
from games.timekeeping.seats import ClockReading
from rules import game as rules_game

CLOCK_FIELDS = seat_clocks.FIELDS

# --- reading
# -----------------------------------------------------------------------------------------------------------------


def pace_of(game: Game) -> Pace:
    """Returns the figures of a game's clocks."""
    return PACES[game.pace]


def has_clock(game: Game) -> bool:
    """Whether the game has clocks: solo games have none, nor has the pace without."""
    return not game.solo and pace_of(game).clocked


def keeps_time(game: Game) -> bool:
    """Whether the time each side uses is counted: in all games but solo ones."""
    return not game.solo


def calendars_of(games: Collection[tuple[Game, Collection[Seat]]]) -> dict[int, Calendar]:
    """Returns the calendar of each seat by its primary key, for many games with one query."""
    away = vacations_of(
        {
            seat.user_id
            for game, seats in games
            if pace_of(game).vacation
            for seat in seats
            if seat.user_id and seat.user_has_vacations
        }
    )
    gone = outages.known_outages(timezone.now())
    return {
        seat.pk: Calendar(
            zone_named(game.weekend_zone), away.get(seat.user_id or 0, ()) if pace_of(game).vacation else (), gone
        )
        for game, seats in games
        for seat in seats
    }


def clocks_of(access: Access) -> list[tuple[Seat, Calendar]]:
    """Returns the seats of a game with their calendars; none for a game alone."""
    if not keeps_time(access.game):
        return []
    calendars = calendars_of([(access.game, access.seats.values())])
    return [(seat, calendars[seat.pk]) for seat in access.seats.values()]


def vacations_of(users: Collection[int]) -> dict[int, tuple[Interval, ...]]:
    """Returns past, present and planned vacations of these people."""
    found: dict[int, tuple[Interval, ...]] = {}
    if users:
        for vacation in Vacation.objects.filter(user__in=users):
            found[vacation.user_id] = (*found.get(vacation.user_id, ()), (vacation.starts_at, vacation.ends_at))
    return found


def read(game: Game, seat: Seat, calendar: Calendar, now: datetime, *, own: bool) -> ClockReading | None:
    """Returns the reading of a clock for its owner, or with `own` false for everybody else.

    None if it has no reserve.
    """
    if seat.time_left is None or not has_clock(game):
        return None
    return seat_clocks.read(seat, calendar, now, own=own, stopped=stopped_by(game, now))


def stopped_by(game: Game, now: datetime) -> str:
    """Why all clocks of a game stand still now: `freeze`, `held`, `pause` or empty."""
    if game.frozen_at is not None:
        return "freeze"
    if is_held(game):
        return "held"
    return "pause" if is_paused(game, now) else ""


def is_paused(game: Game, now: datetime) -> bool:
    """Whether the players have paused the clocks."""
    return game.paused_at is not None and (game.resume_at is None or now < game.resume_at)


def is_held(game: Game) -> bool:
    """Whether nobody may move, because the game was played by other rules than those of the site
    (`play.rules_upgrade`).
    """
    return game.status == Game.Status.ACTIVE and (game.held_at is not None or game.rules_version != rules_game.VERSION)


def has_run_out(game: Game, seat: Seat, calendar: Calendar, now: datetime) -> bool:
    """Whether the game waits for this side and its time is zero."""
    reading = read(game, seat, calendar, now, own=True)
    return reading is not None and seat.awaited and seat.awaited_at_wall and reading.left <= NOTHING


# --- what happens
# ------------------------------------------------------------------------------------------------------------


def start_clocks(access: Access) -> None:
    """Gives both sides their reserve at the game's start. Clocks run from the first hand-over."""
    if has_clock(access.game):
        for seat in access.seats.values():
            seat_clocks.begin(seat, pace_of(access.game).reserve)
            Seat.objects.filter(pk=seat.pk).update(time_left=seat.time_left, time_at_turn=seat.time_at_turn)


def follow_event(
    access: Access, *, asked: Collection[str], wall: bool, free: Collection[str], now: datetime
) -> dict[str, list[str]]:
    """Stops, credits and starts clocks after each event that touches the position.

    Called by `record.append` once `awaited` of the seats is updated. Returns the names of the changed fields, by side,
    which the caller saves.

    `asked` are the sides that had been awaited at the wall before; `free` those whose turn earns no increment, because
    their standing orders answered, or because nobody acted but staff.
    """
    game = access.game
    changed: dict[str, list[str]] = {side: [] for side in access.seats}
    if not keeps_time(game):
        return changed
    calendars = calendars_of([(game, access.seats.values())])
    pace = pace_of(game)
    for side, seat in access.seats.items():
        before, calendar = _clock_columns(seat), calendars[seat.pk]
        if wall:
            earns = side not in free and game.status == Game.Status.ACTIVE
            seat_clocks.pass_wall(
                seat, calendar, now, was_asked=side in asked, with_other=len(asked) == 2,
                earned=pace.increment if earns else NOTHING,
                cap=pace.cap, starts=_start_of_clock(game, now),
            )  # fmt: skip
        else:
            seat_clocks.finish(seat, now)
        seat_clocks.set_rings_at(seat, calendar)
        changed[side] = [name for name, value in _clock_columns(seat).items() if value != before[name]]
    return changed


def stop_clocks(access: Access, now: datetime) -> None:
    """Stops all clocks for a pause or freeze that begins now."""
    for seat, calendar in clocks_of(access):
        seat_clocks.stop(seat, calendar, now)


def restart_after_stop(access: Access, now: datetime) -> None:
    """Starts the clocks of awaited sides after the state of a pause or freeze has changed."""
    start = _start_of_clock(access.game, now)
    for seat, _calendar in clocks_of(access):
        seat_clocks.go_on(seat, start)


def restart_now(access: Access, now: datetime) -> None:
    """Starts the clocks of awaited sides now, also those that were to run from a later moment."""
    for seat, calendar in clocks_of(access):
        seat_clocks.stop(seat, calendar, now)
        seat_clocks.go_on(seat, _start_of_clock(access.game, now))


def add_time(access: Access, side: str, amount: timedelta, now: datetime) -> None:
    """Adds time to a side's clock, beyond any cap."""
    seat = access.seats[side]
    seat_clocks.add(seat, calendars_of([(access.game, [seat])])[seat.pk], amount, now)


def keep_at_least(access: Access, least: Mapping[str, timedelta]) -> None:
    """Raises clocks to at least this amount, running ones too.

    To be called before a seat changes hands, since elapsed time is counted by the calendar of its present player; then
    call `save_clocks`.
    """
    now = timezone.now()
    for seat, calendar in clocks_of(access):
        if seat.side in least:
            seat_clocks.keep_at_least(seat, calendar, least[seat.side], now)
        else:
            seat_clocks.settle(seat, calendar, now)
    save_clocks(access)


def save_clocks(access: Access) -> None:
    """Saves clock columns and recomputes `rings_at`."""
    for seat, calendar in clocks_of(access):
        seat_clocks.set_rings_at(seat, calendar)
        Seat.objects.filter(pk=seat.pk).update(**_clock_columns(seat))


# --- inside
# ------------------------------------------------------------------------------------------------------------------


def _start_of_clock(game: Game, now: datetime) -> datetime | None:
    """Returns when a waiting clock starts: now, or at the end of a pause; None while that end is open."""
    if game.frozen_at is not None or game.held_at is not None:
        return None
    if is_paused(game, now):
        return game.resume_at
    return now


def _clock_columns(seat: Seat) -> dict[str, object]:
    return {name: getattr(seat, name) for name in CLOCK_FIELDS}


def set_rings_at_for(user_id: int) -> None:
    """Recomputes `rings_at` of a person's clocks after a change of their vacations."""
    seats = Seat.objects.filter(user=user_id, runs_since__isnull=False, game__status=Game.Status.ACTIVE).select_related(
        "game"
    )
    found = list(seats)
    calendars = calendars_of([(seat.game, [seat]) for seat in found])
    for seat in found:
        seat_clocks.set_rings_at(seat, calendars[seat.pk])
        Seat.objects.filter(pk=seat.pk, runs_since=seat.runs_since).update(rings_at=seat.rings_at)


def claim_refusal(access: Access, side: str, now: datetime) -> type[errors.Refused] | None:
    """Returns the reason why this side cannot claim the game now; None if it can.

    A player who is awaited as well cannot: where both decide at once, the other may have finished, and an answer here
    would tell.
    """
    game, late = access.game, access.seats[OTHER[side]]
    if not has_clock(game):
        return errors.NoClock
    if access.seats[side].awaited:
        return errors.YourTurn
    if stopped_by(game, now):
        return errors.ClocksStand
    calendar = calendars_of([(game, [late])])[late.pk]
    return None if has_run_out(game, late, calendar, now) else errors.NotRunOut
