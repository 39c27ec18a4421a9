"""Standing orders: saved and withdrawn by a seat's player, and looked up when a decision is handed over."""

import uuid
from dataclasses import dataclass
from datetime import datetime

from games import errors
from games.access import Access
from games.models import Game, StandingOrders, User
from games.services.record.writing import lock_game
from games.shapes import JsonObject
from rules.orders import BadOrders, Orders


@dataclass(frozen=True, slots=True)
class LeftOrders:
    """The standing orders of one seat, empty ones if there are none."""

    side: str
    orders: Orders
    saved_at: datetime | None = None


def own_orders(access: Access, side: str | None = None) -> LeftOrders:
    """Returns this person's standing orders for the side they play. Raises NotAPlayer or NotYourSide."""
    return _stored_orders(access, access.playing(side))


def leave_orders(*, user: User, game_id: uuid.UUID, orders: JsonObject, side: str | None = None) -> LeftOrders:
    """Replaces the standing orders; empty ones withdraw them.

    They answer from the next hand-over on, never what the player has before them now: leaving orders is no move. The
    game is locked meanwhile, so that orders are withdrawn either before they are used or after, and never half.
    """
    with lock_game(user=user, game_id=game_id) as access:
        side = access.playing(side)
        if access.game.status in (Game.Status.OVER, Game.Status.CANCELED):
            raise errors.GameIsOver
        try:
            read = Orders.from_json(orders, side)
        except BadOrders as error:
            raise errors.BadOrders(str(error)) from error
        if read.to_json() == Orders().to_json():
            StandingOrders.objects.filter(seat=access.seats[side]).delete()
        else:
            StandingOrders.objects.update_or_create(
                seat=access.seats[side], defaults={"user": user, "orders": read.to_json()}
            )
        return _stored_orders(access, side)


def orders_left(access: Access) -> dict[str, tuple[User, Orders]]:
    """Returns the standing orders of both seats with their owners. Those of a seat's former player are left out."""
    found: dict[str, tuple[User, Orders]] = {}
    for seat in access.seats.values():
        row = next(iter(seat.orders_found), None)
        if row is not None and seat.user is not None and seat.user_id == row.user_id:
            found[seat.side] = seat.user, Orders.from_json(row.orders, seat.side)
    return found


def _stored_orders(access: Access, side: str) -> LeftOrders:
    """Returns the orders stored for this side by its player."""
    row = StandingOrders.objects.filter(seat=access.seats[side], user=access.user.pk).first()
    return (
        LeftOrders(side, Orders())
        if row is None
        else LeftOrders(side, Orders.from_json(row.orders, side), row.saved_at)
    )
