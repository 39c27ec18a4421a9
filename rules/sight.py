"""What each side, or a spectator, may see: views built by whitelist from the position (catalogue section 5).

Nothing of the enemy's gets into a view but what lies open on the table: counts by town and area, face-up blocks,
staging boxes, the dead of this year, cards played. The Draw Pools are face-down for their owners too (7.1).
"""

from collections.abc import Mapping
from typing import Any

from rules.actions import offers_to_json
from rules.atlas import SEA, SIDES, TOWN_IDS, TOWNS, VICTORY_CITIES, bits, road_label
from rules.decisions import STEPS, offers_of
from rules.kinds import BlockNumber, PlaceNumber, Side, TownNumber
from rules.phases import battle as battles
from rules.phases import deployment, field, fight, retreat, siege, winter
from rules.phases.movement import is_main
from rules.phases.routes import markers_needed
from rules.places import DEAD, ENGLAND, FRANCE, GERMANIA, GONE, MASYAF, PLACES, POOL, TOWN_COUNT, Battle
from rules.position import Position
from rules.prospects import prospects
from rules.roster import BLOCK, BLOCK_IDS, OF_SIDE, ids

PLACING = frozenset({"must-retreat", "regroup", "leave-siege"})
"""Decisions after a battle or in a siege that place blocks which may winter there."""


def observe(position: Position, side: Side | None) -> dict[str, Any]:
    """The view of a side, or of a spectator. When the game is over everything is open (H36)."""
    return recall(position, side) | {
        "prospects": prospects(position, side)
        if side is not None and position.step == "move" and position.waiting >> side & 1
        else None,
        "actions": [] if side is None else offers_to_json(offers_of(position, side)),
    }


def recall(position: Position, side: Side | None, *, everything: bool = False) -> dict[str, Any]:
    """Returns the view to look back at: without offers. With ``everything`` all lies open, as when the game is over."""
    over = everything or position.winner is not None
    open_sides = {0, 1} if over else set() if side is None else {side}
    frank, saracen = position.score()
    view: dict[str, Any] = {
        "ruleset": position.ruleset.to_json(),
        "year": position.year,
        "turn": position.turn,
        "phase": position.phase,
        "step": position.step,
        "awaited": sorted(position.awaited),
        "you": None if side is None else SIDES[side],
        "first": _side_or_none(position.first),
        "active": _side_or_none(position.active),
        "prompt": _prompt(position, side),
        "map": _map(position, open_sides),
        "sieges": _sieges(position),
        "hunger": siege.hunger(position.ruleset),
        "arrivals": _arrivals(position),
        "battle": None if position.battle is None else _battle_seen(position, position.battle),
        "battles": _battles(position),
        "hand": None if side is None else list(position.hands[side]),
        "cards": {SIDES[s]: _cards_seen(position, s, s in open_sides, over) for s in (0, 1)},
        "jihad": _town_or_none(position.jihad),
        "winter-campaign": _town_or_none(position.kept_siege),
        "cities": {TOWN_IDS[town]: SIDES[side] for town, side in position.controllers(VICTORY_CITIES).items()},
        "score": {"frank": frank, "saracen": saracen},
        "moves-left": position.moves if position.phase == "move" else None,
        "pools": {SIDES[s]: _pool(position, s, over) for s in (0, 1)},
        "staging": {PLACES[box]: list(_ids_at(position, box)) for box in (ENGLAND, FRANCE, GERMANIA)},
        "assassins": PLACES[MASYAF],
        "drawn": _drawn(position, open_sides),
        "result": position.result,
        "prospects": None,
        "actions": [],
    }
    return view


def _side_or_none(number: int) -> str | None:
    return SIDES[number] if number >= 0 else None


def _town_or_none(number: int) -> str | None:
    return TOWN_IDS[number] if number >= 0 else None


def _drawn(position: Position, open_sides: set[Side]) -> str | None:
    """Returns the block just drawn, if it lies open to this viewer."""
    return BLOCK_IDS[position.drawn] if position.drawn >= 0 and position.active in open_sides else None


def _sieges(position: Position) -> dict[str, Any]:
    """Returns besieger and besieged of each town under siege, and whether its castle starves."""
    return {
        TOWN_IDS[town]: {
            "besieger": SIDES[side],
            "besieged": SIDES[1 - side],
            "starving": siege.is_starving(position, town),
        }
        for town, side in sorted(position.sieges.items())
    }


def _ids_at(position: Position, place: PlaceNumber, of: int = -1) -> tuple[str, ...]:
    return ids(
        sum(1 << b for b, where in enumerate(position.where) if where == place and (of < 0 or OF_SIDE[of] >> b & 1))
    )


def _prompt(position: Position, side: Side | None) -> dict[str, Any]:
    """Returns what is to be done now, as a key with parameters that everybody may know.

    ``mine`` says whether this viewer is to do it.
    """
    if position.winner is not None:
        return {"key": "over", "params": {}, "rule": "1.2", "mine": False}
    step = position.step
    mine = side is not None and bool(position.waiting >> side & 1)
    params: dict[str, Any] = {}
    battle = position.battle
    if battle is not None:
        params |= {"town": TOWN_IDS[battle.town], "round": battle.round}
        if battle.hits:
            params["hits"] = battle.hits
    params |= _step_params(position, side, mine)
    return {"key": step, "params": params, "rule": position.ruleset.number(STEPS[step].rule), "mine": mine}


