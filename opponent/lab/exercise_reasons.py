"""Why the best choice of an exercise is best, as a reason that can be put into words."""

from collections import Counter

from opponent import exercises
from opponent.battles import attack_on_field, outlook, sally_of
from opponent.exercises import (
    mean,
    worlds_of,
)
from opponent.lab.choices import Candidate, Moment
from opponent.policy import Policy, mission_reason
from opponent.reasons import Reason
from rules import game
from rules.actions import Action
from rules.atlas import SIDES, TOWN_IDS
from rules.position import Position
from rules.roster import mask_of

LEAVING = frozenset({"retreat", "harry", "withdraw"})
"""Types of actions by which a block leaves a battle."""
GOOD = 0.3
"""A chance at which to fight on needs no other reason."""


def reason_of(moment: Moment, best: Candidate, count: int) -> Reason:
    """Returns the reason of the best choice, with chances averaged over worlds that could be."""
    position, side = moment.position, moment.side
    belief = exercises.belief_of(side, position.ruleset, moment.guesses)
    worlds = worlds_of(position, side, 24, "reason", belief)
    found = [reason for world in worlds if (reason := _reason_in(world, SIDES.index(side), best)) is not None]
    if not found:
        return Reason("played-out", {"count": count})
    key = Counter(reason.key for reason in found).most_common(1)[0][0]
    same = [reason for reason in found if reason.key == key]
    params = dict(same[0].params)
    if "chance" in params:
        params["chance"] = round(mean([reason.params["chance"] for reason in same]))
    return Reason(key, params)


def _reason_in(world: Position, number: int, best: Candidate) -> Reason | None:
    """The reason of a choice in a position that is taken for true."""
    action = best.actions[0]
    if best.plan is not None:
        missions = best.plan.missions
        return mission_reason(world, number, missions[0], Policy().weights) if missions else Reason("stay")
    if action.card is not None:
        return Reason("card", {"card": action.card})
    town = TOWN_IDS[world.combat.town]
    if world.step == "storm":
        return (
            Reason("storm", {"town": town, "count": len(action.blocks)})
            if action.blocks
            else _reason_to_starve(world, town)
        )
    if world.step == "fight":
        stays = action.type not in LEAVING
        chance = outlook(world, number)[0]
        if stays and chance < GOOD:
            return None
        params = {"town": town, "chance": _percent(chance if stays else 1 - chance)}
        return Reason("fight-on" if stays else "leave", params)
    return _reason_of_castle(world, number, action, town)


def _reason_of_castle(world: Position, number: int, action: Action, town: str) -> Reason | None:
    """Returns the reason of who goes into a castle or sallies from it; None for another decision."""
    choice = next((offer.set for offer in game.offers(world, SIDES[number]) if offer.set is not None), None)
    if choice is None or world.step not in ("garrison", "sally"):
        return None
    named = action.blocks or ()
    own = mask_of(choice.candidates)
    if world.step == "sally":
        won = sally_of(world, number, mask_of(named) if named else own)[0]
        if named:
            return Reason("attack", {"town": town, "count": len(named), "chance": _percent(won)})
        return Reason("castle", {"town": town, "count": len(choice.candidates), "chance": _percent(1 - won)})
    lost = attack_on_field(world, number, own)[0]
    if named:
        return Reason("castle", {"town": town, "count": len(named), "chance": _percent(lost)})
    return Reason("field", {"town": town, "chance": _percent(1 - lost)})


def _reason_to_starve(world: Position, town: str) -> Reason | None:
    return None if world.combat.storming else Reason("starve", {"town": town})


def _percent(share: float) -> int:
    return round(100 * share)


# --- exercises
