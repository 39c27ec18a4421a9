"""Scripts of a page, by the name of the module that begins them."""

from functools import lru_cache

from django import template
from django.conf import settings
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from frontend import joining

register = template.Library()


@register.simple_tag
def script(entry: str) -> SafeString:
    """The element that loads a module of `static/frontend/js`, as `game/game.js`, with all it imports."""
    return format_html('<script type="module" src="{}"></script>', static(addresses(entry)[-1]))


@register.simple_tag
def preload_modules(entry: str) -> SafeString:
    """Links that let a browser fetch what this module imports all at once, instead of learning of each from the one before."""
    return _links(addresses(entry)[:-1], static(addresses(entry)[-1]))


@lru_cache(maxsize=8)
def _links(paths: tuple[str, ...], address: str) -> SafeString:
    """Kept for the address that the entry has: those of the others change with it, as files get other names or places."""
    return format_html_join("\n  ", '<link rel="modulepreload" href="{}">', ((static(path),) for path in paths))


def addresses(entry: str) -> tuple[str, ...]:
    """The static files of an entry, its own last: joined ones, or with `DEBUG=1` the modules themselves."""
    if settings.DEBUG:
        return tuple(f"frontend/js/{module}" for module in joining.behind(entry))
    return tuple(f"{joining.FOLDER}/{name}" for name in joining.needed_by(entry))
