"""Texts of hints for the scripts of the game page: the button that carries one out, and what it costs."""

from typing import Any

from django.utils.translation import gettext_lazy as _

HINT_TEXTS: dict[str, Any] = {
    "hint-do": _("Do it"),
    "hint-choose-it": _("Choose it"),
    "hint-choose-these": _("Choose these"),
    # what it costs
    "hint-card-spent": _("It costs the card; cards left in hand: {left}."),
    "hint-costs-a-move": _("It costs one of your Moves (left: {left})."),
    "hint-nobody-near": _("Left empty next to enemies: {towns}."),
    "hint-nobody-stays": _("Left empty: {towns}."),
    "hint-few-near": _("Next to enemies few stay: {towns}."),
    "hint-of-all": _("{town} ({left} of {all})"),
    "hint-no-fire": _("It costs the block its fire in this round."),
    "hint-may-fall": _("There it may fall before its next turn: in about {count} of 10 tries at most."),
    "hint-gains": _("Steps then: {steps} of {most}."),
    "hint-a-step": _("It costs the block a step; steps left: {left}."),
}
