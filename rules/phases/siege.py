"""Sieges (rules 6.5): storm and sally declarations, the besieger's choice to leave, attrition."""

from rules.actions import Action, Offer, SetChoice
from rules.atlas import SIDES, TOWN, TOWN_IDS, TOWNS, bits
from rules.kinds import Side, TownNumber
from rules.phases import field, fight, retreat, routes
from rules.play import Play, Refusal, Step, refuse
from rules.position import Position
from rules.roster import BLOCK, BLOCK_IDS, OF_SIDE, ids, mask_of
from rules.ruleset import Ruleset


def cancel_storm(play: Play) -> None:
    """Ends a storm because relief has come or the rounds are over: its blocks fall back to the field (6.54, 6.56).

    A half-hit is recovered.
    """
    position, battle = play.position, play.position.combat
    if battle.storming:
        battle.storming = 0
        field.hide_field(position, battle.town)  # R75; blocks of a field battle stay face-up from round to round (6.51)
        play.say("storm-cancelled", {"town": TOWN_IDS[battle.town]})
    if not position.ruleset.halves_last or battle.round >= position.ruleset.siege_rounds:
        battle.half = -1
    battle.storm = False


def return_sallying(play: Play) -> None:
    """Sends sallying blocks that have not won the field back into the castle after the third round (6.55, R102)."""
    position, battle = play.position, play.position.combat
    for block in bits(battle.sallying):
        play.say(
            "block-withdrew",
            {"town": TOWN_IDS[battle.town], "side": SIDES[battle.keep], "block": BLOCK_IDS[block], "to": "castle"},
        )
    field.into_castle(position, battle.town, battle.sallying)


# Storm (6.53, 6.54)


def ask_storm(play: Play) -> None:
    """Asks the besieger whether to storm, before the besieged are asked (6.54).

    A storm under way goes on, and may only be added to (R54).
    """
    position, battle = play.position, play.position.combat
    besieger = 1 - battle.keep
    candidates, room = _storm_choice(position, besieger)
    if battle.storming and candidates and position.ruleset.stormers_exchange:
        play.wait("exchange", besieger)
    elif battle.storming and not (candidates and room):
        fight.begin_storm(play)  # R55
    else:
        play.wait("storm", besieger)


def _storm_choice(position: Position, side: Side) -> tuple[int, int]:
    """Returns the besiegers that may join the storm, and how many: as many as the Town Rating in all (6.52, R78)."""
    battle = position.combat
    candidates = position.arrived(side, battle.town) & ~battle.storming
    return candidates, position.ruleset.storm_limit(battle.town) - battle.storming.bit_count()


def storm_offers(position: Position, side: Side) -> list[Offer]:
    """The besiegers that may storm the castle this round, up to its rating (6.52)."""
    candidates, room = _storm_choice(position, side)
    names = ids(candidates)
    return [Offer("storm", set=SetChoice("storm", names, 0, min(len(names), room)))]


def storm_explain(position: Position, side: Side, action: Action) -> Refusal:
    """Why these blocks cannot storm (6.52)."""
    battle = position.combat
    room = _storm_choice(position, side)[1]
    return refuse(
        "6.52",
        "Name none to {room} of your blocks in the field of {town} that do not storm yet; none declines.",
        room=room,
        town=TOWNS[battle.town],
    )


def storm_take(play: Play, side: Side, action: Action) -> None:
    """Adds these besiegers to the storm and begins its round; where none storms, it is declined, and the besieged are
    asked for a sally (6.54).
    """
    position, battle = play.position, play.position.combat
    town = TOWN_IDS[battle.town]
    added = mask_of(action.blocks or ())
    if added:
        battle.storming |= added
        position.face_up |= added
        play.say("storm-declared", {"town": town, "side": SIDES[side], "blocks": fight.faces(position, added)})
    if battle.storming:
        fight.begin_storm(play)
        return
    play.say("storm-declined", {"town": town, "side": SIDES[side]})
    ask_sally(play)


# The stormers of each round chosen anew (7.31 of the 1.x rules)


def exchange_offers(position: Position, side: Side) -> list[Offer]:
    """Returns the offers of who storms in this round, of all besiegers: those who stormed may fall back for others."""
    battle = position.combat
    names = ids(position.arrived(side, battle.town))
    return [
        Offer("storm", set=SetChoice("storm", names, 1, min(len(names), position.ruleset.storm_limit(battle.town))))
    ]


def exchange_explain(position: Position, side: Side, action: Action) -> Refusal:
    """Why these blocks cannot storm in this round."""
    limit = position.ruleset.storm_limit(position.combat.town)
    return refuse(
        "1.x-7.31",
        "Name one to {limit} of your blocks in the field of {town}: these storm in this round.",
        limit=limit,
        town=TOWNS[position.combat.town],
    )


