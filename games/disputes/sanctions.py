"""What a reviewer laid on somebody: muted people write to nobody, suspended ones make, join and play no games.

The latest word of a kind counts, so that one is lifted or shortened by another.
"""

from datetime import datetime

from django.utils import formats, timezone
from django.utils.translation import gettext as _

from games.disputes.errors import Muted, Suspended
from games.models import Sanction, User
from games.prepared import Prepared

MUTE, SUSPENSION = Sanction.Kind.MUTE, Sanction.Kind.SUSPENSION


_latest = Prepared(lambda person, kind: Sanction.objects.filter(person=person, kind=kind).order_by("-pk")[:1], person=int, kind=str)


def ends(person: User | int | None, kind: str) -> datetime | None:
    """Until when this is laid on somebody; None if it is not."""
    key = person.pk if isinstance(person, User) else person
    if key is None:
        return None
    found = _latest(person=key, kind=kind)
    until = found[0].until if found else None
    return until if until is not None and until > timezone.now() else None


def require_voice(person: User) -> None:
    """Raises Muted for who may write to nobody."""
    until = ends(person, MUTE)
    if until is not None:
        raise Muted(_("Until {moment} you cannot write to other players: a reviewer decided so.").format(moment=_moment(until)))


def require_freedom(person: User) -> None:
    """Raises Suspended for who may neither make, join nor play games."""
    if not person.has_sanctions:
        return
    until = ends(person, SUSPENSION)
    if until is not None:
        raise Suspended(_("Until {moment} you cannot play: a reviewer decided so.").format(moment=_moment(until)))


def _moment(moment: datetime) -> str:
    return formats.date_format(timezone.localtime(moment), "SHORT_DATETIME_FORMAT")
