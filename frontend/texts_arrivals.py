"""The texts of drawn blocks for the scripts of the game page: where one arrives, and with how many steps."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from frontend.texts_plural import plural

ARRIVAL_TEXTS: dict[str, Any] = {
    # beside a town
    "arrives-home": plural("home, with {count} step", "home, with {count} steps"),
    "arrives-full": plural("with {count} step", "with {count} steps"),
    "arrives-weak": plural("with {count} step of {steps}", "with {count} steps of {steps}"),
    # when a town is chosen
    "arrives-home-there": plural(
        "{town} is a home of this block: it arrives at full strength, with {count} step.",
        "{town} is a home of this block: it arrives at full strength, with {count} steps.",
    ),
    "arrives-full-there": plural(
        "It arrives at full strength, with {count} step.", "It arrives at full strength, with {count} steps."
    ),
    "arrives-weak-there": plural(
        "{town} is no home of this block: it arrives with {count} step of {steps}.",
        "{town} is no home of this block: it arrives with {count} steps of {steps}.",
    ),
    "arrives-full-at": _("At full strength it arrives at home: {towns}."),
    # before
    "arrives-at-home": plural("At home with its {count} step.", "At home with all {count} steps."),
    "arrives-elsewhere": _("Elsewhere with one step."),
    "arrives-at-ports": plural("In every lit port with its {count} step.", "In every lit port with all {count} steps."),
    "arrives-homes-closed": _("Its home is closed to it ({towns}): everywhere else it arrives with one step."),
    "confirm-arrives": _("Place it there"),
    "hint-costs": _("But then: {lines}."),
    "hint-move-costs": _(
        "It costs one of your Moves (left: {left}); for the same Move other blocks of its town may march, too."
    ),
    "hint-last-move": _("It costs your last Move; for the same Move other blocks of its town may march, too."),
    "hint-move-paid": _("It costs nothing more: a Move for the blocks of its town is paid already."),
    "hint-arrives-weak": _("Weak there it is worth more now than elsewhere with all its steps."),
}
