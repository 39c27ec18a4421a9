"""Whether alerts are sent in time, read from the outboxes. `games.watching.alarms` raises the alarms.

A dead worker cannot report itself, nor can mail report that mail is dead.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Case, Count, F, Max, Min, Q, Value, When
from django.db.models.expressions import Combinable
from django.db.models.functions import Coalesce
from django.utils import timezone

from games.models import AccountMail, Notice
from games.models.outgoing import UNSETTLED, Failure
from games.shapes import Annotated

State = Notice.State

TOO_LONG = timedelta(hours=1)
LATE = timedelta(minutes=10)
PASSING = timedelta(minutes=5)
"""For so long a refusal may be a passing one."""
MAIL = "mail"
SENT = "sent"
OF_US = (Failure.POLICY, Failure.OURS)
"""Failures that only the operator can mend."""
ENOUGH_PEOPLE = 3
"""So many people's servers refuse us: it is not one of them that is odd."""
REFUSED_SHARE = 0.2
ENOUGH_ALERTS = 10
"""Of so few alerts no share means anything."""
FAILING_SHARE = 0.25


@dataclass(frozen=True, slots=True)
class OutcomeCount:
    """A result of alerts in the last hour, and how many had it, by their way.

    `way`: `mail`, or a kind of target. `result`: `sent`, or a class of failure; each alert counts once, by what
    happened to it last. `people`: how many they were for. `since`: since when the first of them fails in this way.
    """

    way: str
    result: str
    number: int
    people: int
    since: datetime | None


@dataclass(frozen=True, slots=True)
class Health:
    """The state of the outboxes of alerts and account mails.

    `ok`; `late`; `stuck` when nothing could be sent for an hour though something was due; `refused` when mail servers
    refuse the site, and not an address.
    """

    state: str
    waiting: int
    oldest: datetime | None
    last_sent: datetime | None
    last_error: str
    outcomes: tuple[OutcomeCount, ...] = ()
    refused_since: datetime | None = None

    @property
    def stuck(self) -> bool:
        """Whether nothing could be sent for an hour though something was due."""
        return self.state == "stuck"

    @property
    def failing(self) -> float:
        """Returns the share of the last hour's alerts that failed, from 0 to 1.

        Those aside whose target its owner has to mend.
        """
        numbers = {
            result: sum(one.number for one in self.outcomes if one.result == result)
            for result in (SENT, *Failure.values)
        }
        del numbers[Failure.GONE]
        total = sum(numbers.values())
        return 1 - numbers[SENT] / total if total >= ENOUGH_ALERTS else 0.0


def outbox_state(now: datetime | None = None) -> Health:
    """Returns the state of the outboxes: `late` when mails are overdue, `stuck` when for long, and nothing has been
    sent meanwhile.
    """
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
    last_sent = max(
        filter(None, (kind.filter(state=State.SENT).aggregate(last=Max("sent_at"))["last"] for kind in mails)),
        default=None,
    )
    age = now - oldest if oldest is not None else timedelta(0)
    outcomes = tuple(_outcomes(now))
    refused = _refused_since(outcomes, last_sent, now)
    stuck = _nothing_sent(oldest, last_sent, now) or _all_failed(outcomes, last_sent, now)
    state = "refused" if refused is not None else "stuck" if stuck else "late" if age >= LATE else "ok"
    errors = (kind.exclude(why="").order_by("-due_at").values_list("why", flat=True).first() for kind in overdue)
    error = next(filter(None, errors), "")
    return Health(state, waiting, oldest, last_sent, error or _last_answer(now), outcomes, refused)


def _outcomes(now: datetime) -> Iterable[OutcomeCount]:
    """Yields what became of alerts and account mails in the last hour.

    Of those that arrived after all nothing is told but that.
    """
    hour = now - TOO_LONG
    settled = Q(state=State.SENT, sent_at__gt=hour) | Q(failed_at__gt=hour) & ~Q(state__in=(State.SENT, State.DROPPED))
    result = Case(When(state=State.SENT, then=Value(SENT)), default=F("failure"))
    ways: list[tuple[type[Notice] | type[AccountMail], Combinable]] = [
        (Notice, Coalesce("target__kind", Value(MAIL))),
        (AccountMail, Value(MAIL)),
    ]
    for model, way in ways:
        rows: Annotated = model._default_manager.filter(settled).order_by()
        by = rows.annotate(way=way, result=result).values_list("way", "result")
        for found in by.annotate(Count("pk"), Count("user", distinct=True), Min("failing_since")):
            yield OutcomeCount(*found)


def _failed(outcomes: Iterable[OutcomeCount], results: Iterable[str]) -> list[OutcomeCount]:
    """Returns those of mails with one of these results."""
    return [one for one in outcomes if one.way == MAIL and one.result in results]


def _nothing_sent(oldest: datetime | None, last_sent: datetime | None, now: datetime) -> bool:
    """Whether mails wait for an hour, and none was sent meanwhile."""
    nothing = oldest is not None and (last_sent is None or last_sent < max(oldest, now - TOO_LONG))
    return nothing and oldest is not None and now - oldest >= TOO_LONG


def _all_failed(outcomes: Iterable[OutcomeCount], last_sent: datetime | None, now: datetime) -> bool:
    """Whether mails to more than one person failed for an hour, whatever of, and none was sent meanwhile: none of them
    need wait now.
    """
    failed = _failed(outcomes, Failure.values)
    since = min((one.since for one in failed if one.since is not None), default=None)
    none_sent = last_sent is None or last_sent < now - TOO_LONG
    return none_sent and since is not None and now - since >= TOO_LONG and sum(one.people for one in failed) > 1


def _refused_since(outcomes: Iterable[OutcomeCount], last_sent: datetime | None, now: datetime) -> datetime | None:
    """Returns since when mail servers refuse the site itself; None if they do not, or one alone does."""
    refused = _failed(outcomes, OF_US)
    since = min((one.since for one in refused if one.since is not None), default=None)
    if since is None or now - since < PASSING:
        return None
    number, all_mails = (
        sum(one.number for one in found) for found in (refused, _failed(outcomes, (SENT, *Failure.values)))
    )
    many = sum(one.people for one in refused) >= ENOUGH_PEOPLE and number >= REFUSED_SHARE * all_mails
    return since if many or last_sent is None or last_sent < since else None


def _last_answer(now: datetime) -> str:
    """Returns what was said to the last mail that was given up in the last hour."""
    recent = Notice.objects.filter(target=None, failed_at__gt=now - TOO_LONG, state=State.FAILED).order_by("-failed_at")
    return recent.values_list("why", flat=True).first() or ""
