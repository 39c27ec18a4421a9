"""Results in words."""

from datetime import timedelta

from django import template
from django.utils import timezone
from django.utils.timesince import timesince
from django.utils.translation import gettext as _

register = template.Library()


@register.filter
def duration(seconds: float | None) -> str:
    """A time in its largest unit: "3 hours"."""
    if seconds is None:
        return "–"
    if seconds < 60:
        return _("less than a minute")
    now = timezone.now()
    return timesince(now - timedelta(seconds=seconds), now, depth=1)


@register.filter
def signed(number: int) -> str:
    """+12, −7, ±0: with a minus sign as long as the plus."""
    return f"+{number}" if number > 0 else f"−{-number}" if number < 0 else "±0"
