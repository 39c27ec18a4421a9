"""Closes games that nobody has touched for long, after a warning."""

import uuid
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from games.access import Access, find_game_for_the_site
from games.models import Game, GameEvent
from games.services.agreements import endings
from games.services.alerts import notices
from games.services.alerts.kinds.offers import Idle, IdleOpen
from games.services.clocks import clocks, outages
from games.services.lobby import lobby
from games.services.record.appending import Entry, append

IDLE, THEN = timedelta(days=60), timedelta(days=14)
"""A running game is closed so long after nobody did anything, and so long after the warning."""
OPEN_IDLE, OPEN_THEN = timedelta(days=30), timedelta(days=7)
"""The same for a game that nobody joined."""
SOLO_IDLE = timedelta(days=365)
AT_ONCE = 200


def close_untouched() -> None:
    """Warns players of untouched games, and closes those warned of long enough ago."""
    now = timezone.now()
    counted = outages.calendar(now)
    running = Game.objects.filter(status=Game.Status.ACTIVE, frozen_at=None, held_at=None)
    opened = Game.objects.filter(status=Game.Status.OPEN)
    for games, idle, then in ((running.filter(solo=False, computer=""), IDLE, THEN), (opened, OPEN_IDLE, OPEN_THEN)):
        due = games.filter(
            _untouched_since(counted.before(now, idle)), Q(warned_at=None) | Q(warned_at__lt=counted.before(now, then))
        )
        for game_id in due.values_list("public_id", flat=True)[:AT_ONCE]:
            _warn_or_close(game_id, counted.before(now, idle), counted.before(now, then), then, now)
    alone = running.exclude(solo=False, computer="").filter(_untouched_since(counted.before(now, SOLO_IDLE)))
    for game_id in alone.values_list("public_id", flat=True)[:AT_ONCE]:
        with transaction.atomic():
            access = find_game_for_the_site(game_id)
            if access.game.status == Game.Status.ACTIVE and _last_touched(access.game) < counted.before(now, SOLO_IDLE):
                _end_game(access, Game.Ending.CLOSED, {"type": "game-closed"})


def _warn_or_close(
    game_id: uuid.UUID, idle_since: datetime, warned_by: datetime, then: timedelta, now: datetime
) -> None:
    """Warns the players of an untouched game, or closes it if they were warned long ago."""
    with transaction.atomic():
        access = find_game_for_the_site(game_id)
        game = access.game
        if _last_touched(game) >= idle_since or game.frozen_at is not None or clocks.is_held(game):
            return
        if game.warned_at is None:
            _warn(access, now, then)
        elif game.warned_at >= warned_by:
            return
        elif game.status == Game.Status.ACTIVE:
            _end_game(access, Game.Ending.ANNULLED, {"type": "annulled-untouched"})
        elif game.status == Game.Status.OPEN:
            _withdraw_game(access)


def _warn(access: Access, now: datetime, then: timedelta) -> None:
    """Records that the game will be closed, and alerts its players."""
    game, until = access.game, now + then
    game.warned_at = now
    fact = {"type": "close-announced", "until": until.isoformat()}
    event = append(
        access, Entry(GameEvent.Kind.SYSTEM, "", dict(fact), wall=False, facts=[fact]), key=None, position=None
    )
    alert = (Idle if game.status == Game.Status.ACTIVE else IdleOpen)(until=until)
    for seat in access.seats.values():
        if seat.user is not None:
            notices.queue(user=seat.user, game=game, alert=alert, turn=event.seq)


def _withdraw_game(access: Access) -> None:
    access.game.ending_reason = endings.UNTOUCHED
    lobby.withdraw(access, None)


def _end_game(access: Access, ending: Game.Ending, fact: dict[str, str]) -> None:
    endings.end(access, ending=ending, reason=endings.UNTOUCHED, fact=fact)


def _last_touched(game: Game) -> datetime:
    return game.touched_at or game.moved_at or game.created_at


def _untouched_since(moment: datetime) -> Q:
    """Returns the condition of `_last_touched` in SQL."""
    never = Q(touched_at=None)
    moved, created = Q(moved_at__lt=moment), Q(moved_at=None, created_at__lt=moment)
    return Q(touched_at__lt=moment) | never & moved | never & created
