"""Every way a position can be wrong (catalogue 4.7)."""

from collections.abc import Sequence

from rules.actions import Actions
from rules.atlas import RATING, SIDES, TOWN_IDS, VICTORY_CITIES, bits
from rules.decisions import offers_of
from rules.deck import DECK
from rules.kinds import BlockNumber, BlockSet, PlaceNumber, TownSet
from rules.phases.routes import guided
from rules.places import DEAD, GONE, MASYAF, POOL, STAGING, TOWN_COUNT
from rules.position import Position
from rules.roster import ASSASSINS, BLOCK_IDS, BLOCKS, CRUSADERS, OF_SIDE, STEPS, ids
from rules.ruleset import REGROUP


def problems(position: Position) -> list[str]:
    """All broken invariants in words; empty for a sound position."""
    found: list[str] = []
    for check in (_calendar, _blocks, _derived, _castles, _sieges, _fields, _roads, _cards, _decision):
        try:
            check(position, found)
        except Exception as error:  # a position from a damaged record may be too broken to be asked
            found.append(f"{check.__name__[1:]} cannot be checked: {type(error).__name__} {error}")
    return found


def _calendar(position: Position, found: list[str]) -> None:
    """Adds faults of year and turn."""
    rules = position.ruleset
    if not rules.first_year <= position.year <= rules.last_year:
        found.append(f"there is no year {position.year}")
    if not (0 if position.phase == "deployment" else 1) <= position.turn <= rules.turns:
        found.append(f"there is no turn {position.turn}")


def _blocks(position: Position, found: list[str]) -> None:
    """Adds faults of blocks: strengths, and places off the map."""
    steps = position.steps
    if not min(steps) > 0 or any(have > most for have, most in zip(steps, STEPS, strict=True)):
        found.append("a block's strength is not between 1 and its maximum")
    if position.where[ASSASSINS] != MASYAF:
        found.append("the Assassins are not in Masyaf")
    for block, place in enumerate(position.where):
        if place >= TOWN_COUNT and (problem := _misplaced(position, block, place)):
            found.append(f"{BLOCK_IDS[block]} {problem}")


def _misplaced(position: Position, block: BlockNumber, place: PlaceNumber) -> str | None:
    """What is wrong with a block off the map in this place."""
    permanent = position.ruleset.permanent >> block & 1
    if place == GONE and not permanent:
        return "is out of the game but not a permanent loss"
    if place in (DEAD, POOL) and position.steps[block] != STEPS[block]:
        return "waits at less than full strength"
    if place == DEAD and permanent:
        return "should be out of the game"
    if place in STAGING.values() and not (CRUSADERS >> block & 1 and STAGING[BLOCKS[block].nation] == place):
        return "is in a staging box that is not its own"
    return "is in Masyaf" if place == MASYAF and block != ASSASSINS else None


def _derived(position: Position, found: list[str]) -> None:
    """Adds faults of what is derived from places: who holds which town, marks of blocks."""
    at = [0] * TOWN_COUNT
    for block, place in enumerate(position.where):
        if place < TOWN_COUNT:
            at[place] |= 1 << block
    if at != position.at:
        found.append("blocks by town disagree with towns by block")
        return
    outside = [here & ~position.castle for here in at]
    on_map = sum(at)
    if _towns_by_side(outside) != position.held or _towns_by_side(at) != position.present:
        found.append("who holds which town is out of date")
    if position.castle & ~on_map:
        found.append("a block in a castle is not on the map")
    if any(position.where[block] not in (POOL, GONE) for block in position.disbanded):
        found.append("a block disbanded in winter is still about")
    marks = position.due2 | position.due3 | position.face_up
    if marks & ~on_map:
        found.append(f"marked blocks are not on the map: {ids(marks & ~on_map)}")


def _towns_by_side(at: Sequence[BlockSet]) -> list[TownSet]:
    """For each side the towns with blocks of it, where ``at`` has the blocks of each town."""
    return [sum(1 << town for town, here in enumerate(at) if here & of_side) for of_side in OF_SIDE]


