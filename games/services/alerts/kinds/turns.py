"""Alerts of a turn: that the game waits for its reader, and the two reminders."""

from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import Game, GameEvent, Seat, Visit
from games.services.alerts.kinds.base import HELD, TAKEN, AboutGame, Kind, Reader, commitment


@dataclass(frozen=True, kw_only=True)
class _Waiting(AboutGame):
    """Base class of what is due while the game waits for its reader."""

    waits, lasts = True, True

    def why_not(self, reader: Reader, now: datetime) -> str:
        game = reader.game
        if game.status != Game.Status.ACTIVE:
            return "over"
        seat = Seat.objects.filter(game=game, user=reader.user, awaited=True, handover=reader.notice.turn).first()
        # Who has begun to decide knows that the game waits, be it in the middle of a battle.
        since = reader.notice.created_at
        if (
            seat is None
            or game.events.filter(side=seat.side, kind=GameEvent.Kind.ACTION, created_at__gt=since).exists()
        ):
            return TAKEN
        stands = seat.time_left is not None and (seat.runs_since is None or seat.runs_since > now)
        return HELD if stands and self.reminds else ""


YOUR_TURN = gettext_lazy("It is your turn.")


@dataclass(frozen=True, kw_only=True)
class Turn(_Waiting):
    """Alert: it is the reader's turn."""

    kind, name = Kind.TURN, gettext_lazy("Your turn")

    def title(self, reader: Reader) -> str:
        return str(YOUR_TURN)

    def head(self, reader: Reader) -> str:
        return _("Your turn")

    def ends(self, reader: Reader) -> datetime | None:
        return reader.end_of_turn()

    def why_not(self, reader: Reader, now: datetime) -> str:
        return super().why_not(reader, now) or ("said" if reader.is_said_elsewhere() else "")

    def dice(self, reader: Reader) -> str:
        # Who was at the board at the start gets no mail of it: the first one of their turn says it as well.
        return "" if reader.game.turn else commitment(reader.game)


@dataclass(frozen=True, kw_only=True)
class FirstTurn(Turn):
    """The game has begun, and it is the reader's turn."""

    mark = "started"
    started: bool = True

    @property
    def wishes(self) -> tuple[Kind, ...]:
        return (Kind.TURN, Kind.START)

    def title(self, reader: Reader) -> str:
        return _("The game has begun, and it is your turn.")

    def head(self, reader: Reader) -> str:
        return _("Game begun, your turn")


@dataclass(frozen=True, kw_only=True)
class Reminder(_Waiting):
    """Half of the reader's time is gone."""

    kind, name = Kind.REMINDER, gettext_lazy("Reminders that your time runs out")
    reminds, pressing = True, True
    until: datetime | None = None

    def title(self, reader: Reader) -> str:
        return _("The game still waits for you.")

    def head(self, reader: Reader) -> str:
        return _("Reminder: your turn")

    def ends(self, reader: Reader) -> datetime | None:
        return self.until


@dataclass(frozen=True, kw_only=True)
class LastReminder(Reminder):
    """Most of the reader's time is gone. It goes with the wish for reminders, and to who is at the board as well."""

    kind: ClassVar[Kind] = Kind.LAST_REMINDER

    @property
    def wishes(self) -> tuple[Kind, ...]:
        return (Kind.REMINDER,)

    def title(self, reader: Reader) -> str:
        return _("Your time is running out.")

    def head(self, reader: Reader) -> str:
        return _("Last reminder: your turn")

    def seen(self, reader: Reader, visit: Visit, now: datetime) -> str:
        return ""
