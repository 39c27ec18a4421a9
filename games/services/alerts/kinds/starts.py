"""Alerts of the start of a game, of what it waits for, and of seats that are taken over."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.letters import isolated
from games.models import Game
from games.services.alerts.kinds.base import TAKEN, AboutGame, Kind, Reader, commitment
from games.shapes import Text

WITHOUT_PART = gettext_lazy("Without your part it begins: {moment}")


@dataclass(frozen=True, kw_only=True)
class Start(AboutGame):
    """The reader's game has begun."""

    kind, name = Kind.START, gettext_lazy("A game of yours has begun")
    lasts, said_by_turn = True, True

    def title(self, reader: Reader) -> str:
        return _("Your game has begun.")

    def head(self, reader: Reader) -> str:
        return _("Game begun")

    def ends(self, reader: Reader) -> datetime | None:
        return None

    def why_not(self, reader: Reader, now: datetime) -> str:
        return "" if reader.game.status == Game.Status.ACTIVE else "over"

    def dice(self, reader: Reader) -> str:
        return commitment(reader.game)


@dataclass(frozen=True, kw_only=True)
class TookOver(Start):
    """The reader has taken over a side of a running game."""

    mark = "took-over"
    took_over: str = ""

    def title(self, reader: Reader) -> str:
        return _("You have taken over a side of a running game.")

    def head(self, reader: Reader) -> str:
        return _("You took over a game")

    @property
    def says_turn(self) -> bool:
        return True


@dataclass(frozen=True, kw_only=True)
class Joined(Start):
    """Somebody has joined the reader's game, which they start by hand."""

    mark = "joined"
    joined: str = ""

    def title(self, reader: Reader) -> str:
        return _("{name} has joined your game. It begins when you start it.").format(name=isolated(self.joined))

    def head(self, reader: Reader) -> str:
        return _("{name} joined your game").format(name=isolated(self.joined))

    @property
    def gist(self) -> str | None:
        return f"joined {self.joined}"

    def why_not(self, reader: Reader, now: datetime) -> str:
        return "" if reader.game.status == Game.Status.OPEN else TAKEN

    def dice(self, reader: Reader) -> str:
        return ""


@dataclass(frozen=True, kw_only=True)
class GameOfTournament(Start):
    """A game of a round of a tournament, or of a ladder, has begun; or it waits for the reader's part of the dice."""

    mark = "tournament"
    tournament: str = ""
    round: int = 0
    ladder: bool = False
    dice_: bool = False
    until: datetime | None = None

    def title(self, reader: Reader) -> str:
        return _title_of_dice(self) if self.dice_ else self._title()

    def _title(self) -> str:
        if self.ladder:
            return _("Your game of {name} has begun.").format(name=isolated(self.tournament))
        return _("Round {number} of {name} has begun.").format(number=self.round, name=isolated(self.tournament))

    def head(self, reader: Reader) -> str:
        if self.ladder:
            # Translators: a mail's subject; the name is of a ladder
            return _("Your game of {name} has begun").format(name=isolated(self.tournament))
        # Translators: a mail's subject; the name is of a tournament
        return _("Round {number} of {name} has begun").format(number=self.round, name=isolated(self.tournament))

    def ends(self, reader: Reader) -> datetime | None:
        return self.until

    @property
    def end_in_words(self) -> Text:
        return WITHOUT_PART

    @property
    def says_turn(self) -> bool:
        return not self.dice_

    def why_not(self, reader: Reader, now: datetime) -> str:
        return "" if reader.game.status in (Game.Status.OPEN, Game.Status.ACTIVE) else "over"

    def dice(self, reader: Reader) -> str:
        return "" if self.dice_ else commitment(reader.game)


def _title_of_dice(alert: GameOfTournament) -> str:
    """Returns the title for a game that waits for the reader's part of the dice."""
    name = isolated(alert.tournament)
    if alert.ladder:
        return _("Your game of {name} has begun: open it, so that your browser adds your part of the dice.").format(
            name=name
        )
    return _(
        "Round {number} of {name} has begun: open your game, so that your browser adds your part of the dice."
    ).format(number=alert.round, name=name)


@dataclass(frozen=True, kw_only=True)
class DiceWait(Start):
    """The reader's game waits for their part of the dice."""

    mark = "dice"
    dice_: bool = True
    until: datetime | None = None

    @property
    def gist(self) -> str | None:
        return "dice"

    def title(self, reader: Reader) -> str:
        return _("Your game can begin: open its page, so that your browser adds your part of the dice.")

    def head(self, reader: Reader) -> str:
        # Translators: a mail's subject, of a game that waits for what the reader's browser adds to the dice
        return _("Open your game")

    def ends(self, reader: Reader) -> datetime | None:
        return self.until

    @property
    def end_in_words(self) -> Text:
        return WITHOUT_PART

    def why_not(self, reader: Reader, now: datetime) -> str:
        waits = reader.game.status == Game.Status.OPEN and reader.game.dice_due_at is not None
        return "" if waits else TAKEN

    def dice(self, reader: Reader) -> str:
        return ""
