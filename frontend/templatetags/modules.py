"""Links that let a browser fetch all modules of a page at once, instead of learning of each from the one before."""

import posixpath
import re
from functools import cache, lru_cache
from pathlib import Path

from django import template
from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

register = template.Library()

IMPORTED = re.compile(r'^(?:import|export)\b[^"\';]*?["\'](\.[\w./-]+\.js)["\']', re.MULTILINE)


@register.simple_tag
def preload_modules(entry: str) -> SafeString:
    """A `modulepreload` link for each module that this one imports, directly or not."""
    return _links(entry, static(entry))


@lru_cache(maxsize=8)
def _links(entry: str, address: str) -> SafeString:
    """Kept for the address that the entry has: those of the others change with it, as files get other names or places."""
    return format_html_join("\n  ", '<link rel="modulepreload" href="{}">', ((static(module),) for module in imported_by(entry)))


@cache
def imported_by(entry: str) -> tuple[str, ...]:
    """The modules behind an entry, without itself, nearest first."""
    found: dict[str, None] = {entry: None}
    waiting = [entry]
    while waiting:
        importing = waiting.pop(0)
        path = finders.find(importing)
        if not isinstance(path, str):
            continue
        for name in IMPORTED.findall(Path(path).read_text("utf-8")):
            module = posixpath.normpath(posixpath.join(posixpath.dirname(importing), name))
            if module not in found:
                found[module] = None
                waiting.append(module)
    return tuple(found)[1:]
