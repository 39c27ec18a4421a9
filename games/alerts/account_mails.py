"""Sends account mails without delay, and deletes their content afterward."""

import logging
from datetime import timedelta

from cryptography.fernet import InvalidToken
from django.db.models import Q, QuerySet
from django.utils import timezone

from games.alerts import envelopes, mail_server
from games.alerts.claims import claim, claimable, named_lock, settle, try_later
from games.alerts.failures import Failed
from games.models import AccountMail
from games.models.outgoing import UNSETTLED, Failure
from games.people import account_mails

logger = logging.getLogger(__name__)
State = AccountMail.State

AT_ONCE = 100
ONE_AT_A_TIME_FOR = 60
"""Seconds for which one worker sends these mails alone: while the mail server hangs it keeps one worker waiting, and
not all.
"""
KEPT_FOR = timedelta(days=14)
"""How long it can be read what became of a mail.

That somebody asked for a new password is nobody's business for ever.
"""


def deliver_due() -> None:
    """Sends the account mails that are due, one after the other. Does nothing while another worker does so."""
    _expire()
    if not _due_mails().exists() or mail_server.is_away():
        return
    with named_lock("account-mails", ONE_AT_A_TIME_FOR) as ours:
        for pk in _due_mails().order_by("due_at", "pk").values_list("pk", flat=True)[:AT_ONCE] if ours else ():
            if mail_server.is_away():
                return
            for mail in claim(AccountMail.objects.filter(claimable(timezone.now()), pk=pk)).select_related("user"):
                _deliver(mail)


def _due_mails() -> QuerySet[AccountMail]:
    return AccountMail.objects.filter(claimable(timezone.now()))


def _deliver(mail: AccountMail) -> None:
    """Sends one account mail, or drops it if it is not wanted any more."""
    try:
        letter = account_mails.unseal(mail)
    except InvalidToken:
        logger.error("Account mail %s cannot be opened: it was sealed with another SECRET_KEY.", mail.pk)
        _settle_and_erase(mail, State.FAILED, "unreadable")
        return
    why = account_mails.why_not(mail, letter)
    if why:
        _settle_and_erase(mail, State.DROPPED, why)
        return
    try:
        mail_server.send(lambda: envelopes.with_return_path(letter.message(), mail))
    except Failed as failed:
        logger.warning("Account mail %s was not taken (%s): %s", mail.pk, failed.kind, failed.brief)
        try_later([mail], failed, why=failed.brief, until=mail.good_until, sealed="")
    except Exception:
        logger.exception("Account mail %s could not be sent.", mail.pk)
        try_later([mail], Failed(Failure.OURS, "internal error"), until=mail.good_until, sealed="")
    else:
        settle([mail], state=State.SENT, sent_at=timezone.now(), why="", sealed="")


def _settle_and_erase(mail: AccountMail, state: str, why: str) -> None:
    """Saves the end of a mail, and erases its text."""
    settle([mail], state=state, why=why, sealed="")


def _expire() -> None:
    """Marks mails as given up that are too old to send, also while nothing can be sent."""
    now = timezone.now()
    held = Q(state=State.SENDING, lease_until__gte=now)
    expired = AccountMail.objects.filter(state__in=UNSETTLED, good_until__lte=now).exclude(held)
    if expired.exists():
        expired.update(state=State.FAILED, why="too-old", sealed="", claim=None, lease_until=None)


def forget() -> int:
    """Deletes mails settled long ago. Returns how many."""
    return AccountMail.objects.exclude(state__in=UNSETTLED).filter(created_at__lt=timezone.now() - KEPT_FOR).delete()[0]
