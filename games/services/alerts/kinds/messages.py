"""Alerts of what the other player wrote."""

from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.links import absolute
from games.models import Message as Written
from games.models import Visit
from games.services.alerts.kinds.base import AboutGame, Kind, Reader


@dataclass(frozen=True, kw_only=True)
class Message(AboutGame):
    """The other player has written to the reader."""

    kind, name = Kind.MESSAGE, gettext_lazy("Messages")
    tells_standing, speaks_for_game, once_a_day = False, False, False

    @property
    def gist(self) -> str | None:
        return "message"

    def title(self, reader: Reader) -> str:
        return _("{name} wrote to you.").format(name=self.by(reader))

    def head(self, reader: Reader) -> str:
        return _("{name} wrote to you").format(name=self.by(reader))

    def link(self, reader: Reader) -> str:
        begun = reader.game.started_at is not None
        return absolute(
            reverse("game" if begun else "talk", args=[reader.game.public_id]) + ("#side-talk" if begun else "")
        )

    def button(self, reader: Reader) -> str:
        return _("Read and answer")

    def ends(self, reader: Reader) -> datetime | None:
        return None

    def why_not(self, reader: Reader, now: datetime) -> str:
        written = Written.objects.filter(game=reader.game, reader=reader.user, pk__gte=reader.notice.turn)
        withdrawn = written.filter(pk=reader.notice.turn, withdrawal__isnull=False).exists()
        return "withdrawn" if withdrawn and not written.filter(withdrawal=None).exists() else ""

    def seen(self, reader: Reader, visit: Visit, now: datetime) -> str:
        return ""  # no version has messages: an alert of one is dropped when it is read