def exchange_take(play: Play, side: Side, action: Action) -> None:
    """Lets these blocks storm, and the others fall back."""
    position, battle = play.position, play.position.combat
    chosen = mask_of(action.blocks or ())
    back, added = battle.storming & ~chosen, chosen & ~battle.storming
    if back:
        fight.fall_back(play, side, back)
        battle.withdrawn &= ~back  # others take their places: they have not withdrawn
    if added:
        battle.storming |= added
        position.face_up |= added
        play.say(
            "storm-declared",
            {"town": TOWN_IDS[battle.town], "side": SIDES[side], "blocks": fight.faces(position, added)},
        )
    fight.begin_storm(play)


# Sally (6.53, 6.55)


def ask_sally(play: Play) -> None:
    """Asks the besieged whether to sally, after the besieger has declared (6.55).

    A garrison may also join its own defenders, or relief, in a contested field.
    """
    battle = play.position.combat
    play.wait("sally", battle.keep)


def sally_offers(position: Position, side: Side) -> list[Offer]:
    """The besieged that may sally (6.55)."""
    battle = position.combat
    names = ids(position.garrison(battle.town))
    return [Offer("sally", set=SetChoice("sally", names, 0, len(names)))]


def sally_explain(position: Position, side: Side, action: Action) -> Refusal:
    """Why these blocks cannot sally (6.55)."""
    battle = position.combat
    return refuse("6.55", "Name the blocks of the castle of {town} that sally; none declines.", town=TOWNS[battle.town])


def sally_take(play: Play, side: Side, action: Action) -> None:
    """Sends the chosen besieged out against the besiegers; with none, they stay inside (6.55)."""
    position, battle = play.position, play.position.combat
    town = battle.town
    out = mask_of(action.blocks or ())
    contested = position.arrived(side, town) and position.arrived(1 - side, town)
    if out:
        position.castle &= ~out
        position.refresh(town)
        position.face_up |= out
        battle.sallying |= out
        if position.ruleset.sally_retreats:
            battle.came_out = out
        play.say("sally-declared", {"town": TOWN_IDS[town], "side": SIDES[side], "blocks": fight.faces(position, out)})
        if not contested:
            battle.attacker = side  # 6.55
    else:
        play.say("sally-declined", {"town": TOWN_IDS[town], "side": SIDES[side]})
    if out or contested:
        fight.begin_field(play)
    elif field.coming(position, side, town):
        play.follow("battle-round")  # R53: relief is on its way
    else:
        end_of_turn(play)  # 6.53, R52


# The end of a siege's turn


def end_of_turn(play: Play) -> None:
    """Asks the besieger whether to retreat or stay after the last round (6.2, R37). B8s."""
    position, battle = play.position, play.position.combat
    besieger = position.sieges[battle.town]
    if retreat.siege_havens(position, besieger):
        play.wait("leave-siege", besieger)
    else:
        _end_after_choice(play)


def leave_offers(position: Position, side: Side) -> list[Offer]:
    """The besiegers that may leave the siege after the last round, and where they may go (6.2)."""
    battle = position.combat
    blocks, havens = ids(position.field(side, battle.town)), retreat.battle_havens(position, side)
    return [
        *([Offer("retreat", None, (("block", blocks), ("to", havens)))] if blocks and havens else []),
        Offer("done"),
    ]


def leave_explain(position: Position, side: Side, action: Action) -> Refusal:
    """Why this besieger cannot leave to that town (6.2)."""
    if action.type != "retreat":
        return refuse("6.2", "The besieger may retreat blocks, or stay on siege with done.")
    battle = position.combat
    if not position.field(side, battle.town) >> BLOCK[action.block or ""] & 1:
        return refuse("6.2", "Only your besieging blocks here may retreat.")
    return retreat.explain_haven(position, side, action)


def leave_take(play: Play, side: Side, action: Action) -> None:
    """Takes a besieger away from the siege, or ends the step (6.2)."""
    battle = play.position.combat
    if action.type == "done":
        _end_after_choice(play)
        return
    retreat.depart(play, side, BLOCK[action.block or ""], TOWN[action.to or ""])
    play.say(
        "block-left",
        {"town": TOWN_IDS[battle.town], "side": SIDES[side], "to": action.to, "count": 1},
        side,
        {"block": action.block},
    )


def _end_after_choice(play: Play) -> None:
    """Ends the siege's turn after the besieger's choice: with attrition, or with the siege if all
    besiegers have left.
    """
    position, battle = play.position, play.position.combat
    besieger = position.sieges[battle.town]
    if not position.field(besieger, battle.town):
        fight.field_won(play, battle.keep)  # all have left: no attrition (T117), and the besieged are the victors (6.7)
    elif battle.town in routes.markers_needed(position, besieger):
        play.wait("marker", besieger)
    elif position.ruleset.attrition_at_turn_end:
        play.follow("battle-over")
    else:
        attrition(play, winter=False)


