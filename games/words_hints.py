"""The computer's hints and their reasons, in the reader's language."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy, ngettext_lazy

from games.shapes import JsonValue, Text
from games.words import CARDS, block_name, town_name
from games.words_actions import CHOICES, VERBS
from rules.deck import moves_of

REASONS: dict[str, Text] = {
    "attack": ngettext_lazy(
        "To attack {town} with {count} block, which wins that battle with a chance of {chance} %.",
        "To attack {town} with {count} blocks, which win that battle with a chance of {chance} %.",
        "count",
    ),
    "besiege": ngettext_lazy(
        "To besiege {town} with {count} block.", "To besiege {town} with {count} blocks.", "count"
    ),
    "besiege-few": ngettext_lazy(
        "To besiege {town} with {count} block. Enemies there: {foes}. If they fight in the field instead, you win that"
        " battle with a chance of {chance} %.",
        "To besiege {town} with {count} blocks. Enemies there: {foes}. If they fight in the field instead, you win that"
        " battle with a chance of {chance} %.",
        "count",
    ),
    "relieve": ngettext_lazy(
        "To relieve {town}, your besieged castle, with {count} block, which beats the besiegers with a chance of"
        " {chance} %.",
        "To relieve {town}, your besieged castle, with {count} blocks, which beat the besiegers with a chance of"
        " {chance} %.",
        "count",
    ),
    "castle-by-sea": gettext_lazy("To strengthen the besieged castle of {town} by sea; blocks that go there: {count}."),
    "take": gettext_lazy("To take {town}, where nobody stands."),
    "reinforce": gettext_lazy("To strengthen {town}, which the enemy can reach; blocks that go there: {count}."),
    "gather": gettext_lazy("To be stronger together at {town}."),
    "gather-on": gettext_lazy("To go on to {goal} later, stronger together at {town}."),
    "gather-guard": gettext_lazy("To protect {town}, which the enemy can reach."),
    "approach": gettext_lazy("To go on from {town} to {goal} later; blocks that go there: {count}."),
    "feed": ngettext_lazy(
        "To bring {count} block to {town}, where winter finds food for it.",
        "To bring {count} blocks to {town}, where winter finds food for them.",
        "count",
    ),
    "stay": gettext_lazy(
        "No move gains clearly more than what it would leave to the enemy. Moves that are left are lost; here that is"
        " the better choice."
    ),
    "stay-open": gettext_lazy(
        "No move gains clearly more than what it would leave to the enemy: the best one, to {goal}, would leave {town}"
        " open to them. Moves that are left are lost; here that is the better choice."
    ),
    "no-moves": gettext_lazy("No Moves are left."),
    "no-moves-free": gettext_lazy(
        "No Moves are left; who may still go for one that is spent stands better where it is."
    ),
    "no-way": gettext_lazy("None of your blocks can go anywhere."),
    "carry-out": gettext_lazy("It is one of several moves of this turn, which gain together what none gains alone."),
    "card": gettext_lazy("It does more now than any other card of the hand would."),
    "played-out": gettext_lazy(
        "No single reason: the computer played the game on from here {count} times, and this ended clearly better."
    ),
    "more-cities": gettext_lazy(
        "Mostly your side holds more of the seven cities at the end of this battle than after “{instead}”."
    ),
    "keeps-steps": gettext_lazy("Mostly your blocks keep more steps in this battle than after “{instead}”."),
    "costs-steps": gettext_lazy("Mostly the enemy loses more steps in this battle than after “{instead}”."),
    "castle": ngettext_lazy(
        "The open battle at {town} is lost in about {tries} of 10 tries: {count} block is safer in the castle.",
        "The open battle at {town} is lost in about {tries} of 10 tries: {count} blocks are safer in the castle.",
        "count",
    ),
    "field": gettext_lazy("The open battle at {town} is won in about {tries} of 10 tries."),
    "storm": ngettext_lazy("To storm {town} with {count} block.", "To storm {town} with {count} blocks.", "count"),
    "starve": gettext_lazy(
        "Hunger works at {town}: each turn may cost the garrison steps, and a storm costs you some."
    ),
    "fight-on": gettext_lazy(
        "With those who still come your side has the field of {town} in the end in about {tries} of 10 tries; this"
        " block may fall all the same."
    ),
    "leave": gettext_lazy("The battle of {town} is lost in about {tries} of 10 tries."),
    "storm-goes-on": gettext_lazy("The storm takes the castle of {town} in about {tries} of 10 tries."),
    "storm-given-up": gettext_lazy(
        "The storm would take the castle of {town} in about {tries} of 10 tries alone, and cost more than hunger does."
    ),
    "castle-holds": gettext_lazy(
        "The castle of {town} holds in about {tries} of 10 tries; each hit makes that likelier."
    ),
    "beginner-attack": gettext_lazy("To attack {town} at once, without waiting for friends."),
    "beginner-hold": gettext_lazy("No enemy stands next to it."),
}
"""By the keys of `opponent.reasons`; for hints the usual choice has reasons of its own below."""
USUAL_REASONS: dict[str, Text] = {
    "card-moves": gettext_lazy(
        "It gives as many Moves as any of your cards: {count}. With each a group of blocks marches, or blocks muster;"
        " cards with fewer Moves do for turns with less to do."
    ),
    "card-fewer": ngettext_lazy(
        "It gives {count} Move, enough for what there is to do; your cards with more are kept for later turns.",
        "It gives {count} Moves, enough for what there is to do; your cards with more are kept for later turns.",
        "count",
    ),
    "card-only": gettext_lazy("You have no other card to choose."),
    "card-winter": gettext_lazy(
        "It gives one Move. It could also keep a siege through the winter, in turn 6: for that you need a siege then."
    ),
    "card-winter-siege": gettext_lazy(
        "In turn 6 it keeps a siege through the winter, which would end otherwise; your sieges: {count}."
    ),
    "card-assassins": gettext_lazy(
        "No Moves, but three dice against one enemy block: they can weaken or kill a strong one without a battle."
    ),
    "card-guide": gettext_lazy(
        "One group marches, and twice as many blocks as usual can use each road: good for one large attack."
    ),
    "card-intrigue": gettext_lazy(
        "It does what the enemy’s card of last turn did, and your other cards give few Moves now."
    ),
    "card-jihad": gettext_lazy(
        "One group marches, and in one battle your blocks fire first in round 1: they hit before they are hit."
    ),
    "card-manna": gettext_lazy(
        "No Moves, but up to three of your blocks that lost steps gain one each: a step more is a die more in battle."
    ),
    "seat": gettext_lazy("There is room for it at {town}; its other towns hold as many as winter can feed."),
    "seats-done": gettext_lazy("Where there was room for more, blocks have gone; the others hold their own towns."),
    "family-done": gettext_lazy("Saladin and his relatives stand where they are needed; a change gains nothing."),
    "go-first": gettext_lazy("Who moves first attacks before the enemy can."),
    "go-second": gettext_lazy("In the last turn of a year who moves second sees where the enemy went."),
    "victim": gettext_lazy("Of those they can reach, this block would be the enemy’s heaviest loss."),
    "strengthen": gettext_lazy("Of your blocks that lost steps this one hits most often: a step more is a die more."),
    "manna-done": gettext_lazy("By this card no block of yours can gain a step any more."),
    "jihad-site": gettext_lazy("Of the places where you fight, {town} is worth most: there your blocks fire first."),
    "main-road": gettext_lazy("Who comes by the main road fights from round 1; another road would bring no more."),
    "marker": gettext_lazy("One besieger must lie open: the weakest tells the enemy least."),
    "choose-battle": gettext_lazy("{town} is worth most of the towns that are fought for: its battle comes first."),
    "moves-done": gettext_lazy("All is done that was worth a Move: any other would leave open more than it gains."),
    "fire": gettext_lazy("Each hit weakens the enemy, and no way out is better for this block."),
    "give-way": gettext_lazy("It is safer out of this battle, and nothing it could still do there is worth that risk."),
    "pass": gettext_lazy("It can neither fire with effect nor go anywhere better."),
    "take-hit": gettext_lazy("Of those that can take the hit it costs you least: it fires worst, or has fired."),
    "refuge": gettext_lazy("It has to leave; of the towns in reach {town} protects it best."),
    "siege-goes-on": gettext_lazy("If the siege of {town} goes on, hunger works for you."),
    "charge": gettext_lazy("A charge hits more often than fire; that is worth the step which a six may cost."),
    "siege-left": gettext_lazy("At {town} this block does more for you than in the siege."),
    "regroup-guard": gettext_lazy("Enemies stand next to {town}: there this block guards it."),
    "regroup": gettext_lazy("{town} needs it more than the town that was fought for."),
    "regroup-done": gettext_lazy("Those who won are needed here; no town in reach needs them more."),
    "regroup-none": gettext_lazy("Nobody who won can go on to another town."),
    "deploy": gettext_lazy("At {town} it adds most to what you defend or threaten."),
    "disband": gettext_lazy("Winter cannot feed all blocks here: this one is worth least."),
    "replace": gettext_lazy("Of the blocks that can gain a step here this one hits most often."),
    "winter-done": gettext_lazy(
        "Every block that winter can feed is fed, and every step that can be gained is gained."
    ),
    "garrison-castle": gettext_lazy("In the castle of {town} fewer blocks hold out longer than in the field."),
    "garrison-field": gettext_lazy("Your blocks can hold the field at {town}: nobody needs the castle yet."),
    "storm-on": gettext_lazy("With these blocks the storm of {town} has its best chance."),
    "storm-off": gettext_lazy("A storm of {town} would cost more than it gains: hunger does that work."),
    "sally-out": gettext_lazy("At {town} the garrison and those who help it are strong enough to beat the besiegers."),
    "sally-not": gettext_lazy("In the field the garrison of {town} would lose more than the besiegers."),
}
"""By the keys of `opponent.usual`."""
WHO_GOES = gettext_lazy("Who goes there: {blocks}.")
"""Beside a reason for several blocks."""
TOLD: dict[str, Text] = {
    "told-stay": gettext_lazy("I moved nobody: I saw nothing to gain."),
    "told-attack": gettext_lazy("I attack {town} at once, without waiting for friends; blocks I sent there: {count}."),
    "told-help": gettext_lazy("I come to help my blocks at {town}; blocks I sent there: {count}."),
    "told-relieve": gettext_lazy("I come to relieve my castle of {town}; blocks I sent there: {count}."),
    "told-siege": gettext_lazy("I want your castle of {town} to fall; blocks I sent there: {count}."),
    "told-take": gettext_lazy("I go to {town}, for none of your blocks stands there; blocks I sent: {count}."),
    "told-guard": gettext_lazy("I guard {town}, for you stand next to it; blocks I sent there: {count}."),
    "told-gather": gettext_lazy("I gather at {town}, where you stand nowhere beside; blocks I sent there: {count}."),
    "try-stay": gettext_lazy("I stay where I am this turn."),
    "try-attack": gettext_lazy("I want to try {town}: a battle comes. Blocks I sent there: {count}."),
    "try-help": gettext_lazy("I want to help my blocks at {town}: a battle comes. Blocks I sent there: {count}."),
    "try-relieve": gettext_lazy("I want to relieve my castle of {town}. Blocks I sent there: {count}."),
    "try-siege": gettext_lazy("I want to starve your castle of {town}. Blocks I sent there: {count}."),
    "try-take": gettext_lazy("I want to take {town}, for none of your blocks stands there. Blocks I sent: {count}."),
    "try-guard": gettext_lazy("I want to keep {town}, for you stand next to it. Blocks I sent there: {count}."),
    "try-gather": gettext_lazy("I gather at {town} for later. Blocks I sent there: {count}."),
}
"""What the page and the squire say of their movement, by the keys of `games.services.computer.telling`."""


def reason_in_words(key: str, params: Mapping[str, object]) -> str:
    """Why the computer would play so, and with whom; empty where there is nothing to say."""
    return f"{reason_alone(key, params)} {who_goes(params)}".strip()


def reason_alone(key: str, params: Mapping[str, object]) -> str:
    """Why the computer would play so, without who goes along; empty where there is nothing to say."""
    template = REASONS.get(key) or USUAL_REASONS.get(key) or TOLD.get(key)
    if template is None:
        return ""
    return template.format(**_gaps(params))


def who_goes(params: Mapping[str, object]) -> str:
    """Who goes there, where it is several: a hint moves one of them, and who goes with it would be a riddle."""
    blocks = params.get("blocks")
    return str(WHO_GOES.format(**_gaps(params))) if isinstance(blocks, list) and len(blocks) > 1 else ""


def _gaps(params: Mapping[str, object]) -> dict[str, object]:
    """Returns what fills the gaps of a reason's sentence: names in place of ids."""
    gaps = {name: town_name(str(value)) if name in ("town", "goal") else value for name, value in params.items()}
    instead = params.get("instead")
    if isinstance(instead, dict):
        gaps["instead"] = action_in_words(instead)
    chance = params.get("chance")
    if isinstance(chance, int):
        # None of ten and all of ten would read as sure.
        gaps["tries"] = min(9, max(1, round(chance / 10)))
    blocks = params.get("blocks")
    if isinstance(blocks, list):
        gaps["blocks"] = ", ".join(str(block_name(block)) for block in blocks)
    return gaps


def card_in_words(card: str) -> str:
    """Why a card is a usual choice, where nothing is known but the card."""
    key = f"card-{card}"
    return reason_in_words(key if key in USUAL_REASONS else "card-moves", {"count": moves_of(card)})


def action_in_words(action: Mapping[str, JsonValue], start: str = "", *, goes_on: bool = False) -> str:
    """An action as a title: what is done, by whom, and where.

    `start` is the town where its block stands: its way is told from there if that is given. `goes_on` says that a storm
    or sally, to which the action adds blocks, began before.
    """
    if choice := CHOICES.get((action["type"], goes_on)):
        some, none = choice
        return str(some).format(blocks=", ".join(_names_in(action))) if action.get("blocks") else str(none)
    verb = VERBS.get(action["type"])
    parts = [str(verb) if verb is not None else "", *_names_in(action), *_places_in(action, start)]
    return " · ".join(part for part in parts if part)


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
