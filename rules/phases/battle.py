"""Battles (rules 6.0 to 6.2, 6.4): their order, combat deployment, rounds, and how they end.

Who attacks follows from the arrivals recorded while moving and from stored sieges, never from who happens to stand
where (X4 to X6, X10).
"""

from rules.actions import Action, Offer, SetChoice
from rules.atlas import RATING, SIDES, TOWN, TOWN_IDS, TOWNS, bits, town_ids
from rules.kinds import BlockSet, Side, TownNumber
from rules.phases import choices, draws, events, field, fight, retreat, routes, siege, winter
from rules.places import Battle
from rules.play import Play, Refusal, Step, refuse
from rules.position import Position
from rules.roster import OF_SIDE, ids, mask_of

unfought = field.unfought


def next_battle(play: Play) -> None:
    """B0: has Player 1 choose the next battle, or ends the battle phase when none is left."""
    position = play.position
    if not unfought(position):
        if routes.winter_turn(position):
            winter.begin(play)
        else:
            draws.begin(play)
        return
    position.phase, position.active = "battle", -1
    play.wait("choose-battle", position.first)


def choose_offers(position: Position, side: Side) -> list[Offer]:
    """The towns where a battle or siege is still to be fought (6.0)."""
    return [Offer("choose-battle", None, (("town", town_ids(unfought(position))),))]


def choose_explain(position: Position, side: Side, action: Action) -> Refusal:
    """Why this town cannot be fought for next (6.0)."""
    towns = [TOWNS[t] for t in bits(unfought(position))]
    return refuse("6.0", "Player 1 chooses the next battle among: {towns}.", towns=towns)


def choose_take(play: Play, side: Side, action: Action) -> None:
    """Begins the battle or siege at the chosen town (6.0, 6.1)."""
    position = play.position
    town = TOWN[action.town or ""]
    besieger = position.sieges.get(town)
    attacker = _attacker(position, town)
    defender = 1 - attacker
    keep = 1 - besieger if besieger is not None else defender if RATING[town] else -1
    battle = position.battle = Battle(town, attacker, keep, fresh=besieger is None)
    play.say(
        "battle-begun",
        {
            "town": TOWN_IDS[town],
            "attacker": SIDES[attacker],
            "defender": SIDES[defender],
            "siege": besieger is not None,
        },
    )
    if besieger is None and battle.keep >= 0:
        play.wait("garrison", defender)
    else:
        begin_round(play)


def _attacker(position: Position, town: TownNumber) -> Side:
    """Returns the attacker of a battle (6.42, 6.56).

    Player 1 where he came against the enemy, else Player 2 where he did; in an old siege the besieger.
    """
    came = {arrival.side for arrival in position.arrivals if arrival.town == town}
    if came:
        return position.first if position.first in came else 1 - position.first
    return position.sieges[town]


def jihad_prospects(position: Position, side: Side) -> dict[TownNumber, bool]:
    """Returns where a side may declare its Jihad if its movement ends as things stand, with whether it could attack
    there in the first round, as a Jihad helps attackers alone (R12, R14). A forced march counts as having arrived.
    """
    marched = {town for _, town, *_ in position.forced.values() if position.present[1 - side] >> town & 1}
    found = dict.fromkeys(marched, True)
    for town in bits(events.jihad_sites(position)):
        # Where nobody but besiegers and besieged is, either may attack: by a storm or a sally.
        contested = all(position.field(one, town) for one in (0, 1))
        found[town] = town in marched or not contested or _attacker(position, town) == side
    return dict(sorted(found.items()))


# Combat deployment (6.1)


def _deployable(position: Position, side: Side) -> BlockSet:
    """Returns the defenders in the field who may take the castle: no reserves, for they are not there yet (R46)."""
    battle = position.combat
    return position.arrived(side, battle.town)


def garrison_offers(position: Position, side: Side) -> list[Offer]:
    """Which defenders may take the castle: as many as its rating (6.1)."""
    battle = position.combat
    candidates = ids(_deployable(position, side))
    return [Offer("garrison", set=SetChoice("garrison", candidates, 0, min(len(candidates), RATING[battle.town])))]


def garrison_explain(position: Position, side: Side, action: Action) -> Refusal:
    """Why these blocks cannot take the castle (6.1)."""
    battle = position.combat
    return refuse(
        "6.1",
        "Name the blocks that take the castle of {town}, none to {limit} of those present; reserves are not.",
        town=TOWNS[battle.town],
        limit=RATING[battle.town],
    )


def garrison_take(play: Play, side: Side, action: Action) -> None:
    """Puts the chosen defenders into the castle; the others, if any, fight in the field (6.1)."""
    position, battle = play.position, play.position.combat
    town = battle.town
    inside = mask_of(action.blocks or ())
    position.castle |= inside
    position.refresh(town)
    left = position.arrived(side, town).bit_count()
    play.say(
        "garrison-deployed",
        {"town": TOWN_IDS[town], "side": SIDES[side], "castle": inside.bit_count(), "field": left},
        side,
        {"blocks": list(ids(inside))},
    )
    if left == 0:
        # 6.5: a new siege, since nobody was deployed in the field
        play.begin_siege(town, battle.attacker)
        if not field.coming(position, side, town):
            retreat.offer_regroup(play, battle.attacker)  # R35
            return
    begin_round(play)


