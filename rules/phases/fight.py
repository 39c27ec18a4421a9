"""Combat turns (rules 6.2, 6.3, 6.54): who acts when, fire, charge, harry, withdrawal, and the taking of hits."""

from rules.actions import Action, Offer
from rules.atlas import RATING, SIDES, TOWN, TOWN_IDS, bits
from rules.kinds import BlockNumber, BlockSet, Side
from rules.phases import field, retreat
from rules.phases.choices import block_offers, must_leave
from rules.places import Battle
from rules.play import Play, Refusal, Step, refuse
from rules.position import Position
from rules.roster import ALIKE, BLOCK, BLOCK_IDS, BLOCKS, LETTERS, OF_SIDE, ids


def fighters(position: Position, side: Side) -> BlockSet:
    """Blocks of a side that take part in this round: the field, or stormers against the castle (6.54)."""
    battle = position.combat
    if battle.storm:
        return (battle.storming | position.garrison(battle.town)) & OF_SIDE[side]
    return position.arrived(side, battle.town)


def attacking_side(position: Position) -> Side:
    """Attacker of this round: in a storm the besieger."""
    battle = position.combat
    return 1 - battle.keep if battle.storm else battle.attacker


def faces(position: Position, blocks: BlockSet) -> list[dict[str, object]]:
    """Face-up blocks as events show them."""
    return [{"id": name, "strength": position.steps[BLOCK[name]]} for name in ids(blocks)]


def begin_field(play: Play) -> None:
    """Begins a round of field combat: every block in the field that has arrived is face-up (6.1, H17)."""
    position, battle = play.position, play.position.combat
    for side in (0, 1):
        hidden = fighters(position, side) & ~position.face_up
        if hidden:
            position.face_up |= hidden
            play.say(
                "field-revealed",
                {"town": TOWN_IDS[battle.town], "side": SIDES[side], "blocks": faces(position, hidden)},
            )
    next_turn(play)


def begin_storm(play: Play) -> None:
    """Begins a round at the castle: its defenders are face-up while they fight (6.54)."""
    position, battle = play.position, play.position.combat
    battle.storm = True
    hidden = position.garrison(battle.town) & ~position.face_up
    if hidden:
        position.face_up |= hidden
        play.say(
            "castle-revealed",
            {"town": TOWN_IDS[battle.town], "side": SIDES[battle.keep], "blocks": faces(position, hidden)},
        )
    next_turn(play)


def jihad_side(position: Position) -> Side:
    """Returns the side whose Jihad is on the table: Player 1's, unless both sides have played an event and it is Player
    2's.
    """
    second = 1 - position.first
    return second if position.played[second] == "jihad" else position.first


def _jihad_side(position: Position, attacker: Side) -> Side | None:
    """The Jihad's player, in round 1 at its place, while he is the attacker (R14)."""
    battle = position.combat
    jihadist = jihad_side(position)
    first_round = battle.round == 1 and position.jihad == battle.town
    return jihadist if first_round and attacker == jihadist else None


def combat_order(position: Position) -> list[tuple[Side, BlockSet]]:
    """Returns the blocks in the order in which they act this round, as (side, blocks) (6.2).

    Letter by letter, defenders first; the side of a Jihad acts first as a whole. Blocks that have acted are included.
    """
    attacker = attacking_side(position)
    defender = 1 - attacker
    jihad = _jihad_side(position, attacker)
    if jihad is not None:
        turns = [(letter, side) for side in (attacker, defender) for letter in LETTERS]
    else:
        turns = [(letter, side) for letter in LETTERS for side in (defender, attacker)]
    those = {side: fighters(position, side) for side in (0, 1)}
    return [(side, letter & those[side]) for letter, side in turns if letter & those[side]]


def to_act(position: Position) -> tuple[Side, BlockSet] | None:
    """Returns the side whose combat turn it is and its blocks that may act now; None when all have acted."""
    battle = position.combat
    for side, blocks in combat_order(position):
        ready = blocks & ~battle.acted
        if ready:
            return side, ready
    return None


def next_turn(play: Play) -> None:
    """Goes on after a combat turn: ends a decided round, else lets the next blocks act."""
    position, battle = play.position, play.position.combat
    if _storm_decided(play) if battle.storm else _field_decided(play):
        return
    turn = to_act(position)
    if turn is None:
        play.follow("battle-round")
        return
    play.wait("fight", turn[0])


