"""Which blocks may move and where to (rules 5.1 to 5.5, 7.21 to 7.23, 8.1): the offers of the movement phase."""

from functools import cache, lru_cache

from rules.actions import Offer
from rules.atlas import GERMAN_ENTRY, KINGDOM, PORTS, RATING, TOWN_IDS, Bars, bits, routes, town_ids
from rules.deck import moves_of
from rules.kinds import BlockSet, PlaceNumber, RoadNumber, RoadSet, Side, TownNumber, TownSet
from rules.places import ENGLAND, FRANCE, GERMANIA, TOWN_COUNT
from rules.position import Position
from rules.roster import NATION, OF_MOVE, OF_SIDE, ids
from rules.ruleset import ATTACK

_RATINGS = (2, 3)


def guided(position: Position, side: Side) -> bool:
    """Whether the Guide doubles this side's road limits this turn: moves, retreats and regroups (p. 3)."""
    return position.played[side] == "guide"


@cache
def _closed_at_first(limits: tuple[int, ...]) -> list[int]:
    """Returns, before anything moves, the sets of roads that take at most 0, 1 and 2 blocks."""
    return [sum(1 << road for road, limit in enumerate(limits) if limit <= room) for room in range(3)]


def closed_roads(position: Position, side: Side, use: dict[RoadNumber, int]) -> tuple[RoadSet, RoadSet, RoadSet]:
    """Sets of roads with room for 0 and at most 1, 2 more blocks of the side (5.1)."""
    limits = position.ruleset.road_limits(guided(position, side))
    closed = _closed_at_first(limits).copy()
    for road, used in use.items():
        for room in range(max(0, limits[road] - used), 3):
            closed[room] |= 1 << road
    full, one, two = closed
    return full, one, two


def narrow_attacks(position: Position, side: Side) -> tuple[tuple[TownSet, RoadSet], ...]:
    """Returns pairs of a town and a road by which no more blocks may attack it.

    None where attacks have no limit of their own, as in 2.0 (5.4 of the 1.x rules).
    """
    if not position.ruleset.attacks_are_narrower:
        return ()
    limits = position.ruleset.road_limits(guided(position, side), ATTACK)
    return tuple(
        [
            (1 << town, 1 << road)
            for (town, road), used in attackers_by_road(position, side).items()
            if used >= limits[road]
        ]
    )


def attackers_by_road(position: Position, side: Side) -> dict[tuple[TownNumber, RoadNumber], int]:
    """Counts the blocks of a side that entered towns against the enemy this turn, by town and road.

    Those on a forced march count as arrived.
    """
    used: dict[tuple[TownNumber, RoadNumber], int] = {}
    for arrival in position.arrivals:
        if arrival.side == side:
            key = arrival.town, arrival.road
            used[key] = used.get(key, 0) + arrival.blocks.bit_count()
    for march in position.forced.values():
        if position.held[1 - side] >> march[1] & 1:
            used[march[1], march[0]] = used.get((march[1], march[0]), 0) + 1
    return used


def winter_turn(position: Position) -> bool:
    """Whether it is the Winter Turn, in which no move starts or reinforces a battle or siege (8.1)."""
    return position.turn == position.ruleset.turns


def pins(position: Position, side: Side, town: TownNumber) -> int:
    """Returns how many of Player 2's blocks in an attacked field must stay (5.5): as many as attack it, reserves not
    counted.
    """
    if side == position.first:
        return 0
    attackers = (
        position.field(1 - side, town) if position.ruleset.pinned_by_reserves else position.arrived(1 - side, town)
    )
    return min(position.arrived(side, town).bit_count(), attackers.bit_count())


def may_leave(position: Position, side: Side, town: TownNumber) -> bool:
    """Whether one more block may leave the field of the town (5.5)."""
    return (
        position.arrived(side, town).bit_count() > pins(position, side, town) or not position.held[1 - side] >> town & 1
    )


def movable(position: Position, side: Side) -> list[tuple[int, int]]:
    """Returns the blocks that may still move by road, as (town, blocks).

    Not moved yet, not in a castle (6.55, R18), not pinned (5.5).
    """
    ready = OF_SIDE[side] & ~(position.moved | position.castle)
    at, contested = position.at, position.held[0] & position.held[1]
    groups = []
    held = position.held[side]
    while held:
        low = held & -held
        held ^= low
        town = low.bit_length() - 1
        blocks = at[town] & ready
        if blocks and (not contested & low or may_leave(position, side, town)):
            groups.append((town, blocks))
    return groups


