"""Draws (rules 7.0): one block a side and turn, placed as its kind allows."""

from rules.actions import Action, Offer
from rules.atlas import PORTS, SIDES, TOWN, TOWN_IDS, TOWNS, bits
from rules.kinds import BlockNumber, Side, TownNumber
from rules.phases import cards, routes
from rules.places import POOL, STAGING
from rules.play import Play, Refusal, Step, refuse
from rules.position import Position
from rules.roster import BLOCK, BLOCK_IDS, BLOCKS, CRUSADERS, OF_SIDE, PILGRIMS, ids


def begin(play: Play) -> None:
    """D0: begins the draw phase, which the first year does not have (7.0). Player 1 draws and deploys first."""
    position = play.position
    position.phase = "draw"
    if position.year == position.ruleset.first_year:
        cards.end_turn(play)
    else:
        _draw_block(play, position.first)


def _draw_block(play: Play, side: Side) -> None:
    """Draws a random block of the side's pool, and asks where to place it (7.1)."""
    position = play.position
    pool = ids(sum(1 << b for b in bits(OF_SIDE[side]) if position.where[b] == POOL))
    if not pool:
        play.say("draw-skipped", {"side": SIDES[side]})
        _next_side(play, side)
        return
    name = play.dice.choose(f"draw:{SIDES[side]}", pool)[0]
    block = BLOCK[name]
    play.say("block-drawn", None, side, {"side": SIDES[side], "block": name})
    position.active = side
    if CRUSADERS >> block & 1:
        box = STAGING[BLOCKS[block].nation]  # 7.21
        position.put(block, box)
        play.say("block-staged", {"side": SIDES[side], "block": name, "box": BLOCKS[block].nation})
        _next_side(play, side)
        return
    position.drawn = block
    if not places(position, side, block):
        position.drawn = -1
        play.say("draw-forfeited", {"side": SIDES[side]}, side, {"block": name})  # 7.24, R82, R83
        _next_side(play, side)
        return
    play.wait("draw", side)


def _next_side(play: Play, side: Side) -> None:
    """Lets the other side draw after Player 1, and ends the turn after Player 2."""
    position = play.position
    if side == position.first:
        _draw_block(play, 1 - side)
    else:
        position.active = -1
        cards.end_turn(play)


def places(position: Position, side: Side, block: BlockNumber) -> dict[TownNumber, int]:
    """Returns the towns where a drawn block may be placed, with its strength in each (7.24, 7.25, 7.3)."""
    full = BLOCKS[block].steps
    if PILGRIMS >> block & 1:
        ports = routes.landing_ports(position, side) & PORTS  # R80, R81
        return dict.fromkeys(bits(ports), full)
    found = dict.fromkeys(bits(position.friendly_fields(side) & _TOWNS_ALL), 1)
    for seat in BLOCKS[block].seats:
        # R79: a seat besieged by the side itself counts as free of the enemy, one besieged by the enemy does not
        if not position.held[1 - side] >> seat & 1 and (found.get(seat) or not position.ruleset.seats_must_be_friendly):
            found[seat] = full
    return found


_TOWNS_ALL = (1 << len(TOWNS)) - 1


def draw_offers(position: Position, side: Side) -> list[Offer]:
    """The towns where the drawn block may be placed (7.24 to 7.3)."""
    found = places(position, side, position.drawn)
    given = {"block": BLOCK_IDS[position.drawn]}
    offers = []
    for strength in sorted(set(found.values()), reverse=True):
        towns = tuple(TOWN_IDS[t] for t, s in sorted(found.items()) if s == strength)
        offers.append(Offer("deploy", given, (("town", towns),), about={"strength": strength}))
    return offers


def draw_explain(position: Position, side: Side, action: Action) -> Refusal:
    """Why the drawn block cannot be placed there (7.24)."""
    if action.type != "deploy":
        return refuse("7.0", "Now the drawn block is deployed.")
    if BLOCK[action.block or ""] != position.drawn:
        return refuse("7.0", "Only the drawn block is deployed now.")
    if PILGRIMS >> position.drawn & 1:
        return refuse(
            "7.24",
            "Pilgrims are deployed in a friendly port; in besieged Tyre or Tripoli only with room in the castle.",
        )
    rule = "7.25" if side == 0 else "7.3"
    return refuse(
        rule,
        "A drawn block comes at full strength to one of its seats that no enemy occupies, or at strength 1 to a"
        " friendly town.",
    )


def draw_take(play: Play, side: Side, action: Action) -> None:
    """Places the drawn block at the town (7.24 to 7.3)."""
    position = play.position
    block, town = position.drawn, TOWN[action.town or ""]
    strength = places(position, side, block)[town]
    castle = bool(PILGRIMS >> block & 1) and routes.lands_in_castle(position, side, town)
    position.steps[block] = strength
    position.put(block, town, castle)
    position.drawn = -1
    play.say(
        "block-deployed",
        {"side": SIDES[side], "town": action.town, "area": "castle" if castle else "field"},
        side,
        {"block": BLOCK_IDS[block], "strength": strength},
    )
    _next_side(play, side)


# Asked even when there is one place: an automatic placing would tell the enemy that the block is of a kind with so few
# places
STEPS = {"draw": Step(draw_offers, draw_explain, draw_take, "7.0", auto=False)}
