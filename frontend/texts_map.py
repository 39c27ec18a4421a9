"""The texts of the map's buttons and of what lies out of its sight, for the scripts of the game page."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from frontend.texts_plural import plural

MAP_TEXTS: dict[str, Any] = {
    "map": _("Map"),
    "zoom-in": _("Zoom in"),
    "zoom-out": _("Zoom out"),
    "zoom-whole": _("Whole map"),
    "zoom-action": _("Where the action is"),
    "beyond": _("Out of sight:"),
    # A longer one leaves no room on a phone for the towns that it speaks of.
    "beyond-count": plural("{count} more town:", "{count} more towns:"),
    "beyond-town": _("{town} lies out of sight: something can be done there. Press to see it."),
    "beyond-blocks": plural(
        "{town} lies out of sight: {count} block can act there. Press to see it.",
        "{town} lies out of sight: {count} blocks can act there. Press to see it.",
    ),
    # the signs beside lit towns, where chosen blocks can go
    "sign-room": _("{room}: chosen blocks that find room on the roads there."),
    "sign-takes": _("Flag: it becomes yours."),
    "sign-battle": _("Swords: a battle."),
    "sign-reinforcement": _("Plus sign: help in a battle of yours."),
    "sign-joins-siege": _("Castle: help in a siege of yours."),
    "sea-name": _("Mediterranean Sea"),
}