def _castles(position: Position, found: list[str]) -> None:
    """Adds faults of castles: too many blocks, both sides in one, or none besieged."""
    battle = position.battle
    castle = position.castle
    crowded = position.present[0] | position.present[1]
    for town in bits(crowded):
        inside = position.at[town] & castle
        if inside:
            if inside.bit_count() > RATING[town]:
                found.append(f"{inside.bit_count()} blocks in the castle of {TOWN_IDS[town]}")
            if inside & OF_SIDE[0] and inside & OF_SIDE[1]:
                found.append(f"both sides in the castle of {TOWN_IDS[town]}")
            if town not in position.sieges and (battle is None or battle.town != town):
                found.append(f"blocks in the castle of {TOWN_IDS[town]} without a siege")


def _sieges(position: Position, found: list[str]) -> None:
    """Adds faults of sieges: nobody besieges or is besieged, or the marker is elsewhere."""
    battle = position.battle
    for town, besieger in position.sieges.items():
        if battle is not None and battle.town == town:
            continue
        if not position.field(besieger, town):
            found.append(f"nobody besieges {TOWN_IDS[town]}")
        if not position.garrison(town) & OF_SIDE[1 - besieger]:
            found.append(f"nobody is besieged in {TOWN_IDS[town]}")
    for town, marker in position.markers.items():
        if position.where[marker] != town or not position.face_up >> marker & 1:
            found.append(f"the besieger's marker at {TOWN_IDS[town]} is not there")


def _fields(position: Position, found: list[str]) -> None:
    """Adds faults of fields: contested ones outside movement and battle, and the count of Victory Cities."""
    contested = position.held[0] & position.held[1]
    if contested and position.phase in ("cards", "draw", "winter", "deployment"):
        found.append(f"contested fields outside movement and battle: {[TOWN_IDS[t] for t in bits(contested)]}")
    if sum(position.score()) != len(VICTORY_CITIES):
        found.append("victory cities do not add up to seven")


def _roads(position: Position, found: list[str]) -> None:
    """Adds faults of roads: more blocks than their limits allow, and storms without their blocks."""
    if position.road_use and position.phase == "move":
        limits = position.ruleset.road_limits(guided(position, position.active))
        for road, used in position.road_use.items():
            if used > limits[road]:
                found.append(f"road {road} used by {used} blocks")
    battle = position.battle
    if battle is not None:
        for (side, road), used in battle.retreats.items():
            if used > position.ruleset.road_limits(guided(position, side), REGROUP)[road]:
                found.append(f"road {road} used by {used} retreating blocks")
        if battle.storming & battle.sallying or (battle.storming | battle.sallying) & ~position.at[battle.town]:
            found.append("storming or sallying blocks that are not there")


def _cards(position: Position, found: list[str]) -> None:
    """Adds faults of cards: hands of the wrong size, more of a kind than there are."""
    hands, spent = position.hands, position.spent
    if position.phase not in ("deployment", "over"):
        left = 6 - position.turn + (1 if position.step == "card" else 0)
        for side in (0, 1):
            if len(hands[side]) != left:
                found.append(f"{SIDES[side]} hold {len(hands[side])} cards in turn {position.turn}")
    everything = [*hands[0], *hands[1], *spent[0], *spent[1]]
    for card in set(everything):
        if everything.count(card) > DECK.count(card):
            found.append(f"too many cards of kind {card}")


def _decision(position: Position, found: list[str]) -> None:
    """Adds faults of the decision waited for: nobody awaited, or a side without a legal action."""
    if position.winner is not None:
        if position.waiting:
            found.append("the game is over but somebody is awaited")
        return
    if not position.waiting:
        found.append("nobody is awaited and the game is not over")
    for side in bits(position.waiting):
        if not len(Actions(offers_of(position, side))):
            found.append(f"dead end: {SIDES[side]} must decide {position.step} and has no legal action")
