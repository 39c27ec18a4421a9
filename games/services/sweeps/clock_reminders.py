"""Clock reminders: at 50 and 80 % of the time, and when it is up.

No clock depends on it. When it comes late, or not at all, clocks show the same and the same can be claimed; only nobody
is told.
"""

import logging
import uuid
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from games.access import Access, find_game_for_the_site
from games.models import Game, GameEvent, Seat
from games.models.game import OTHER
from games.services.alerts import notices
from games.services.alerts.kinds.offers import TimeUp
from games.services.alerts.kinds.turns import LastReminder, Reminder
from games.services.clocks import clocks
from games.services.record.appending import Entry, append
from games.timekeeping import seats

logger = logging.getLogger(__name__)
AT_ONCE = 500
NO_GRACE = timedelta(0)
SECRET_TURNS = 1_000_000_000
"""What tells alerts that go with no event from those that do: numbers of events stay far below."""


def ring_due() -> int:
    """Sends all due clock reminders.

    Returns how many games were looked at; an error in one does not hold up the others.
    """
    due = Seat.objects.filter(rings_at__lte=timezone.now(), game__status=Game.Status.ACTIVE).order_by("rings_at")
    games = list(dict.fromkeys(due.values_list("game__public_id", flat=True)[:AT_ONCE]))
    for game_id in games:
        try:
            ring_game(game_id)
        except Exception:
            logger.exception("The clocks of game %s could not ring.", game_id)
    return len(games)


def ring_game(game_id: uuid.UUID) -> None:
    """Sends the due clock reminders of one game."""
    with transaction.atomic():
        access = find_game_for_the_site(game_id)
        now = timezone.now()
        for side, seat in access.seats.items():
            if access.game.status == Game.Status.ACTIVE and seat.rings_at is not None and seat.rings_at <= now:
                _remind(access, side, now)


def _remind(access: Access, side: str, now: datetime) -> None:
    """Sends the reminder of a side's clock that is due, and sets when the next one is."""
    game, seat = access.game, access.seats[side]
    calendar = clocks.calendars_of([(game, [seat])])[seat.pk]
    reading = clocks.read(game, seat, calendar, now, own=True)
    assert reading is not None, "what has no clock does not ring"
    assert seat.time_at_turn is not None
    passed = max(
        (ring for ring, share in seats.RINGS.items() if reading.left <= seat.time_at_turn * (1 - share)), default=0
    )
    if passed == seats.ALL and access.seats[OTHER[side]].awaited:
        # Both decide. That nothing rings for somebody who shows no time would tell the other that they have finished.
        passed = seats.MOST
        seat.rung = max(seat.rung, passed)
        Seat.objects.filter(pk=seat.pk).update(rung=seat.rung, rings_at=None)
    elif passed > seat.rung:
        seat.rung = passed
        clocks.save_clocks(access)
    else:
        clocks.save_clocks(access)
        return
    if passed == seats.ALL:
        _tell_time_is_up(access, side)
    elif seat.user is not None and reading.until is not None:
        alert = (Reminder if passed == seats.HALF else LastReminder)(until=reading.until)
        notices.queue(user=seat.user, game=game, alert=alert, turn=seat.handover, grace=NO_GRACE)


def _tell_time_is_up(access: Access, side: str) -> None:
    """Records that a side's time is up, and alerts.

    Where both sides have to decide only alerts: an event would tell the late one that the other is done.
    """
    fact = {"type": "time-ran-out", "side": side}
    turn = SECRET_TURNS + access.seats[side].handover
    if not access.seats[OTHER[side]].awaited_at_wall:
        entry = Entry(GameEvent.Kind.SYSTEM, side, {"type": fact["type"]}, wall=False, facts=[fact])
        turn = append(access, entry, key=None, position=None).seq
    late, other = access.seats[side].user, access.seats[OTHER[side]].user
    if other is not None and late is not None:
        notices.queue(user=other, game=access.game, alert=TimeUp(from_=late.get_username()), turn=turn, grace=NO_GRACE)
