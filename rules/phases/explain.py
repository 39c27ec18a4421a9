"""Why a move is refused, in words for the player who tried it.

What a reason depends on lies open on the table or is the player's own; blocks named here are his, for whose they are
has been asked before (H38)."""

from rules.actions import Action
from rules.atlas import PORTS, ROAD_BETWEEN, ROADS, TOWN, TOWNS, Town
from rules.kinds import Side, TownNumber
from rules.phases import routes as ways
from rules.places import ENGLAND, FRANCE, TOWN_COUNT
from rules.play import Refusal, refuse
from rules.position import Position
from rules.roster import BLOCK, BLOCKS, ENGLISH, Block
from rules.ruleset import ATTACK


def explain_move(position: Position, side: Side, action: Action) -> Refusal:
    """Why this action is no legal part of the side's movement."""
    if action.type in ("move", "muster"):
        return _why_no_march(position, side, action)
    handler = _HANDLERS.get(action.type)
    if handler is None:
        return refuse("5.0", "Now blocks move: group moves, musters, sea moves, or done.")
    return handler(position, side, action)


def _no_moves(position: Position) -> Refusal | None:
    """The refusal of an act that costs a Move when none is left; None if one is."""
    return (
        None
        if ways.may_pay(position)
        else refuse(
            "4.2", "No Moves are left; blocks of groups and musters already opened may still move, or end with done."
        )
    )


def _no_second_move(position: Position, name: str | None) -> Refusal | None:
    """The refusal of a second move of a block; None if it has not moved."""
    if position.moved >> BLOCK[name or ""] & 1:
        return refuse("5.0", "This block has moved already; each block moves once in a movement phase.")
    return None


def _why_no_march(position: Position, side: Side, action: Action) -> Refusal:
    """Why a group move or a muster of this block by this path is not allowed."""
    problem = _no_second_move(position, action.block)
    if problem:
        return problem
    block = BLOCKS[BLOCK[action.block or ""]]
    start = position.where[block.number]
    if start >= TOWN_COUNT:
        return refuse(
            "7.21", "This block is not on the map; Crusaders come by sea or by the German roads, others by a draw."
        )
    if position.castle >> block.number & 1:
        return refuse(
            "6.55", "A besieged block cannot leave by road; it may only sally in battle, or sail from Tyre or Tripoli."
        )
    if not ways.may_leave(position, side, start):
        return refuse("5.5", "This block is pinned: attackers hold as many of your blocks in their town.")
    towns = [TOWN[name] for name in action.path or ()]
    if action.type == "muster":
        problem = _no_muster(position, side, start, towns[-1])
    elif not position.opened >> start & 1:
        problem = _no_moves(position)
    return problem or _too_long(position, block, action) or _why_road_closed(position, side, start, towns)


def _no_muster(position: Position, side: Side, start: TownNumber, town: TownNumber) -> Refusal | None:
    """The refusal of a block's march to a muster; None if it may take part."""
    if not position.musters >> town & 1:
        return refuse("5.3", "No muster has been called to {town}.", town=TOWNS[town])
    if position.held[1 - side] >> town & 1:
        return _not_friendly(TOWNS[town])
    if town == start:
        return refuse("5.3", "This block is at the muster already.")
    return None


def _too_long(position: Position, block: Block, action: Action) -> Refusal | None:
    """The refusal of a path of the wrong length for the block; None if its length is right."""
    towns = len(action.path or ())
    longest = block.move - ways.slowness(position, block.side) + (1 if action.forced else 0)
    if action.forced and not position.ruleset.forced_marches:
        return refuse("options", "Forced marches are not played in this game.")
    if action.forced and not ways.may_force(position, block.side):
        return refuse("1.x-9.01", "In the Winter Turn nobody makes a forced march.")
    if towns > longest:
        return refuse(
            "2.13",
            "{block} moves up to {longest} towns; this path has {towns}.",
            block=block,
            longest=longest,
            towns=towns,
        )
    if action.forced and towns < longest:
        return refuse(
            "options", "A forced march is the one step beyond the move rating; without it, leave 'forced' out."
        )
    return None


def _not_friendly(town: Town) -> Refusal:
    return refuse(
        "5.3", "{town} is not a friendly town; a muster neither starts a battle nor answers an attack.", town=town
    )


