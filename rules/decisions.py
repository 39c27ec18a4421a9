"""Every decision of the game by the name of its step, and where a phase goes on in one built on it."""

from rules.actions import Offer
from rules.kinds import Side
from rules.phases import battle, cards, deployment, draws, events, fight, movement, retreat, siege, winter
from rules.play import Step, Transitions
from rules.position import Position

STEPS: dict[str, Step] = {}
for _module in (deployment, cards, events, movement, battle, fight, retreat, siege, draws, winter):
    STEPS |= _module.STEPS

TRANSITIONS: Transitions = {
    "movement": movement.begin_side,
    "side-done": movement.side_done,
    "battle-round": battle.begin_round,
    "field-over": battle.after_field,
    "battle-over": battle.end_battle,
    "winter": winter.begin,
    "starvation": siege.starve,
}
"""Where a phase goes on in one that is built on it: the only ways against the direction of the imports."""


def offers_of(position: Position, side: Side) -> list[Offer]:
    """Returns the offers of what a side may decide now; empty if it has nothing to decide."""
    found: list[Offer] | None = position._offers[side]
    if found is None:
        if position.waiting >> side & 1 or (position.step == "card" and position.chosen[side] is not None):
            found = STEPS[position.step].offers(position, side)
        else:
            found = []
        position._offers[side] = found
    return found
