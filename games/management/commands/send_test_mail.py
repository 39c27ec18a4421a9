"""Sends one mail to an address, by the same sender as the site's mails."""

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.core.validators import validate_email
from django.forms import ValidationError

BODY = """This is a test of {site}.

If you read it, the site can send mail. Look at the headers of this mail as well: what receives it should say
spf=pass, dkim=pass and dmarc=pass, or mails to players will end among the spam.
"""


class Command(BaseCommand):
    help = "Send one mail to the address given, as the site sends all others, and say by which server."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("address")

    def handle(self, *args: object, address: str, **options: object) -> None:
        try:
            validate_email(address)
        except ValidationError as error:
            raise CommandError(f"{address!r} is no mail address.") from error
        mail = EmailMessage(
            "Crusader Rex: a test mail", BODY.format(site=settings.SITE_URL), settings.DEFAULT_FROM_EMAIL, [address]
        )
        if settings.BOUNCE_ADDRESS and not settings.EMAIL_BACKEND.startswith("anymail."):
            mail.extra_headers["From"], mail.from_email = (
                mail.from_email,
                settings.BOUNCE_ADDRESS,
            )  # it comes back as all mails do
        try:
            mail.send()
        except Exception as error:  # each sender has errors of its own
            raise CommandError(f"{sender()} did not take the mail: {type(error).__name__}: {error}") from error
        self.stdout.write(
            f"{sender()} took the mail from {settings.DEFAULT_FROM_EMAIL} to {address}. See whether it arrives, and"
            " where."
        )


def sender() -> str:
    """Returns the destination of mails, in words: server and port, a folder, or the name of another backend."""
    kind = settings.EMAIL_BACKEND.rpartition("backends.")[2].split(".")[0]
    if kind == "smtp":
        return f"The server {settings.EMAIL_HOST}:{settings.EMAIL_PORT}"
    if kind == "filebased":
        return f"The folder {settings.EMAIL_FILE_PATH}"
    return str(settings.EMAIL_BACKEND)
