"""The alarms of the site: each a fault that somebody who runs it has to mend, with the part of the guide that says how.

Read from the database wherever somebody looks: by the task that writes them to the log, at `/health/` and `/metrics`,
and on the pages of staff. So a part that is dead is told of by those that live, and a site without Prometheus tells as
much as one with it.
"""

import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.core.cache import cache
from django.db.models import Count, Min, Q
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from games.models import ComputerTurn, SignOfLife
from games.watching import health, signs
from games.watching.health import Health

logger = logging.getLogger(__name__)
Part = SignOfLife.Part

SIGNS_MISSED = 6
"""So many signs of life in a row that did not come: two minutes. The computer gives one with each decision."""
TURN_WAITS = timedelta(minutes=10)
CLOCK_TOLERANCE = timedelta(minutes=1)
CLOCK_TOLD_FOR = timedelta(days=1)
BACKUP_AGE = timedelta(hours=26)
"""A backup is made each night; two hours for one that begins late or takes long."""
GUIDE = "docs/operations.md"
LOG_EVERY = 280
"""Seconds between two lines of the log about one alarm: a little less than between two looks of the task."""


@dataclass(frozen=True, slots=True)
class Alarm:
    """One alarm: its name, a sentence that says what is wrong, and since when it has been, where that is known."""

    name: str
    says: str
    since: datetime | None = None

    @property
    def guide(self) -> str:
        """The place in the guide that says what to do."""
        return f"{GUIDE}#{self.name.lower()}"


@dataclass(frozen=True, slots=True)
class Computer:
    """The games that wait for the computer: turns not taken up, and when the oldest was asked for."""

    waiting: int
    oldest: datetime | None


@dataclass(frozen=True, slots=True)
class Findings:
    """Everything that alarms are read from, as it was at one time."""

    now: datetime
    mail: Health
    parts: dict[str, SignOfLife]
    computer: Computer


def site_state(now: datetime | None = None) -> Findings:
    """Reads the state of the site's parts, by which alarms are judged."""
    now = now or timezone.now()
    idle = ComputerTurn.objects.filter(Q(leased_until=None) | Q(leased_until__lt=now) | Q(failures__gt=0))
    found = idle.aggregate(waiting=Count("pk"), oldest=Min("asked_at"))
    return Findings(now, health.outbox_state(now), signs.known(), Computer(found["waiting"], found["oldest"]))


def raised_alarms(found: Findings) -> list[Alarm]:
    """Returns the alarms that are up, in the reader's language."""
    return [alarm for rule in ALARMS.values() if (alarm := rule(found)) is not None]


def watch(found: Findings | None = None) -> list[Alarm]:
    """Writes the alarms that are up to the log, each once in a few minutes by all processes together, and returns
    them.
    """
    with translation.override("en"):
        up = raised_alarms(found or site_state())
    for alarm in up:
        if cache.add(f"alarm.{alarm.name}", True, LOG_EVERY):
            since = f" (since {alarm.since:%Y-%m-%d %H:%M} UTC)" if alarm.since is not None else ""
            logger.error("%s: %s%s What to do: %s", alarm.name, alarm.says, since, alarm.guide)
    return up


# --- mails
# ----------------------------------------------------------------------------------------------------------------------


def _alerts_refused(found: Findings) -> Alarm | None:
    """Returns the alarm that mail servers refuse the site, or None."""
    mail = found.mail
    if mail.refused_since is None:
        return None
    says = _("Mail servers refuse the site, not its readers. Last answer: {error}").format(error=mail.last_error or "–")
    return Alarm("AlertsRefused", says, mail.refused_since)


def _alerts_failing(found: Findings) -> Alarm | None:
    """Returns the alarm that too many alerts fail, or None."""
    if found.mail.failing < health.FAILING_SHARE:
        return None
    return Alarm(
        "AlertsFailing",
        _("{share} percent of the alerts of the last hour failed.").format(share=round(100 * found.mail.failing)),
    )


def _alerts_stuck(found: Findings) -> Alarm | None:
    """Returns the alarm that no alert could be sent for an hour, or None."""
    mail = found.mail
    if not mail.stuck:
        return None
    says = _("No alert could be sent for an hour: {waiting} wait. Last error: {error}").format(
        waiting=mail.waiting, error=mail.last_error or _("none, so no worker runs")
    )
    return Alarm("AlertsStuck", says, mail.oldest)


# --- processes
# -------------------------------------------------------------------------------------------------------------------


