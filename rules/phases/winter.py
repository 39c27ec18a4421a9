"""Winter (rules 8.0): the winter campaign, besiegers starve, supply, replacements, the end of the year, and victory
(1.2).

Supply and replacements are each side's own affair in its own towns, so both sides do them at the same time and either
order (R94).
"""

from rules.actions import Action, Offer
from rules.atlas import FRANK, KINGDOM, RATING, SARACEN, SIDES, TOWN_IDS, TOWNS, bits
from rules.kinds import BlockNumber, Side, TownNumber
from rules.phases import cards, routes, siege
from rules.places import DEAD, POOL, Battle
from rules.play import Play, Refusal, Step, on_map, refuse
from rules.position import Position
from rules.roster import BLOCK, BLOCKS, OF_SIDE, ids


def begin(play: Play) -> None:
    """Begins the winter: W0, attrition of the siege that is kept (8.2)."""
    position = play.position
    position.phase, position.active = "winter", -1
    play.say("winter-begun", {"year": position.year})
    town = position.kept_siege
    if town >= 0:
        besieger = position.sieges[town]
        battle = position.battle = Battle(town, besieger, 1 - besieger, fresh=False)
        battle.round = position.ruleset.rounds
        siege.attrition(play, winter=True)
    else:
        if position.ruleset.attrition_at_turn_end and routes.campaigner(position) >= 0:
            siege.starve(play)
        after_campaign(play)


def after_campaign(play: Play) -> None:
    """Eliminates besiegers everywhere else and ends their sieges (8.3), then perhaps the game (1.2, R95, R96).

    W1 of the sequence of play.
    """
    position = play.position
    for town, besieger in sorted(position.sieges.items()):
        if town == position.kept_siege or besieger == routes.campaigner(position) or town not in position.sieges:
            continue
        starving = position.field(besieger, town)
        play.say(
            "siege-starved",
            {"town": TOWN_IDS[town], "side": SIDES[besieger], "count": starving.bit_count()},
            besieger,
            {"blocks": list(ids(starving))},
        )
        for block in bits(starving):
            play.take_off_in_winter(block)
        play.tell_winter_losses(starving, town)
        play.lift_siege(town)
    play.say("turn-ended", {"year": position.year, "turn": position.turn})
    if cards.sudden_death(play):
        return
    if position.year == position.ruleset.last_year:
        frank, saracen = position.score()
        cards.win(play, FRANK if frank > saracen else SARACEN, "victory-cities")
        return
    position.winter = ("supply", "supply")
    for side in (FRANK, SARACEN):
        _end_supply(play, side)
    _wait_or_end_year(play)


def _with_work_of(pair: tuple[str, str], side: Side, value: str) -> tuple[str, str]:
    """Returns a pair of values, the Franks' first, with this side's replaced."""
    return (value, pair[1]) if side == FRANK else (pair[0], value)


def _end_supply(play: Play, side: Side) -> None:
    """Moves a side from supply to replacements once every town feeds its blocks, and to done if it can replace nothing.

    Who has begun to replace ends it with `done`.
    """
    position = play.position
    if position.winter[side] == "supply" and not overfull(position, side):
        _tell_disbanded(play, side)
        position.winter = _with_work_of(position.winter, side, "replace")
        _replace_undisputed(play, side)
        if not replaceable(position, side):
            _finish_side(play, side)


def _tell_disbanded(play: Play, side: Side) -> None:
    """Tells what the side could not feed, town by town.

    In the order of its choices that would tell what the blocks are worth (H39).
    """
    position = play.position
    disbanded = [(town, block) for block, town in position.disbanded.items() if BLOCKS[block].side == side]
    for town in sorted({town for town, _block in disbanded}):
        play.tell_winter_losses(sum(1 << block for where, block in disbanded if where == town), town)
    for _town, block in disbanded:
        del position.disbanded[block]


def _finish_side(play: Play, side: Side) -> None:
    """Notes that a side has finished its winter."""
    position = play.position
    position.winter = _with_work_of(position.winter, side, "done")
    play.say("winter-ended", {"side": SIDES[side]})


def _wait_or_end_year(play: Play) -> None:
    """Waits for the sides that have winter work left, or ends the year."""
    position = play.position
    waiting = [side for side in (FRANK, SARACEN) if position.winter[side] != "done"]
    if waiting:
        play.wait("winter", *waiting)
    else:
        _end_year(play)


# Supply (8.3)


def supply_limit(position: Position, side: Side, town: TownNumber) -> int:
    """Returns how many blocks of a side a town feeds: its rating, one in a minor town."""
    return position.ruleset.supply(town, KINGDOM[side] >> town & 1)


def overfull(position: Position, side: Side) -> dict[TownNumber, int]:
    """Returns the towns with more blocks of the side than they feed, and how many too many.

    The kept siege is exempt (R89), staging boxes too.
    """
    found = {}
    own, home, rules = OF_SIDE[side], KINGDOM[side], position.ruleset
    for town in bits(position.present[side]):
        excess = (position.at[town] & own).bit_count() - rules.supply(town, home >> town & 1)
        if excess > 0 and town not in position.sieges:
            found[town] = excess
    return found


# Replacements (8.4)


