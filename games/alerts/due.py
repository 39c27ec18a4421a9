"""Checks right before sending whether an alert is still worth sending."""

from datetime import datetime

from games.alerts.reading import Reading
from games.models import Notice, Visit
from games.people import sanctions


def why_not(notice: Notice, now: datetime) -> str:
    """Returns the key of `words.REASONS` why this alert is not to be sent; empty if it is."""
    if not notice.user.is_active:
        return "closed"
    reading = Reading(notice)
    if not reading.alert.reaches_banned and sanctions.ban_of(notice.user_id) is not None:
        return "banned"
    return reading.alert.why_not(reading, now) or _why_known(reading, now)


def _why_known(reading: Reading, now: datetime) -> str:
    """Returns the key of the reason if the reader has seen this on the game's page, else ""."""
    visit = (
        Visit.objects.filter(user=reading.user, game=reading.notice.game_id).first() if reading.notice.game_id else None
    )
    return reading.alert.seen(reading, visit, now) if visit is not None else ""
