"""Sanctions: mutes forbid writing, suspensions forbid making, joining and playing games, bans shut a person out of the
site.

The latest word of a kind counts, so that one is lifted or shortened by another.
"""

from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _

from games.models import Sanction, User
from games.people.errors import Banned, Muted, Suspended
from games.words_time import date_and_time_in_short

MUTE, SUSPENSION, BAN = Sanction.Kind.MUTE, Sanction.Kind.SUSPENSION, Sanction.Kind.BAN


def sanction_end(person: User | int | None, kind: str) -> datetime | None:
    """The end of this person's sanction of this kind; None if there is none in force."""
    key = person.pk if isinstance(person, User) else person
    if key is None:
        return None
    found = Sanction.objects.filter(person=key, kind=kind).order_by("-pk").first()
    until: datetime | None = found.until if found is not None else None
    return until if until is not None and until > timezone.now() else None


def ban_of(person: User | int) -> Sanction | None:
    """Returns the person's ban in force, or None."""
    key = person.pk if isinstance(person, User) else person
    found = Sanction.objects.filter(person=key, kind=BAN).order_by("-pk").first()
    return found if found is not None and found.until is None else None


def in_force(person: User) -> list[Sanction]:
    """Returns the person's sanctions in force: the latest of each kind that has not ended."""
    latest = {row.kind: row for row in Sanction.objects.filter(person=person).select_related("action").order_by("pk")}
    return [row for row in latest.values() if row.until is None or row.until > timezone.now()]


def require_not_banned(person: User) -> None:
    """Raises Banned for a banned person."""
    if person.has_sanctions and ban_of(person) is not None:
        raise Banned


def require_not_muted(person: User) -> None:
    """Raises Muted for a person who may not write."""
    until = sanction_end(person, MUTE)
    if until is not None:
        raise Muted(
            _("Until {moment} you cannot write to other players: a reviewer decided so.").format(
                moment=date_and_time_in_short(until)
            )
        )


def require_not_suspended(person: User) -> None:
    """Raises Suspended or Banned for a person who may not make, join or play games."""
    if not person.has_sanctions:
        return
    require_not_banned(person)
    until = sanction_end(person, SUSPENSION)
    if until is not None:
        raise Suspended(
            _("Until {moment} you cannot play: a reviewer decided so.").format(moment=date_and_time_in_short(until))
        )
