"""Sends alerts to browsers and chats, at addresses given by users: each may be slow, dead, or hang on purpose.

So it is done in rounds, with one message of each person at a time: whoever's addresses hang keeps nobody else waiting for longer than one
request may take. In a round the requests run side by side; the database is asked before and after them, by one thread.
"""

import logging
import random
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from games.alerts import targets
from games.alerts.claims import alone, claim, free, settle, try_later
from games.alerts.failures import Failed
from games.alerts.outbox import resolved
from games.models import Notice, Target, Trial
from games.models.outgoing import UNSETTLED, Failure

logger = logging.getLogger(__name__)
State = Notice.State
Row = Notice | Trial

PEOPLE_AT_ONCE = 8
LEASE = timedelta(minutes=2)
"""Longer than a round takes."""
A_RUN = 10.0
"""Seconds after which no further round begins: the next run is due soon."""
ONE_AT_A_TIME_FOR = 60
TRIAL_WAITS = timedelta(minutes=5)
"""How long a trial is worth sending: somebody sits there and waits for it."""


def ask_for_trial(target: Target) -> bool:
    """Queues a test message. Returns False if this person has one under way."""
    now = timezone.now()
    forgotten = Trial.objects.filter(user=target.user_id, state__in=UNSETTLED, created_at__lt=now - TRIAL_WAITS)
    try:
        with transaction.atomic():
            forgotten.delete()
            Trial.objects.filter(target=target).exclude(state__in=UNSETTLED).delete()
            Trial.objects.create(user_id=target.user_id, target=target, created_at=now, due_at=now)
    except IntegrityError:
        return False
    return True


def send_due() -> None:
    """Sends what is due, in rounds, for some seconds. Does nothing while another worker does so."""
    if not _people():
        return
    with alone("outside", ONE_AT_A_TIME_FOR) as ours:
        end = time.monotonic() + A_RUN
        while ours and (rows := _claimed()):
            _send([row for row in rows if _is_wanted(row)])
            if time.monotonic() > end:
                return


def _due_notices() -> QuerySet[Notice]:
    # A daily digest is mailed: what goes to browsers and chats goes at once or not at all.
    # What waits for a target that rests waits for its next try.
    now = timezone.now()
    awake = Q(target__rests_until=None) | Q(target__rests_until__lte=now)
    return Notice.objects.filter(free(now), awake, Q(target__isnull=False)).order_by("due_at", "pk")


def _due_trials() -> QuerySet[Trial]:
    return Trial.objects.filter(free(timezone.now()))


def _people() -> list[int]:
    """Returns people for whom something is due; if there are many, a random sample, so that nobody is always last."""
    waiting = {*_due_trials().values_list("user", flat=True), *_due_notices().order_by().values_list("user", flat=True).distinct()}
    return sorted(waiting) if len(waiting) <= PEOPLE_AT_ONCE else random.sample(sorted(waiting), PEOPLE_AT_ONCE)


def _claimed() -> list[Row]:
    """Claims one message for each of these people: a test message first, since its owner waits for it."""
    rows: list[Row] = []
    for person in _people():
        trial = claim(_due_trials().filter(user=person), LEASE).select_related("user", "target").first()
        if trial is not None:
            rows.append(trial)
        elif (first := _due_notices().filter(user=person).values_list("pk", flat=True).first()) is not None:
            rows += claim(_due_notices().filter(pk=first).order_by(), LEASE).select_related("user", "game", "tournament", "target")
    return rows


def _is_wanted(row: Row) -> bool:
    if isinstance(row, Notice):
        return not resolved(row)
    if timezone.now() - row.created_at > TRIAL_WAITS:
        with _language_of(row):
            settle([row], state=State.FAILED, why=_("It could not be sent for minutes."))
        return False
    return True


def _send(rows: Sequence[Row]) -> None:
    said = []
    for row in rows:
        with _language_of(row):
            said.append(targets.word_of_trial() if isinstance(row, Trial) else targets.message_of(row))
    to = [_target(row) for row in rows]
    if len(rows) > 1:
        with ThreadPoolExecutor(len(rows), thread_name_prefix="outside") as threads:
            answers = list(threads.map(targets.tell, to, said))
    else:
        answers = list(map(targets.tell, to, said))
    for row, answer in zip(rows, answers, strict=True):
        with _language_of(row):
            _settle(row, answer)


def _settle(row: Row, answer: targets.Answer) -> None:
    try:
        targets.judge(_target(row), answer)
    except Failed as failed:
        _failed(row, failed)
    except Exception:
        logger.exception("%s could not be sent.", row)
        _failed(row, Failed(Failure.OURS, _("It could not be sent.")))
    else:
        settle([row], state=State.SENT, sent_at=timezone.now(), why="")


def _failed(row: Row, failed: Failed) -> None:
    if failed.rule.operator:
        logger.error("Target %s refuses the site (%s): %s", row.target_id, failed.kind, failed)
    if isinstance(row, Trial):
        now = timezone.now()
        settle([row], state=State.FAILED, why=str(failed)[:200], failure=failed.kind, failing_since=now, failed_at=now)
    else:
        try_later([row], failed)


def _target(row: Row) -> Target:
    assert row.target is not None
    return row.target


def _language_of(row: Row) -> translation.override:
    return translation.override(row.user.language or settings.LANGUAGE_CODE)
