"""Decisions of the heuristic in a battle: who defends where, storms, sallies, fights, takes hits, leaves, regroups
(6).
"""

from collections.abc import Mapping
from typing import Protocol

from opponent.evaluate import Ledger, Weights, chance_to_win
from opponent.offered import values
from opponent.plans import DONE
from opponent.reasons import Reason, percent
from opponent.tables import ATTACK, CITIES, force, joined, strength
from rules.actions import Action, Offer
from rules.atlas import KINGDOM, RATING, TOWN, TOWN_IDS, bits
from rules.kinds import BlockNumber, BlockSet, Side
from rules.phases.field import coming
from rules.phases.fight import fighters
from rules.position import Position
from rules.roster import BLOCK, BLOCK_IDS, BLOCKS, CHARGERS, OF_SIDE, mask_of


class Decider(Protocol):
    """The parts of the policy that a decision in battle uses."""

    weights: Weights
    why: Reason


def choose_battle(policy: Decider, position: Position, side: Side, offers: list[Offer]) -> Action:
    """Chooses the battle for the most valuable town."""
    ledger = Ledger(position, side, policy.weights)
    return Action(
        "choose-battle", town=max(values(offers[0], "town"), key=lambda name: (ledger.prize(TOWN[name]), name))
    )


def garrison(policy: Decider, position: Position, side: Side, offers: list[Offer]) -> Action:
    """Chooses who defends: the field if it can be held, else the strongest in the castle."""
    choice = offers[0].set
    assert choice is not None
    town = position.combat.town
    own = mask_of(choice.candidates)
    chance, lost, dealt = attack_on_field(position, side, own)
    back = dealt * 1.0 < lost * 1.15 and chance < 0.35
    if back or choice.most == 0:
        return choice.choose(())
    name = TOWN_IDS[town]
    policy.why = Reason("field", {"town": name, "chance": percent(1 - chance)})
    if len(choice.candidates) > choice.most and chance < 0.5:
        return choice.choose(())
    policy.why = Reason(
        "castle", {"town": name, "count": min(choice.most, len(choice.candidates)), "chance": percent(chance)}
    )
    ledger = Ledger(position, side, policy.weights)
    inside = sorted(bits(own), key=lambda b: (-ledger.worth(b), b))[: choice.most]
    return choice.choose(tuple(BLOCK_IDS[b] for b in inside))


def attack_on_field(position: Position, side: Side, own: BlockSet) -> tuple[float, float, float]:
    """Returns the enemy's chance against these blocks in the field, and the steps both sides would lose."""
    town, steps = position.combat.town, position.steps
    foes = position.arrived(1 - side, town)
    they = joined(force(foes, steps), force(coming(position, 1 - side, town), steps), 0.6)
    return chance_to_win(they, joined(force(own, steps), force(coming(position, side, town), steps), 0.6))


def sally_of(position: Position, side: Side, own: BlockSet) -> tuple[float, float, float]:
    """Returns the chance of a sally of these blocks with their friends in the field, and the steps both sides would
    lose.
    """
    battle = position.combat
    town, steps = battle.town, position.steps
    foes, late = position.arrived(1 - side, town), coming(position, 1 - side, town)
    return chance_to_win(
        force(own | position.arrived(side, town), steps),
        joined(force(foes, steps), force(late, steps), 0.6),
        position.ruleset.attacking_rounds - battle.round + 1,
    )


def storm(policy: Decider, position: Position, side: Side, offers: list[Offer]) -> Action:
    """Chooses whether to storm: where it will likely succeed, or where there is no time to starve the castle."""
    choice = offers[0].set
    assert choice is not None
    battle = position.combat
    town, steps = battle.town, position.steps
    garrison = position.garrison(town)
    able = sorted(bits(mask_of(choice.candidates)), key=lambda b: (-ATTACK[b] * steps[b] - 0.2 * steps[b], b))[
        : choice.most
    ]
    going = sum(1 << b for b in able) | battle.storming
    rounds = position.ruleset.siege_rounds - battle.round + 1
    chance, lost, dealt = chance_to_win(force(going, steps), force(garrison, steps), rounds, 2.0)
    turns = position.ruleset.turns - position.turn
    town_worth = CITIES >> town & 1
    need = 0.7 if turns > 2 else 0.5 if turns > 1 else 0.3
    if town_worth:
        need -= 0.1
    if battle.storming and chance < 0.2 and rounds < 3:
        return choice.choose(())
    policy.why = Reason("starve", {"town": TOWN_IDS[town]})
    if chance >= need or (dealt > lost * 1.1):
        policy.why = Reason("storm", {"town": TOWN_IDS[town], "count": len(able)})
        return choice.choose(tuple(BLOCK_IDS[b] for b in able))
    return choice.choose(())


