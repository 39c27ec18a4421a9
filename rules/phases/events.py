"""Event cards (rules 4.2; the printed cards and the clarifications of p. 3): what is done before, or instead of,
moving.
"""

from rules.actions import Action, Offer, Target
from rules.atlas import SIDES, TOWN, TOWN_IDS, TOWNS, bits, town_ids
from rules.kinds import BlockNumber, Side, TownNumber, TownSet
from rules.phases import routes
from rules.places import TOWN_COUNT
from rules.play import Play, Refusal, Step, on_map, refuse
from rules.position import Position
from rules.roster import ASSASSINS, BLOCK, BLOCK_IDS, BLOCKS, OF_SIDE, ids


def begin(play: Play, side: Side, card: str) -> bool:
    """Start an event that is no movement: Assassins or Manna. Returns False when the card has nothing to act on."""
    position = play.position
    position.phase, position.active = "event", side
    step = {"assassins": "assassins", "manna": "manna"}[card]
    if step == "assassins" and not position.present[1 - side]:
        play.say("event-ended", {"side": SIDES[side], "card": card})
        return False
    position.strengthened = 0
    play.wait(step, side)
    return True


# Assassins


def area_of(position: Position, block: BlockNumber) -> str:
    """Returns the area of its town where a block stands, as everybody can see it."""
    bit = 1 << block
    return "castle" if position.castle & bit else "reserve" if (position.due2 | position.due3) & bit else "field"


def _targets(position: Position, side: Side) -> tuple[Target, ...]:
    """Returns the targets of the Assassins on the map (R09): face-up enemy blocks by id, hidden ones by town and area
    (R08).
    """
    targets: set[Target] = set()
    for town in bits(position.present[1 - side]):
        for block in bits(position.at[town] & OF_SIDE[1 - side]):
            targets.add(
                BLOCK_IDS[block] if position.face_up >> block & 1 else (TOWN_IDS[town], area_of(position, block))
            )
    return tuple(sorted(targets, key=lambda t: ("", t) if isinstance(t, str) else t))


def assassins_offers(position: Position, side: Side) -> list[Offer]:
    """The enemy blocks in sight, and the stacks with hidden ones, that the Assassins may strike (4.2)."""
    return [Offer("assassinate", {}, (("target", _targets(position, side)),))]


def assassins_explain(position: Position, side: Side, action: Action) -> Refusal:
    """Why the Assassins cannot strike there (2.4, 4.2)."""
    if action.type != "assassinate":
        return refuse("2.4", "Choose the enemy block the Assassins strike.")
    # the same words for every block that is not face-up, so that they tell nothing (5.1 of the catalogue)
    return refuse(
        "2.4",
        "Name a face-up enemy block on the map, or a town and area (field, castle, reserve) where a hidden enemy block"
        " stands.",
    )


def assassins_take(play: Play, side: Side, action: Action) -> None:
    """Fires three dice at three or less; every hit goes on the victim, besieged or not; the assassins go home without
    return fire.
    """
    position, rules = play.position, play.position.ruleset
    target = action.target
    if isinstance(target, str):
        block = BLOCK[target]
    else:
        assert target is not None
        town_id, area = target
        town = TOWN[town_id]
        hidden = position.at[town] & OF_SIDE[1 - side] & ~position.face_up
        there = sum(1 << b for b in bits(hidden) if area_of(position, b) == area)
        lots = ids(there)
        block = BLOCK[play.dice.choose(f"victim:{town_id}:{area}", lots)[0] if len(lots) > 1 else lots[0]]
    town = position.where[block]
    dice = play.dice.roll("assassins", rules.assassin_dice)
    hits = sum(face <= rules.assassin_firepower for face in dice)
    play.say(
        "assassins-struck",
        {
            "side": SIDES[side],
            "town": TOWN_IDS[town],
            "area": area_of(position, block),
            "block": BLOCK_IDS[block],
            "strength": position.steps[block],
            "dice": list(dice),
            "hits": hits,
        },
    )
    if hits >= position.steps[block]:
        play.eliminate(block, town)  # R11: hits beyond are lost
    else:
        position.steps[block] -= hits
    play.check_siege(town)  # R10
    assert position.where[ASSASSINS] >= TOWN_COUNT
    if routes.markers_needed(position, 1 - side):
        play.wait("marker", 1 - side)  # R103: they have killed the block that a besieger showed
    else:
        _end_event(play, side)


def marker_kept(play: Play) -> None:
    """Ends the Assassins' event once the besieger shows another block in place of the killed one."""
    _end_event(play, play.position.active)