def _field_decided(play: Play) -> bool:
    """Ends the battle in the field if one side has no blocks there (B5). Returns whether it did."""
    position, battle = play.position, play.position.combat
    town = battle.town
    attacker, defender = battle.attacker, 1 - battle.attacker
    attack, defense = position.arrived(attacker, town), position.arrived(defender, town)
    if attack and defense:
        return False
    attack_coming, defense_coming = field.coming(position, attacker, town), field.coming(position, defender, town)
    if not (defense or defense_coming) and (attack or attack_coming):
        field_won(play, attacker)  # perhaps by reserves alone, when the last in the field has harried
    elif attack:
        _switch_control(play, attacker)
        play.follow("battle-round")
    elif defense and position.sieges.get(town) == defender and not position.garrison(town):
        _castle_taken(play, after_sally=True)
    elif defense and not attack_coming:
        field_won(play, defender)
    else:
        play.follow("battle-round")  # attacker's reserves come (R61), or nobody is left but reserves
    return True


def _switch_control(play: Play, winner: Side) -> None:
    """Makes the side that has cleared the field its defender before the loser's reserves come (6.41, R60, R100).

    Where the loser still holds the castle the winner besieges it, and the reserves come as relief (6.56).
    """
    position, battle = play.position, play.position.combat
    town, inside = battle.town, position.garrison(battle.town)
    if inside & OF_SIDE[1 - winner]:
        play.begin_siege(town, winner)
        return
    if position.sieges.get(town) == 1 - winner:
        play.lift_siege(town)  # the relief has broken the siege; its garrison may stay inside and sally as defenders
        position.castle |= inside
        position.refresh(town)
    battle.sallying = 0
    battle.attacker, battle.keep = 1 - winner, winner if RATING[town] else -1
    battle.fresh = True
    play.say("control-switched", {"town": TOWN_IDS[town], "defender": SIDES[winner]})


def field_won(play: Play, winner: Side) -> None:
    """The field is won: a siege of the winner's side is lifted, and he may regroup (6.7)."""
    position, battle = play.position, play.position.combat
    town = battle.town
    retreat.say_field_won(play, winner)
    battle.sallying = 0
    if position.sieges.get(town) == 1 - winner:
        play.lift_siege(town)  # R58, T114: garrison and relief are free to regroup together
    retreat.offer_regroup(play, winner)


def _storm_decided(play: Play) -> bool:
    """Ends the storm if one side has no blocks in it (B6). Returns whether it did."""
    position, battle = play.position, play.position.combat
    town = battle.town
    if not position.garrison(town):
        battle.storming, battle.storm = 0, False
        _castle_taken(play)
        return True
    if not battle.storming:
        if not position.ruleset.halves_last:
            battle.half = -1  # 6.54: the round ends at once and the half-hit is recovered (R69)
        play.say("storm-ended", {"town": TOWN_IDS[town]})
        play.follow("battle-round")
        return True
    return False


def _castle_taken(play: Play, *, after_sally: bool = False) -> None:
    """Gives the castle to the besieger, as no garrison is left.

    He regroups (6.7), or defends it against relief still on its way (6.41). `after_sally`: the whole garrison had
    sallied, and fell in the field.
    """
    position, battle = play.position, play.position.combat
    town, besieged = battle.town, battle.keep
    play.say(
        "town-taken",
        {"town": TOWN_IDS[town], "side": SIDES[1 - besieged], **({"sallied": True} if after_sally else {})},
    )
    play.lift_siege(town)
    if field.coming(position, besieged, town):
        _switch_control(play, 1 - besieged)
        play.follow("battle-round")
    else:
        retreat.offer_regroup(play, 1 - besieged)


def fight_offers(position: Position, side: Side) -> list[Offer]:
    """Returns the choices of the block whose turn it is: fire, charge, harry, retreat, withdraw (6.3)."""
    battle = position.battle
    turn = to_act(position)
    if battle is None or turn is None or turn[0] != side:
        return []
    havens = () if battle.storm and not position.ruleset.stormers_retreat else retreat.battle_havens(position, side)
    choices = [block_offers(position, side, block, havens) for block in bits(turn[1])]
    if all(len(offers) == 1 for offers in choices):
        # their order changes nothing: enemy hits cannot fall between them, so the first one fires without being asked
        return choices[0]
    return [offer for offers in choices for offer in offers]


def fight_explain(position: Position, side: Side, action: Action) -> Refusal:
    """Why the block cannot do that in its combat turn (6.3)."""
    turn = to_act(position)
    known = ("fire", "charge", "retreat", "harry", "withdraw") + (
        ("pass", "leave-map") if position.ruleset.may_pass else ()
    )
    if action.type not in known:
        return refuse("6.2", "Now blocks take their combat turns: fire or retreat; no block passes.")
    block = BLOCK[action.block or ""]
    if position.castle >> block & 1 and action.type in ("retreat", "harry"):
        return refuse("6.62", "Besieged blocks can never retreat.")
    if turn is None or not turn[1] >> block & 1:
        return refuse(
            "6.2", "It is not this block's combat turn: A before B before C, the defender's before the attacker's."
        )
    if position.ruleset.may_pass and (refusal := _old_refusal(position, side, action)):
        return refusal
    if action.type == "charge":
        return refuse("6.32", "Only Frank B blocks charge, in the field or sallying, never storming.")
    if action.type == "withdraw":
        return refuse(
            "6.63", "This block cannot withdraw: not its own castle, no room left in it, or it came as relief."
        )
    return _explain_exit(position, side, action)