def silent_since(found: Findings, part: str) -> datetime | None:
    """Returns when a part gave its last sign of life, if that is too long ago; None if it lives or was never
    expected.
    """
    row, silence = found.parts.get(part), timedelta(seconds=SIGNS_MISSED * settings.SIGNS_OF_LIFE_EVERY)
    return row.at if row is not None and row.at is not None and found.now - row.at > silence else None


def _beat_silent(found: Findings) -> Alarm | None:
    """Returns the alarm that the scheduler is silent, or None."""
    since = silent_since(found, Part.BEAT)
    says = _("The scheduler gives no sign of life: no alert is sent, no clock is rung.")
    return Alarm("BeatSilent", says, since) if since is not None else None


def _worker_silent(found: Findings) -> Alarm | None:
    """Returns the alarm that the workers are silent, or None."""
    # Without the scheduler there is nothing to do, so the workers are silent as well: one alarm for one fault.
    since = silent_since(found, Part.WORKER) if silent_since(found, Part.BEAT) is None else None
    return (
        Alarm("WorkerSilent", _("No worker gives a sign of life: no alert is sent."), since)
        if since is not None
        else None
    )


def _computer_silent(found: Findings) -> Alarm | None:
    """Returns the alarm that the computer's worker is silent, or None."""
    since = silent_since(found, Part.COMPUTER) if silent_since(found, Part.BEAT) is None else None
    says = _("The computer's worker gives no sign of life: games against it stand still.")
    return Alarm("ComputerSilent", says, since) if since is not None else None


def _computer_late(found: Findings) -> Alarm | None:
    """Returns the alarm that turns of the computer wait too long, or None."""
    oldest = found.computer.oldest
    if oldest is None or found.now - oldest < TURN_WAITS:
        return None
    says = _("Turns of the computer wait for more than ten minutes: {waiting} of them.").format(
        waiting=found.computer.waiting
    )
    return Alarm("ComputerLate", says, oldest)


def _clock_wrong(found: Findings) -> Alarm | None:
    """Returns the alarm that the system's clock was ahead within the last day, or is behind, or None."""
    row = found.parts.get(Part.BEAT)
    if row is not None and row.failed_at is not None and found.now - row.failed_at < CLOCK_TOLD_FOR:
        return Alarm("ClockWrong", row.error, row.failed_at)
    ahead = [row.at for row in found.parts.values() if row.at is not None and row.at > found.now + CLOCK_TOLERANCE]
    if not ahead:
        return None
    says = _("A part of the site gave a sign of life at a time that is yet to come: a clock is wrong.")
    return Alarm("ClockWrong", says, max(ahead))


# --- backups
# ---------------------------------------------------------------------------------------------------------------------


def _backup_failed(found: Findings) -> Alarm | None:
    """Returns the alarm that the last backup failed, or None."""
    row = found.parts.get(Part.BACKUP)
    if row is None or row.failed_at is None:
        return None
    return Alarm("BackupFailed", _("The last backup failed: {error}").format(error=row.error or "–"), row.failed_at)


def _backup_old(found: Findings) -> Alarm | None:
    """Returns the alarm that the last backup is too old, or None."""
    row = found.parts.get(Part.BACKUP)
    if row is None or row.at is None or found.now - row.at <= BACKUP_AGE:
        return None
    return Alarm("BackupOld", _("The last complete backup is more than 26 hours old."), row.at)


Rule = Callable[[Findings], Alarm | None]
ALARMS: dict[str, Rule] = {
    "AlertsRefused": _alerts_refused,
    "AlertsStuck": _alerts_stuck,
    "AlertsFailing": _alerts_failing,
    "BeatSilent": _beat_silent,
    "WorkerSilent": _worker_silent,
    "ComputerSilent": _computer_silent,
    "ComputerLate": _computer_late,
    "ClockWrong": _clock_wrong,
    "BackupFailed": _backup_failed,
    "BackupOld": _backup_old,
}
"""Every alarm that the site raises, by its name."""


def ages(found: Findings) -> Iterator[tuple[str, float]]:
    """Yields the seconds since the last sign of life of each part that has given one."""
    for part, row in sorted(found.parts.items()):
        if row.at is not None:
            yield part, max(0.0, (found.now - row.at).total_seconds())


def parts_to_expect() -> list[str]:
    """Returns the parts that this site has: a local site makes backups or not, as its owner likes."""
    return [Part.BEAT, Part.WORKER, Part.COMPUTER, *([Part.BACKUP] if settings.PRODUCTION else [])]
