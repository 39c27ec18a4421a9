"""Whether alerts are sent in time, read from the outboxes. `games.watching.alarms` raises the alarms.

A dead worker cannot report itself, nor can mail report that mail is dead.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Max, Min
from django.utils import timezone

from games.models import AccountMail, Notice
from games.models.outgoing import UNSETTLED
from games.shapes import Annotated

State = Notice.State

TOO_LONG = timedelta(hours=1)
LATE = timedelta(minutes=10)


@dataclass(frozen=True, slots=True)
class Health:
    """The state of the outboxes of alerts and account mails: `ok`, `late`, or `stuck` when nothing could be sent for an hour."""

    state: str
    waiting: int
    oldest: datetime | None
    last_sent: datetime | None
    last_error: str

    @property
    def stuck(self) -> bool:
        """Whether nothing could be sent for an hour though something was due."""
        return self.state == "stuck"


def look(now: datetime | None = None) -> Health:
    """Returns the state of the outboxes: `late` when mails are overdue, `stuck` when for long, and nothing has been sent meanwhile."""
    now = now or timezone.now()
    mails: list[Annotated] = [Notice.objects.filter(target=None), AccountMail.objects.all()]
    overdue = [kind.filter(state__in=UNSETTLED) for kind in mails]
    since: list[datetime | None] = []
    waiting = 0
    for kind in overdue:
        # The first time it was tried; what was never tried in spite of being due waits for a worker that does not run.
        tried = kind.exclude(overdue_since=None).aggregate(since=Min("overdue_since"), number=Count("pk"))
        untried = kind.filter(overdue_since=None, due_at__lt=now).aggregate(since=Min("due_at"), number=Count("pk"))
        since += [tried["since"], untried["since"]]
        waiting += tried["number"] + untried["number"]
    oldest = min(filter(None, since), default=None)
    last_sent = max(filter(None, (kind.filter(state=State.SENT).aggregate(last=Max("sent_at"))["last"] for kind in mails)), default=None)
    age = now - oldest if oldest is not None else timedelta(0)
    nothing_since = oldest is not None and (last_sent is None or last_sent < max(oldest, now - TOO_LONG))
    state = "stuck" if age >= TOO_LONG and nothing_since else "late" if age >= LATE else "ok"
    errors = (kind.exclude(why="").order_by("-due_at").values_list("why", flat=True).first() for kind in overdue)
    error = next(filter(None, errors), "")
    return Health(state, waiting, oldest, last_sent, error)
