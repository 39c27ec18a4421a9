"""Alerts of the end of a game."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import Game
from games.services.alerts.kinds.base import GOES_ON, AboutGame, Kind, Reader
from games.shapes import Text

RESULTS: dict[bool | None, Text] = {
    True: gettext_lazy("You won"),
    False: gettext_lazy("You lost"),
    None: gettext_lazy("Game over, nobody won"),
}


@dataclass(frozen=True, kw_only=True)
class Over(AboutGame):
    """The reader's game is over."""

    kind, name = Kind.OVER, gettext_lazy("A game of yours is over")
    tells_result = False  # its title does

    def title(self, reader: Reader) -> str:
        ended = reader.game.status == Game.Status.OVER and reader.game.ending
        return reader.ending() if ended else _("The game is over.")

    def head(self, reader: Reader) -> str:
        game, side = reader.game, self.side(reader)
        if game.status != Game.Status.OVER or (game.winner and not side):
            return _("Game over")
        return str(RESULTS[game.winner == side if game.winner and side else None])

    def button(self, reader: Reader) -> str:
        return _("See how it ended")

    def ends(self, reader: Reader) -> datetime | None:
        return None

    def why_not(self, reader: Reader, now: datetime) -> str:
        return "" if reader.game.status == Game.Status.OVER else GOES_ON

    def dice(self, reader: Reader) -> str:
        if not reader.game.head:
            return ""
        return _("Fingerprint of the whole record: {head}. Fingerprint of the dice: {commitment}.").format(
            head=reader.game.head, commitment=reader.game.commitment or "–"
        )