def slowness(position: Position, side: Side) -> int:
    """Returns how many towns less far the side's blocks move in the Winter Turn: none in 2.0 (8.1)."""
    return position.ruleset.winter_slowness if winter_bound(position, side) else 0


def may_force(position: Position, side: Side) -> bool:
    """Whether the side's blocks may make forced marches now (p. 4)."""
    rules = position.ruleset
    return rules.forced_marches and (rules.forced_in_winter or not winter_bound(position, side))


def barred_roads(position: Position, side: Side, town: TownNumber) -> RoadSet:
    """Returns the roads by which nobody may leave a town: those its attacker used, reserves included (5.5, R25)."""
    return position.arrival_roads(1 - side, town) if position.arrivals else 0


def campaigner(position: Position) -> Side:
    """The side that fights on in the Winter Turn by its Winter Campaign, in an edition where it may; -1 for none (9.1
    of the 1.x rules).
    """
    if not (position.ruleset.winter_battles and winter_turn(position)):
        return -1
    return next((side for side in (0, 1) if position.played[side] == "winter-campaign"), -1)


def winter_bound(position: Position, side: Side) -> bool:
    """Whether the side moves by the limits of the Winter Turn (8.1)."""
    return winter_turn(position) and campaigner(position) != side


def may_pay(position: Position) -> bool:
    """Whether a Move is left, or Crusaders of a box may still follow the first of their group."""
    return position.moves > 0 or bool(position.opened >> TOWN_COUNT)


def entry_price(position: Position, origin: PlaceNumber) -> int:
    """Moves that a block from this place costs by sea or from Germania: one, or none when its group has paid."""
    return 0 if origin >= TOWN_COUNT and position.opened >> origin & 1 else 1


def no_end(position: Position, side: Side) -> TownSet:
    """Returns the towns where no move may end: in the Winter Turn those with enemies (8.1)."""
    return position.present[1 - side] if winter_bound(position, side) else 0


def muster_towns(position: Position, side: Side) -> TownSet:
    """Returns the towns to which a muster may be called: with a friendly field, in winter not under
    siege (5.3, 8.1).
    """
    towns = position.friendly_fields(side)
    return towns & ~position.present[1 - side] if winter_bound(position, side) else towns


def march_offers(position: Position, side: Side) -> list[Offer]:
    """Returns the offers of group moves, of calls to a muster, and of blocks that come to one."""
    offers: list[Offer] = []
    groups = movable(position, side)
    if not groups:
        return offers
    stops = position.held[1 - side]
    closed = closed_roads(position, side, position.road_use)
    bars = Bars(stops, closed, no_end(position, side), narrow_attacks(position, side))
    paying = position.moves > 0
    mustering = paying and position.played[side] not in ("guide", "jihad")
    musters = position.musters
    reach = 0
    forcing = may_force(position, side)
    slower = slowness(position, side)
    for town, blocks in groups:
        opened = position.opened >> town & 1
        if not (opened or paying or musters):
            continue
        price = 0 if opened else 1 if paying else None
        found, ends = _group_offers(
            town, blocks, price, forcing, slower, musters, barred_roads(position, side, town), bars
        )
        offers += found
        reach |= ends
    if mustering:
        towns = reach & muster_towns(position, side) & ~musters
        if towns:
            offers.append(Offer("muster-to", None, (("town", town_ids(towns)),), about=_COST[1]))
    return offers


_COST = {"cost": 0}, {"cost": 1}
_FORCED = {"forced": True}
_MOST_GROUPS = 200
"""Kept of the offers of groups, for they are asked for again after every move elsewhere: what a side or two have on the
map.
"""


@lru_cache(maxsize=_MOST_GROUPS)
def _group_offers(
    town: TownNumber,
    blocks: BlockSet,
    price: int | None,
    forcing: bool,
    slower: int,
    musters: TownSet,
    barred: RoadSet,
    bars: Bars,
) -> tuple[tuple[Offer, ...], TownSet]:
    """Where a town's blocks may go by themselves (``price``: at what cost in Moves, if at all) and to which of the
    musters called, with all towns that they reach without a fight."""
    offers: list[Offer] = []
    reach = 0
    for rating in _RATINGS:
        those = blocks & OF_MOVE[rating]
        if not those:
            continue
        longest = rating - slower
        marches = [(1, longest, None), (longest + 1, longest + 1, _FORCED)][: 1 + forcing]
        for shortest, most, given in marches:
            found = routes(town, shortest, most, barred, bars)
            if price is not None and found:
                offers.append(Offer("move", given, (("block", ids(those)), ("path", found)), about=_COST[price]))
            ends = found.ends & ~bars.stops
            reach |= ends
            for muster in bits(musters & ends):
                called = (("block", ids(those)), ("path", found.to(muster)))
                offers.append(Offer("muster", given, called, about={"town": TOWN_IDS[muster]}))
    return tuple(offers), reach


