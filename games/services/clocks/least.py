"""The least time on the clock after an act of staff: a position, seat or clock that is given back comes with time to
use it.
"""

from datetime import timedelta

from games.access import Access, find_game_for_the_site
from games.models import Game, Pairing, Seat
from games.services.clocks import clocks


def usual(game: Game) -> timedelta:
    """Returns the time given unless staff says otherwise: a gift of the pace."""
    return clocks.pace_of(game).gift


def raise_clocks(access: Access, amount: timedelta | None = None) -> None:
    """Gives each side that must decide at least this much time on its clock.

    What such a side may still use after its tournament round has ended is counted from now, too.

    To be called with the game locked, after the event of the act, which says for whom the game waits.
    """
    if access.game.status != Game.Status.ACTIVE:
        return
    asked = [side for side, seat in access.seats.items() if seat.awaited_at_wall or seat.awaited]
    clocks.keep_at_least(access, dict.fromkeys(asked, usual(access.game) if amount is None else amount))
    judged = Pairing.objects.filter(game=access.game, result="", frank_used_before__isnull=False)
    for side in asked:
        judged.update(**{f"{side}_used_before": access.seats[side].time_used})


def raise_clocks_of_person(user_id: int) -> None:
    """Raises this person's clocks, in all running games that await them, after a sanction that kept them from playing
    was lifted.
    """
    own = Seat.objects.filter(user=user_id, game__status=Game.Status.ACTIVE, game__solo=False, awaited_at_wall=True)
    for game_id in own.values_list("game__public_id", flat=True).order_by("game"):
        raise_clocks(find_game_for_the_site(game_id))
