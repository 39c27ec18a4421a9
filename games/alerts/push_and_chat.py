"""Sends alerts to browsers and chats, at addresses given by users: each may be slow, dead, or hang on purpose.

So sending goes in rounds, with one message of each person and to each address at a time. A person whose addresses hang
delays the others by one request at most. In a round the requests run side by side; the database is asked before and
after them, by one thread.

What is due at an address that rests after a failure, or takes nothing until its owner acts, waits. When it is tried
again one message stands for many.
"""

import logging
import random
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Count, Min, Q, QuerySet
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from games.alerts import browsers, delivery_problems, targets
from games.alerts.claims import claim, claimable, named_lock, settle, wait_for_target
from games.alerts.failures import LONGEST_KEPT, Failed
from games.alerts.outbox import settle_unneeded
from games.models import Notice, Target, Trial, Word
from games.models.outgoing import UNSENT, UNSETTLED, Failure
from games.shapes import Untyped

logger = logging.getLogger(__name__)
State = Notice.State
Row = Notice | Trial | Word
Parcel = list[Row]
"""What goes to one target in one request: a test message, a word, one alert, or many that have waited."""

PEOPLE_AT_ONCE = 8
LEASE = timedelta(minutes=2)
"""Longer than a round takes."""
A_RUN = 10.0
"""Seconds after which no further round begins: the next run is due soon."""
ONE_AT_A_TIME_FOR = 60
MOST_SINGLY = 3
LONG = timedelta(minutes=15)
"""More alerts than that to one target, of which one is older than that, go as one message."""
TRIAL_WAITS = timedelta(minutes=5)
"""How long a trial is worth sending: somebody sits there and waits for it."""


def queue_trial(target: Target) -> bool:
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
    with named_lock("outside", ONE_AT_A_TIME_FOR) as ours:
        end = time.monotonic() + A_RUN
        while ours and (parcels := _claim_parcels()):
            _send_parcels(list(filter(None, map(_wanted, parcels))))
            if time.monotonic() > end:
                return


def drop_stale() -> int:
    """Drops alerts that have waited two weeks for a target that accepts nothing. Returns how many."""
    long_ago = timezone.now() - LONGEST_KEPT
    waiting = Notice.objects.filter(
        state__in=UNSENT, target__isnull=False, due_at__lt=long_ago, created_at__lt=long_ago
    )
    return waiting.update(state=State.DROPPED, why="resting")


def _due_notices() -> QuerySet[Notice]:
    """Returns the due alerts to browsers and chats."""
    # A daily digest is mailed: what goes to browsers and chats goes at once or not at all.
    awake = Q(target__asleep=False)
    return Notice.objects.filter(claimable(timezone.now()), _tried_again(), awake, target__isnull=False).order_by(
        "due_at", "pk"
    )


def _tried_again() -> Q:
    """Returns the rows whose targets do not rest."""
    return Q(target__rests_until=None, target__resting=False) | Q(
        target__rests_until__lte=timezone.now(), target__resting=False
    )


def _due_messages() -> QuerySet[Word]:
    return Word.objects.filter(claimable(timezone.now()), _tried_again())


def _due_trials() -> QuerySet[Trial]:
    return Trial.objects.filter(claimable(timezone.now()))


def _people() -> list[int]:
    """Returns people for whom something is due; if there are many, a random sample, so that nobody is always last."""
    asked = [*_due_trials().values_list("user", flat=True), *_due_messages().values_list("user", flat=True)]
    waiting = {*asked, *_due_notices().order_by().values_list("user", flat=True).distinct()}
    return sorted(waiting) if len(waiting) <= PEOPLE_AT_ONCE else random.sample(sorted(waiting), PEOPLE_AT_ONCE)


def _claim_parcels() -> list[Parcel]:
    """Claims what is to be sent in one round: one request for each person, a test message first, since its owner waits
    for it.
    """
    parcels: list[Parcel] = []
    busy: set[str] = set()
    """Addresses of this round. Several people may have given the same."""
    for person in _people():
        rows = (
            _claimed_first(_due_trials(), person, busy)
            or _claimed_first(_due_messages(), person, busy)
            or _claimed_notices(person, busy)
        )
        if rows:
            busy.add(_target_of(rows[0]).address)
            parcels.append(rows)
    return parcels