def _explain_exit(position: Position, side: Side, action: Action) -> Refusal:
    """Why the block cannot retreat, or harry."""
    battle, block = position.combat, BLOCK[action.block or ""]
    if action.type == "harry" and not position.ruleset.harriers >> block & 1:
        return _harries_not(position)
    if battle.sallying >> block & 1:
        return refuse("6.55", "Sallying blocks cannot retreat; they may withdraw to the castle.")
    if battle.storm:
        return refuse(
            "6.54", "In a storm blocks fire; storming blocks may withdraw to the field. Nobody retreats or harries."
        )
    return retreat.explain_haven(position, side, action)


def _old_refusal(position: Position, side: Side, action: Action) -> Refusal | None:
    """Why the 1.x rules alone forbid a block an act of its combat turn; None if they do not."""
    battle, block = position.combat, BLOCK[action.block or ""]
    if must_leave(position, side) and action.type not in ("retreat", "withdraw"):
        return refuse(
            "1.x-6.2",
            "In round {round} attackers fight no more: each retreats in its turn if it can.",
            round=battle.round,
        )
    if battle.came_out >> block & 1:
        return refuse("1.x-7.33", "A block fights in the round in which it sallies.")
    if action.type == "leave-map":
        return refuse(
            "1.x-8.23", "Only Germans who have come to this battle from Germania this turn may leave the map, for good."
        )
    return None


def _harries_not(position: Position) -> Refusal:
    """The refusal of harrying by a block that never may."""
    if position.ruleset.harry_penalty:
        return refuse("1.x-6.43", "Only Saracens and Turcopoles harry, none rated A1, B1 or C1.")
    return refuse("6.33", "Only Nomads and Turcopoles harry.")


def fight_take(play: Play, side: Side, action: Action) -> None:
    """Carries out the combat turn of one block (6.3)."""
    position, battle = play.position, play.position.combat
    block = BLOCK[action.block or ""]
    battle.acted |= 1 << block
    town = TOWN_IDS[battle.town]
    if action.type == "withdraw":
        if battle.storming >> block & 1:
            fall_back(play, side, 1 << block)
        else:
            play.say("block-withdrew", {"town": town, "side": SIDES[side], "block": action.block, "to": "castle"})
            field.into_castle(position, battle.town, 1 << block)
        next_turn(play)
    elif action.type == "retreat":
        retreat.leave_battle(play, side, block, TOWN[action.to or ""])
        next_turn(play)
    elif action.type == "pass":
        play.say("block-passed", {"town": town, "side": SIDES[side], "block": action.block})
        next_turn(play)
    elif action.type == "leave-map":
        play.eliminate(block, battle.town)
        next_turn(play)
    else:
        _fire(play, side, block, action)


def fall_back(play: Play, side: Side, blocks: BlockSet) -> None:
    """Returns storming blocks to the field (6.51, 6.54).

    There they stand up, unless in this edition besiegers lie face-up.
    """
    position, battle = play.position, play.position.combat
    battle.storming &= ~blocks
    if not position.ruleset.withdrawn_regroup:
        battle.withdrawn |= blocks
    if not position.ruleset.besiegers_face_up:
        position.face_up &= ~blocks
    if battle.town in position.markers:
        position.face_up |= 1 << position.markers[battle.town]
    for name in ids(blocks):
        play.say("block-withdrew", {"town": TOWN_IDS[battle.town], "side": SIDES[side], "block": name, "to": "field"})


def _fire(play: Play, side: Side, block: BlockNumber, action: Action) -> None:
    """Throws a block's dice: as many as its strength, a hit for each at or below its firepower (6.3).

    6.32: a charge adds one to the firepower, and each 6 costs the charging block a step.
    """
    position, battle = play.position, play.position.combat
    rules, name, charge = position.ruleset, BLOCK_IDS[block], action.type == "charge"
    firepower = (
        BLOCKS[block].firepower
        + (rules.charge_bonus if charge else 0)
        - (rules.harry_penalty if action.type == "harry" else 0)
    )
    dice_count = position.steps[block] * (rules.charge_dice if charge else 1)
    dice = play.dice.roll(f"fire:{TOWN_IDS[battle.town]}:{battle.round}:{name}", dice_count)
    hits = sum(face <= firepower for face in dice)
    sixes = sum(face == 6 for face in dice) if charge else 0
    play.say(
        "block-fired",
        {
            "town": TOWN_IDS[battle.town],
            "side": SIDES[side],
            "block": name,
            "dice": list(dice),
            "firepower": firepower,
            "hits": hits,
            "charge": charge,
            "harry": action.type == "harry",
            "sixes": sixes,
        },
    )
    if sixes:  # R62: at once, before the enemy takes his hits; dice already rolled still count
        _reduce(play, block, sixes)
    if action.type == "harry":
        battle.harrier, battle.haven = block, TOWN[action.to or ""]
    battle.victim, battle.hits = 1 - side, hits
    take_hits(play)


