"""The computer plays on for a player whose time is up, where both had agreed to that by the game they made and joined.

The other player asks for it, as they would claim the win. It knows what that side knew and no more; who sat there is
out of the game for good, and the game is unrated. They may dispute it, and a reviewer can still seat a person there.
"""

from games.access import Access
from games.models import Game, Seat, TakeOver
from games.people.computers import computer_of
from games.services.after_commit import announce, waking
from games.services.agreements import consent
from games.services.agreements.errors import NoTakeOver
from games.services.alerts import notices
from games.services.alerts.kinds.gone import TakenOver
from games.services.clocks import clocks

LEVEL = "knight"
"""Knows the game and answers at once."""


def check(game: Game) -> None:
    """Raises NoTakeOver where the computer may not be called."""
    if not game.offers_computer:
        raise NoTakeOver


def take_over(access: Access, side: str) -> None:
    """Seats the computer, with a full clock, in place of the player who ran out of time.

    The event is recorded already.
    """
    game, seat = access.game, access.seats[side]
    before = seat.user
    assert before is not None
    game.taken_over = side
    Game.objects.filter(pk=game.pk).update(taken_over=side)
    TakeOver.objects.create(game=game, person=before)
    clocks.keep_at_least(access, {side: clocks.pace_of(game).reserve})
    seat.user = computer_of(LEVEL)
    Seat.objects.filter(pk=seat.pk).update(user=seat.user)
    clocks.save_clocks(access)
    consent.lapse(access, consent.Cause.COMPUTER, sides=(side,))
    # Open pages of who sat here would go on hearing what this side alone may know.
    announce.reseat_after_commit(game, side)
    announce.turns_after_commit([before.pk])
    notices.follow_seating(game=game, seat=seat, before=before)
    notices.queue(user=before, game=game, alert=TakenOver(from_=access.user.get_username()))
    waking.queue_turn(game)