# By sea


def besieged_port(position: Position, side: Side, town: TownNumber) -> bool:
    """Whether the side's besieged castle keeps a fortified port friendly (1.14, 6.51)."""
    return bool(position.ruleset.fortified_ports >> town & 1) and position.sieges.get(town) == 1 - side


def friendly_ports(position: Position, side: Side) -> TownSet:
    """Returns the ports with a friendly field (5.4, 6.51).

    Tyre and Tripoli under siege belong to the besieged, never to the besieger.
    """
    ports = PORTS & position.friendly_fields(side)
    for town, besieger in position.sieges.items():
        if position.ruleset.fortified_ports >> town & 1:
            ports = ports & ~(1 << town) if besieger == side else ports | 1 << town
    return ports


def castle_room(position: Position, town: TownNumber) -> int:
    """Returns how many more blocks a castle takes (6.52)."""
    return RATING[town] - position.garrison(town).bit_count()


def landing_ports(position: Position, side: Side) -> TownSet:
    """Returns the friendly ports to which blocks may sail.

    A besieged one only if its castle has room, and not in winter (R39).
    """
    ports = friendly_ports(position, side)
    for town in position.sieges:
        if ports >> town & 1 and (
            winter_bound(position, side) or (besieged_port(position, side, town) and not castle_room(position, town))
        ):
            ports &= ~(1 << town)
    return ports


def attackable_ports(position: Position, side: Side) -> TownSet:
    """Returns the ports that the English may attack from the sea: held by the enemy, or vacant in his kingdom (7.22).

    Not one that Player 1 is attacking already when they are Player 2's (T65), nor a fortified port their own side
    besieges (R19).
    """
    enemy = position.held[1 - side]
    if position.ruleset.besieged_ports_only:
        ports = PORTS & enemy & sum([1 << town for town, besieger in position.sieges.items() if besieger != side])
    else:
        ports = PORTS & (enemy | (KINGDOM[1 - side] & ~position.present[side] & ~enemy))
    if side != position.first:
        for arrival in position.arrivals:
            if arrival.side != side:
                ports &= ~(1 << arrival.town)
    return ports & ~position.present[1 - side] if winter_bound(position, side) else ports


def lands_in_castle(position: Position, side: Side, port: TownNumber) -> bool:
    """Whether a block sailing to a port without a choice of its own goes into the castle."""
    return besieged_port(position, side, port)


def _sailors(position: Position, side: Side, town: TownNumber, friendly: TownSet) -> BlockSet:
    """Returns the blocks of a town that may put to sea.

    Those in a friendly port, unpinned ones in an attacked port, besiegers attacked by relief included (R24), the
    garrison of a besieged fortified port.
    """
    ready = position.at[town] & OF_SIDE[side] & ~position.moved
    if not ready:
        return 0
    if position.held[1 - side] >> town & 1:
        if besieged_port(position, side, town):
            return ready & position.castle
        closed = (
            position.ruleset.fortified_ports >> town & 1 and town in position.sieges
        )  # 6.51: never the besieger's port
        return ready & ~position.castle if not closed and may_leave(position, side, town) else 0
    return ready & ~position.castle if friendly >> town & 1 else 0


def sea_offers(position: Position, side: Side) -> list[Offer]:
    """Returns the offers of sea moves, one Move a block (5.4, 7.22)."""
    offers: list[Offer] = []
    friendly, landing = friendly_ports(position, side), landing_ports(position, side)
    if side == 0:
        for nation, box in (("english", ENGLAND), ("french", FRANCE)):
            waiting = sum([1 << b for b in bits(NATION[nation]) if position.where[b] == box])
            price = entry_price(position, box)
            if waiting and position.staged(nation) and position.moves >= price:
                offers += _voyages(
                    position, side, waiting, landing, int(not position.ruleset.besieged_ports_only), price=price
                )
    if not position.moves:
        return offers
    for town in bits(PORTS & position.present[side]):
        sailors = _sailors(position, side, town, friendly)
        if sailors:
            offers += _voyages(position, side, sailors, landing & ~(1 << town), friendly >> town & 1, town)
    return offers


