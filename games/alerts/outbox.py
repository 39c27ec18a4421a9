"""The outbox at work: what is due is claimed, looked at once more, sent, and settled.

Each alert is claimed by one atomic update, so two workers never send the same. A worker that dies leaves a claim that ends with its lease;
then the alert is tried again, with the Message-ID it had, by which a mailbox that got it already knows the repeat. SMTP allows no more:
between the server's acceptance and our note of it there is always a moment.
"""

import logging
import time
import uuid
from collections.abc import Iterator
from datetime import datetime, timedelta

from django.core.cache import cache
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from games.alerts import due, mail, targets, wishes
from games.alerts.trouble import NotNow, Refused, ServerAway
from games.models import Mode, Notice
from games.people.mail import confirmed_address
from games.services.notices import UNSENT

logger = logging.getLogger(__name__)
State = Notice.State

LEASE = timedelta(minutes=10)
"""Longer than any sending takes: every connection has time limits far below."""
PAUSES = tuple(timedelta(minutes=minutes) for minutes in (1, 2, 5, 10, 20, 30))
LONGEST_PAUSE = timedelta(hours=1)
GIVE_UP_AFTER = timedelta(days=3)
SERVER_RESTS = 60
"""Seconds for which no mail is tried after the mail server could not be reached: one try a minute, not one for each alert."""
AT_ONCE = 500
SERVER_AWAY = "alerts.mail-server-away"
REFUSED_IN_A_ROW = "alerts.mails-refused-in-a-row"
TROUBLE_OF_THE_SERVER = 3
"""So many mails one after the other that are not taken for now: it is not they, it is the server."""


def recover(now: datetime | None = None) -> int:
    """Frees what a worker claimed and never settled, due as it was. Returns how many."""
    now = now or timezone.now()
    return Notice.objects.filter(state=State.SENDING, lease_until__lt=now).update(state=State.RETRY, claim=None, lease_until=None)


def due_singles() -> list[int]:
    return list(_due().filter(digest="").order_by("due_at", "pk").values_list("pk", flat=True)[:AT_ONCE])


def due_digests() -> list[str]:
    return sorted(set(_due().exclude(digest="").values_list("digest", flat=True)[:AT_ONCE]))


def _due() -> QuerySet[Notice]:
    due_now = Notice.objects.filter(state__in=UNSENT, due_at__lte=timezone.now())
    return due_now.filter(target__isnull=False) if cache.get(SERVER_AWAY, 0) > time.time() else due_now


def deliver(pk: int) -> None:
    """Sends one alert, or finds that it need not be, or that it goes into a digest. Does nothing if another worker has it."""
    for notice in _claimed(Q(pk=pk, digest="")):
        _deliver_claimed(notice)


def _deliver_claimed(notice: Notice) -> None:
    if not _resolved(notice):
        if notice.target is None:
            _send_mail([notice], lambda: mail.single(notice, _address(notice)))
        else:
            _send_to_target(notice)


def deliver_digest(key: str) -> None:
    """Sends one digest with all of its alerts that are still due."""
    notices = [notice for notice in _claimed(Q(digest=key)) if not _resolved(notice)]
    if notices:
        _send_mail(notices, lambda: mail.digest(notices, _address(notices[0])))


def _claimed(which: Q) -> Iterator[Notice]:
    now, claim = timezone.now(), uuid.uuid4()
    free = _due().filter(which)
    if free.update(state=State.SENDING, claim=claim, lease_until=now + LEASE, attempts=F("attempts") + 1):
        yield from Notice.objects.filter(claim=claim, state=State.SENDING).select_related("user", "game", "target").order_by("pk")


def _resolved(notice: Notice) -> bool:
    """Whether nothing is to be sent now: not needed any more, not wanted, or wanted later."""
    now = timezone.now()
    why = due.why_not(notice, now)
    mode = wishes.mode_of(notice)
    if not why and mode == Mode.OFF:
        why = "off"
    if not why and notice.target is None and confirmed_address(notice.user) is None:
        why = "no-address"
    if not why and notice.target is not None and notice.target.resting:
        why = "resting"
    if why:
        _settle([notice], state=State.DROPPED, why=why)
        return True
    if mode == Mode.DIGEST and not notice.digest:
        # Late, because no worker ran or no mail could be sent: not in tomorrow's digest, but in one of its own, since today's may be gone.
        moment = max(wishes.next_digest(notice.user, notice.due_at), now)
        _settle([notice], state=State.QUEUED, due_at=moment, digest=f"{notice.user_id}-{moment:%Y%m%dT%H%M%S}", attempts=0)
        return True
    return False


def _address(notice: Notice) -> str:
    address = confirmed_address(notice.user)
    assert address is not None, "looked at when it was claimed"
    return address


def _send_mail(notices: list[Notice], compose: mail.Composer) -> None:
    try:
        mail.send(compose)
    except NotNow as error:
        in_a_row = cache.get(REFUSED_IN_A_ROW, 0) + 1
        cache.set(REFUSED_IN_A_ROW, in_a_row, SERVER_RESTS * 60)
        if isinstance(error, ServerAway) or in_a_row >= TROUBLE_OF_THE_SERVER:
            cache.set(SERVER_AWAY, time.time() + SERVER_RESTS, SERVER_RESTS * 60)
        _try_later(notices, str(error))
    except Refused as error:
        logger.warning("Alerts %s were refused: %s", [notice.pk for notice in notices], error)
        _settle(notices, state=State.FAILED, why="refused")
    except Exception:
        # A fault of ours must not take the other alerts with it, nor be forgotten.
        logger.exception("Alerts %s could not be written.", [notice.pk for notice in notices])
        _try_later(notices, "internal error")
    else:
        cache.delete(REFUSED_IN_A_ROW)
        _settle(notices, state=State.SENT, sent_at=timezone.now(), why="")


def _send_to_target(notice: Notice) -> None:
    assert notice.target is not None
    try:
        targets.send(notice.target, notice)
    except Refused as error:
        _settle([notice], state=State.FAILED, why=str(error)[:200])
    except NotNow as error:
        _try_later([notice], str(error))
    except Exception:
        logger.exception("Alert %s could not be sent.", notice.pk)
        _try_later([notice], "internal error")
    else:
        _settle([notice], state=State.SENT, sent_at=timezone.now(), why="")


def _try_later(notices: list[Notice], why: str) -> None:
    """After a growing pause, until it has been due for too long."""
    now = timezone.now()
    for notice in notices:
        since = notice.overdue_since or now
        if now - since > GIVE_UP_AFTER:
            _settle([notice], state=State.FAILED, why="too-old")
            continue
        pause = PAUSES[notice.attempts - 1] if notice.attempts <= len(PAUSES) else LONGEST_PAUSE
        _settle([notice], state=State.RETRY, due_at=now + pause, overdue_since=since, why=why[:200])


def _settle(notices: list[Notice], **changes: object) -> None:
    """Writes what became of alerts, unless the claim has ended and another worker has them."""
    for notice in notices:
        found = Notice.objects.filter(pk=notice.pk, claim=notice.claim, state=State.SENDING)
        found.update(claim=None, lease_until=None, **changes)