def _why_road_closed(position: Position, side: Side, start: TownNumber, towns: list[TownNumber]) -> Refusal:
    """Why the roads of this path are closed to the block."""
    limits = position.ruleset.road_limits(ways.guided(position, side))
    use = dict(position.road_use)
    here = start
    enemies = position.held[1 - side]
    attacks, narrow = (
        position.ruleset.road_limits(ways.guided(position, side), ATTACK),
        ways.attackers_by_road(position, side),
    )
    for number, town in enumerate(towns):
        road = ROAD_BETWEEN.get((here, town))
        if road is None:
            return refuse("5.0", "There is no road {here} - {town}.", here=TOWNS[here], town=TOWNS[town])
        if number == 0 and ways.barred_roads(position, side, start) >> road & 1:
            return refuse(
                "5.5",
                "The attacker used the road {here} - {town}; blocks cannot leave by it.",
                here=TOWNS[here],
                town=TOWNS[town],
            )
        use[road] = use.get(road, 0) + 1
        if use[road] > limits[road]:
            return _full_road(ROADS[road].major, TOWNS[here], TOWNS[town], limits[road])
        if narrow.get((town, road), 0) >= attacks[road]:
            return refuse(
                "1.x-5.4",
                "{limit} blocks have attacked {town} by this road; no more may.",
                limit=attacks[road],
                town=TOWNS[town],
            )
        if town == start:
            return refuse("5.0", "A block does not come back to {town}, which it left.", town=TOWNS[town])  # R101
        if enemies >> town & 1 and number < len(towns) - 1:
            return refuse("5.0", "Blocks must stop in {town}, which the enemy defends.", town=TOWNS[town])
        here = town
    # nothing else closes a way
    return refuse(
        "8.1",
        "In the Winter Turn no block may end its move among enemies; battles and sieges are neither started nor"
        " reinforced.",
    )


def _full_road(major: bool, here: Town, town: Town, limit: int) -> Refusal:
    """The refusal of a road that has carried as many blocks as it can."""
    if major:
        return refuse(
            "5.1",
            "The major road {here} - {town} is full: {limit} blocks a movement phase.",
            here=here,
            town=town,
            limit=limit,
        )
    return refuse(
        "5.1",
        "The minor road {here} - {town} is full: {limit} blocks a movement phase.",
        here=here,
        town=town,
        limit=limit,
    )


def _why_no_muster_call(position: Position, side: Side, action: Action) -> Refusal:
    """Why no muster can be called to this town."""
    problem = _no_moves(position)
    if problem:
        return problem
    town = TOWNS[TOWN[action.town or ""]]
    if position.played[side] in ("guide", "jihad"):
        return refuse("4.2", "This event moves one group by road; it calls no muster.")
    if position.musters >> town.number & 1:
        return refuse("5.3", "A muster to {town} has been called already.", town=town)
    if not position.friendly_fields(side) >> town.number & 1:
        return _not_friendly(town)
    if not ways.muster_towns(position, side) >> town.number & 1:
        return refuse("8.1", "In the Winter Turn nobody musters to {town}, which is under siege.", town=town)
    return refuse("5.3", "No block could come to {town} by open roads.", town=town)


def _why_no_voyage(position: Position, side: Side, action: Action) -> Refusal:
    """Why this block cannot sail to this port."""
    problem = _no_moves(position) or _no_second_move(position, action.block)
    if problem:
        return problem
    block, port = BLOCKS[BLOCK[action.block or ""]], TOWNS[TOWN[action.port or ""]]
    if position.played[side] in ("guide", "jihad"):
        return refuse("4.2", "This event moves one group by road, not by sea.")
    if not PORTS >> port.number & 1:
        return refuse("1.14", "{port} is not a port.", port=port)
    here = position.where[block.number]
    if here == port.number:
        return refuse("5.4", "This block is in {port} already.", port=port)
    return _no_sailing(position, side, block) or _why_no_landing(position, side, action, block, port)


