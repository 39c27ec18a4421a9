"""What would follow from a move, as far as the mover may know: for the page to say before the move is made.

Everything here rests on what lies open on the table: where the enemy stands in the field, sieges, the roads used this
turn, control.
"""

from typing import Any

from rules.atlas import KINGDOM, ROADS, TOWN_IDS, road_label
from rules.kinds import Side, TownNumber
from rules.phases.routes import guided
from rules.places import TOWN_COUNT
from rules.position import Position


def prospects(position: Position, side: Side) -> dict[str, Any]:
    """Of a side's movement: ``towns`` where something follows from entering them, ``leaving`` towns from which
    something follows when the last of so many blocks goes, ``limits`` of roads, and the ``room`` left on roads where it
    is not the plain limit (5.1)."""
    return {
        "towns": {TOWN_IDS[town]: found for town in range(TOWN_COUNT) if (found := entering(position, side, town))},
        "leaving": {TOWN_IDS[town]: found for town in range(TOWN_COUNT) if (found := leaving(position, side, town))},
        "limits": _limits(position, side),
        "room": _room(position, side),
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


def _limits(position: Position, side: Side) -> dict[str, int]:
    major, minor = position.ruleset.plain_limits(guided(position, side))
    return {"major": major, "minor": minor}


def _room(position: Position, side: Side) -> list[list[Any]]:
    """``[town, the road's name there, blocks that may still use it]`` of each road with another limit than usual."""
    plain = _limits(position, side)
    limits = position.ruleset.road_limits(guided(position, side))
    found = []
    for road in ROADS:
        left = limits[road.number] - position.road_use.get(road.number, 0)
        if left != plain["major" if road.major else "minor"]:
            found.append([TOWN_IDS[road.a], road_label(road.number, road.a), left])
    return found
