"""Filters of the case page: durations, clock states, messages."""

from datetime import timedelta
from typing import Any

from django import template
from django.template.defaultfilters import linebreaksbr
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from games.models import Message
from games.paces import in_words
from games.services.talk.phrases import phrase

register = template.Library()
STOPPED: dict[str, Any] = {
    "freeze": _("frozen"),
    "pause": _("paused"),
    "vacation": _("on vacation"),
    "weekend": _("weekend"),
}


@register.filter
def length_of_time(time: timedelta) -> str:
    """A length of time in words."""
    return in_words(time)


@register.filter
def why_stopped(key: str) -> str:
    """Why a clock stands still, in words."""
    return str(STOPPED.get(key, key))


@register.filter
def said(message: Message) -> SafeString:
    """The text of a message, or its phrase in the reader's language."""
    return linebreaksbr(phrase(message.phrase) if message.phrase else message.text)