def exchange(policy: Decider, position: Position, side: Side, offers: list[Offer]) -> Action:
    """Chooses the next round's stormers: besiegers who have lost steps make room for others (7.31 of the 1.x rules)."""
    choice = offers[0].set
    assert choice is not None
    steps = position.steps
    able = sorted(bits(mask_of(choice.candidates)), key=lambda b: (-ATTACK[b] * steps[b] - 0.2 * steps[b], b))[
        : choice.most
    ]
    policy.why = Reason("storm", {"town": TOWN_IDS[position.combat.town], "count": len(able)})
    return choice.choose(tuple(BLOCK_IDS[b] for b in able))


def sally(policy: Decider, position: Position, side: Side, offers: list[Offer]) -> Action:
    """Chooses whether to sally: with relief in the field, or against weak besiegers."""
    choice = offers[0].set
    assert choice is not None
    friends = position.arrived(side, position.combat.town)
    chance, lost, dealt = sally_of(position, side, mask_of(choice.candidates))
    if friends and dealt > 0.7 * lost:
        return choice.choose(choice.candidates)
    if chance > 0.5 or dealt > 1.3 * lost:
        return choice.choose(choice.candidates)
    return choice.choose(())


def outlook(position: Position, side: Side) -> tuple[float, float, float]:
    """Returns the rest of a battle for the side: its chance to have the field at the end, and the losses of both."""
    battle = position.combat
    town, steps = battle.town, position.steps
    own, foes = fighters(position, side), fighters(position, 1 - side)
    help_, late = coming(position, side, town), coming(position, 1 - side, town)
    rounds = position.ruleset.attacking_rounds - battle.round + 1
    we = joined(force(own, steps), force(help_, steps), 0.65)
    they = joined(force(foes, steps), force(late, steps), 0.65)
    if battle.storm:
        if side == battle.keep:
            they_win, their_loss, our_loss = chance_to_win(they, we, rounds, 2.0)
            return 1 - they_win, our_loss, their_loss
        return chance_to_win(we, they, rounds, 2.0)
    if side == battle.attacker:
        return chance_to_win(we, they, rounds)
    they_win, their_loss, our_loss = chance_to_win(they, we, rounds)
    return 1 - they_win, our_loss, their_loss


def fight(policy: Decider, position: Position, side: Side, offers: list[Offer]) -> Action:
    """Chooses a block's act in battle: fire, charge where it pays, leave a battle that is lost."""
    battle = position.combat
    by_block: dict[str, dict[str, Offer]] = {}
    for offer in offers:
        by_block.setdefault(offer.given["block"], {})[offer.type] = offer
    steps = position.steps
    chance, lost, dealt = outlook(position, side)
    name = max(by_block, key=lambda n: (ATTACK[BLOCK[n]] * steps[BLOCK[n]], n))
    open_ = by_block[name]
    if "fire" not in open_:
        return _best_exit(position, side, name, open_)
    if battle.storm:
        gives_up = "withdraw" in open_ and chance < 0.1 and dealt < lost
        policy.why = _reason_in_storm(position, side, chance, gives_up)
        return Action("withdraw" if gives_up else "fire", block=name)
    policy.why = Reason("fight-on", {"town": TOWN_IDS[battle.town], "chance": percent(chance)})
    if _is_lost(position, side, chance, lost, dealt):
        policy.why = Reason("leave", {"town": TOWN_IDS[battle.town], "chance": percent(1 - chance)})
        if {"withdraw", "harry", "retreat"} & open_.keys():
            return _best_exit(position, side, name, open_)
    if "charge" in open_ and CHARGERS >> BLOCK[name] & 1:
        foes = fighters(position, 1 - side)
        if _is_charge_worth_it(position, side, BLOCK[name], strength(foes, steps)):
            return Action("charge", block=name)
    return Action("fire", block=name)


def _reason_in_storm(position: Position, side: Side, chance: float, gives_up: bool) -> Reason:
    """Returns why a side fires in a storm, or leaves it, by its chance to have the castle in the end."""
    battle = position.combat
    key = "castle-holds" if side == battle.keep else "storm-given-up" if gives_up else "storm-goes-on"
    return Reason(key, {"town": TOWN_IDS[battle.town], "chance": percent(chance)})


