"""How pages look to a reader: theme, size of blocks, names on the map, speed of animation.

Kept with the account, or in a cookie.

What is not as usual is kept as words in one string, such as "dark large fast". Each becomes an attribute of the page's
first element, which style sheets and scripts go by: a page is drawn as it was chosen from its first moment on.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from games.models import User

COOKIE = "display"
USUAL = "usual"
"""The cookie's value where every choice is the usual one: to choose the usual is a choice too."""
Choices = tuple[tuple[str, Any], ...]
"""A word and what it is called; the empty word is what everybody has at first."""

THEMES: Choices = (("", _("as the device has them")), ("light", _("light")), ("dark", _("dark")))
BLOCKS: Choices = (("", _("usual")), ("large", _("large")), ("largest", _("very large")))
LABELS: Choices = (("", _("all")), ("few", _("castles and cities alone")), ("none", _("none")))
MOTION: Choices = (("", _("usual")), ("fast", _("twice as fast")), ("off", _("off")))
ALL: dict[str, Choices] = {"theme": THEMES, "blocks": BLOCKS, "labels": LABELS, "motion": MOTION}
"""What can be chosen, by setting. No word belongs to two of them."""


def read(words: str) -> dict[str, str]:
    """Returns the word chosen for each setting; the usual one for what is not named or not known."""
    said = set(words[:100].split())
    return {name: next((word for word, _name in choices if word in said), "") for name, choices in ALL.items()}


def serialize(chosen: Mapping[str, str]) -> str:
    """Returns the choices as one string."""
    return " ".join(word for name in ALL if (word := chosen.get(name, ""))) or USUAL


def chosen_by(request: HttpRequest) -> dict[str, str]:
    """Returns the reader's choices: the account's if any were made there, else the browser's."""
    kept = getattr(getattr(request, "user", None), "display", "")
    return read(kept or request.COOKIES.get(COOKIE, "").replace("-", " "))


def save_choices(request: HttpRequest, response: Any, chosen: Mapping[str, str]) -> None:
    """Saves the choices in a cookie, and in the account of a logged-in person."""
    words = serialize(chosen)
    if isinstance(request.user, User):
        User.objects.filter(pk=request.user.pk).update(display=words)
    response.set_cookie(
        COOKIE,
        words.replace(" ", "-"),
        max_age=settings.LANGUAGE_COOKIE_AGE,
        httponly=True,
        samesite=settings.LANGUAGE_COOKIE_SAMESITE,
        secure=settings.LANGUAGE_COOKIE_SECURE,
    )


def attributes(chosen: Iterable[tuple[str, str]]) -> SafeString:
    """Returns the attributes of the page's first element, each after a space."""
    return format_html_join("", ' data-{}="{}"', ((name, word) for name, word in chosen if word))


def display(request: HttpRequest) -> dict[str, Any]:
    """Context of every page: the attributes that say how it looks."""
    return {"display": attributes(chosen_by(request).items())}