def marker_kept(play: Play) -> None:
    """Goes on after the besieger has named his face-up block (6.51)."""
    attrition(play, winter=False)


def attrition(play: Play, winter: bool) -> None:
    """Rolls a die for each besieged block: 1 to 3 loses a step, in Tyre and Tripoli only 1 (6.57).

    In a winter campaign 1 to 4, and 1 or 2 (8.2).
    """
    position, battle = play.position, play.position.combat
    town = battle.town
    besieged = battle.keep
    roll_attrition(play, town, besieged, worst_roll(position.ruleset, town, winter), winter)
    if position.garrison(town) & OF_SIDE[besieged]:
        play.follow("battle-over")
        return
    besieger = 1 - besieged
    play.say("town-taken", {"town": TOWN_IDS[town], "side": SIDES[besieger]})
    play.lift_siege(town)
    retreat.offer_regroup(play, besieger)


def worst_roll(rules: Ruleset, town: TownNumber, winter: bool) -> int:
    """The highest die that costs a besieged block of a town a step (6.57, 8.2)."""
    place = "fortified-port" if rules.fortified_ports >> town & 1 else "castle"
    return hunger(rules)[f"winter-{place}" if winter else place]


def hunger(rules: Ruleset) -> dict[str, int]:
    """The highest die that costs a besieged block a step (6.57, 8.2): at a castle and at a fortified port, in any turn
    and in a siege that is kept through the winter; and there a besieging block, 0 where besiegers do not roll.
    """
    if rules.attrition_at_turn_end:
        castle = port = winter = winter_port = besieger = rules.attrition
    else:
        castle, port, besieger = rules.attrition, rules.fortified_attrition, 0
        winter, winter_port = rules.winter_attrition, rules.fortified_winter_attrition
    return {
        "castle": castle,
        "fortified-port": port,
        "winter-castle": winter,
        "winter-fortified-port": winter_port,
        "winter-besieger": besieger,
    }


def is_starving(position: Position, town: TownNumber) -> bool:
    """Whether hunger is rolled for in a siege at the end of this turn, as things stand (6.57; 7.4 of the 1.x rules).

    In the Winter Turn only for sieges that are kept through the winter (8.2).
    """
    if position.turn == position.ruleset.turns:
        return town == position.kept_siege or position.sieges[town] == routes.campaigner(position)
    return not (position.ruleset.attrition_at_turn_end and position.begun >> town & 1)


def roll_attrition(play: Play, town: TownNumber, side: Side, worst: int, winter: bool) -> None:
    """A die for each block of a side in a siege, the castle's or the field's: it loses a step by ``worst`` or less."""
    position = play.position
    dice, hit = [], []
    for name in ids(position.at[town] & OF_SIDE[side]):
        die = play.dice.roll(f"attrition:{TOWN_IDS[town]}:{name}", 1)[0]
        dice.append(die)
        if die <= worst:
            hit.append(name)
    play.say(
        "attrition-rolled",
        {"town": TOWN_IDS[town], "side": SIDES[side], "dice": sorted(dice), "losses": len(hit), "winter": winter},
        side,
        {"blocks": hit},
    )
    lost = 0
    for name in hit:
        block = BLOCK[name]
        position.steps[block] -= 1
        if position.steps[block]:
            continue
        lost |= 1 << block
        if winter:
            play.take_off_in_winter(block)
        else:
            play.eliminate(block, town)
    if winter:
        play.tell_winter_losses(lost, town)


def starve(play: Play) -> None:
    """Rolls attrition at the end of a turn, in editions where it waits for that (7.4 of the 1.x rules)."""
    position = play.position
    campaigner = routes.campaigner(position)
    for town, besieger in sorted(position.sieges.items()):
        if position.begun >> town & 1 or town not in position.sieges or (campaigner >= 0 and besieger != campaigner):
            continue
        if campaigner >= 0:
            roll_attrition(play, town, besieger, hunger(position.ruleset)["winter-besieger"], winter=True)
        if position.present[besieger] >> town & 1:
            worst = worst_roll(position.ruleset, town, winter=campaigner >= 0)
            roll_attrition(play, town, 1 - besieger, worst, winter=campaigner >= 0)
        if not position.present[1 - besieger] >> town & 1:
            play.say("town-taken", {"town": TOWN_IDS[town], "side": SIDES[besieger]})
        play.check_siege(town)


STEPS = {
    "storm": Step(storm_offers, storm_explain, storm_take, "6.53", auto=True),
    "exchange": Step(exchange_offers, exchange_explain, exchange_take, "1.x-7.31", auto=False),
    "sally": Step(sally_offers, sally_explain, sally_take, "6.55", auto=True),
    "leave-siege": Step(leave_offers, leave_explain, leave_take, "6.2", auto=True),
}