# Hits (6.31, 6.54)


def _reduce(play: Play, block: BlockNumber, steps: int = 1) -> None:
    """Take steps from a face-up block; without any left it is eliminated (6.34)."""
    position, battle = play.position, play.position.combat
    if position.steps[block] <= steps:
        play.eliminate(block, battle.town)
        return
    position.steps[block] -= steps
    play.say(
        "block-reduced",
        {
            "town": TOWN_IDS[battle.town],
            "side": SIDES[BLOCKS[block].side],
            "block": BLOCK_IDS[block],
            "strength": position.steps[block],
        },
    )


def double_defense(position: Position, battle: Battle) -> bool:
    """Whether the victims stand in a castle being stormed, where a step takes two hits (6.54)."""
    return battle.storm and battle.victim == battle.keep


def hit_candidates(position: Position) -> BlockSet:
    """Returns the blocks that may take the next hit: the strongest (6.31), or the one with a half-hit (6.54, R68)."""
    battle = position.combat
    if battle.half >= 0 and double_defense(position, battle) and position.garrison(battle.town) >> battle.half & 1:
        return 1 << battle.half
    victims = list(bits(fighters(position, battle.victim)))
    top = max((position.steps[b] for b in victims), default=0)
    return sum(1 << b for b in victims if position.steps[b] == top)


def take_hits(play: Play) -> None:
    """Apply hits as long as there is nothing to choose, then ask the owner or go on."""
    position, battle = play.position, play.position.combat
    while battle.hits:
        candidates = hit_candidates(position)
        if not candidates:
            battle.hits = 0
            break
        count = candidates.bit_count()
        doubled = double_defense(position, battle)
        if count == 1 or _alike(candidates, position):
            _take_hit(play, (candidates & -candidates).bit_length() - 1)
        elif battle.hits >= count * (2 if doubled else 1):
            for block in bits(candidates):  # every one of the strongest loses a step, in whatever order
                _take_hit(play, block)
                if doubled:
                    _take_hit(play, block)
        else:
            play.wait("hits", battle.victim)
            return
    battle.victim = -1
    _after_fire(play)


def _alike(blocks: BlockSet, position: Position) -> bool:
    """Whether the choice among these blocks does not matter: same figures, same strength, same part in the battle."""
    battle = position.combat
    return len({(ALIKE[b], battle.acted >> b & 1, battle.sallying >> b & 1) for b in bits(blocks)}) == 1


def _take_hit(play: Play, block: BlockNumber) -> None:
    """Takes one hit from a block: a step, or in a stormed castle half of one."""
    position, battle = play.position, play.position.combat
    battle.hits -= 1
    if position.where[block] != battle.town:
        return  # gone with another one (an option of the 1.x rules)
    if double_defense(position, battle):
        if battle.half != block:
            battle.half = block
            play.say(
                "half-hit", {"town": TOWN_IDS[battle.town], "side": SIDES[battle.victim], "block": BLOCK_IDS[block]}
            )
            return
        battle.half = -1
    _reduce(play, block)


def _after_fire(play: Play) -> None:
    """Goes on after all hits of a block's fire were taken: a harrying block retreats first (6.33, R64)."""
    position, battle = play.position, play.position.combat
    if battle.harrier >= 0:
        block, haven = battle.harrier, battle.haven
        battle.harrier = battle.haven = -1
        if position.where[block] == battle.town:
            retreat.leave_battle(play, BLOCKS[block].side, block, haven)
    next_turn(play)


def hits_offers(position: Position, side: Side) -> list[Offer]:
    """The blocks that may take the next hit: the strongest of those under fire (6.31)."""
    return [Offer("take-hit", None, (("block", ids(hit_candidates(position))),))]


def hits_explain(position: Position, side: Side, action: Action) -> Refusal:
    """Why this block does not take the hit (6.31)."""
    return refuse("6.31", "A hit is taken by one of the strongest blocks, or by the castle block that has a half-hit.")


def hits_take(play: Play, side: Side, action: Action) -> None:
    """Takes one hit from a block (6.31)."""
    _take_hit(play, BLOCK[action.block or ""])
    take_hits(play)


STEPS = {
    "fight": Step(fight_offers, fight_explain, fight_take, "6.2", auto=True),
    "hits": Step(hits_offers, hits_explain, hits_take, "6.31", auto=True),
}
