"""Retreats and regroups (rules 6.6, 6.61, 6.62, 6.7)."""

from rules.actions import Action, Offer
from rules.atlas import GERMAN_ENTRY, NEIGHBORS, ROAD_BETWEEN, SEA, SIDES, TOWN, TOWN_IDS, TOWNS, bits, town_ids
from rules.kinds import BlockNumber, BlockSet, RoadNumber, RoadSet, Side, TownNumber, TownSet
from rules.phases import field
from rules.phases.routes import friendly_ports, guided
from rules.play import Play, Refusal, Step, refuse
from rules.position import Position
from rules.roster import BLOCK, BLOCK_IDS, NATION, OF_SIDE, ids
from rules.ruleset import REGROUP, RETREAT


def _roads_of_attacker(position: Position, side: Side, town: TownNumber) -> RoadSet:
    """Returns the roads by which an attacker may retreat (6.61).

    Those he used to enter the battle; a road that both used is Player 2's alone.
    """
    roads = position.arrival_roads(side, town)
    return roads & ~position.arrival_roads(1 - side, town) if side == position.first else roads


def _roads_of_defender(position: Position, side: Side, town: TownNumber) -> RoadSet:
    """Returns the roads by which a defender may retreat (6.61).

    Any that the enemy did not use to enter; for Player 2 also one that both used.
    """
    enemy = position.arrival_roads(1 - side, town)
    return ~enemy | (position.arrival_roads(side, town) if side != position.first else 0)


def _roads_of_besieger(position: Position, side: Side, town: TownNumber) -> RoadSet:
    """Returns the roads by which a besieger may retreat (R37).

    As an attacker from a siege begun this turn, from an older one as the defender of its field (6.51).
    """
    return (
        _roads_of_attacker(position, side, town) if position.combat.fresh else _roads_of_defender(position, side, town)
    )


def retreat_roads(position: Position, side: Side) -> RoadSet:
    """Roads of the battle's town that the side may retreat by (R49: per side, not per block)."""
    battle = position.combat
    town = battle.town
    if position.step == "leave-siege" or battle.storm:
        return _roads_of_besieger(position, side, town)
    if side == battle.attacker:
        return _roads_of_attacker(position, side, town)
    return _roads_of_defender(position, side, town)


def open_fields(position: Position, side: Side) -> TownSet:
    """Returns the towns with no enemy in the field: friendly, vacant, or under one's own siege (6.6, 6.62).

    An unresolved battle has enemies in its field.
    """
    return ~position.held[1 - side]


def fields_for_victors(position: Position, side: Side) -> TownSet:
    """Returns the towns to which victors may regroup: friendly ones, in 2.0 vacant ones too (6.7)."""
    return open_fields(position, side) if position.ruleset.regroup_to_vacant else position.friendly_fields(side)


def _room(position: Position, side: Side, to: str, use: int = RETREAT) -> int:
    """Returns how many more blocks of the side the road to a neighboring town takes in this round (5.1, 6.61).

    `use` is what the road is used for: RETREAT, or another use that `Ruleset.road_limits` knows.
    """
    battle = position.combat
    road = ROAD_BETWEEN[battle.town, TOWN[to]]
    return position.ruleset.road_limits(guided(position, side), use)[road] - battle.retreats.get((side, road), 0)


def _havens(position: Position, side: Side, roads: RoadSet, towns: TownSet, use: int = RETREAT) -> tuple[str, ...]:
    """Returns those of the ``towns`` next to the battle to which one of the ``roads`` leads that has room left."""
    battle = position.combat
    limits = position.ruleset.road_limits(guided(position, side), use)
    return tuple(
        TOWN_IDS[town]
        for road, town in NEIGHBORS[battle.town]
        if roads >> road & 1 and towns >> town & 1 and battle.retreats.get((side, road), 0) < limits[road]
    )


def battle_havens(position: Position, side: Side) -> tuple[str, ...]:
    """Towns a block of the side may retreat to now, within 4 and 2 blocks a road and round (6.61, R47)."""
    return _havens(position, side, retreat_roads(position, side), open_fields(position, side))


def siege_havens(position: Position, side: Side) -> tuple[str, ...]:
    """Towns the besieger may retreat to when the rounds of this turn are over (6.2, R37)."""
    return _havens(
        position, side, _roads_of_besieger(position, side, position.combat.town), open_fields(position, side)
    )


def exits_of(position: Position, side: Side, block: BlockNumber, havens: tuple[str, ...]) -> tuple[str, ...]:
    """Returns where one block may retreat to, of the ``havens`` of its side. Sallying blocks (6.55) and those in a
    storm (6.54) may not where the edition forbids it.
    """
    battle, rules = position.combat, position.ruleset
    bit = 1 << block
    if battle.storm:
        return havens if battle.storming & bit else ()
    if battle.sallying & bit:
        return _sally_havens(position, side) if rules.sally_retreats else ()
    return _ports_or_havens(position, side, block, havens)


