"""Freezes of clocks and grants of time, by disputes and staff.

Call these with the game locked, in the transaction of their event, which they record.

Each returns the event: of kind `staff` when `access.user` acts as staff, which the caller says by `kind`.
"""

import uuid
from datetime import timedelta

from django.utils import timezone

from games import errors
from games.access import Access
from games.models import Game, GameEvent
from games.services.agreements import endings
from games.services.alerts import notices
from games.services.clocks import clocks
from games.services.record.appending import Entry, append
from games.shapes import RecordedFact

STAFF, SYSTEM = GameEvent.Kind.STAFF, GameEvent.Kind.SYSTEM


def freeze(
    access: Access, *, kind: GameEvent.Kind = STAFF, side: str = "", reason: str = "", key: uuid.UUID | None = None
) -> GameEvent | None:
    """Freezes all clocks of the game until `unfreeze`. Moves can be made meanwhile; no time can be claimed.

    `side` is whose report did it, if the log shall say so. Returns None if they were frozen already. Raises NotStarted
    or GameIsOver.
    """
    endings.check_running(access.game)
    if access.game.frozen_at is not None:
        return None
    now = timezone.now()
    clocks.stop_clocks(access, now)
    access.game.frozen_at = now
    _save_freeze(access)
    notices.hold_reminders(game=access.game)
    fact = {"type": "clocks-frozen", "reason": reason} | ({"reported": True} if kind == SYSTEM and not side else {})
    return _record(access, kind, side, fact, key)


def unfreeze(
    access: Access, *, kind: GameEvent.Kind = STAFF, side: str = "", reason: str = "", key: uuid.UUID | None = None
) -> GameEvent | None:
    """Ends a freeze; clocks run again unless the game is paused.

    Returns None if there was none. Raises NotStarted or GameIsOver.
    """
    endings.check_running(access.game)
    if access.game.frozen_at is None:
        return None
    access.game.frozen_at = None
    clocks.restart_after_stop(access, timezone.now())
    _save_freeze(access)
    notices.release_reminders(game=access.game, seats=access.seats.values())
    return _record(access, kind, side, {"type": "clocks-resumed", "reason": reason}, key)


def grant_time(
    access: Access, *, to: str, amount: timedelta, reason: str = "", key: uuid.UUID | None = None
) -> GameEvent:
    """Staff: adds time to a side's clock, also to one at zero. Raises NoClock, NotStarted or GameIsOver."""
    endings.check_running(access.game)
    if not clocks.has_clock(access.game):
        raise errors.NoClock
    clocks.add_time(access, to, amount, timezone.now())
    clocks.save_clocks(access)
    fact = {"type": "time-granted", "loser": to, "amount": int(amount.total_seconds()), "reason": reason}
    return _record(access, STAFF, "", fact, key)


def end_pause_by_round(access: Access) -> GameEvent:
    """Ends a pause that has outlasted the time of its round in a tournament, and the grace: the clocks run from now
    on.
    """
    game, now = access.game, timezone.now()
    game.resume_at = now
    Game.objects.filter(pk=game.pk).update(resume_at=now)
    clocks.restart_now(access, now)
    clocks.save_clocks(access)
    notices.release_reminders(game=game, seats=access.seats.values())
    return _record(access, SYSTEM, "", {"type": "pause-over"}, None)


def _save_freeze(access: Access) -> None:
    Game.objects.filter(pk=access.game.pk).update(frozen_at=access.game.frozen_at)
    clocks.save_clocks(access)


def _record(access: Access, kind: GameEvent.Kind, side: str, fact: RecordedFact, key: uuid.UUID | None) -> GameEvent:
    """Records an event beside the board, without names that are empty."""
    shown = {name: value for name, value in fact.items() if value not in ("", None)} | ({"side": side} if side else {})
    return append(
        access, Entry(kind, side, dict(shown), wall=False, facts=[shown], nameless=not side), key=key, position=None
    )
