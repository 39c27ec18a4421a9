"""Alerts of invitations by name."""

from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.links import absolute
from games.models import Game
from games.models import Invitation as Asked
from games.paces import describe as pace_figures
from games.paces import pace_name
from games.services.alerts.kinds.base import TAKEN, AboutGame, Kind, Reader
from games.words import side_name


@dataclass(frozen=True, kw_only=True)
class Invitation(AboutGame):
    """Somebody invites the reader to a game."""

    kind, name = Kind.INVITATION, gettext_lazy("Invitations")
    lasts, stands_in = True, True

    def title(self, reader: Reader) -> str:
        return _("{name} invites you to a game.").format(name=self.by(reader))

    def head(self, reader: Reader) -> str:
        return _("{name} invites you").format(name=self.by(reader))

    def link(self, reader: Reader) -> str:
        return absolute(reverse("invitation", args=[reader.game.invitation_token]))

    def button(self, reader: Reader) -> str:
        return _("See the invitation")

    def ends(self, reader: Reader) -> datetime | None:
        return None

    @property
    def gist(self) -> str | None:
        return f"invitation {self.from_}"

    def why_not(self, reader: Reader, now: datetime) -> str:
        if reader.game.status != Game.Status.OPEN:
            return TAKEN
        asked = Asked.objects.filter(game=reader.game, user=reader.user).first()
        return "" if asked is None or asked.state == Asked.State.OPEN else "withdrawn"

    def side(self, reader: Reader) -> str:
        return reader.side or reader.free_side

    def terms(self, reader: Reader) -> str:
        """Returns the side one would play, the pace and the edition."""
        if not reader.free_side:
            return super().terms(reader)
        pace = f"{pace_name(reader.game.pace)} ({pace_figures(reader.game.pace)})"
        said = _("You would play the {side}. Pace: {pace}.").format(side=side_name(reader.free_side), pace=pace)
        return f"{said} {super().terms(reader)}".strip()


@dataclass(frozen=True, kw_only=True)
class Rematch(Invitation):
    """Somebody offers the reader another game after one that is over."""

    mark, values = "offer", ("rematch",)
    offer: str = "rematch"

    def title(self, reader: Reader) -> str:
        return _("{name} offers a rematch.").format(name=self.by(reader))

    def head(self, reader: Reader) -> str:
        return _("{name} offers a rematch").format(name=self.by(reader))
