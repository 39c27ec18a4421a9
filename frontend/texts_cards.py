"""The texts about cards: the hand, what each card does, who moves first."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from frontend.texts_plural import plural

CARD_TEXTS: dict[str, Any] = {
    "cards": _("Cards"),
    "card-now": _("This turn"),
    "card-before": _("Last turn"),
    "in-hand": _("In hand"),
    "hint": _("Hint"),
    "not-chosen": _("not chosen yet"),
    "card-unseen": _("chosen or not yet: seen when both have chosen"),
    "chosen": _("chosen, face down"),
    "chosen-card": _("{card}: chosen, face down"),
    "tie-rolled": _("Equal cards, so both rolled: the Franks {frank}, the Saracens {saracen}."),
    "ties-rolled": _(
        "Equal cards: both rolled {count} times until their sums differed, in the end the Franks {frank}, the Saracens"
        " {saracen}."
    ),
    "moves-first": _("moves first"),
    "you-move-first": _("You move first"),
    "side-moves-first": _("{side}: first to move"),
    "no-cards": _("No cards in hand."),
    "play-this": _("Play {card}"),
    "card-move-3-does": _("Three Moves."),
    "card-move-2-does": _("Two Moves."),
    "card-move-1-does": _("One Move."),
    "card-winter-campaign-does": _("One Move; keeps a siege in winter."),
    "card-assassins-does": _("No Moves: three dice against one enemy block; each of 1 to 3 costs it a step."),
    "card-guide-does": _("One Move: blocks of one town march, and twice as many as usual can use each road."),
    "card-intrigue-does": _("Copies the card that the other side played last turn."),
    "card-intrigue-copies": _("Copies the card that the other side played last turn: {card}."),
    "card-intrigue-later": _("It cannot be played now, in the first turn of a year."),
    "card-jihad-does": _("One Move: blocks of one town march. In round 1 of one battle its side fires first."),
    "jihad-unused": _("Jihad would be lost: you have no battle or siege in which you could attack."),
    "manna-unused": plural(
        "{count} more block could gain a step by Manna.", "{count} more blocks could gain a step by Manna."
    ),
    "manna-gained": _("{block} at {town} has gained a step by Manna; steps now: {steps} of {most}."),
    "card-manna-does": _("No Moves: up to three blocks gain a step."),
}