def _is_lost(position: Position, side: Side, chance: float, lost: float, dealt: float) -> bool:
    """Whether a side does better to leave the field, by its chance and the steps each side would lose."""
    battle = position.combat
    if chance >= (0.12 if CITIES >> battle.town & 1 else 0.2) or lost <= 1.3 * dealt:
        return False
    if (
        side == battle.attacker
        and battle.round == position.ruleset.attacking_rounds
        and not coming(position, 1 - side, battle.town)
    ):
        return dealt < 0.5 * lost  # who attacks retreats after this round anyway: fire first
    return True


def _best_exit(position: Position, side: Side, name: str, open_: Mapping[str, Offer]) -> Action:
    """Returns the best way out of a battle for a block that fights no more: firing as it goes if it can.

    Off the map nobody goes: he would be lost for good.
    """
    if "withdraw" in open_:
        return Action("withdraw", block=name)
    for way in ("harry", "retreat"):
        if way in open_:
            return Action(way, block=name, to=_refuge(position, side, values(open_[way], "to")))
    return Action("pass" if "pass" in open_ else "leave-map", block=name)


def _is_charge_worth_it(position: Position, side: Side, block: BlockNumber, foe_steps: int) -> bool:
    """Whether a charge is worth its cost to the knight: a step for each 6 (6.32)."""
    rules, left, power = position.ruleset, position.steps[block], BLOCKS[block].firepower
    dice = left * rules.charge_dice
    hits = dice * (power + rules.charge_bonus)  # here and below in sixths
    own_steps = strength(fighters(position, side), position.steps)
    return (
        own_steps * (hits - left * power) > 1.2 * foe_steps * dice
        or hits / 6 >= foe_steps
        or (left == 1 and power >= 3)
    )


def _refuge(position: Position, side: Side, towns: tuple[str, ...]) -> str:
    """Returns the best town to go to: with a castle, one's own, not crowded."""

    def worth(name: str) -> tuple[float, str]:
        town = TOWN[name]
        friends = (position.at[town] & OF_SIDE[side]).bit_count()
        value = RATING[town] + 1.0 * (KINGDOM[side] >> town & 1) + (2.0 if CITIES >> town & 1 else 0.0)
        return value - 0.3 * max(0, friends - max(1, RATING[town])), name

    return max(towns, key=worth)


def take_hit(policy: Decider, position: Position, side: Side, offers: list[Offer]) -> Action:
    """Chooses the block that takes a hit: one that has had its turn, fires badly, and is not lost for good."""
    battle = position.combat

    def cost(name: str) -> tuple[float, str]:
        """Sort key of what the loss of a step costs."""
        block = BLOCK[name]
        worth = ATTACK[block] * 2 + (0.0 if battle.acted >> block & 1 else 0.4)
        if position.steps[block] == 1:
            worth += 0.6 + (1.0 if position.ruleset.permanent >> block & 1 else 0.0)
        return worth, name

    return Action("take-hit", block=min(values(offers[0], "block"), key=cost))


def must_retreat(policy: Decider, position: Position, side: Side, offers: list[Offer]) -> Action:
    """Retreats the strongest block first, to the best town."""
    names, towns = values(offers[0], "block"), values(offers[0], "to")
    name = max(names, key=lambda n: (position.steps[BLOCK[n]] * ATTACK[BLOCK[n]], n))
    return Action("retreat", block=name, to=_refuge(position, side, towns))


def leave_siege(policy: Decider, position: Position, side: Side, offers: list[Offer]) -> Action:
    """Stays at the siege."""
    return DONE


def regroup(policy: Decider, position: Position, side: Side, offers: list[Offer]) -> Action:
    """Moves blocks that a won town does not need to where they are needed more."""
    found = [offer for offer in offers if offer.type == "regroup"]
    if not found:
        return DONE
    ledger = Ledger(position, side, policy.weights)
    here = position.combat.town
    own = position.at[here] & OF_SIDE[side]
    best, chosen = 0.4, DONE
    before = ledger.town(here)
    names = sorted(
        {name for offer in found for name in values(offer, "block")}, key=lambda n: (ledger.worth(BLOCK[n]), n)
    )
    towns = values(found[0], "to")
    for name in {names[0], names[-1]}:
        bit = 1 << BLOCK[name]
        left = ledger.town(here, own & ~bit) - before
        for to in towns:
            town = TOWN[to]
            gain = left + ledger.town(town, position.at[town] & OF_SIDE[side] | bit) - ledger.town(town)
            if gain > best + 1e-9 or (gain > best - 1e-9 and chosen.block is not None and name < chosen.block):
                best, chosen = gain, Action("regroup", block=name, to=to)
    return chosen
