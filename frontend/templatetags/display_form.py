"""The fields of the display settings on the game page."""

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from frontend.views.display import DisplayForm

register = template.Library()


@register.simple_tag
def display_fields() -> SafeString:
    """The fields as nobody has chosen yet: a script sets them to what the page was sent with."""
    return render_to_string("frontend/fields.html", {"form": DisplayForm(auto_id="display-%s")})