# Rounds


def begin_round(play: Play) -> None:
    """B2: the next round of the battle, or its end after the third (6.2)."""
    position, battle = play.position, play.position.combat
    if battle.round >= _last_round(position):
        end_rounds(play)
        return
    battle.round += 1
    battle.acted = battle.came_out = 0
    battle.storm = False
    battle.retreats = {}
    town = battle.town
    play.say("round-begun", {"town": TOWN_IDS[town], "round": battle.round})
    _bring_reserves(play)
    here = [position.arrived(0, town), position.arrived(1, town)]
    if here[0] and here[1]:
        _begin_with_both(play)
        return
    holder = 0 if here[0] else 1 if here[1] else -1
    field.hide_field(position, town)
    if holder >= 0 and position.garrison(town) & OF_SIDE[1 - holder]:
        if town not in position.sieges:
            play.begin_siege(town, holder)
        battle.keep = 1 - holder
        siege.ask_storm(play)
    elif field.coming(position, 0, town) or field.coming(position, 1, town):
        begin_round(play)  # only reserves are still to fight
    else:
        _left_alone(play)


def _begin_with_both(play: Play) -> None:
    """A round with both sides in the field: those in the castle may sally first."""
    position, battle = play.position, play.position.combat
    besieger = position.sieges.get(battle.town)
    if besieger is not None:
        # 6.56: relief has come; nobody storms, the besieged side attacks
        siege.cancel_storm(play)
        battle.attacker, battle.keep = 1 - besieger, 1 - besieger
    first_of_new = battle.fresh and battle.round == 1 and besieger is None
    if position.garrison(battle.town) and not first_of_new and not choices.must_leave(position, battle.keep):  # R56
        siege.ask_sally(play)
    else:
        fight.begin_field(play)


def _last_round(position: Position) -> int:
    """Returns the number of the last round: of a battle (6.2), or where only a siege is left of a siege."""
    town = position.combat.town
    contested = position.arrived(0, town) and position.arrived(1, town)
    return position.ruleset.rounds if contested else position.ruleset.siege_rounds


def _left_alone(play: Play) -> None:
    """Ends the battle after the enemy's last block died in a storm or harried: the side still in the town has won."""
    position, battle = play.position, play.position.combat
    for side in (0, 1):
        if position.present[side] >> battle.town & 1:
            fight.field_won(play, side)
            return
    end_battle(play)


def _bring_reserves(play: Play) -> None:
    """Lets the reserves due in this round join the field (6.41)."""
    position, battle = play.position, play.position.combat
    town = battle.town
    due = position.due2 if battle.round == 2 else position.due3 if battle.round == 3 else 0
    due &= position.at[town]
    if not due:
        return
    position.due2 &= ~due
    position.due3 &= ~due
    for side in (0, 1):
        if due & OF_SIDE[side]:
            play.say(
                "reserves-arrived",
                {"town": TOWN_IDS[town], "side": SIDES[side], "count": (due & OF_SIDE[side]).bit_count()},
            )


def end_rounds(play: Play) -> None:
    """B8: ends the third round. Sallying blocks go to the castle, in whichever case (6.55, R102), stormers fall back to
    the field. Then the attacker leaves a field that is still contested (6.2).
    """
    position, battle = play.position, play.position.combat
    town = battle.town
    siege.return_sallying(play)
    siege.cancel_storm(play)
    if position.field(0, town) and position.field(1, town):
        retreat.must_retreat(play)
        return
    field.hide_field(position, town)
    if position.present[0] >> town & position.present[1] >> town & 1:
        after_field(play)
    else:
        _left_alone(play)


def after_field(play: Play) -> None:
    """Goes on when no field combat is left to fight: to the next round of a siege, the siege's end of turn, or the end
    of the battle.
    """
    position, battle = play.position, play.position.combat
    town = battle.town
    castle = position.garrison(town)
    for side in (0, 1):
        if castle & OF_SIDE[1 - side] and position.field(side, town):
            if town not in position.sieges:
                play.begin_siege(town, side)
            battle.keep = 1 - side
            if battle.round < position.ruleset.siege_rounds:
                begin_round(play)
            else:
                siege.end_of_turn(play)
            return
    end_battle(play)


def end_battle(play: Play) -> None:
    """Ends the battle of a town: marks are cleared, blocks stand up, and a castle without a siege is no refuge any
    more.
    """
    position, battle = play.position, play.position.combat
    town, here = battle.town, position.at[battle.town]
    besieger = position.sieges.get(town)
    if besieger is not None and not (position.field(besieger, town) and position.garrison(town)):
        play.lift_siege(town)
    if town not in position.sieges:
        position.castle &= ~here
        position.refresh(town)
    position.due2 &= ~here
    position.due3 &= ~here  # R72
    battle.storming = battle.sallying = 0
    field.hide_field(position, town)
    position.fought |= 1 << town
    position.battle = None
    play.say("battle-ended", {"town": TOWN_IDS[town]})
    if position.phase == "winter":
        winter.after_campaign(play)
    else:
        next_battle(play)


STEPS = {
    "choose-battle": Step(choose_offers, choose_explain, choose_take, "6.0", auto=True),
    "garrison": Step(garrison_offers, garrison_explain, garrison_take, "6.1", auto=True),
}