def steps_available(position: Position, side: Side, town: TownNumber) -> int:
    """Returns the steps that a town's replacement points still buy; none under siege.

    One point a step in one's own kingdom, two in the enemy's.
    """
    if town in position.sieges:
        return 0
    price = 1 if KINGDOM[side] >> town & 1 else position.ruleset.enemy_kingdom_price
    return RATING[town] // price - position.gained.get(town, 0)


def price(position: Position, block: BlockNumber) -> int:
    """Returns the replacement points that a step of this block costs where it stands.

    In the 1.x rules more away from its home seat (9.4).
    """
    away = position.ruleset.away_price[BLOCKS[block].side]
    return away if position.where[block] not in BLOCKS[block].seats[:1] else 1


def weakened(position: Position, side: Side, town: TownNumber) -> list[int]:
    """Returns a side's blocks in a town that are below full strength: replacements go to them (8.4)."""
    return [b for b in bits(position.at[town] & OF_SIDE[side]) if position.steps[b] < BLOCKS[b].steps]


def _replace_undisputed(play: Play, side: Side) -> None:
    """Replaces all losses of towns where there is nothing to decide (R93).

    That is where the points cover all losses, or only one block has any.
    """
    position = play.position
    play.auto, auto = True, play.auto
    for town in bits(position.present[side]):
        available, weak = steps_available(position, side, town), weakened(position, side, town)
        missing = sum((BLOCKS[b].steps - position.steps[b]) * price(position, b) for b in weak)
        if available > 0 and weak and (missing <= available or len(weak) == 1):
            for block in weak:
                cost = price(position, block)
                for _ in range(min(available // cost, BLOCKS[block].steps - position.steps[block])):
                    _replace(play, side, block)
                    available -= cost
    play.auto = auto


def replaceable(position: Position, side: Side) -> tuple[str, ...]:
    """Blocks that may gain a step."""
    found = 0
    for town in bits(position.present[side]):
        available = steps_available(position, side, town)
        if available > 0:
            found |= sum(1 << b for b in weakened(position, side, town) if price(position, b) <= available)
    return ids(found)


def _replace(play: Play, side: Side, block: BlockNumber) -> None:
    """Gives a block one step for the points of its town."""
    position = play.position
    town = position.where[block]
    position.steps[block] += 1
    position.gained[town] = position.gained.get(town, 0) + price(position, block)
    play.say("block-replaced", None, side, {"side": SIDES[side], "town": TOWN_IDS[town], "block": BLOCKS[block].id})


# The decision


def winter_offers(position: Position, side: Side) -> list[Offer]:
    """Returns what the side may disband and replace in the winter, in towns above their supply (8.3, 8.4)."""
    if position.winter[side] == "supply":
        hungry = sum(position.at[town] & OF_SIDE[side] for town in overfull(position, side))
        return [Offer("disband", None, (("block", ids(hungry)),))]
    blocks = replaceable(position, side)
    return [*([Offer("replace", None, (("block", blocks),))] if blocks else []), Offer("done")]


def winter_explain(position: Position, side: Side, action: Action) -> Refusal:
    """Why this block can be neither disbanded nor replaced now (8.3, 8.4)."""
    if position.winter[side] == "supply":
        surplus = {TOWNS[town]: count for town, count in overfull(position, side).items()}
        return refuse("8.3", "More blocks than towns can feed; disband your choice in: {towns}.", towns=surplus)
    if action.type == "replace":
        block = BLOCK[action.block or ""]
        if not on_map(position, block):
            return refuse("8.4", "Replacements are for your own blocks on the map.")
        town = TOWNS[position.where[block]]
        if position.steps[block] >= BLOCKS[block].steps:
            return refuse("2.11", "This block is at its full strength.")
        if town.number in position.sieges:
            return refuse("8.4", "{town} is under siege and provides no replacements.", town=town)
        return refuse(
            "8.4",
            "{town} has no replacement points left for another step; in the enemy's kingdom a step costs two.",
            town=town,
        )
    return refuse("8.4", "Now blocks are strengthened by replacements, or end with done.")


def winter_take(play: Play, side: Side, action: Action) -> None:
    """Disbands or replaces a block, or hands supply and replacements over as done (8.3, 8.4)."""
    position = play.position
    if action.type == "disband":
        block = BLOCK[action.block or ""]
        town = position.where[block]
        play.take_off_in_winter(block)
        position.disbanded[block] = town
        play.say("block-disbanded", None, side, {"side": SIDES[side], "town": TOWN_IDS[town], "block": action.block})
        _end_supply(play, side)
        _wait_or_end_year(play)
    elif action.type == "replace":
        _replace(play, side, BLOCK[action.block or ""])
    else:
        _finish_side(play, side)
        _wait_or_end_year(play)


def _end_year(play: Play) -> None:
    """Ends the year: face-up blocks are turned over and mixed in, and all cards are dealt anew (8.5)."""
    position = play.position
    play.say("year-ended", {"year": position.year})
    for block, place in enumerate(position.where):
        if place == DEAD:
            position.where[block] = POOL
    position.gained = {}
    position.winter = ("", "")
    position.year += 1
    cards.begin_year(play)


STEPS = {"winter": Step(winter_offers, winter_explain, winter_take, "8.0", auto=False)}