def _step_params(position: Position, side: Side | None, mine: bool) -> dict[str, Any]:
    """Returns what the prompt of this step names besides the battle."""
    step = position.step
    if step == "move":
        params = {"moves": position.moves, "kind": position.played[position.active]}
        return params | (_own_movement(position, side) if side is not None and mine else {})
    if step == "marker" and position.battle is None:
        (besieger,) = bits(position.waiting)
        return {"town": TOWN_IDS[markers_needed(position, besieger)[0]]}
    if step == "manna":
        return {"left": position.ruleset.manna_blocks - position.strengthened.bit_count() if mine else None}
    if side is None:
        return {}
    if step == "winter":
        return _winter_params(position, side, mine)
    return _own_params(position, side) if mine else {}


def _own_params(position: Position, side: Side) -> dict[str, Any]:
    """Returns what the prompt names for the deciding side alone: the block drawn, or towns too full at the start or for
    the winter.
    """
    if position.step in PLACING:
        return _before_winter(position, side)
    if position.step == "draw":
        return {"block": BLOCK_IDS[position.drawn]}
    if position.step == "seats":  # 3.1
        return {
            "surplus": _surplus(
                position, side, {town: deployment.start_limit(town) for town in deployment.crowded(position)}
            )
        }
    return {}


def _winter_params(position: Position, side: Side, mine: bool) -> dict[str, Any]:
    """Returns the side's winter work; for its own player with the towns that have too many blocks."""
    work = position.winter[side]
    if mine and work == "replace":
        return {"work": work, "steps": _steps_to_regain(position, side)}
    if not mine or work != "supply":
        return {"work": work}
    return {"work": work, "surplus": _towns_too_full(position, side)}


def _own_movement(position: Position, side: Side) -> dict[str, Any]:
    """Returns what the prompt of a movement names for the mover alone: towns too full for winter, and where a Jihad can
    be declared as things stand. In a winter turn it is not (8.1).
    """
    params = _before_winter(position, side)
    if position.played[side] == "jihad" and position.turn < position.ruleset.turns:
        params["jihad"] = {TOWN_IDS[town]: may for town, may in battles.jihad_prospects(position, side).items()}
    return params


def _before_winter(position: Position, side: Side) -> dict[str, Any]:
    """Returns the towns too full for winter, in the last two turns of a year: blocks can still be placed."""
    near = position.turn >= position.ruleset.turns - 1
    hungry = _towns_too_full(position, side) if near else {}
    return {"surplus": hungry} if hungry else {}


def _towns_too_full(position: Position, side: Side) -> dict[str, Any]:
    """Returns the towns with more blocks of the side than they feed in winter (8.3), as things stand now."""
    limits = {town: winter.supply_limit(position, side, town) for town in winter.overfull(position, side)}
    return _surplus(position, side, limits)


def _steps_to_regain(position: Position, side: Side) -> dict[str, Any]:
    """Towns where blocks of the side have lost steps: how many of the steps that each gives this winter are left (8.4).

    Where steps of some blocks cost more than one of these, `prices` has them by block (1.x rules).
    """
    found: dict[str, Any] = {}
    for town in bits(position.present[side]):
        weak = winter.weakened(position, side, town)
        left = winter.steps_available(position, side, town)
        most = left + position.gained.get(town, 0)
        if weak and most > 0 and town not in position.sieges:
            prices = {BLOCK_IDS[block]: cost for block in weak if (cost := winter.price(position, block)) > 1}
            found[TOWN_IDS[town]] = {"left": left, "most": most} | ({"prices": prices} if prices else {})
    return found


def _surplus(position: Position, side: Side, limits: Mapping[TownNumber, int]) -> dict[str, Any]:
    """Returns for each town with too many blocks of a side their number and the limit."""
    own = OF_SIDE[side]
    return {
        TOWN_IDS[town]: {"blocks": (position.at[town] & own).bit_count(), "limit": limit}
        for town, limit in limits.items()
    }


def _map(position: Position, open_sides: set[Side]) -> dict[str, Any]:
    """Returns control and stacks of each town with blocks."""
    occupied = [town for town in range(TOWN_COUNT) if position.at[town]]
    towns: dict[str, Any] = {}
    for town, controller in position.controllers(occupied).items():
        stacks = [stack for side in (0, 1) for stack in _stacks(position, town, side, side in open_sides)]
        towns[TOWN_IDS[town]] = {"control": SIDES[controller], "stacks": stacks}
    return towns


