"""The panels of messages and notebook on the game page."""

from typing import Any

from django import template
from django.template.loader import render_to_string
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from frontend.per_language import once_a_language
from games.alerts.words import moment_in_words
from games.models import Game
from games.services.talk import notebook, talk
from games.services.talk.phrases import PHRASES

register = template.Library()
register.filter("moment", moment_in_words)


@register.inclusion_tag("frontend/game/talk.html", takes_context=True)
def talk_panel(context: Any, game: Game, plays: bool) -> dict[str, Any]:
    """The panel of messages, for the two players; scripts fill it."""
    shown = plays and not game.alone
    return {
        "shown": shown,
        "game": game,
        "phrases": _phrase_buttons(),
        "longest": talk.LONGEST,
        "csrf_token": context.get("csrf_token"),
    }


@once_a_language
def _phrase_buttons() -> SafeString:
    return format_html_join("", '<button type="button" data-phrase="{}">{}</button>', PHRASES.items())


@register.simple_tag
def notebook_panel(plays: bool) -> str:
    """The panel of the notebook, for players; scripts fill it."""
    return _notebook_html() if plays else ""


@once_a_language
def _notebook_html() -> SafeString:
    return render_to_string("frontend/game/notebook.html", {"longest": notebook.LONGEST})
