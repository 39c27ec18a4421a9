"""Queues the alert of a day's decision for those who have asked for it, from the hour of their daily digest on."""

from datetime import UTC, date, datetime

from django.db.models import Q
from django.utils import timezone

from games.alerts import preferences
from games.models import AlertSettings, ExerciseAttempt, Mode, Notice, Target
from games.services.alerts.kinds.decisions import DecisionOfDay

HOURS = 4
"""So long after that hour it is still queued, should nothing have run before."""
KIND = Notice.Kind.DECISION


def queue_due(alert: DecisionOfDay, now: datetime | None = None) -> int:
    """Queues the alert of today's decision for everybody whose digest hour has come. Returns how many people.

    Each gets it once in a day of theirs; not who has decided already.
    """
    now = now or timezone.now()
    mail = Q(**{f"mail__{KIND}__in": [Mode.AT_ONCE, Mode.DIGEST]})
    asked = AlertSettings.objects.filter(mail | Q(**{f"others__{KIND}": True}), user__is_active=True)
    queued = 0
    for wishes in asked.select_related("user"):
        local = now.astimezone(preferences.zone_of(wishes.user))
        if 0 <= local.hour - wishes.digest_hour < HOURS:
            queued += _queue_for(wishes, alert, local.date(), now)
    return queued


def _queue_for(wishes: AlertSettings, alert: DecisionOfDay, local_day: date, now: datetime) -> bool:
    """Queues the alert of today's decision for one person by every way they want, once. Returns whether it did.

    Not for somebody who has tried today's exercise already.
    """
    user, turn = wishes.user, local_day.toordinal()
    before = Notice.objects.filter(user=user, kind=KIND, turn=turn)
    today = now.astimezone(UTC).date()
    if before.exists() or ExerciseAttempt.objects.filter(person=user, of_the_day=True, day=today).exists():
        return False
    ways: list[Target | None] = [None] if preferences.mail_mode(wishes, KIND) != Mode.OFF else []
    ways += Target.objects.filter(user=user) if preferences.others_wanted(wishes, KIND) else []
    new = [Notice(user=user, kind=KIND, turn=turn, data=alert.as_json(), target=target, due_at=now) for target in ways]
    Notice.objects.bulk_create(new, ignore_conflicts=True)
    return bool(new)
