"""Tells the site that a backup failed. systemd runs it when the unit of the backup fails, whatever it died of."""

import logging
from datetime import timedelta

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError
from django.utils import timezone

from games.models import SignOfLife
from games.watching import signs

logger = logging.getLogger(__name__)
JUST_NOW = timedelta(minutes=5)
"""A failure that `backup` itself told so recently is this one, and it knew more of it."""


class Command(BaseCommand):
    help = "Raise the alarm that a backup failed. The next backup that is made ends it."

    def handle(self, *args: object, **options: object) -> None:
        logger.error("BackupFailed: the unit of the backup failed. Its lines: journalctl -u crusader-backup")
        try:
            known = signs.known().get(SignOfLife.Part.BACKUP)
            if known is None or known.failed_at is None or timezone.now() - known.failed_at > JUST_NOW:
                signs.note_failure(SignOfLife.Part.BACKUP, "its process died: journalctl -u crusader-backup")
        except DatabaseError as error:
            raise CommandError(f"The alarm could not be written into the database: {error}") from error