@lru_cache(maxsize=2_000)
def _voyage_offer(blocks: BlockSet, ports: TownSet, areas: tuple[str, ...] = (), price: int = 1) -> Offer:
    """The offer of a sea move for these blocks to these ports, with the choice of field or castle if ``areas`` are
    given.
    """
    open_fields = (("block", ids(blocks)), ("port", town_ids(ports)))
    return Offer("sea-move", None, (*open_fields, ("area", areas)) if areas else open_fields, about=_COST[price])


def _voyages(
    position: Position,
    side: Side,
    sailors: BlockSet,
    landing: TownSet,
    from_port: int = 1,
    origin: TownNumber = -1,
    price: int = 1,
) -> list[Offer]:
    """Returns the offers of sea moves for blocks of one place: to friendly ports, and for the English to attacked ones
    (7.22).
    """
    english = (
        sailors & position.ruleset.sea_attackers if from_port else 0
    )  # 7.22, R44: from their box or any friendly port
    if not english:
        return [_voyage_offer(sailors, landing, (), price)] if landing else []
    attack = attackable_ports(position, side) & ~(1 << origin if origin >= 0 else 0)
    # besieged Tyre or Tripoli: castle or relief is the player's choice (R21), and a full castle leaves the field
    relief = sum(
        [1 << town for town in bits(attack & position.ruleset.fortified_ports) if besieged_port(position, side, town)]
    )
    choices: tuple[tuple[int, int, tuple[str, ...]], ...] = (
        (sailors & ~english, landing, ()),
        (english, (landing | attack) & ~relief, ()),
        (english, relief & landing, ("castle", "field")),
        (english, relief & ~landing, ("field",)),
    )
    return [_voyage_offer(blocks, ports, areas, price) for blocks, ports, areas in choices if blocks and ports]


def entry_offers(position: Position, side: Side) -> list[Offer]:
    """Returns the offers by which Germans enter at Aleppo, Antioch or St. Simeon (7.23, R42)."""
    if side != 0:
        return []
    waiting = sum(1 << b for b in bits(NATION["german"]) if position.where[b] == GERMANIA)
    price = entry_price(position, GERMANIA)
    if not waiting or not position.staged("german") or position.moves < price:
        return []
    towns = _entry_towns(position, side, price)
    return [Offer("enter", None, (("block", ids(waiting)), ("town", towns)), about=_COST[price])] if towns else []


def _entry_towns(position: Position, side: Side, price: int) -> tuple[str, ...]:
    """Returns the towns where Germans may enter now: on open roads, and for the rest of a group
    where it has entered.
    """
    full = closed_roads(position, side, position.road_use)[0]
    open_towns = position.ruleset.german_towns & ~no_end(position, side)
    if not price:  # the group enters at one town
        open_towns &= sum(1 << t for t, road in GERMAN_ENTRY.items() if position.road_use.get(road))
    return tuple(
        TOWN_IDS[t] for t, road in sorted(GERMAN_ENTRY.items()) if not full >> road & 1 and open_towns >> t & 1
    )


def winter_campaign_offers(position: Position, side: Side) -> list[Offer]:
    """Returns the offers to keep a siege over the winter, for the player of Winter Campaign (8.2)."""
    rules = position.ruleset
    if (
        not winter_turn(position)
        or position.played[side] != "winter-campaign"
        or position.kept_siege >= 0
        or rules.winter_battles
    ):
        return []
    towns = tuple(TOWN_IDS[t] for t, besieger in sorted(position.sieges.items()) if besieger == side)
    return [Offer("winter-campaign", None, (("town", towns),), about=_COST[1])] if towns else []


def may_show(position: Position, side: Side) -> bool:
    """Whether a besieger may show another block: at the start of his movement, before any Move is spent (R103)."""
    card = position.played[side]
    return card is not None and position.moves == moves_of(card)


def markers_needed(position: Position, side: Side) -> list[TownNumber]:
    """Returns the sieges of a side where no block is face-up though one must be (6.51)."""
    if not position.ruleset.besieger_marker:
        return []
    return [t for t, besieger in sorted(position.sieges.items()) if besieger == side and t not in position.markers]
