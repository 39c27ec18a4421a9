"""What a player does by an action, in a word or two: on buttons, and to reviewers."""

from django.utils.translation import gettext_lazy as _

from games.shapes import Text

# By the type of the action. Those that no button says so are not among them: a card, a relative of Saladin, some of the
# blocks.
VERBS: dict[str, Text] = {
    "place": _("Place"),
    "done": _("Done"),
    "take-back-card": _("Take the card back"),
    "go-first": _("Go first"),
    "go-second": _("Go second"),
    "assassinate": _("Strike"),
    "strengthen": _("Gain a step"),
    "declare-jihad": _("Declare Jihad"),
    "move": _("Move"),
    "muster-to": _("Muster"),
    "muster": _("Muster"),
    "sea-move": _("Sail"),
    "enter": _("March in"),
    "main-road": _("Main road"),
    "winter-campaign": _("Winter Campaign"),
    "choose-battle": _("Fight"),
    "fire": _("Fire"),
    "charge": _("Charge"),
    "harry": _("Fire, then retreat"),
    "retreat": _("Retreat"),
    "regroup": _("Regroup"),
    "withdraw": _("Withdraw"),
    "pass": _("Pass"),
    "leave-map": _("Leave the map, for good"),
    "take-hit": _("Take the hit"),
    "keep-face-up": _("Show face-up"),
    "deploy": _("Deploy"),
    "disband": _("Disband"),
    "replace": _("Regain a step"),
}

CHOICES: dict[tuple[str, bool], tuple[Text, Text]] = {
    ("garrison", False): (_("Into the castle: {blocks}"), _("Send all into the field")),
    ("storm", False): (_("Storm with {blocks}"), _("No storm")),
    ("storm", True): (_("Add to the storm: {blocks}"), _("Nobody more")),
    ("sally", False): (_("Sally with {blocks}"), _("Stay inside")),
    ("sally", True): (_("Add to the sally: {blocks}"), _("Nobody more")),
}
"""Choices of some blocks or of none, by the type of the action and whether its storm or sally goes on: the words for
some, and for none.
"""
