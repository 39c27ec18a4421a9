"""The order of a ladder: who may challenge whom, and how places change. The first of an order is the best."""

from collections.abc import Collection, Sequence

from games.tournaments.pairing.scores import EntrantId


def within_reach(order: Sequence[EntrantId], entrant: EntrantId, reach: int) -> list[EntrantId]:
    """Returns whom somebody may challenge by their places: those at most so many places above, the nearest first."""
    at = order.index(entrant)
    return list(reversed(order[max(0, at - reach) : at]))


def taken_over(order: Sequence[EntrantId], winner: EntrantId, loser: EntrantId) -> list[EntrantId]:
    """Returns the order after a win: who was below takes the place of the loser, and those between move down by one."""
    at = order.index(loser)
    return moved(order, winner, at) if order.index(winner) > at else list(order)


def moved(order: Sequence[EntrantId], entrant: EntrantId, place: int) -> list[EntrantId]:
    """Returns the order with somebody at another place, counted from 0."""
    others = [other for other in order if other != entrant]
    return [*others[:place], entrant, *others[place:]]


def order_after_demotion(
    order: Sequence[EntrantId], due: Collection[EntrantId], idle: Collection[EntrantId]
) -> list[EntrantId]:
    """Returns the order after those who are `due` have moved down by one place, past others who are not `idle`."""
    found = list(order)
    for at in range(len(found) - 2, -1, -1):
        if found[at] in due and found[at + 1] not in idle:
            found[at], found[at + 1] = found[at + 1], found[at]
    return found