def _no_sailing(position: Position, side: Side, block: Block) -> Refusal | None:
    """The refusal of a block that cannot sail from where it is; None if it can."""
    here = position.where[block.number]
    if here >= TOWN_COUNT:
        if here not in (ENGLAND, FRANCE):
            return refuse(
                "7.21", "This block is not on the map and not in England or France; only from there blocks come by sea."
            )
        if not position.staged(block.nation):
            return refuse("7.21", "Crusaders of a nation may move once all three of it have been drawn.")
    elif not PORTS >> here & 1:
        return refuse("5.4", "{port} is not a port.", port=TOWNS[here])
    elif position.sieges.get(here) == side and position.ruleset.fortified_ports >> here & 1:
        return refuse("6.51", "The port of {port} belongs to the besieged.", port=TOWNS[here])
    elif position.castle >> block.number & 1 and not ways.besieged_port(position, side, here):
        return refuse("6.51", "The besieger controls this port; only Tyre and Tripoli stay open to the besieged.")
    elif not ways.may_leave(position, side, here):
        return refuse("5.5", "This block is pinned.")
    return None


def _why_no_landing(position: Position, side: Side, action: Action, block: Block, port: Town) -> Refusal:
    """Why a block that may sail cannot land at this port, or in this part of it."""
    if position.sieges and ways.besieged_port(position, side, port.number):
        if ways.winter_bound(position, side):
            return refuse("8.1", "In the Winter Turn no siege is reinforced.")
        if not ways.castle_room(position, port.number) and (action.area == "castle" or not ENGLISH >> block.number & 1):
            return refuse("6.52", "The castle of {port} is full.", port=port)
    if action.area is not None:
        return refuse("7.22", "Castle or field is a choice only for the English at besieged Tyre or Tripoli.")
    if ways.winter_bound(position, side) and position.present[1 - side] >> port.number & 1:
        return refuse("8.1", "In the Winter Turn no battle or siege is started or reinforced.")
    if not ENGLISH >> block.number & 1:
        return refuse("5.4", "{port} is not a friendly port; only the English attack from the sea.", port=port)
    return refuse(
        "7.22",
        "{port} is neither a friendly port nor one that the English may attack now, or the choice of castle or field is"
        " missing.",
        port=port,
    )


def _why_no_entry(position: Position, side: Side, action: Action) -> Refusal:
    """Why this block cannot enter the map from Germania."""
    problem = _no_moves(position) or _no_second_move(position, action.block)
    if problem:
        return problem
    if position.played[side] in ("guide", "jihad"):
        return refuse("4.2", "This event moves one group by road.")
    if not position.staged("german"):
        return refuse("7.21", "The Germans may move once all three have been drawn.")
    return refuse(
        "7.23",
        "German blocks in Germania enter at Aleppo, Antioch (4 blocks each) or St. Simeon (2); not among enemies in"
        " winter.",
    )


def _why_no_campaign(position: Position, side: Side, action: Action) -> Refusal:
    """Why this siege cannot be kept over the winter."""
    return _no_moves(position) or refuse(
        "8.2", "Only the player of Winter Campaign, in the Winter Turn, may keep one of his sieges."
    )


def _why_no_main_road(position: Position, side: Side, action: Action) -> Refusal:
    """Why this road cannot be the main one."""
    return refuse(
        "6.41",
        "A main road is chosen where you entered against the enemy by two roads or more, among these; by sea there is"
        " no choice.",
    )


def _why_not_shown(position: Position, side: Side, action: Action) -> Refusal:
    """Why this besieger cannot be shown."""
    if not position.ruleset.besieger_marker:
        return refuse("options", "In this game besiegers show no block.")
    town = position.where[BLOCK[action.block or ""]]
    if town >= TOWN_COUNT or position.sieges.get(town) != side:
        return refuse("6.51", "Only a block that besieges a town can be shown before it.")
    if not ways.may_show(position, side):
        return refuse(
            "6.51", "Another besieger can be shown at the start of your movement only, before a Move is spent."
        )
    if position.shown >> town & 1:
        return refuse(
            "6.51",
            "Before {town} you have shown another block already; take that back to choose anew.",
            town=TOWNS[town],
        )
    return refuse("6.51", "This block lies face-up already.")


_HANDLERS = {
    "muster-to": _why_no_muster_call,
    "sea-move": _why_no_voyage,
    "enter": _why_no_entry,
    "winter-campaign": _why_no_campaign,
    "main-road": _why_no_main_road,
    "keep-face-up": _why_not_shown,
}
