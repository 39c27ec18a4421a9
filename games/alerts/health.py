"""Do alerts go out? Asked by a task, by the admin's pages and by the health address, each of which sees what the others may miss.

A dead worker cannot report itself, nor can mail report that mail is dead: so the alarm is read from the outbox wherever somebody looks, and
written to the log, which whoever runs the site collects.
"""

import logging
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Max, Min
from django.utils import timezone

from games.models import Notice

logger = logging.getLogger(__name__)
State = Notice.State

TOO_LONG = timedelta(hours=1)
LATE = timedelta(minutes=10)


@dataclass(frozen=True, slots=True)
class Health:
    """How it stands with the alerts by mail: `ok`, `late`, or `stuck` when nothing could be sent for an hour."""

    state: str
    waiting: int
    oldest: datetime | None
    last_sent: datetime | None
    last_error: str

    @property
    def alarm(self) -> bool:
        return self.state == "stuck"


def look(now: datetime | None = None) -> Health:
    """An alert that is overdue says that something is wrong; that none was sent since says it is not that alert alone."""
    now = now or timezone.now()
    mails = Notice.objects.filter(target=None)
    overdue = mails.filter(state__in=(State.QUEUED, State.RETRY, State.SENDING))
    # The first time it was tried; what was never tried in spite of being due waits for a worker that does not run.
    tried = overdue.aggregate(since=Min("overdue_since"))["since"]
    untried = overdue.filter(overdue_since=None, due_at__lt=now).aggregate(since=Min("due_at"), number=Count("pk"))
    oldest = min((since for since in (tried, untried["since"]) if since is not None), default=None)
    last_sent = mails.filter(state=State.SENT).aggregate(last=Max("sent_at"))["last"]
    age = now - oldest if oldest is not None else timedelta(0)
    nothing_since = oldest is not None and (last_sent is None or last_sent < max(oldest, now - TOO_LONG))
    state = "stuck" if age >= TOO_LONG and nothing_since else "late" if age >= LATE else "ok"
    waiting = overdue.exclude(overdue_since=None).count() + untried["number"]
    error = overdue.exclude(why="").order_by("-due_at").values_list("why", flat=True).first() or ""
    return Health(state, waiting, oldest, last_sent, error)


def watch() -> Health:
    """Writes the alarm to the log while it lasts."""
    health = look()
    if health.alarm:
        logger.error(
            "No alert could be sent since %s: %s wait, the oldest since %s. Last error: %s",
            health.last_sent,
            health.waiting,
            health.oldest,
            health.last_error or "none, so no worker runs",
        )
    return health