def set_marker(play: Play, town: TownNumber, block: BlockNumber) -> None:
    """Keeps one besieging block of a town face-up, in place of the one before (6.51)."""
    position = play.position
    before = position.markers.get(town)
    if before is not None:
        position.face_up &= ~(1 << before)
    position.markers[town] = block
    position.face_up |= 1 << block
    play.say("marker-kept", {"side": SIDES[BLOCKS[block].side], "town": TOWN_IDS[town], "block": BLOCK_IDS[block]})


# Manna


def _weakened(position: Position, side: Side) -> int:
    """Returns the blocks that Manna may strengthen: on the map, below full strength, not strengthened yet (R17)."""
    return sum(
        1 << b
        for b in bits(OF_SIDE[side] & ~position.strengthened)
        if on_map(position, b) and position.steps[b] < BLOCKS[b].steps  # R17
    )


def manna_offers(position: Position, side: Side) -> list[Offer]:
    """Own blocks below full strength that may gain a step (4.2)."""
    blocks = ids(_weakened(position, side))
    room = position.strengthened.bit_count() < position.ruleset.manna_blocks
    return [*([Offer("strengthen", {}, (("block", blocks),))] if blocks and room else []), Offer("done")]


def manna_explain(position: Position, side: Side, action: Action) -> Refusal:
    """Why this block cannot gain a step by Manna (4.2)."""
    if action.type != "strengthen":
        return refuse("Manna", "Manna strengthens up to three blocks, or ends with done.")
    block = BLOCK[action.block or ""]
    if not on_map(position, block):
        return refuse("Manna", "Manna is for your own blocks on the map.")
    if position.strengthened >> block & 1:
        return refuse("Manna", "Manna is for three different blocks; this one has had its step.")
    if position.steps[block] >= BLOCKS[block].steps:
        return refuse("2.11", "This block is at its full strength.")
    return refuse("Manna", "Three blocks have been strengthened.")


def manna_take(play: Play, side: Side, action: Action) -> None:
    """Gives a block one step; each block once (4.2)."""
    position = play.position
    if action.type == "strengthen":
        block = BLOCK[action.block or ""]
        position.steps[block] += 1
        position.strengthened |= 1 << block
        play.say(
            "block-strengthened",
            {"side": SIDES[side], "town": TOWN_IDS[position.where[block]]},
            side,
            {"block": action.block},
        )
        return
    _end_event(play, side)


def _end_event(play: Play, side: Side) -> None:
    """Ends an event that is no movement, and hands over to the next side."""
    play.position.strengthened = 0
    play.say("event-ended", {"side": SIDES[side], "card": play.position.played[side]})
    play.follow("side-done", side)


# Jihad


def jihad_sites(position: Position) -> TownSet:
    """Towns where both sides have blocks: fields, storms, and sallies of the besieged (R12)."""
    return position.present[0] & position.present[1]


def choose_jihad(play: Play, side: Side) -> None:
    """Asks where the Jihad is fought, before Player 2 moves; sets the place if there is only one (R13)."""
    position = play.position
    sites = jihad_sites(position)
    if not sites:
        play.say("jihad-lost", {"side": SIDES[side]})
        play.follow("side-done", side)
        return
    position.phase, position.active = "event", side
    play.wait("jihad-site", side)


def jihad_offers(position: Position, side: Side) -> list[Offer]:
    """The battles and sieges in which the player's blocks may fire first (4.2)."""
    return [Offer("declare-jihad", {}, (("town", town_ids(jihad_sites(position))),))]


def jihad_explain(position: Position, side: Side, action: Action) -> Refusal:
    """Why the Jihad cannot be declared there (4.2)."""
    sites = [TOWNS[t] for t in bits(jihad_sites(position))]
    return refuse("Jihad", "Name the battle or siege of the Jihad before Player 2 moves: {towns}.", towns=sites)


def jihad_take(play: Play, side: Side, action: Action) -> None:
    """Declares the Jihad at a town: its owner's blocks fire first in each round there (4.2)."""
    play.position.jihad = TOWN[action.town or ""]
    play.say("jihad-declared", {"side": SIDES[side], "town": action.town})
    play.follow("side-done", side)


STEPS = {
    "assassins": Step(assassins_offers, assassins_explain, assassins_take, "2.4", auto=False),
    "manna": Step(manna_offers, manna_explain, manna_take, "Manna", auto=False),
    "jihad-site": Step(jihad_offers, jihad_explain, jihad_take, "Jihad", auto=True),
}