def _claimed_first(due: QuerySet[Trial] | QuerySet[Word], person: int, busy: set[str]) -> Parcel:
    """Claims the person's first due row, unless it goes to a busy host. Returns none or one."""
    first = (
        due.filter(user=person)
        .exclude(target__address__in=busy)
        .order_by("due_at", "pk")
        .values_list("pk", flat=True)
        .first()
    )
    if first is None:
        return []
    rows: Untyped = claim(due.model._default_manager.filter(claimable(timezone.now()), pk=first), LEASE)
    return list(rows.select_related("user", "target"))


def _claimed_notices(person: int, busy: set[str]) -> Parcel:
    """Claims the person's first due alert; all for its target if they are many and old."""
    due = _due_notices().filter(user=person).exclude(target__address__in=busy)
    first = due.values_list("pk", "target").first()
    if first is None:
        return []
    at_target = due.filter(target=first[1]).order_by()
    which = {"target": first[1]} if _have_waited(at_target) else {"pk": first[0]}
    return list(claim(due.filter(**which).order_by(), LEASE).select_related("user", "game", "tournament", "target"))


def _have_waited(rows: QuerySet[Notice]) -> bool:
    """Whether these alerts are many and old, so that one message stands for all of them."""
    waiting = rows.aggregate(number=Count("pk"), since=Min("created_at"))
    return bool(waiting["number"] > MOST_SINGLY and timezone.now() - waiting["since"] > LONG)


def _wanted(parcel: Parcel) -> Parcel:
    """Returns the alerts of one message that are still to be sent, none where its browser is logged out.

    A browser in which its owner is not logged in any more gets nothing of it.
    """
    target = _target_of(parcel[0])
    if isinstance(parcel[0], Notice) and not browsers.is_of_owner(target):
        browsers.suspend_browser(target)
        delivery_problems.logged_out(target)
        settle(parcel, state=State.QUEUED)
        return []
    return [row for row in parcel if _is_wanted(row)]


def _is_wanted(row: Row) -> bool:
    """Whether a row is still to be sent; settles it if not."""
    if isinstance(row, Notice):
        return not settle_unneeded(row)
    if isinstance(row, Word):
        return True
    if timezone.now() - row.created_at > TRIAL_WAITS:
        with _language_of(row):
            settle([row], state=State.FAILED, why=_("It could not be sent for minutes."))
        return False
    return True


def _send_parcels(parcels: Sequence[Parcel]) -> None:
    """Sends the messages, several at once in threads, and settles their rows."""
    said = []
    for rows in parcels:
        with _language_of(rows[0]):
            said.append(_text_of(rows))
    to = [_target_of(rows[0]) for rows in parcels]
    if len(parcels) > 1:
        with ThreadPoolExecutor(len(parcels), thread_name_prefix="outside") as threads:
            answers = list(threads.map(targets.send_to_target, to, said))
    else:
        answers = list(map(targets.send_to_target, to, said))
    for rows, answer in zip(parcels, answers, strict=True):
        with _language_of(rows[0]):
            _save_result(rows, answer)


def _text_of(rows: Parcel) -> targets.Text:
    """Returns the text for the rows of one message."""
    if isinstance(rows[0], Word):
        return targets.text_about_alerts(rows[0])
    notices = [row for row in rows if isinstance(row, Notice)]
    if not notices:
        return targets.word_of_trial()
    return targets.message_of(notices[0]) if len(notices) == 1 else targets.message_of_many(notices)


def _save_result(rows: Parcel, answer: targets.Answer) -> None:
    """Saves the outcome of a message for its target and its rows."""
    try:
        targets.save_outcome(_target_of(rows[0]), answer)
    except Failed as failed:
        _requeue(rows, failed)
    except Exception:
        logger.exception("%s could not be sent.", rows[0])
        _requeue(rows, targets.note_failure(_target_of(rows[0]), Failed(Failure.OURS, _("It could not be sent."))))
    else:
        settle(rows, state=State.SENT, sent_at=timezone.now(), why="")


def _requeue(rows: Parcel, failed: Failed) -> None:
    """Requeues rows after a failure; a test message has failed for good."""
    target = _target_of(rows[0])
    if failed.rule.operator:
        logger.error("Target %s refuses the site (%s): %s", target.pk, failed.kind, failed)
    if isinstance(rows[0], Trial):
        now = timezone.now()
        settle(rows, state=State.FAILED, why=str(failed)[:200], failure=failed.kind, failing_since=now, failed_at=now)
    else:
        wait_for_target(rows, failed)


def _target_of(row: Row) -> Target:
    assert row.target is not None
    return row.target


def _language_of(row: Row) -> translation.override:
    return translation.override(row.user.language or settings.LANGUAGE_CODE)
