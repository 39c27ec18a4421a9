"""Envelope senders of mails: one address a mail, so that a mail that comes back says which it was and to whom it went.

The address is `BOUNCE_ADDRESS` with a signed extension: `bounces+n7k2-q3m6w4h2t5x7a2d4@example.org` for the alert whose
key is 7k2 in base 36 (RFC 5233; the way is known as VERP). Only who was sent the mail knows it, so nobody stops the
mails of somebody else by a forged report. It holds no capital letters, for some servers do not keep them.
"""

import base64
import re
from dataclasses import dataclass
from datetime import timedelta
from email.utils import parseaddr

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.http import base36_to_int, int_to_base36

from games.models import AccountMail, Notice

SALT = "games.alerts.envelopes"
METADATA = "mail"
KINDS: dict[str, type[Notice] | type[AccountMail]] = {"n": Notice, "a": AccountMail}
COMES_BACK_WITHIN = timedelta(days=15)
"""Mail servers try for five days, some for a week. What comes back later is no news of the address."""
EXTENSION = re.compile(r"([na])([0-9a-z]{1,13})-([a-z2-7]{16})")


@dataclass(frozen=True, slots=True)
class SentMail:
    """A mail that was sent: its row of the outbox, and the person's address that it went to."""

    row: Notice | AccountMail
    address: str


def with_return_path(message: EmailMultiAlternatives, row: Notice | AccountMail) -> EmailMultiAlternatives:
    """Identifies a mail for delivery reports. The headers that its readers see stay.

    By its envelope sender, where there is a `BOUNCE_ADDRESS`; to one of anymail's providers, who have envelope senders
    of their own, by metadata that come with their reports.
    """
    if settings.EMAIL_BACKEND.startswith("anymail."):
        message.metadata = {METADATA: _extension(row, message.to[0])}  # type: ignore[attr-defined]
    elif settings.BOUNCE_ADDRESS:
        message.extra_headers.setdefault("From", message.from_email)
        message.from_email = sender(row, message.to[0])
    return message


def sender(row: Notice | AccountMail, address: str) -> str:
    """Returns the envelope sender of the mail of a row to an address."""
    name, _, host = settings.BOUNCE_ADDRESS.rpartition("@")
    return f"{name}+{_extension(row, address)}@{host}"


def _extension(row: Notice | AccountMail, address: str) -> str:
    """Returns the part of an envelope sender that identifies a row, with a signature."""
    kind = next(letter for letter, model in KINDS.items() if isinstance(row, model))
    number = int_to_base36(row.pk)
    return f"{kind}{number}-{_signature(kind, number, address, settings.SECRET_KEY)}"


def extension_of(envelope_sender: str) -> str:
    """Returns the part of an envelope sender between + and @, in lower case; empty if there is none."""
    return parseaddr(envelope_sender)[1].rpartition("@")[0].partition("+")[2].lower()


def find(extension: str) -> SentMail | None:
    """Returns the mail that was sent with this extension; None if it was not ours, is too old, or its address is
    nobody's any more.
    """
    found = EXTENSION.fullmatch(extension)
    if found is None:
        return None
    kind, number, signature = found.groups()
    try:
        row = KINDS[kind]._default_manager.select_related("user").filter(pk=base36_to_int(number)).first()
    except (ValueError, OverflowError):
        return None
    if row is None or row.user_id is None or timezone.now() - (row.sent_at or row.due_at) > COMES_BACK_WITHIN:
        return None
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    for address in EmailAddress.objects.filter(user=row.user_id).order_by("pk").values_list("email", flat=True):
        if any(constant_time_compare(_signature(kind, number, address, key), signature) for key in keys):
            return SentMail(row, address)
    return None


def _signature(kind: str, number: str, address: str, key: str) -> str:
    """Returns 80 bits of a keyed hash as 16 letters and digits."""
    digest = salted_hmac(SALT, f"{kind}{number} {address.lower()}", secret=key, algorithm="sha256").digest()
    return base64.b32encode(digest[:10]).decode().lower()
