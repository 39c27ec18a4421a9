"""Mails alerts: claims what is due, checks that it is still wanted, sends and settles it."""

import logging
from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from django.db.models import Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone

from games.alerts import bounces, due, envelopes, mail, mail_server, preferences
from games.alerts.claims import claim, settle, try_later
from games.alerts.failures import LONGEST_KEPT, Failed
from games.alerts.reading import Reading
from games.models import Mode, Notice, User
from games.models.outgoing import UNSENT, Failure
from games.people.mail import confirmed_address

logger = logging.getLogger(__name__)
State = Notice.State

AT_ONCE = 500
TIME_TO_ACT = timedelta(hours=3)
"""A digest that comes less than this before an alert's deadline comes too late for it."""


def recover(now: datetime | None = None) -> int:
    """Frees rows that a worker claimed and never settled. Returns how many."""
    now = now or timezone.now()
    return Notice.objects.filter(state=State.SENDING, lease_until__lt=now).update(
        state=State.RETRY, claim=None, lease_until=None
    )


def requeue_unmailed(user: User) -> int:
    """Queues again what was not mailed for want of an address that takes mails, as far as it is still due.

    Returns how many.
    """
    now = timezone.now()
    held_back = Q(state=State.DROPPED, why="stopped") | Q(state=State.FAILED, failure=Failure.ADDRESS)
    waiting = Notice.objects.filter(held_back, user=user, target=None, created_at__gt=now - LONGEST_KEPT)
    anew = {"attempts": 0, "overdue_since": None, "failing_since": None, "failure": "", "digest": ""}
    return waiting.update(state=State.QUEUED, why="", due_at=now, **anew) if waiting.exists() else 0


def on_address_confirmed(email_address: EmailAddress, **kwargs: object) -> None:
    """Receives allauth's signal that somebody has confirmed an address."""
    requeue_unmailed(email_address.user)


def due_singles() -> list[int]:
    """Returns the due alerts that are mailed one by one. Those to browsers and chats: `push_and_chat`."""
    return list(_due_notices().filter(digest="").order_by("due_at", "pk").values_list("pk", flat=True)[:AT_ONCE])


def due_digests() -> list[str]:
    """Returns the keys of the due digests, at most `AT_ONCE`."""
    return sorted(set(_due_notices().exclude(digest="").values_list("digest", flat=True)[:AT_ONCE]))


def _due_notices() -> QuerySet[Notice]:
    """Returns the mailed alerts that are due; none while the mail server rests."""
    due_now = Notice.objects.filter(state__in=UNSENT, due_at__lte=timezone.now(), target=None)
    return due_now.none() if mail_server.is_away() else due_now


def deliver(pk: int) -> None:
    """Mails one alert, or settles it as not needed, or moves it into a digest.

    Does nothing if another worker has it.
    """
    for notice in _claimed(Q(pk=pk, digest="")):
        if not settle_unneeded(notice):
            address = _mail_address(notice)
            _send_mail([notice], address, lambda notice=notice, address=address: mail.single(notice, address))  # type: ignore[misc]


def deliver_digest(key: str) -> None:
    """Sends one digest with all of its alerts that are still due."""
    notices = [notice for notice in _claimed(Q(digest=key)) if not settle_unneeded(notice)]
    if notices:
        address = _mail_address(notices[0])
        _send_mail(notices, address, lambda: mail.digest(notices, address))


def _claimed(which: Q) -> QuerySet[Notice]:
    """Claims the due alerts that match."""
    return claim(_due_notices().filter(which)).select_related("user", "game", "tournament")


def settle_unneeded(notice: Notice) -> bool:
    """Drops or postpones an alert that is not to be sent now, and returns whether it did."""
    now = timezone.now()
    why = due.why_not(notice, now)
    mode = preferences.mode_of(notice)
    if not why and mode == Mode.OFF:
        why = "off"
    if not why and notice.target is None:
        address = confirmed_address(notice.user)
        why = "no-address" if address is None else "stopped" if bounces.is_stopped(notice.user, address) else ""
    if why:
        settle([notice], state=State.DROPPED, why=why)
        return True
    if mode == Mode.DIGEST and not notice.digest:
        # Late, because no worker ran or no mail could be sent: not in tomorrow's digest, but in one of its own, since
        # today's may be gone.
        moment = max(preferences.next_digest(notice.user, notice.due_at), now)
        ends = Reading(notice).ends
        if ends is not None and ends < moment + TIME_TO_ACT:
            return False  # sent alone, now: the digest would bring it too late
        settle(
            [notice], state=State.QUEUED, due_at=moment, digest=f"{notice.user_id}-{moment:%Y%m%dT%H%M%S}", attempts=0
        )
        return True
    return False


def _note_who_waits(failed: Failed) -> None:
    """Notes for the pages of everybody whose mails have waited for long, be they tried or not: while the server rests
    one is tried.
    """
    since = Coalesce("overdue_since", "due_at")
    waiting = Notice.objects.filter(state__in=UNSENT, target=None, user__mail_trouble={}).annotate(since=since)
    for notice in waiting.filter(since__lte=timezone.now() - failed.rule.owner_told_after).select_related("user")[
        :AT_ONCE
    ]:
        address = confirmed_address(notice.user)
        if address is not None:
            bounces.note_delay(
                user=notice.user, address=address, since=notice.since, kind=failed.kind, error=str(failed)
            )


def _mail_address(notice: Notice) -> str:
    address = confirmed_address(notice.user)
    assert address is not None, "looked at when it was claimed"
    return address


def _send_mail(notices: list[Notice], address: str, compose: mail_server.Composer) -> None:
    """Sends one mail for these alerts, and settles them."""
    try:
        mail_server.send(lambda: envelopes.with_return_path(compose(), notices[0]))
    except Failed as failed:
        logger.warning("Alerts %s were not taken (%s): %s", [notice.pk for notice in notices], failed.kind, failed)
        if failed.kind == Failure.ADDRESS:
            bounces.note_permanent_failure(user=notices[0].user, address=address, error=str(failed))
        try_later(notices, failed)
        if failed.kind != Failure.ADDRESS:
            _note_who_waits(failed)
    except Exception:
        # A fault of ours must not take the other alerts with it, nor be forgotten.
        logger.exception("Alerts %s could not be written.", [notice.pk for notice in notices])
        try_later(notices, Failed(Failure.OURS, "internal error"))
    else:
        settle(notices, state=State.SENT, sent_at=timezone.now(), why="")
        if notices[0].user.mail_trouble:
            bounces.reset_failures(user=notices[0].user, address=address)
            requeue_unmailed(notices[0].user)
