"""Ids of the game as words, for templates."""

from typing import Any

from django import template
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import words, words_time
from games.models import Game
from games.paces import pace_name as name_of_pace
from games.services.views import clock_view
from games.shapes import Ended
from games.words import side_name as name_of_side
from rules.editions import OLDER

register = template.Library()


@register.filter
def side_name(side: str) -> str:
    """The name of a side."""
    return name_of_side(side)


register.filter(words_time.day_in_words, expects_localtime=True)
register.filter(words_time.date_and_time)


@register.filter
def result_in_short(result: Ended) -> str:
    """A result in a few words."""
    return words.result_in_short(result)


@register.filter
def pace_name(pace: str) -> str:
    """The name of a pace."""
    return name_of_pace(pace)


@register.filter
def pace_text(game: Game) -> str:
    """A game's pace in a sentence."""
    return clock_view.pace_text(game)


OLD_OPTIONS = {"richard-by-sea": gettext_lazy("Richard by sea"), "fickle-philip": gettext_lazy("fickle Philip")}


@register.filter
def option_names(ruleset: dict[str, Any]) -> list[str]:
    """The options that differ from the plain rules."""
    names = []
    if ruleset.get("edition") == OLDER:
        names.append(str(words.EDITIONS[OLDER]))
        names += [str(label) for option, label in OLD_OPTIONS.items() if ruleset.get(option)]
    if ruleset.get("iron-bridge"):
        names.append(_("Iron Bridge"))
    if ruleset.get("forced-marches") and ruleset.get("edition") != OLDER:
        names.append(_("forced marches"))
    if ruleset.get("handicap"):
        names.append(_("extra Frank blocks: {count}").format(count=ruleset["handicap"]))
    return names
