"""Claims, settles and retries rows of the outbox, of every kind.

Each row is claimed by one atomic update, so two workers never send the same. A worker that dies leaves a claim that
ends with its lease. Then the row is tried again with the same Message-ID, by which a mailbox recognizes a repeat. SMTP
allows no more: between the server's acceptance and our note of it there is always a moment.
"""

import uuid
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import TypeVar

from django.core.cache import cache
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from games.alerts.failures import LONGEST_KEPT, Failed, pause_after_failures
from games.models.outgoing import UNSENT, Failure, Outgoing

Row = TypeVar("Row", bound=Outgoing)
State = Outgoing.State

LEASE = timedelta(minutes=10)
"""Longer than any sending takes: every connection has time limits far below."""


def claimable(now: datetime) -> Q:
    """Returns the due rows that no worker has claimed, or whose claim has expired."""
    return Q(state__in=UNSENT, due_at__lte=now) | Q(state=State.SENDING, lease_until__lt=now)


def claim(rows: QuerySet[Row], lease: timedelta = LEASE) -> QuerySet[Row]:
    """Claims these rows, except those that another worker claimed meanwhile. Returns the rows claimed."""
    ours = uuid.uuid4()
    rows.update(state=State.SENDING, claim=ours, lease_until=timezone.now() + lease, attempts=F("attempts") + 1)
    return rows.model._default_manager.filter(claim=ours, state=State.SENDING).order_by("pk")


def settle(rows: Iterable[Outgoing], **changes: object) -> None:
    """Saves the result of sending rows, unless the claim has expired and another worker has them."""
    for row in rows:
        held = type(row)._default_manager.filter(pk=row.pk, claim=row.claim, state=State.SENDING)
        held.update(claim=None, lease_until=None, **changes)


def try_later(
    rows: Iterable[Outgoing], failed: Failed, *, why: str = "", until: datetime | None = None, **given_up: object
) -> None:
    """Schedules the next try by the rule of the failure's class.

    Rows that failed for too long, or would be tried after `until`, are given up with the changes `given_up`. `why`
    takes the place of what the server said.
    """
    now = timezone.now()
    for row in rows:
        first, later = row.overdue_since or now, now + pause_after_failures(failed.kind, row.attempts, failed.after)
        since = row.failing_since if row.failure == failed.kind and row.failing_since else now
        known = {"failure": failed.kind, "failing_since": since, "failed_at": now, "overdue_since": first}
        too_old = now - since > failed.rule.kept_for or now - first > LONGEST_KEPT
        if too_old or (until is not None and later >= until):
            settle([row], state=State.FAILED, why=GIVEN_UP.get(failed.kind, "too-old"), **known, **given_up)
        else:
            settle([row], state=State.RETRY, due_at=later, why=(why or str(failed))[:200], **known)


def wait_for_target(rows: Iterable[Outgoing], failed: Failed) -> None:
    """Requeues rows that their target did not accept.

    When it is tried again is the target's matter, and they wait as long as they are worth sending.
    """
    now = timezone.now()
    for row in rows:
        since = row.failing_since if row.failure == failed.kind and row.failing_since else now
        known = {
            "failure": failed.kind,
            "failing_since": since,
            "failed_at": now,
            "overdue_since": row.overdue_since or now,
        }
        settle([row], state=State.RETRY, due_at=now, why=str(failed)[:200], **known)


GIVEN_UP = {Failure.ADDRESS: "refused", Failure.GONE: "refused"}
"""Why a message was given up, where it is not that it became too old."""


@contextmanager
def named_lock(what: str, seconds: int) -> Iterator[bool]:
    """Context manager: tries to acquire a named lock, so that only one worker does a job.

    Yields whether it was free; expires after `seconds`.
    """
    key, ours = f"alerts.alone.{what}", uuid.uuid4().hex
    taken = cache.add(key, ours, seconds)
    try:
        yield taken
    finally:
        if taken and cache.get(key) == ours:
            cache.delete(key)