def _stacks(position: Position, town: TownNumber, side: Side, is_open: bool) -> list[dict[str, Any]]:
    """Returns a side's blocks in a town by area, as they stand on the table."""
    here = position.at[town] & OF_SIDE[side]
    late = position.due2 | position.due3
    areas = (
        ("field", None, here & ~position.castle & ~late),
        ("reserve", 2, here & position.due2),
        ("reserve", 3, here & position.due3),
        ("castle", None, here & position.castle),
    )
    stacks = []
    for area, when, blocks in areas:
        if blocks:
            known = blocks if is_open else blocks & position.face_up
            stack: dict[str, Any] = {
                "side": SIDES[side],
                "area": area,
                "count": blocks.bit_count(),
                "hidden": (blocks & ~known).bit_count(),
            }
            if when:
                stack["round"] = when
            stack["blocks"] = [_block_seen(position, BLOCK[name], is_open) for name in ids(known)]
            stacks.append(stack)
    return stacks


def _block_seen(position: Position, block: BlockNumber, own: bool) -> dict[str, Any]:
    """Returns a block as its viewer sees it: id, strength and marks; with ``own`` also what its owner alone knows."""
    bit = 1 << block
    seen: dict[str, Any] = {"id": BLOCK_IDS[block], "strength": position.steps[block]}
    if position.face_up & bit:
        seen["face-up"] = True
    if own and position.moved & bit:
        seen["moved"] = True  # which of them moved is its owner's knowledge (H05)
    if own and block in position.forced:
        seen["forced-to"] = TOWN_IDS[position.forced[block][1]]
    battle = position.battle
    if battle is not None and position.face_up & bit:
        for name in ("storming", "sallying", "acted"):
            if getattr(battle, name) & bit:
                seen[name] = True
        if battle.half == block:
            seen["half-hit"] = True
    return seen


def _arrivals(position: Position) -> list[dict[str, Any]]:
    """Roads by which towns were entered against the enemy, with counts: moves are made openly (H04, H06)."""
    seen = []
    for arrival in position.arrivals:
        main = is_main(position, arrival)
        late = 2 if arrival.blocks & position.due2 else 3 if arrival.blocks & position.due3 else 1
        seen.append(
            {
                "town": TOWN_IDS[arrival.town],
                "side": SIDES[arrival.side],
                "road": road_label(arrival.road, arrival.town),
                "count": arrival.blocks.bit_count(),
                "main": main or arrival.road == SEA,
                "round": late,
            }
            | ({"start": TOWN_IDS[arrival.start]} if arrival.start >= 0 else {})
        )
    return seen


def _battle_seen(position: Position, battle: Battle) -> dict[str, Any]:
    """Returns the battle being fought: town, round, sides, order of turns, hits and room to retreat."""
    fighting = position.step in ("fight", "hits")
    turn = fight.to_act(position) if position.step == "fight" else None
    order = []
    if fighting:
        order = [
            {"side": SIDES[side], "blocks": list(ids(blocks & position.face_up))}
            for side, blocks in fight.combat_order(position)
        ]
    attacker = fight.attacking_side(position) if fighting else battle.attacker
    return {
        "town": TOWN_IDS[battle.town],
        "rating": TOWNS[battle.town].rating,
        "round": battle.round,
        "attacker": SIDES[attacker],
        "defender": SIDES[1 - attacker],
        "castle-of": _side_or_none(battle.keep),
        "step": position.step,
        "storm": battle.storm,
        "order": order,
        "to-act": [] if turn is None else list(ids(turn[1])),
        "half-hit": BLOCK_IDS[battle.half] if battle.half >= 0 and position.face_up >> battle.half & 1 else None,
        "hits": {"side": SIDES[battle.victim], "count": battle.hits} if battle.hits else None,
        "jihad": SIDES[fight.jihad_side(position)] if position.jihad == battle.town else None,
        "retreats": {} if battle.storm else {SIDES[side]: retreat.battle_rooms(position, side) for side in (0, 1)},
    }


def _battles(position: Position) -> list[str]:
    """Towns still to be fought over this turn."""
    if position.phase != "battle":
        return []
    left = field.unfought(position)
    return [TOWN_IDS[t] for t in bits(left) if position.battle is None or t != position.battle.town]


def _cards_seen(position: Position, side: Side, is_open: bool, over: bool) -> dict[str, Any]:
    """Returns a side's cards as the viewer sees them; ``is_open`` shows the chosen card, ``over``
    the rest of the hand.
    """
    seen: dict[str, Any] = {
        "hand": len(position.hands[side]),
        "chosen": position.chosen[side] is not None,
        "played": position.revealed[side],
        "counts-as": position.played[side],
        "prior": position.prior[side],
        "spent": list(position.spent[side]),
    }
    if is_open and position.chosen[side] is not None:
        seen["choice"] = position.chosen[side]
    if over:
        seen["left"] = list(position.hands[side])  # H36
    return seen


def _pool(position: Position, side: Side, over: bool) -> dict[str, Any]:
    """Returns the side's blocks off the map: how many lie face-down, and the names of those that are open (6.34)."""
    waiting = _ids_at(position, POOL, side)
    seen: dict[str, Any] = {
        "count": len(waiting),
        "face-up": list(_ids_at(position, DEAD, side)),
        "gone": list(_ids_at(position, GONE, side)),
    }
    if over:
        seen["face-down"] = list(waiting)
    return seen
