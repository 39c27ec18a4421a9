"""Parts of pages that are the same for all readers of a language."""

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from frontend.per_language import once_a_language

register = template.Library()


@register.simple_tag
@once_a_language
def same_for_all(name: str) -> SafeString:
    """Includes a template that does not depend on the request, rendered once a language."""
    return render_to_string(name)
