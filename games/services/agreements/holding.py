"""Holds of games for their rules: nobody may move, so no clock runs, nobody claims, and no round judges.

Call these with the game locked, in a transaction. Which games are held is said by `clocks.is_held`.
"""

from django.utils import timezone

from games.access import Access
from games.models import Game, GameEvent
from games.services.alerts import notices
from games.services.clocks import clocks, least
from games.services.record.appending import Entry, append
from rules import game as rules_game


def hold(access: Access) -> None:
    """Stops the clocks of a game whose rules are not those of the site. Does nothing for others."""
    game = access.game
    if game.held_at is not None or not clocks.is_held(game):
        return
    now = timezone.now()
    clocks.stop_clocks(access, now)
    game.held_at = now
    Game.objects.filter(pk=game.pk).update(held_at=now)
    clocks.save_clocks(access)
    notices.hold_reminders(game=game)
    _record(access, "game-held")


def release(access: Access) -> None:
    """Lets the clocks of a game go on whose rules are those of the site again. The side it waits for has a gift of the
    pace at least.
    """
    game = access.game
    if game.held_at is None or game.rules_version != rules_game.VERSION:
        return
    game.held_at = None
    Game.objects.filter(pk=game.pk).update(held_at=None)
    if game.status != Game.Status.ACTIVE:
        return
    clocks.restart_after_stop(access, timezone.now())
    clocks.save_clocks(access)
    least.raise_clocks(access)
    notices.release_reminders(game=game, seats=access.seats.values())
    _record(access, "game-released")


def _record(access: Access, what: str) -> None:
    """Records that the clocks were stopped or go on."""
    append(
        access,
        Entry(GameEvent.Kind.SYSTEM, "", {"type": what}, wall=False, facts=[{"type": what}]),
        key=None,
        position=None,
    )
