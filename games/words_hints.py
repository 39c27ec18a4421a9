"""The computer's hints and their reasons, in the reader's language."""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.shapes import JsonValue, Text
from games.words import CARDS, block_name, town_name
from games.words_actions import VERBS

REASONS: dict[str, Text] = {
    "attack": gettext_lazy("To attack {town} with {count} blocks, which win that battle with a chance of {chance} %."),
    "besiege": gettext_lazy("To besiege {town} with {count} blocks."),
    "take": gettext_lazy("To take {town}, where nobody stands."),
    "reinforce": gettext_lazy("To strengthen {town}, which the enemy can reach; blocks that go there: {count}."),
    "gather": gettext_lazy("To be stronger together at {town}; blocks that come: {count}, from {from}."),
    "feed": gettext_lazy("To bring {count} blocks to {town}, where winter finds food for them."),
    "stay": gettext_lazy("Every move would leave something to the enemy that is worth more than what it gains."),
    "carry-out": gettext_lazy("It is a part of the plan for this movement."),
    "card": gettext_lazy("Better cards are kept for later, or this one is needed now."),
    "played-out": gettext_lazy(
        "No single reason: the computer played the game on from here {count} times, and this ended clearly better."
    ),
    "gained": gettext_lazy(
        "Of {choices} choices played on from here, this one ended best on average of {worlds} guesses of what is"
        " hidden: chance to win +{points} % against the choice that looked best at first."
    ),
    "compared": gettext_lazy(
        "Of {choices} choices played on from here, this one ended best on average of {worlds} guesses of what is"
        " hidden."
    ),
    "castle": gettext_lazy(
        "The open battle at {town} is {chance} % likely to be lost: {count} blocks are safer in the castle."
    ),
    "field": gettext_lazy("There is a chance of {chance} % to win the open battle at {town}."),
    "storm": gettext_lazy("To storm {town} with {count} blocks."),
    "starve": gettext_lazy("Hunger works at {town}: each turn costs the garrison steps."),
    "fight-on": gettext_lazy("There is a chance of {chance} % to win the battle at {town}."),
    "leave": gettext_lazy("The battle of {town} is {chance} % likely to be lost."),
    "beginner-attack": gettext_lazy("To attack {town} at once, without waiting for friends."),
    "beginner-hold": gettext_lazy("No enemy stands next to it."),
}
"""By the keys of `opponent.reasons`; the usual choice needs no words."""
USUAL_CARD = gettext_lazy("It fits what is to be done this turn, and the others stay for later ones.")
TOLD: dict[str, Text] = {
    "told-stay": gettext_lazy("I moved nobody: I saw nothing to gain."),
    "told-attack": gettext_lazy("I attack {town} at once, without waiting for friends; blocks I sent there: {count}."),
    "told-siege": gettext_lazy("I want your castle of {town} to fall; blocks I sent there: {count}."),
    "told-take": gettext_lazy("I go to {town}, for none of your blocks stands there; blocks I sent: {count}."),
    "told-guard": gettext_lazy("I guard {town}, for you stand next to it; blocks I sent there: {count}."),
    "told-gather": gettext_lazy("I gather at {town}, where you stand nowhere beside; blocks I sent there: {count}."),
    "try-stay": gettext_lazy("I stay where I am this turn."),
    "try-attack": gettext_lazy("I want to try {town}: a battle comes. Blocks I sent there: {count}."),
    "try-siege": gettext_lazy("I want to starve your castle of {town}. Blocks I sent there: {count}."),
    "try-take": gettext_lazy("I want to take {town}, for none of your blocks stands there. Blocks I sent: {count}."),
    "try-guard": gettext_lazy("I want to keep {town}, for you stand next to it. Blocks I sent there: {count}."),
    "try-gather": gettext_lazy("I gather at {town} for later. Blocks I sent there: {count}."),
}
"""What the page and the squire say of their movement, by the keys of `games.services.computer.telling`."""


def reason_in_words(key: str, params: Mapping[str, object]) -> str:
    """Why the computer would play so; empty where there is nothing to say."""
    template = REASONS.get(key) or TOLD.get(key)
    if template is None:
        return ""
    gaps = {name: value for name, value in params.items() if name != "town"}
    if "town" in params:
        gaps["town"] = town_name(str(params["town"]))
    starts = params.get("from")
    if isinstance(starts, list):
        gaps["from"] = ", ".join(str(town_name(start)) for start in starts)
    return str(template).format(**gaps)


def hint_in_words(action: Mapping[str, object], key: str, params: Mapping[str, object]) -> str:
    """Why the computer would play so in somebody's place; a usual card and a bare Done have reasons of their own."""
    why = reason_in_words(key, params)
    if not why and action["type"] == "play-card":
        return str(USUAL_CARD)
    return why or (_("Nothing else that can be done here is worth more.") if action["type"] == "done" else "")


def action_in_words(action: Mapping[str, JsonValue], start: str = "") -> str:
    """An action as a title: what is done, by whom, and where; its way from `start`, the town where the block stands, if
    that is given.
    """
    verb = VERBS.get(action["type"])
    parts = [str(verb) if verb is not None else "", *_names_in(action), *_places_in(action, start)]
    said = " · ".join(part for part in parts if part)
    return said or _("As on the first button")


def _names_in(action: Mapping[str, JsonValue]) -> list[str]:
    """Returns the blocks and the card of an action, by name."""
    names = [block_name(block) for block in action.get("blocks") or ()]
    if action.get("block"):
        names.insert(0, block_name(action["block"]))
    card = action.get("card")
    return [*([", ".join(names)] if names else []), *([str(CARDS[card])] if card in CARDS else [])]


def _places_in(action: Mapping[str, JsonValue], start: str) -> list[str]:
    """Returns the way of an action from `start`, or its towns."""
    if action.get("path"):
        return [" → ".join(str(town_name(town)) for town in (start, *action["path"]) if town)]
    return [str(town_name(action[name])) for name in ("from", "to", "town") if action.get(name)]
