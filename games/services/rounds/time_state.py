"""The state of a game's time in its round, for views and lists."""

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from typing import TypedDict

from games.models import Game, Pairing, Seat, Tournament
from games.services.clocks import outages
from games.services.rounds import ends
from games.timekeeping.calendars import Calendar
from games.timekeeping.rounds import due_at

RUNS, GRACE, LAST_DAY = "runs", "grace", "last-day"


def pairings_of(games: Collection[int]) -> dict[int, Pairing]:
    """Returns the undecided pairings of running rounds, by the primary keys of their games."""
    found = Pairing.objects.filter(
        game__in=games, result="", round__ended_at=None, round__tournament__state=Tournament.State.RUNNING
    )
    return {
        pairing.game_id: pairing
        for pairing in found.select_related("round__tournament__organizer")
        if pairing.game_id is not None
    }


RoundTime = TypedDict(
    "RoundTime",
    {
        "tournament": str,
        "number": int | None,
        "state": str,
        "ends-at": str | None,
        "grace-days": int,
        "used": dict[str, int],
    },
)
"""The round of a game's tournament and its time: as `round_of` says."""


def round_of(
    game: Game, seats: Mapping[str, Seat], calendars: Mapping[str, Calendar], now: datetime
) -> RoundTime | None:
    """Returns the round of a running game, None where it is of none: `ends-at` for this game, `state`, and the seconds
    each side used.

    `state` is `runs`, `grace` (it stood still when the round ended) or `last-day`: then `ends-at` is when the time of
    the side ends that the game waits for. What both used is said as everybody may know.
    """
    pairing = pairings_of([game.pk]).get(game.pk)
    if pairing is None or game.status != Game.Status.ACTIVE:
        return None
    times, tournament = ends.times_of(pairing, seats, calendars, now), pairing.round.tournament
    state, end = end_of(pairing, now)
    if state == LAST_DAY:
        end = max((calendars[side].after(now, one.left) for side, one in times.items() if one.asked), default=now)
    return {
        "tournament": tournament.name,
        "number": None if tournament.is_ladder else pairing.round.number,
        "state": state,
        "ends-at": end.isoformat() if end is not None else None,
        "grace-days": tournament.grace_days,
        "used": {side: max(0, round(one.used / timedelta(seconds=1))) for side, one in sorted(times.items())},
    }


def end_of(pairing: Pairing, now: datetime) -> tuple[str, datetime | None]:
    """Returns the state of a game's time in its round, and when it ends. In its last day the end depends on which side
    is asked.
    """
    end = ends.ends_at(pairing.round)
    if pairing.extended_to is not None and end is not None:
        longer = due_at(outages.calendar(now), end, pairing.extended_to)
        return (GRACE, longer) if now < longer else (LAST_DAY, longer)
    return (LAST_DAY if end is not None and end <= now else RUNS), end
