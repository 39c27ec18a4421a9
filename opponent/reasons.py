"""Why a player decided so: a key with parameters, to be put into words of any language, and the same in English."""

from typing import Any, NamedTuple

from rules.atlas import TOWNS

_ENGLISH = {
    "attack": "Attacks {town} with {count} blocks: {chance} % to win the field.",
    "besiege": "Goes to {town} with {count} blocks to besiege it.",
    "besiege-few": "Besieges {town} with {count} blocks; {foes} are there, {chance} % to win the field if they fight.",
    "relieve": "Relieves {town} with {count} blocks: {chance} % to beat its besiegers.",
    "castle-by-sea": "Sails with {count} blocks into the castle of {town}, which is besieged.",
    "take": "Takes {town}, where nobody stands.",
    "reinforce": "Sends {count} blocks to {town}, which the enemy can reach.",
    "gather": "Gathers {count} blocks at {town}.",
    "gather-on": "Gathers {count} blocks at {town}, to go on to {goal}.",
    "gather-guard": "Gathers {count} blocks at {town}, which the enemy can reach.",
    "approach": "Brings {count} blocks to {town}, nearer to {goal}.",
    "feed": "Moves {count} blocks to {town}, where winter finds food for them.",
    "stay": "Stays: no move gains what it would leave open.",
    "stay-open": "Stays: the best move, to {goal}, would leave {town} open.",
    "no-moves": "Has no Moves left.",
    "no-moves-free": "Has no Moves left, and moves nobody for those it has spent.",
    "no-way": "Can move nobody.",
    "carry-out": "Carries out the plan of this movement.",
    "card": "Keeps better cards for later, or needs this one now: {card}.",
    "played-out": "Does clearly better than the usual choice when played out {count} times.",
    "more-cities": "Mostly ends with more of the seven cities than the usual choice.",
    "keeps-steps": "Mostly ends with more steps of its own than the usual choice.",
    "costs-steps": "Mostly costs the enemy more steps than the usual choice.",
    "castle": "Takes {count} blocks into the castle of {town}: the field is {chance} % likely to be lost.",
    "field": "Stands in the field of {town}: {chance} % to hold it.",
    "storm": "Storms {town} with {count} blocks.",
    "starve": "Lets hunger work at {town}: each turn may cost the garrison steps.",
    "fight-on": "Fights on at {town}: {chance} % to be left with the field.",
    "leave": "Leaves the battle of {town}, which is {chance} % likely to be lost.",
    "storm-goes-on": "Storms on at {town}: {chance} % to take the castle.",
    "storm-given-up": "Gives up the storm of {town}: {chance} % to take the castle.",
    "castle-holds": "Fires from the castle of {town}: {chance} % to keep it.",
    "usual": "The usual choice.",
    "beginner-attack": "Attacks {town} at once, without waiting for friends.",
    "beginner-hold": "Sees no enemy next to it and moves nobody.",
}
"""What each key says in English; the gaps are its parameters."""


class Reason(NamedTuple):
    """A reason of one sentence. ``params`` holds ids of towns, blocks and cards, and numbers."""

    key: str
    params: dict[str, Any] = {}

    def english(self) -> str:
        """The sentence in English."""
        gaps = dict(self.params)
        for gap in {"town", "goal"} & gaps.keys():
            gaps[gap] = next(town.name for town in TOWNS if town.id == gaps[gap])
        return _ENGLISH[self.key].format_map(gaps)

    def to_json(self) -> dict[str, Any]:
        """The reason as plain data."""
        return {"key": self.key, "params": self.params}


def percent(chance: float) -> int:
    """Returns a chance in percent, from 5 to 95: those of the evaluation are right within some five points, so none is
    told as sure.
    """
    return min(95, max(5, round(100 * chance)))


USUAL = Reason("usual")
KEYS = frozenset(_ENGLISH)
