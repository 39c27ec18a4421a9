"""Whole addresses, with protocol and host, for link previews."""

from django import template
from django.templatetags.static import static

from games.links import absolute

register = template.Library()


@register.simple_tag
def whole_address(path: str) -> str:
    """The address of a path of the site."""
    return absolute(path)


@register.simple_tag
def whole_static(path: str) -> str:
    """The address of a static file."""
    found = static(path)
    return found if "://" in found else absolute(found)
