"""The panels of talk and notebook on the game page."""

from typing import Any

from django import template

from games.alerts.words import moment_in_words
from games.models import Game
from games.services import notebook, talk
from games.services.phrases import PHRASES

register = template.Library()
register.filter("moment", moment_in_words)


@register.inclusion_tag("frontend/game/talk.html", takes_context=True)
def talk_panel(context: Any, game: Game, plays: bool) -> dict[str, Any]:
    """For the two players; the scripts fill it."""
    shown = plays and not game.solo
    return {"shown": shown, "game": game, "phrases": PHRASES, "longest": talk.LONGEST, "csrf_token": context.get("csrf_token")}


@register.inclusion_tag("frontend/game/notebook.html")
def notebook_panel(game: Game, plays: bool) -> dict[str, Any]:
    return {"shown": plays, "game": game, "longest": notebook.LONGEST}
