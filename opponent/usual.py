"""Why the heuristic's usual choice of a step is made: for hints, which owe a reason where a search has none.

A reason rests on the cards and blocks of one's own and on what lies open, as the choice itself does.
"""

from opponent.reasons import Reason
from opponent.tables import DISTANCE
from rules import game
from rules.actions import Action
from rules.atlas import SIDES, TOWN, TOWN_IDS, bits
from rules.deck import EVENTS, moves_of
from rules.kinds import Side
from rules.position import Position

KEYS = {
    ("seats", "place"): "seat",
    ("seats", "done"): "seats-done",
    ("family", "done"): "family-done",
    ("first-player", "go-first"): "go-first",
    ("first-player", "go-second"): "go-second",
    ("assassins", "assassinate"): "victim",
    ("manna", "strengthen"): "strengthen",
    ("manna", "done"): "manna-done",
    ("jihad-site", "declare-jihad"): "jihad-site",
    ("main-road", "done"): "main-road",
    ("main-road", "main-road"): "main-road",
    ("marker", "keep-face-up"): "marker",
    ("choose-battle", "choose-battle"): "choose-battle",
    ("move", "done"): "moves-done",
    ("fight", "fire"): "fire",
    ("fight", "charge"): "charge",
    ("fight", "harry"): "give-way",
    ("fight", "retreat"): "give-way",
    ("fight", "withdraw"): "give-way",
    ("fight", "pass"): "pass",
    ("hits", "take-hit"): "take-hit",
    ("must-retreat", "retreat"): "refuge",
    ("leave-siege", "done"): "siege-goes-on",
    ("leave-siege", "retreat"): "siege-left",
    ("regroup", "regroup"): "regroup",
    ("regroup", "done"): "regroup-done",
    ("draw", "deploy"): "deploy",
    ("winter", "disband"): "disband",
    ("winter", "replace"): "replace",
    ("winter", "done"): "winter-done",
}
"""By step and type of action: the key of the reason."""
OF_SETS = {
    "garrison": ("garrison-castle", "garrison-field"),
    "storm": ("storm-on", "storm-off"),
    "exchange": ("storm-on", "storm-off"),
    "sally": ("sally-out", "sally-not"),
}
"""By step, of a choice of blocks: the keys of the reason to name some, and to name none."""
OF_CARDS = frozenset(f"card-{card}" for card in ("moves", "fewer", "only", "winter", "winter-siege", *EVENTS))


def usual_reason(position: Position, side: Side, action: Action) -> Reason | None:
    """Returns the reason of the usual choice; None for an action that is nobody's usual choice."""
    if action.type == "play-card":
        return _reason_of_card(position, side, action.card or "")
    key = _key_of(position, side, action)
    if key is None:
        return None
    if key == "regroup":
        return _reason_of_regrouping(position, side, action.to or (action.path or ("",))[-1])
    town = action.to or action.town or (TOWN_IDS[position.combat.town] if position.battle is not None else None)
    return Reason(key, {"town": town} if town else {})


def _key_of(position: Position, side: Side, action: Action) -> str | None:
    """Returns the key of the reason of an action other than a card."""
    step = position.step
    if step == "fight" and action.type == "withdraw" and position.combat.storm:
        return "storm-off"
    if (step, action.type) == ("regroup", "done") and all(
        offer.type == "done" for offer in game.offers(position, SIDES[side])
    ):
        return "regroup-none"
    some = OF_SETS.get(step)
    return KEYS.get((step, action.type)) if some is None else some[not action.blocks]


def _reason_of_regrouping(position: Position, side: Side, town: str) -> Reason:
    """Returns what a block that won does in the town it goes on to: takes it, guards it, or is wanted there."""
    number, enemy = TOWN[town], 1 - side
    if position.controller(number) == enemy and not position.present[enemy] >> number & 1:
        return Reason("take", {"town": town})
    near = any(DISTANCE[number][other] == 1 for other in bits(position.held[enemy]))
    return Reason("regroup-guard" if near else "regroup", {"town": town})


def _reason_of_card(position: Position, side: Side, card: str) -> Reason:
    """Returns what a card gives, and why this one is played rather than another of the hand."""
    last = position.turn == position.ruleset.turns
    sieges = sum(besieger == side for besieger in position.sieges.values())
    if len(set(position.hands[side])) == 1:
        return Reason("card-only", {"count": moves_of(card)})
    if card == "winter-campaign":
        return Reason("card-winter-siege", {"count": sieges}) if last and sieges else Reason("card-winter")
    if card in EVENTS:
        return Reason(f"card-{card}")
    most = max(moves_of(other) for other in position.hands[side])
    return Reason("card-moves" if moves_of(card) == most else "card-fewer", {"count": moves_of(card)})
