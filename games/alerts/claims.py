"""Claims, settles and retries rows of the outbox, of every kind.

Each row is claimed by one atomic update, so two workers never send the same. A worker that dies leaves a claim that ends with its lease;
then the row is tried again, with the Message-ID it had, by which a mailbox that got it already knows the repeat. SMTP allows no more:
between the server's acceptance and our note of it there is always a moment.
"""

import uuid
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import TypeVar

from django.core.cache import cache
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from games.models.outgoing import UNSENT, Outgoing

Row = TypeVar("Row", bound=Outgoing)
State = Outgoing.State

LEASE = timedelta(minutes=10)
"""Longer than any sending takes: every connection has time limits far below."""
PAUSES = tuple(timedelta(minutes=minutes) for minutes in (1, 2, 5, 10, 20, 30))
LONGEST_PAUSE = timedelta(hours=1)
GIVE_UP_AFTER = timedelta(days=3)


def free(now: datetime) -> Q:
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


def try_later(rows: Iterable[Outgoing], why: str, *, until: datetime | None = None, **given_up: object) -> None:
    """Schedules another try after a growing pause. Rows due for too long, or next due after `until`, fail with the reason `given_up`."""
    now = timezone.now()
    for row in rows:
        since = row.overdue_since or now
        later = now + (PAUSES[row.attempts - 1] if row.attempts <= len(PAUSES) else LONGEST_PAUSE)
        if now - since > GIVE_UP_AFTER or (until is not None and later >= until):
            settle([row], state=State.FAILED, why="too-old", **given_up)
        else:
            settle([row], state=State.RETRY, due_at=later, overdue_since=since, why=why[:200])


@contextmanager
def alone(what: str, seconds: int) -> Iterator[bool]:
    """Context manager: tries to acquire a named lock, so that only one worker does a job. Yields whether it was free; expires after
    `seconds`.
    """
    key, ours = f"alerts.alone.{what}", uuid.uuid4().hex
    taken = cache.add(key, ours, seconds)
    try:
        yield taken
    finally:
        if taken and cache.get(key) == ours:
            cache.delete(key)
