"""Texts of sieges on the game page: who besieges whom, whether a storm or sally is a good idea, why hunger differs."""

from typing import Any

from django.utils.translation import gettext_lazy as _

SIEGE_TEXTS: dict[str, Any] = {
    # what is fought, above the stage
    "siege-of": _("Siege of {town}"),
    "storm-of": _("Storm of {town}"),
    "sally-of": _("Sally from {town}"),
    "relief-of": _("Relief of {town}"),
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
    "field-with-nobody-inside": _(
        "If nobody goes in, the field is yours in about {count} of 10 tries, if everybody fires."
    ),
    "field-with-some-inside": _("Without them the field is yours in about {count} of 10 tries, if everybody fires."),
    "verdict-losses": _("Steps lost by the end: about {lost} by your side, {dealt} by theirs."),
    "counted": _("Counted: {what}."),
    # the same beside a hint
    "hint-set": _("The odds: {chance}. {losses}"),
    "hint-set-none": _("If all went who can: {chance}. {losses}"),
    "hint-set-one": _("If {block} went: {chance}. {losses}"),
    "hint-set-strongest": _("If as many of the strongest went as may: {chance}. {losses}"),
    "hint-set-bad": _("{act}? {verdict}"),
    "hint-last-storm": _("Likely bad, but the game is over after this turn: steps that are lost cost nothing more."),
    "hint-hits": _("Its dice hit at least once in about {count} of 10 tries."),
    "hint-steps": _("Its dice cost the castle a step in about {count} of 10 tries."),
    "hint-charge": _(
        "A charge hits at least once in about {count} of 10 tries, fire in about {fire}; sixes hit it itself in about"
        " {self}."
    ),
    "hint-would-fall": _("If it stayed, it would fall before its next turn in about {count} of 10 tries at most."),
    # who fires first by a Jihad
    "jihad-storm-own": _("Jihad: if you storm now, all your blocks fire before the castle's in this round."),
    "jihad-storm-theirs": _(
        "Jihad: if you do not storm now, they may sally, and then all their blocks fire before yours in this round. If"
        " you storm, they cannot."
    ),
    "jihad-sally-own": _("Jihad: if you sally now, all your blocks fire before theirs in this round."),
    # why hunger differs
    "hunger-at-sea": _("Less than elsewhere, for ships feed a fortified port."),
    "hunger-on-land": _("Only fortified ports, fed by ships, suffer less."),
}
