"""Takes one mail that came to an envelope sender of the site.

A mail server pipes it in: docs/operations.md, "Mails that come back".
"""

import sys
from email.parser import BytesHeaderParser

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError

from games.alerts import returned
from games.alerts.delivery_reports import MOST_BYTES

TRY_AGAIN = 75
"""EX_TEMPFAIL of sysexits.h: the mail server keeps the mail and pipes it in again later."""
ADDRESSED = ("X-Original-To", "Delivered-To", "Envelope-To", "To")


class Command(BaseCommand):
    help = "Read a mail from standard input that was sent to an envelope sender of the site, and count what it reports."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "address",
            nargs="?",
            default="",
            help="The address it came to. Without it the mail's own headers are asked.",
        )

    def handle(self, *args: object, address: str, **options: object) -> None:
        raw = sys.stdin.buffer.read(MOST_BYTES)
        while sys.stdin.buffer.read(MOST_BYTES):
            pass  # what is not read to its end is a broken pipe to the mail server
        try:
            said = returned.handle_returned_mail(address or _addressed_to(raw), raw)
        except DatabaseError as error:
            raise CommandError(
                f"The database is away; the mail is to be tried again: {error}", returncode=TRY_AGAIN
            ) from error
        self.stdout.write(said)


def _addressed_to(raw: bytes) -> str:
    headers = BytesHeaderParser().parsebytes(raw)
    return next((str(headers[name]) for name in ADDRESSED if headers[name]), "")
