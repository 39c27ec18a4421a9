"""Alerts to somebody whose seat is theirs no more: the game was withdrawn, they were taken out, or the computer plays
on.
"""

from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _

from games.links import absolute
from games.models import Visit
from games.services.alerts.kinds.base import AboutGame, Kind, Reader
from games.services.alerts.kinds.starts import Start


@dataclass(frozen=True, kw_only=True)
class Withdrawn(AboutGame):
    """Somebody has withdrawn the game that the reader had joined."""

    kind, name, mark, values = Kind.START, Start.name, "gone", ("withdrawn",)
    lasts, said_by_turn, stands_in = True, True, True
    gone: str = "withdrawn"

    def title(self, reader: Reader) -> str:
        return _("{name} has withdrawn the game you had joined.").format(name=self.by(reader))

    def head(self, reader: Reader) -> str:
        return _("{name} has withdrawn the game").format(name=self.by(reader))

    def link(self, reader: Reader) -> str:
        return absolute(reverse("my-games"))

    def button(self, reader: Reader) -> str:
        return _("My games")

    def ends(self, reader: Reader) -> datetime | None:
        return None

    def why_not(self, reader: Reader, now: datetime) -> str:
        return ""

    def seen(self, reader: Reader, visit: Visit, now: datetime) -> str:
        return ""  # there is no page any more on which it could have been seen


@dataclass(frozen=True, kw_only=True)
class TakenOut(Withdrawn):
    """Somebody has taken the reader out of the game that they had joined."""

    values = ("removed",)
    gone: str = "removed"

    def title(self, reader: Reader) -> str:
        return _("{name} has taken you out of the game you had joined.").format(name=self.by(reader))

    def head(self, reader: Reader) -> str:
        return _("{name} took you out of the game").format(name=self.by(reader))


@dataclass(frozen=True, kw_only=True)
class TakenOver(Withdrawn):
    """The computer plays on in place of the reader, whose time was up."""

    values = ("late",)
    gone: str = "late"

    def title(self, reader: Reader) -> str:
        said = _("Your time was up: {name} had the computer play on in your place, as was agreed.")
        return said.format(name=self.by(reader))

    def head(self, reader: Reader) -> str:
        return _("Your time was up: the computer plays on")

    def link(self, reader: Reader) -> str:
        return absolute(reverse("report-problem", args=[reader.game.public_id]))

    def button(self, reader: Reader) -> str:
        return _("Report a problem")