def _ports_or_havens(position: Position, side: Side, block: BlockNumber, havens: tuple[str, ...]) -> tuple[str, ...]:
    """Returns the towns to which a block may retreat: ``havens``, or friendly ports.

    Ports are for a block that came by sea to a besieged port, by an option of the 1.x rules.
    """
    if position.ruleset.besieged_ports_only and came_by(position, block, SEA):
        return town_ids(friendly_ports(position, side) & ~(1 << position.combat.town))
    return havens


def _sally_havens(position: Position, side: Side) -> tuple[str, ...]:
    """Returns the friendly towns to which sallying blocks may retreat, by roads that no enemy used (7.33 of 1.x)."""
    roads = _roads_of_defender(position, side, position.combat.town)
    return _havens(position, side, roads, position.friendly_fields(side))


def came_by(position: Position, block: BlockNumber, road: RoadNumber) -> bool:
    """Whether a block came to this battle by this road this turn."""
    town = position.combat.town
    return any(
        arrival.town == town and arrival.road == road and arrival.blocks >> block & 1 for arrival in position.arrivals
    )


def may_leave_map(position: Position, block: BlockNumber) -> bool:
    """Whether a German block that came from Germania this turn may go back there for good (8.23 of 1.x)."""
    battle = position.combat
    if not position.ruleset.leaves_map or battle.storm or not NATION["german"] >> block & 1:
        return False
    return battle.town in GERMAN_ENTRY and came_by(position, block, GERMAN_ENTRY[battle.town])


def battle_rooms(position: Position, side: Side) -> dict[str, int]:
    """For each town the side may retreat to, how many more blocks the road there takes in this round."""
    return {town: _room(position, side, town) for town in battle_havens(position, side)}


def explain_haven(position: Position, side: Side, action: Action) -> Refusal:
    """Why a retreat or regroup to this town is refused."""
    if action.to is None:
        return refuse("6.2", "This block cannot do that now.")
    battle = position.combat
    town, here = TOWN[action.to], battle.town
    road = ROAD_BETWEEN.get((here, town))
    if road is None:
        return refuse("6.6", "{town} is not adjacent to {here}.", town=TOWNS[town], here=TOWNS[here])
    if not open_fields(position, side) >> town & 1:
        return refuse("6.6", "The enemy is in {town}.", town=TOWNS[town])
    if action.type == "regroup" and not fields_for_victors(position, side) >> town & 1:
        return refuse("6.6", "{town} is not friendly; victors regroup to friendly towns only.", town=TOWNS[town])
    if not _room(position, side, TOWN_IDS[town], REGROUP if action.type == "regroup" else RETREAT):
        return refuse("6.61", "The road to {town} has had as many blocks as it takes in one round.", town=TOWNS[town])
    if action.type != "regroup" and not retreat_roads(position, side) >> road & 1:
        if side == battle.attacker:
            return refuse(
                "6.61", "Attackers retreat by roads they used to enter, unless Player 2 came by the same one."
            )
        return refuse("6.61", "Defenders retreat by roads the enemy did not use to enter.")
    return refuse("6.6", "This block cannot do that now.")


def depart(play: Play, side: Side, block: BlockNumber, to: TownNumber) -> None:
    """Takes a block by road out of the battle's town, using up room on the road."""
    position, battle = play.position, play.position.combat
    road = ROAD_BETWEEN.get((battle.town, to))
    if road is not None and not (position.ruleset.besieged_ports_only and came_by(position, block, SEA)):
        battle.retreats[side, road] = battle.retreats.get((side, road), 0) + 1
    play.clear_marks(block)
    position.put(block, to)
    if position.ruleset.joins_as_reserve and position.sieges.get(to) == side and not position.fought >> to & 1:
        position.due2 |= 1 << block  # 6.5, 6.6 of the 1.x rules


def leave_battle(play: Play, side: Side, block: BlockNumber, to: TownNumber) -> None:
    """Retreats a face-up block by road; everybody sees which one (6.6)."""
    battle = play.position.combat
    depart(play, side, block, to)
    play.say(
        "block-retreated",
        {"town": TOWN_IDS[battle.town], "side": SIDES[side], "block": BLOCK_IDS[block], "to": TOWN_IDS[to]},
    )


# After the third round (6.2)


def must_retreat(play: Play) -> None:
    """Has the attacker leave a contested field with every block that can; the rest are eliminated (6.2, 6.6)."""
    position, battle = play.position, play.position.combat
    side, town = battle.attacker, battle.town
    ways = set(_exits_by_attacker(position, side).values())
    havens = next(iter(ways), ())
    if len(ways) == len(havens) == 1 and _room(position, side, havens[0]) >= position.field(side, town).bit_count():
        play.auto, auto = True, play.auto
        for block in bits(position.field(side, town)):  # one way out with room for all leaves nothing to choose
            leave_battle(play, side, block, TOWN[havens[0]])
        play.auto = auto
    elif any(ways):
        play.wait("must-retreat", side)
        return
    for block in bits(position.field(side, town)):
        if position.where[block] != town:
            continue
        play.say("retreat-impossible", {"town": TOWN_IDS[town], "side": SIDES[side], "block": BLOCK_IDS[block]})
        play.eliminate(block, town)
    say_field_won(play, 1 - side)
    offer_regroup(play, 1 - side)


