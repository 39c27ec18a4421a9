"""What would follow from a move, as far as the mover may know: for the page to say before the move is made.

Everything here rests on what lies open on the table: where the enemy stands in the field, sieges, the roads used this
turn, control.
"""

from typing import Any

from rules.atlas import KINGDOM, ROADS, TOWN_IDS, VICTORY_CITIES, Bars, bits, road_label, routes
from rules.kinds import Side, TownNumber, TownSet
from rules.phases.routes import guided, may_leave
from rules.places import TOWN_COUNT
from rules.position import Position
from rules.roster import OF_MOVE, OF_SIDE

FARTHEST = tuple(max(move for move, blocks in enumerate(OF_MOVE) if blocks & OF_SIDE[side]) for side in (0, 1))
"""Towns that the fastest blocks of each side march in a Move: which blocks lie in a hidden stack nobody may learn."""


def prospects(position: Position, side: Side) -> dict[str, Any]:
    """Returns what would follow from moves of a side.

    ``towns``: what a block starts by entering them. ``leaving``: what follows when the last of so many blocks leaves a
    town. ``limits`` of roads, and the ``room`` left on roads where it is not the plain limit (5.1). ``empty``: Victory
    Cities without a block, with the towns from which enemies could enter them.
    """
    return {
        "towns": {TOWN_IDS[town]: found for town in range(TOWN_COUNT) if (found := entering(position, side, town))},
        "leaving": {TOWN_IDS[town]: found for town in range(TOWN_COUNT) if (found := leaving(position, side, town))},
        "limits": _road_limits(position, side),
        "room": _room_on_roads(position, side),
        "empty": open_cities(position, side),
    }


def entering(position: Position, side: Side, town: TownNumber) -> dict[str, Any] | None:
    """What a block starts by ending its move in a town; None where nothing follows.

    ``follows`` is ``battle``, ``relief`` (of a castle of one's own, 6.56), ``reinforcement`` (of blocks in a battle,
    6.42), ``joins-siege`` or ``takes`` (control alone). Against enemies in the field ``main`` is the road of the Main
    Attack, None before there is one, and ``first`` the round in which blocks by that road fight; those by other roads
    fight a round later (6.41).
    """
    if position.held[1 - side] >> town & 1:
        return _attacking(position, side, town)
    if position.sieges.get(town) == side:
        return {"follows": "joins-siege"}
    return None if position.controller(town) == side else {"follows": "takes"}


def _attacking(position: Position, side: Side, town: TownNumber) -> dict[str, Any]:
    """Returns what a block starts by entering a town with enemies: kind of fight, main road, and its first round."""
    enemy = 1 - side
    besieged = position.sieges.get(town) == enemy
    late = False
    if side != position.first:
        attacked = any(a.town == town and a.side == enemy for a in position.arrivals)
        late = attacked or (besieged and position.ruleset.relief_is_late)
    main = position.mains.get((town, side))
    return {
        "follows": "relief" if besieged else "reinforcement" if position.held[side] >> town & 1 else "battle",
        "main": None if main is None else road_label(main, town),
        "first": 2 if late else 1,
    }


def leaving(position: Position, side: Side, town: TownNumber) -> dict[str, Any] | None:
    """Returns the consequence when all ``count`` blocks of a side leave a town's field: a siege is ``lifted``, or
    control is ``lost`` (1.12).
    """
    blocks = position.field(side, town)
    if not blocks or position.held[1 - side] >> town & 1:
        return None
    if position.sieges.get(town) == side:
        return {"count": blocks.bit_count(), "follows": "lifted"}
    return None if KINGDOM[side] >> town & 1 else {"count": blocks.bit_count(), "follows": "lost"}


def _road_limits(position: Position, side: Side) -> dict[str, int]:
    """Returns the side's limits of major and minor roads."""
    major, minor = position.ruleset.plain_limits(guided(position, side))
    return {"major": major, "minor": minor}


def _room_on_roads(position: Position, side: Side) -> list[list[Any]]:
    """Returns ``[town, the road's name there, blocks that may still use it]`` of each road with another limit than
    usual.
    """
    plain = _road_limits(position, side)
    limits = position.ruleset.road_limits(guided(position, side))
    found = []
    for road in ROADS:
        left = limits[road.number] - position.road_use.get(road.number, 0)
        if left != plain["major" if road.major else "minor"]:
            found.append([TOWN_IDS[road.a], road_label(road.number, road.a), left])
    return found


def open_cities(position: Position, side: Side) -> dict[str, list[str]]:
    """Victory Cities that the side controls without a block in them (1.2), each with the towns from which an enemy
    could march in by a Move of its own (5.1), as far as the fastest of that side go; the nearest first.

    Blocks of the side on the way stop an enemy; room on roads is not counted, for it is fresh in each movement. Enemies
    in a battle that is still to be fought count only where they move before it and are not pinned (5.5).
    """
    empty = _empty_cities(position, side)
    if not empty:
        return {}
    bars = Bars(position.held[side], (0, 0, 0), 0)
    free = _free_enemies(position, side)
    sources: dict[TownNumber, dict[str, None]] = {}
    for length in range(1, FARTHEST[1 - side] + 1):
        for town in free:
            for city in bits(routes(town, length, length, 0, bars).ends & empty):
                sources.setdefault(city, {})[TOWN_IDS[town]] = None
    return {TOWN_IDS[city]: list(sources[city]) for city in sorted(sources)}


def _empty_cities(position: Position, side: Side) -> TownSet:
    """The Victory Cities that a side controls without a block of either side in them (1.2)."""
    manned = position.present[0] | position.present[1]
    return sum(1 << town for town in VICTORY_CITIES if not manned >> town & 1 and position.controller(town) == side)


def _free_enemies(position: Position, side: Side) -> list[TownNumber]:
    """Towns with enemies in the field who can march in their next movement, no battle before it."""
    enemy = 1 - side
    return [
        town
        for town in bits(position.held[enemy])
        if not position.held[side] >> town & 1 or (side == position.first and may_leave(position, enemy, town))
    ]
