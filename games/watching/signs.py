"""Signs of life, written by those who work and read by those who watch: a part that is dead cannot report itself."""

import logging
import time
from datetime import datetime

from django.conf import settings
from django.db import DatabaseError
from django.utils import timezone

from games.models import SignOfLife

logger = logging.getLogger(__name__)
Part = SignOfLife.Part

_last: dict[str, float] = {}
"""When this process last wrote the sign of each part, by its monotonic clock."""


def give_sign(part: str) -> None:
    """Writes a sign of life of a part, at most one in `SIGNS_OF_LIFE_EVERY` seconds a process.

    A database that is away is logged and hinders nobody.
    """
    now = time.monotonic()
    if now - _last.get(part, -settings.SIGNS_OF_LIFE_EVERY) < settings.SIGNS_OF_LIFE_EVERY:
        return
    _last[part] = now
    try:
        _save(part, at=timezone.now())
    except DatabaseError as error:
        logger.warning("The sign of life of %s could not be written: %s", part, error)


def expect(*parts: str) -> None:
    """Writes down that these parts are to be watched from now on. What is watched already keeps its row."""
    SignOfLife.objects.bulk_create([SignOfLife(part=part, at=timezone.now()) for part in parts], ignore_conflicts=True)


def note_success(part: str, at: datetime) -> None:
    """Records that a job which runs now and then succeeded, and when it was begun."""
    _save(part, at=at, failed_at=None, error="")


def note_failure(part: str, error: str) -> None:
    """Writes down a failure, which counts until the part succeeds."""
    _save(part, failed_at=timezone.now(), error=error[:200])


def known() -> dict[str, SignOfLife]:
    """Returns what is known of each part. A part without a row has never been expected here."""
    return {row.part: row for row in SignOfLife.objects.all()}


def _save(part: str, **fields: object) -> None:
    row = SignOfLife(part=part, **fields)
    SignOfLife.objects.bulk_create([row], update_conflicts=True, unique_fields=["part"], update_fields=list(fields))
