"""The outbox of account mails: written by the pages of accounts, sent by a worker.

So no request waits for a mail server, and an address with an account and one without cost the same: one row each. A
link that opens an account lies here encrypted, for as long as it takes to send it and never longer than it works.
"""

import json
from dataclasses import asdict, dataclass
from datetime import timedelta

from allauth.account.forms import default_token_generator
from allauth.account.models import EmailConfirmationHMAC
from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.utils import timezone

from games.links import domain
from games.models import AccountMail, User
from games.people.ciphers import cipher

PURPOSE = "account mails"
RESET = "password_reset_key"
CONFIRMATIONS = ("email_confirmation", "email_confirmation_signup")
WORTH_SENDING = timedelta(days=3)
"""How long it is tried to send what has no end of its own."""


@dataclass(frozen=True, slots=True)
class Letter:
    """The text and recipient of an account mail. `key` is the secret in its link, if there is one."""

    to: str
    subject: str
    text: str
    page: str
    headers: dict[str, str]
    key: str = ""

    def message(self) -> EmailMultiAlternatives:
        """Returns the mail, as text with an HTML alternative."""
        message = EmailMultiAlternatives(subject=self.subject, body=self.text, to=[self.to], headers=self.headers)
        message.attach_alternative(self.page, "text/html")
        return message


def queue(message: EmailMultiAlternatives, *, kind: str, user: User | None, key: str = "") -> AccountMail:
    """Writes a mail into the outbox. `kind` is the name of its template, `key` the secret in its link."""
    now = timezone.now()
    mail = AccountMail(user=user, kind=kind, due_at=now, created_at=now, good_until=now + _lifetime(kind))
    ((page, _kind),) = message.alternatives
    headers = {**message.extra_headers, "Message-ID": f"<account-{mail.token.hex}@{domain()}>"}
    letter = Letter(message.to[0], str(message.subject), str(message.body), str(page), headers, key)
    mail.sealed = cipher(PURPOSE).encrypt(json.dumps(asdict(letter)).encode()).decode()
    mail.save()
    return mail


def _lifetime(kind: str) -> timedelta:
    """Returns for how long a mail of this kind is worth sending."""
    if kind == RESET:
        return timedelta(seconds=settings.PASSWORD_RESET_TIMEOUT)
    if kind in CONFIRMATIONS:
        return timedelta(days=settings.ACCOUNT_EMAIL_CONFIRMATION_EXPIRE_DAYS)
    return WORTH_SENDING


def unseal(mail: AccountMail) -> Letter:
    """Decrypts a mail. Raises cryptography's InvalidToken if none of the present keys opens it."""
    return Letter(**json.loads(cipher(PURPOSE).decrypt(mail.sealed.encode())))


def why_not(mail: AccountMail, letter: Letter) -> str:
    """Returns the key of `words.REASONS` why this mail is not to be sent any more, as when its link has expired; empty
    if it is.
    """
    if mail.user is not None and not mail.user.is_active:
        return "closed"
    if mail.kind == RESET and not (mail.user and default_token_generator.check_token(mail.user, letter.key)):
        return "link-used"
    if mail.kind in CONFIRMATIONS and EmailConfirmationHMAC.from_key(letter.key) is None:
        return "link-used"
    return ""


def last_confirmation(user: User) -> AccountMail | None:
    """Returns the latest mail that asks this person to confirm an address."""
    return AccountMail.objects.filter(user=user, kind__in=CONFIRMATIONS).order_by("-created_at", "-pk").first()
