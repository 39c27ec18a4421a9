"""Script elements of a page, by the name of its entry module."""

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
    """The element that loads a module of `static/frontend/js`, as `game/game.js`, with everything it imports."""
    return format_html('<script type="module" src="{}"></script>', static(addresses(entry)[-1]))


@register.simple_tag
def preload_modules(entry: str) -> SafeString:
    """Preload links for everything this module imports, so that the browser fetches all at once."""
    return _links(addresses(entry)[:-1], static(addresses(entry)[-1]))


@lru_cache(maxsize=8)
def _links(paths: tuple[str, ...], address: str) -> SafeString:
    """The preload links, cached by the entry's URL: it changes whenever the others' do."""
    return format_html_join("\n  ", '<link rel="modulepreload" href="{}">', ((static(path),) for path in paths))


def addresses(entry: str) -> tuple[str, ...]:
    """The URLs of an entry's static files, its own last: bundles, or with `DEBUG=1` the modules themselves."""
    if settings.DEBUG:
        return tuple(f"frontend/js/{module}" for module in joining.modules_behind(entry))
    return tuple(f"{joining.FOLDER}/{name}" for name in joining.needed_by(entry))
