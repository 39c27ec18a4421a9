"""Alerts of offers between players, of their answers, of time, and of games that nobody touches."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import Game
from games.models import Offer as Made
from games.services.alerts.kinds.base import AboutGame, Kind, Reader
from games.shapes import Text

ANSWERS = ("pause-begun", "declined")
"""What the other player says to an offer of the reader's own."""
SETTLED: dict[str, str] = {
    Made.State.WITHDRAWN: "withdrawn",
    Made.State.ACCEPTED: "answered",
    Made.State.DECLINED: "answered",
}
TITLES: dict[str, Text] = {
    "pause": gettext_lazy("{name} offers to pause the game."),
    "end": gettext_lazy("{name} offers to end the game."),
    "more-time": gettext_lazy("{name} asks for more time."),
    "pause-begun": gettext_lazy("{name} has agreed to the pause. The clocks stand still."),
    "declined": gettext_lazy("{name} has declined your offer."),
    "annul": gettext_lazy("{name} asks to annul the game."),
    "resign": gettext_lazy("{name} offers to resign."),
}
HEADS: dict[str, Text] = {
    "pause": gettext_lazy("{name} offers a pause"),
    "end": gettext_lazy("{name} offers to end the game"),
    "more-time": gettext_lazy("{name} asks for more time"),
    "pause-begun": gettext_lazy("Game paused"),
    "declined": gettext_lazy("{name} declined your offer"),
    "annul": gettext_lazy("{name} asks to annul the game"),
    "resign": gettext_lazy("{name} offers to resign"),
}


@dataclass(frozen=True, kw_only=True)
class Offer(AboutGame):
    """The other player has made an offer, or answered one. `offer` is a key of `TITLES`."""

    kind, name = Kind.OFFER, gettext_lazy("Offers: pause, end, more time")
    lasts = True
    offer: str = ""

    def title(self, reader: Reader) -> str:
        return str(TITLES.get(self.offer) or _("{name} has made you an offer.")).format(name=self.by(reader))

    def head(self, reader: Reader) -> str:
        return str(HEADS.get(self.offer) or _("Offer of {name}")).format(name=self.by(reader))

    def ends(self, reader: Reader) -> datetime | None:
        return None

    @property
    def gist(self) -> str | None:
        return None if self.offer in ANSWERS else f"offer {self.offer} {self.from_}"

    def why_not(self, reader: Reader, now: datetime) -> str:
        made = Made.objects.filter(game=reader.game, event=reader.notice.turn, kind=self.offer).first()
        if made is not None and made.state != Made.State.OPEN:
            return SETTLED.get(made.state, "over")
        return "" if reader.game.status == Game.Status.ACTIVE else "over"


@dataclass(frozen=True, kw_only=True)
class OfferOfRematch(Offer):
    """The other player offers another game."""

    mark, values = "offer", ("rematch",)
    offer: str = "rematch"

    def title(self, reader: Reader) -> str:
        return _("{name} offers a rematch.").format(name=self.by(reader))

    def head(self, reader: Reader) -> str:
        return _("{name} offers a rematch").format(name=self.by(reader))

    def why_not(self, reader: Reader, now: datetime) -> str:
        return ""


@dataclass(frozen=True, kw_only=True)
class TimeGiven(Offer):
    """The other player has given the reader more time."""

    mark, values = "offer", ("time-given",)
    offer: str = "time-given"

    def title(self, reader: Reader) -> str:
        return _("{name} gave you more time.").format(name=self.by(reader))

    def head(self, reader: Reader) -> str:
        return _("{name} gave you more time").format(name=self.by(reader))

    def ends(self, reader: Reader) -> datetime | None:
        return reader.end_of_turn()


@dataclass(frozen=True, kw_only=True)
class PauseEnds(Offer):
    """The other player ends the pause: the clocks run again from `until`."""

    mark, values = "offer", ("resume",)
    offer: str = "resume"
    until: datetime | None = None

    def title(self, reader: Reader) -> str:
        return _("{name} ends the pause. The clocks run again soon.").format(name=self.by(reader))

    def head(self, reader: Reader) -> str:
        return _("Pause lasts")

    @property
    def gist(self) -> str | None:
        return None

    def ends(self, reader: Reader) -> datetime | None:
        return self.until

    @property
    def end_in_words(self) -> Text:
        return gettext_lazy("The clocks run from: {moment}")


@dataclass(frozen=True, kw_only=True)
class TimeUp(Offer):
    """The other player's time is up: the reader may claim the win, or what was agreed in its place."""

    mark, values = "offer", ("time-up",)
    offer: str = "time-up"

    def title(self, reader: Reader) -> str:
        said = _("{name} has no time left. You may claim the win, give more time, or annul the game.")
        if reader.game.offers_computer:
            said = _("{name} has no time left. You may have the computer play on, give more time, or annul the game.")
        return said.format(name=self.by(reader))

    def head(self, reader: Reader) -> str:
        return _("{name}’s time is up").format(name=self.by(reader))

    @property
    def gist(self) -> str | None:
        return None

    def why_not(self, reader: Reader, now: datetime) -> str:
        # Who was late has moved, or has been given time.
        return super().why_not(reader, now) or ("" if reader.other_is_late() else "moved")


@dataclass(frozen=True, kw_only=True)
class Idle(Offer):
    """Nobody has moved for long: the game will be closed at `until`."""

    mark, values = "offer", ("idle",)
    pressing = True
    offer: str = "idle"
    until: datetime | None = None

    def title(self, reader: Reader) -> str:
        return _("Nobody has moved for a long time. The game will be closed.")

    def head(self, reader: Reader) -> str:
        return _("Game about to be closed")

    @property
    def gist(self) -> str | None:
        return None

    def ends(self, reader: Reader) -> datetime | None:
        return self.until

    @property
    def end_in_words(self) -> Text:
        return gettext_lazy("Unless somebody moves before: {moment}")

    def why_not(self, reader: Reader, now: datetime) -> str:
        return super().why_not(reader, now) or ("" if reader.game.warned_at is not None else "moved")


@dataclass(frozen=True, kw_only=True)
class IdleOpen(Idle):
    """Nobody has joined the reader's game: it will be withdrawn at `until`."""

    values = ("idle-open",)
    offer: str = "idle-open"

    def title(self, reader: Reader) -> str:
        return _("Nobody has joined your game. It will be withdrawn.")

    def head(self, reader: Reader) -> str:
        return _("Game about to be withdrawn")

    @property
    def end_in_words(self) -> Text:
        return gettext_lazy("Unless somebody joins before: {moment}")

    def why_not(self, reader: Reader, now: datetime) -> str:
        if reader.game.status != Game.Status.OPEN:
            return "over"
        return "" if reader.game.warned_at is not None else "moved"
