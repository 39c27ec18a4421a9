"""What a reviewer laid on somebody: muted people write to nobody, suspended ones make, join and play no games.

The latest word of a kind counts, so that one is lifted or shortened by another.
"""

from datetime import datetime

from django.utils import formats, timezone
from django.utils.translation import gettext as _

from games.disputes.errors import Muted, Suspended
from games.models import Sanction, User

MUTE, SUSPENSION = Sanction.Kind.MUTE, Sanction.Kind.SUSPENSION


def ends(person: User | int | None, kind: str) -> datetime | None:
    """Until when this is laid on somebody; None if it is not."""
    key = person.pk if isinstance(person, User) else person
    if key is None:
        return None
    until = Sanction.objects.filter(person=key, kind=kind).order_by("-pk").values_list("until", flat=True).first()
    return until if until is not None and until > timezone.now() else None


def require_voice(person: User) -> None:
    """Raises Muted for who may write to nobody."""
    until = ends(person, MUTE)
    if until is not None:
        raise Muted(_("A reviewer decided that you cannot write to other players until {moment}.").format(moment=_moment(until)))


def require_freedom(person: User) -> None:
    """Raises Suspended for who may neither make, join nor play games."""
    until = ends(person, SUSPENSION)
    if until is not None:
        raise Suspended(_("A reviewer decided that you cannot play until {moment}.").format(moment=_moment(until)))


def _moment(moment: datetime) -> str:
    return formats.date_format(timezone.localtime(moment), "SHORT_DATETIME_FORMAT")
