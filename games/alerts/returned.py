"""Mails that come back: a relay takes every mail, and reports later that it could not be delivered.

A report counts as if the server had answered so at once: `games.alerts.failures` says what follows from the class of
the answer. What is still worth sending is sent again, or given up.
"""

import logging
import uuid
from collections.abc import Mapping
from datetime import datetime
from typing import Protocol

from allauth.account.models import EmailAddress
from anymail.signals import EventType, RejectReason
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from games.alerts import bounces, delivery_reports, envelopes
from games.alerts.claims import LEASE, settle, try_later
from games.alerts.failures import DATA, RECIPIENT, Failed, of_smtp
from games.models import AccountMail, Notice, User
from games.models.outgoing import Failure

logger = logging.getLogger(__name__)
State = Notice.State
TAKEN = (State.SENT, State.SENDING)
"""A report can come before the worker has written down that the mail was taken."""


def handle_returned_mail(returned_to: str, raw: bytes) -> str:
    """Reads a delivery report that came to an envelope sender, and counts the failure it reports.

    Returns in a sentence what was done, for the mail server's log.
    """
    mail = envelopes.find(envelopes.extension_of(returned_to))
    if mail is None:
        return "Nothing done: no mail of this site was sent from this address to somebody who still has theirs."
    recipients = delivery_reports.read(raw)
    if not recipients:
        return "Nothing done: this is no delivery report (RFC 3464)."
    failure = delivery_reports.worst_failure(recipients, mail.address)
    if failure is None:
        return "Nothing done: the report tells of no failure, or of a delay that may yet end."
    kind = of_smtp(failure.code, failure.said, DATA if failure.to_data else RECIPIENT)
    if not _come_back(mail, Failed(kind, f"{failure.code} {failure.said}")):
        return "Nothing done: this mail has come back before."
    return f"Counted as a failure of the class {kind}."


class Tracked(Protocol):
    """What anymail tells of a mail that was sent (`anymail.signals.AnymailTrackingEvent`)."""

    event_type: str
    recipient: str | None
    metadata: Mapping[str, str] | None
    mta_response: str | None
    description: str | None
    reject_reason: str | None


def follow_event(sender: object, event: Tracked, **kwargs: object) -> None:
    """Receives anymail's `tracking` signal: delivery, bounce or complaint reported by the mail provider."""
    mail = envelopes.find(str((event.metadata or {}).get(envelopes.METADATA, "")))
    found = (
        EmailAddress.objects.filter(email__iexact=event.recipient or "", verified=True).select_related("user").first()
    )
    if event.event_type in (EventType.BOUNCED, EventType.REJECTED, EventType.FAILED):
        failed = _of_event(event)
        if mail is not None:
            _come_back(mail, failed)
        elif found is not None and failed.kind == Failure.ADDRESS:
            bounces.note_permanent_failure(user=found.user, address=found.email, error=str(failed), reported=True)
    elif found is not None and event.event_type == EventType.DELIVERED:
        bounces.reset_failures(user=found.user, address=found.email, reported=True)
    elif found is not None and event.event_type == EventType.COMPLAINED:
        bounces.note_permanent_failure(
            user=found.user, address=found.email, error=bounces.COMPLAINT, reported=True, at_once=True
        )


REASONS = {
    RejectReason.BLOCKED: Failure.POLICY,
    RejectReason.SPAM: Failure.POLICY,
    RejectReason.TIMED_OUT: Failure.LATER,
    RejectReason.UNSUBSCRIBED: Failure.ADDRESS,
}


def _of_event(event: Tracked) -> Failed:
    """The failure of which a provider tells: by what the mail server said, else by the provider's own reason."""
    said = event.mta_response or event.description or event.reject_reason or ""
    if event.event_type == EventType.FAILED:  # a template or an address that the provider could make nothing of
        return Failed(Failure.OURS, said)
    if event.mta_response or event.reject_reason is None or event.reject_reason not in REASONS:
        failure = delivery_reports.read_answer(said)
        return Failed(of_smtp(failure.code, failure.said, RECIPIENT), said)
    return Failed(REASONS[event.reject_reason], said)


def _come_back(mail: envelopes.SentMail, failed: Failed) -> bool:
    """Counts that a mail came back. Returns False if it had done so before."""
    with transaction.atomic():
        rows = _taken_back(mail.row)
        if rows:
            _count_and_settle(rows, mail, failed)
    if rows:
        logger.warning("%s came back (%s): %s", ", ".join(map(str, rows)), failed.kind, failed.brief)
    return bool(rows)


def _taken_back(row: Notice | AccountMail) -> list[Notice | AccountMail]:
    """Claims the rows of a mail that was taken: of a digest all that were in it.

    Returns none if they are not sent any more.
    """
    ours = uuid.uuid4()
    which = Q(digest=row.digest, user=row.user_id) if isinstance(row, Notice) and row.digest else Q(pk=row.pk)
    rows = type(row)._default_manager
    rows.filter(which, state__in=TAKEN).update(
        state=State.SENDING, claim=ours, lease_until=timezone.now() + LEASE, sent_at=None
    )
    return list(rows.filter(claim=ours).select_related("user").order_by("pk"))


def _count_and_settle(rows: list[Notice | AccountMail], mail: envelopes.SentMail, failed: Failed) -> None:
    """Counts a failure against the address, and requeues or settles the rows of the mail."""
    user = rows[0].user
    if failed.kind == Failure.ADDRESS and user is not None:
        if _one_arrived_meanwhile(mail, user):
            bounces.reset_failures(user=user, address=mail.address, reported=True)
        bounces.note_permanent_failure(user=user, address=mail.address, error=str(failed), reported=True)
    if isinstance(mail.row, AccountMail):  # its words were deleted when it was taken
        now = timezone.now()
        settle(rows, state=State.FAILED, why="returned", failure=failed.kind, failing_since=now, failed_at=now)
    else:
        try_later(rows, failed)


def _one_arrived_meanwhile(mail: envelopes.SentMail, user: User) -> bool:
    """Whether a mail that was sent after the last failure was counted, and before this one, has not come back: failures
    in a row end with it. A relay says of no mail that it arrived.
    """
    counted, sent_at = user.mail_trouble.get("at"), mail.row.sent_at
    if counted is None or sent_at is None:
        return False
    others = Notice.objects.filter(user=user, target=None, state=State.SENT).exclude(
        pk=mail.row.pk if isinstance(mail.row, Notice) else 0
    )
    return others.filter(sent_at__gt=datetime.fromisoformat(counted), sent_at__lt=sent_at).exists()
