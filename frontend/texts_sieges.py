"""Texts of sieges on the game page: who besieges whom, whether a storm or sally is a good idea, why hunger differs."""

from typing import Any

from django.utils.translation import gettext_lazy as _

SIEGE_TEXTS: dict[str, Any] = {
    # who is what, beside the name of a side
    "role-besieger": _("besieging"),
    "role-besieged": _("besieged"),
    "relief-attacks": _("Help has come: the besiegers defend now"),
    "sally-attacks": _("A sally: the besiegers defend now"),
    # is it a good idea?
    "verdict-good": _("Likely good: {chance}. {losses}"),
    "verdict-open": _("A gamble: {chance}. {losses}"),
    "verdict-bad": _("Likely bad: {chance}. {losses}"),
    "storm-often": _("you take the castle in about {count} of 10 tries"),
    "sally-often": _("you break the siege in about {count} of 10 tries"),
    "verdict-losses": _("Steps lost by the end: about {lost} by your side, {dealt} by theirs."),
    # why hunger differs
    "hunger-at-sea": _("Less than elsewhere, for ships feed a fortified port."),
    "hunger-on-land": _("Only fortified ports, fed by ships, suffer less."),
}
