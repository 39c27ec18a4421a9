"""The texts that the scripts of the game page show, in the reader's language. Gaps like `{town}` are filled by the scripts."""

from typing import Any, NamedTuple

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.words import CARDS, PLACES, SIDES
from games.words_names import Name


class plural(NamedTuple):
    """A text with a `{count}`, as English has it for one and for several; the scripts choose the form.

    In small letters, as the functions of gettext beside it."""

    one: str
    several: str

    def forms(self) -> dict[str, str]:
        """A form for each category of `Intl.PluralRules` in the reader's language, but those that read like the last."""
        found = {category: ngettext(self.one, self.several, count) for category, count in EXAMPLES.items()}
        return {category: text for category, text in found.items() if category == "other" or text != found["other"]}


# A count of each category, in every language of the site that has the category.
EXAMPLES = {"one": 1, "few": 2, "many": 5, "other": 100}

TEXTS: dict[str, Any] = {
    "title": _("Crusader Rex"),
    "map": _("Map"),
    "zoom-in": _("Zoom in"),
    "zoom-out": _("Zoom out"),
    "zoom-whole": _("Whole map"),
    "zoom-action": _("Where the action is"),
    "sea-name": _("Mediterranean Sea"),
    # status
    "year": _("Year"),
    "turn": _("Turn"),
    "winter-turn": _("Winter turn"),
    "victory-cities": _("Victory cities"),
    "held-by": _("held by the {side}"),
    "phase-deployment": _("Deployment"),
    "phase-cards": _("Cards"),
    "phase-event": _("Event"),
    "phase-move": _("Movement"),
    "phase-battle": _("Battle"),
    "phase-draw": _("Draw"),
    "phase-winter": _("Winter"),
    "phase-over": _("Game over"),
    "rule": _("Rule {rule}"),
    "your-turn": _("your turn"),
    "your-turn-and": _("your turn, and {sides} too"),
    "their-turn": _("waiting for: {sides}"),
    "you-are": _("You play the {side}"),
    "you-watch": _("You are watching"),
    "you-look-as": _("You see what they see:"),
    "follow-turn": _("Turn to the side whose turn it is"),
    "connected": _("Connected: this page follows the game."),
    "not-connected": _("No live connection: this page asks every 20 seconds."),
    "stale": _("Something happened meanwhile. This is the game as it is now; please decide again."),
    "offline": _("The server cannot be reached. Nothing was sent twice; try again."),
    "refused": _("{reason} (rule {rule})"),
    "earlier": _("Earlier"),
    # cards
    "cards": _("Cards"),
    "card-now": _("This turn"),
    "card-before": _("Last turn"),
    "in-hand": _("In hand"),
    "not-chosen": _("not chosen yet"),
    "chosen": _("chosen, face down"),
    "chosen-card": _("{card}, face down"),
    "moves-first": _("moves first"),
    "no-cards": _("No cards in hand."),
    "play-this": _("Play {card}"),
    "card-move-3-does": _("Three Moves."),
    "card-move-2-does": _("Two Moves."),
    "card-move-1-does": _("One Move."),
    "card-winter-campaign-does": _("One Move; in turn 6 keeps one siege through the winter."),
    "card-assassins-does": _("Three dice against one enemy block."),
    "card-guide-does": _("One group move with doubled road limits."),
    "card-intrigue-does": _("Copies the card your enemy played last turn."),
    "card-jihad-does": _("One group move; you fire first in round 1 of one battle."),
    "card-manna-does": _("Up to three blocks gain a step."),
    # pools
    "in-pool": _("In the draw pool: {count}"),
    "face-up-dead": _("Lost this year"),
    "gone-for-good": _("Lost for good"),
    "staging-in": _("Gathered in {box}"),
    # map
    "region-syria": _("Syria"),
    "region-egypt": _("Egypt"),
    "region-antioch": _("Principality of Antioch"),
    "region-tripoli": _("County of Tripoli"),
    "region-jerusalem": _("Kingdom of Jerusalem"),
    "region-masyaf": _("the Assassins"),
    "castle-of": _("castle {rating}"),
    "port": _("port"),
    "fortified-port": _("fortified port"),
    "victory-city": _("victory city"),
    "area-field": _("in the field"),
    "area-castle": _("in the castle"),
    "area-reserve": _("in reserve"),
    "area-staging": _("gathering"),
    "hidden-blocks": plural("{count} hidden: {side} at {town}, {where}", "{count} hidden: {side} at {town}, {where}"),
    "block-at": _("{block}, {rating}, strength {strength} of {steps}, moves {move}, at {town}, {where}"),
    "move-short": _("M{move}"),
    "figures": _("{rating} · strength {strength}/{steps} · move {move}"),
    "nobody-here": _("Nobody is here."),
    "unseen": plural("{count} hidden", "{count} hidden"),
    "moved": _("has moved"),
    "besieged-by": _("Siege: {besieger} outside, {besieged} in the castle."),
    "arrival": _("{side}: {count} by the road from {road}, in reserve until round {round}"),
    "arrival-main": _("{side}: {count} by the main road, from {road}, round {round}"),
    # choices
    "choose-block": _("Choose a block, here or on the map"),
    "other-block": _("Another block"),
    "elsewhere": _("Elsewhere"),
    "choose-destination": _("Where to? Press a town, here or on the map"),
    "other-destination": _("Another destination"),
    "choose-route": _("By which road to {town}?"),
    "ways": plural("{count} way", "{count} ways"),
    "all-ways": _("Show detours and every other road"),
    "by-way-of": _("by way of {towns}"),
    "by-road": _("road from {road}"),
    "into-field": _("into the field"),
    "into-castle": _("into the castle"),
    "forced": _("forced march"),
    "at-strength": _("strength {strength}"),
    "cost": plural("{count} Move", "{count} Moves"),
    "moves-unused": _("Moves that would be lost: {moves}"),
    "free": _("free"),
    "undo": _("Undo"),
    "restart": _("Take back the whole turn"),
    "verb-place": _("Place"),
    "verb-swap": _("Change places with Saladin"),
    "verb-done": _("Done"),
    "verb-take-back-card": _("Take the card back"),
    "verb-assassinate": _("Strike"),
    "verb-strengthen": _("Gain a step"),
    "verb-declare-jihad": _("Declare Jihad"),
    "verb-move": _("Move"),
    "verb-muster-to": _("Muster"),
    "verb-muster": _("Muster"),
    "verb-sea-move": _("Sail"),
    "verb-enter": _("March in"),
    "verb-main-road": _("Main road"),
    "verb-winter-campaign": _("Winter Campaign"),
    "verb-choose-battle": _("Fight"),
    "verb-fire": _("Fire"),
    "verb-charge": _("Charge"),
    "verb-harry": _("Harry, then retreat"),
    "verb-retreat": _("Retreat"),
    "verb-regroup": _("Regroup"),
    "verb-withdraw": _("Withdraw"),
    "verb-take-hit": _("Take the hit"),
    "verb-keep-face-up": _("Stay face-up"),
    "verb-deploy": _("Deploy"),
    "verb-disband": _("Disband"),
    "verb-replace": _("Regain a step"),
    "main-road-this": _("{town}: main road from {road}"),
    "assassinate-this": _("Strike {target}"),
    "hidden-block-in": _("a hidden block at {town}, {where}"),
    "group-muster-to": _("Muster blocks at a town"),
    "group-declare-jihad": _("Declare Jihad at"),
    "group-winter-campaign": _("Keep a siege through the winter"),
    "group-choose-battle": _("Fight at"),
    "group-main-road": _("Choose main roads"),
    "group-assassinate": _("Strike"),
    "pick-garrison": _("Who takes the castle? The others fight in the field."),
    "pick-storm": _("Who storms the castle?"),
    "pick-sally": _("Who sallies out?"),
    "pick-between": _("At least {least}, at most {most}."),
    "none-garrison": _("All into the field"),
    "none-storm": _("No storm"),
    "none-sally": _("Stay inside"),
    "some-garrison": _("Into the castle: {count}"),
    "some-storm": _("Storm with {count}"),
    "some-sally": _("Sally with {count}"),
    # battle
    "battle-of": _("Battle of {town}"),
    "round-of": _("round {round} of 3"),
    "battles-to-come": _("Still to be fought: {towns}"),
    "attacker": _("attacker"),
    "defender": _("defender"),
    "storm-on": _("The castle is being stormed: double defense"),
    "jihad-on": _("Jihad: {side} fire first in round 1"),
    "hits-to-take": _("{side} take hits: {count}"),
    "half-hit-on": _("Half a hit: {block}"),
    "a-hidden-block": _("a hidden block"),
    "nobody-left": _("Nobody."),
    "reserve-of-round": _("reserve, arrives in round {round}"),
    "storming": _("storming"),
    "sallying": _("sallying"),
    "last-dice": _("{who}:"),
    "die": _("die: {die}"),
    "hits": _("hits: {count}"),
}


def all_texts() -> dict[str, str | dict[str, str]]:
    """Every text of the scripts, translated now."""
    tables = {"side": SIDES, "card": CARDS, "place": PLACES}
    named = {f"{prefix}-{key}": str(Name(name)) for prefix, table in tables.items() for key, name in table.items()}
    return {key: text.forms() if isinstance(text, plural) else str(text) for key, text in TEXTS.items()} | named