def say_field_won(play: Play, winner: Side) -> None:
    """Tells who won the field, and who holds the town: the winner, or the loser's garrison in its castle (6.5)."""
    position, town = play.position, play.position.combat.town
    holder = 1 - winner if position.garrison(town) & OF_SIDE[1 - winner] else winner
    play.say("field-won", {"town": TOWN_IDS[town], "side": SIDES[winner], "holder": SIDES[holder]})


def _exits_by_attacker(position: Position, side: Side) -> dict[BlockNumber, tuple[str, ...]]:
    """Returns the attackers left in a contested field, each with the towns to which it may retreat (6.2, 6.61)."""
    havens = battle_havens(position, side)
    return {
        block: _ports_or_havens(position, side, block, havens)
        for block in bits(position.field(side, position.combat.town))
    }


def must_retreat_offers(position: Position, side: Side) -> list[Offer]:
    """The attackers left in a contested field after round 3, and the towns to which they may retreat (6.2, 6.61)."""
    ways = _exits_by_attacker(position, side)
    groups = dict.fromkeys(towns for towns in ways.values() if towns)
    return [
        Offer(
            "retreat",
            None,
            (("block", tuple(BLOCK_IDS[block] for block in ways if ways[block] == towns)), ("to", towns)),
        )
        for towns in groups
    ]


def must_retreat_explain(position: Position, side: Side, action: Action) -> Refusal:
    """Why this attacker cannot retreat there (6.2, 6.61)."""
    if action.type != "retreat":
        return refuse(
            "6.2", "The attacker must retreat every block after the third round while defenders are in the field."
        )
    return explain_haven(position, side, action)


def must_retreat_take(play: Play, side: Side, action: Action) -> None:
    """Retreats one attacker; when none is left that can, the others are eliminated (6.2, 6.6)."""
    leave_battle(play, side, BLOCK[action.block or ""], TOWN[action.to or ""])
    if not any(_exits_by_attacker(play.position, side).values()):
        must_retreat(play)


# Regroup (6.7)


def offer_regroup(play: Play, side: Side) -> None:
    """Lets the victor take any of his blocks to adjacent towns, with fresh road limits (R73)."""
    position, battle = play.position, play.position.combat
    field.hide_field(position, battle.town)
    battle.retreats = {}
    if _victorious(position, side) and regroup_towns(position, side):
        play.wait("regroup", side)
    else:
        play.follow("field-over")


def _victorious(position: Position, side: Side) -> BlockSet:
    """Returns the blocks that may regroup: all of the victor's, freed garrison and reserves included (R72)."""
    battle = position.combat
    return position.at[battle.town] & OF_SIDE[side] & ~battle.withdrawn


def regroup_towns(position: Position, side: Side) -> tuple[str, ...]:
    """The towns next to a won battle to which its victors may go (6.7)."""
    return _havens(position, side, -1, fields_for_victors(position, side), REGROUP)


def regroup_offers(position: Position, side: Side) -> list[Offer]:
    """The victorious blocks and the towns to which they may go (6.7)."""
    blocks, towns = ids(_victorious(position, side)), regroup_towns(position, side)
    return [*([Offer("regroup", None, (("block", blocks), ("to", towns)))] if blocks and towns else []), Offer("done")]


def regroup_explain(position: Position, side: Side, action: Action) -> Refusal:
    """Why this block cannot regroup to that town (6.7)."""
    battle = position.combat
    if action.type != "regroup":
        return refuse("6.7", "Now the victor may regroup, or end with done.")
    if not _victorious(position, side) >> BLOCK[action.block or ""] & 1:
        return refuse("6.7", "Only your blocks in {town} regroup.", town=TOWNS[battle.town])
    return explain_haven(position, side, action)


def regroup_take(play: Play, side: Side, action: Action) -> None:
    """Moves a victorious block to a town nearby, or ends regrouping (6.7)."""
    battle = play.position.combat
    if action.type == "done":
        play.follow("field-over")
        return
    depart(play, side, BLOCK[action.block or ""], TOWN[action.to or ""])
    play.say(
        "block-regrouped",
        {"town": TOWN_IDS[battle.town], "side": SIDES[side], "to": action.to, "count": 1},
        side,
        {"block": action.block},
    )


STEPS = {
    "must-retreat": Step(must_retreat_offers, must_retreat_explain, must_retreat_take, "6.2", auto=True),
    "regroup": Step(regroup_offers, regroup_explain, regroup_take, "6.7", auto=True),
}
