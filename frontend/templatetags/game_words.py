"""Ids of the game as words, for templates."""

from typing import Any

from django import template
from django.utils.translation import gettext as _

from games.words import side_name as name_of_side

register = template.Library()


@register.filter
def side_name(side: str) -> str:
    return name_of_side(side)


@register.filter
def side_names(sides: list[str]) -> str:
    return _(" and ").join(name_of_side(side) for side in sides)


@register.filter
def option_names(ruleset: dict[str, Any]) -> list[str]:
    """The options that differ from the plain rules."""
    names = []
    if ruleset.get("iron-bridge"):
        names.append(_("Iron Bridge"))
    if ruleset.get("forced-marches"):
        names.append(_("forced marches"))
    if ruleset.get("handicap"):
        names.append(_("extra Frank blocks: {count}").format(count=ruleset["handicap"]))
    return names
