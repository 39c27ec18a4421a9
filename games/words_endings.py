"""The sentences of how battles and sieges end: for who gained by it, for who lost by it, and for those who look on.

One fact seldom says which it was: a siege is over because the town fell, because relief came, or because the besiegers
went away. What was told just before and after says it, so these sentences are found for the facts of an entry together.
"""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from django.utils.translation import gettext_lazy as _

from games.shapes import FactJson, Text

# By how it ended: for the winner, for the loser, for everybody else. {loser} is the side that lost by it.
ENDINGS: dict[str, tuple[Text, Text, Text]] = {
    "stormed": (
        _("{town} is yours: you took the castle by storm."),
        _("{town} is lost: {winner} took the castle by storm."),
        _("{winner} took {town} by storm."),
    ),
    "sallied-out": (
        _("{town} is yours: its garrison fell in its own sally."),
        _("{town} is lost: its garrison fell in its own sally, and {winner} took it."),
        _("The garrison of {town} fell in its own sally: {winner} took it."),
    ),
    "starved-out": (
        _("{town} is yours: its garrison starved."),
        _("{town} is lost: its garrison starved, and {winner} took it."),
        _("The garrison of {town} starved: {winner} took it."),
    ),
    "besieged": (
        _("{loser} withdrew into the castle of {town}: you besiege it."),
        _("You withdrew into the castle of {town}: {winner} besiege it."),
        _("{loser} withdrew into the castle of {town}: {winner} besiege it."),
    ),
    "field": (
        _("You won the field of {town}."),
        _("You lost the field of {town}."),
        _("{winner} won the field of {town}."),
    ),
    "field-and-town": (
        _("You won the field of {town} and hold the town."),
        _("You lost the field of {town}, and {winner} hold the town."),
        _("{winner} won the field of {town} and hold the town."),
    ),
    "field-and-siege": (
        _("You won the field of {town}; {loser} hold its castle, and you besiege it."),
        _("You lost the field of {town}; your blocks in its castle are besieged."),
        _("{winner} won the field of {town}; {loser} hold its castle and are besieged."),
    ),
    "field-for-now": (
        _("You won the field of {town}: enemy reserves are on their way."),
        _("You lost the field of {town}: your reserves are on their way."),
        _("{winner} won the field of {town}: reserves of {loser} are on their way."),
    ),
    "siege-broken": (
        _("You broke the siege of {town}."),
        _("Your siege of {town} is broken."),
        _("{winner} broke the siege of {town}."),
    ),
    "siege-given-up": (
        _("{loser} gave up the siege of {town}."),
        _("You gave up the siege of {town}."),
        _("{loser} gave up the siege of {town}."),
    ),
    "storm-over": (
        _("The storm of {town} ended with the last round: the castle holds."),
        _("The storm of {town} ended with the last round: the castle holds."),
        _("The storm of {town} ended with the last round: the castle holds."),
    ),
}
ENEMY = {"frank": "saracen", "saracen": "frank"}
ENDS = ("town-taken", "siege-begun", "control-switched", "field-won", "siege-lifted")
"""Types of the facts by which a battle or a siege ends."""
BEGINS_ROUND = ("round-begun", "reserves-arrived", "field-revealed")
"""Types of the facts after which a storm is broken off because relief has come (6.56)."""
BY_ROAD = ("group-moved", "block-mustered")


class Ending(NamedTuple):
    """The ending of a battle or siege, by its key in `ENDINGS`, with the side that gained by it. No key: the fact
    before or after tells it.
    """

    how: str
    winner: str = ""

    def template(self, viewer: str | None) -> Text:
        """The sentence for this viewer."""
        return ENDINGS[self.how][2 if viewer is None else 0 if viewer == self.winner else 1]


def endings(facts: Sequence[FactJson]) -> list[Ending | None]:
    """Returns for each fact of an entry which ending of a battle or siege it tells, or None if it tells none."""
    nothing: FactJson = {"type": ""}
    around = zip([nothing, *facts], facts, [*facts[1:], nothing], strict=False)
    starving = {fact["town"] for fact in facts if fact["type"] == "attrition-rolled"}
    return [_ending(*each, starving) if each[1]["type"] in (*ENDS, "storm-cancelled") else None for each in around]


def _ending(before: FactJson, fact: FactJson, after: FactJson, starving: Collection[str]) -> Ending | None:
    """Returns the ending of a battle or siege that a fact tells, by the facts beside it; None if it tells none.

    `starving`: the towns where siege attrition was rolled for.
    """
    match fact["type"]:
        case "town-taken":
            return Ending(_way_of_taking(fact, starving), fact["side"])
        case "siege-begun":
            return Ending("besieged", fact["besieger"])
        case "control-switched":
            return Ending("field-for-now", fact["defender"])
        case "field-won" if after["type"] == "siege-lifted":
            return Ending("siege-given-up" if before["type"] == "block-left" else "siege-broken", fact["side"])
        case "field-won" if after["type"] == "siege-begun" or "holder" not in fact:
            return Ending("field", fact["side"])
        case "field-won":
            return Ending("field-and-town" if fact["holder"] == fact["side"] else "field-and-siege", fact["side"])
        case "storm-cancelled":
            return None if before["type"] in BEGINS_ROUND else Ending("storm-over")
    return _end_of_siege(before, fact, after)


def _way_of_taking(fact: FactJson, starving: Collection[str]) -> str:
    """The key in `ENDINGS` of how a castle fell."""
    if fact["town"] in starving:
        return "starved-out"
    return "sallied-out" if fact.get("sallied") else "stormed"


def _end_of_siege(before: FactJson, fact: FactJson, after: FactJson) -> Ending | None:
    """Why a siege is over, where the fact before or after knows; the besieged leave a castle by sea alone."""
    if before["type"] in ("town-taken", "field-won"):
        return Ending("")
    if after["type"] == "control-switched":
        return Ending("siege-broken", after["defender"])
    by_road = before["type"] in BY_ROAD and before["path"][0] == fact["town"]
    if by_road or (before["type"] == "block-regrouped" and before["town"] == fact["town"]):
        return Ending("siege-given-up", ENEMY[before["side"]])
    return None
