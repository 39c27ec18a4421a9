"""What every kind of alert answers, and what a kind may ask about its reader.

Imports no services: those queue alerts, and so import kinds. What takes more than rows, such as clocks, a kind asks its
`Reader`.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, fields
from datetime import datetime, timedelta
from functools import cached_property
from types import MappingProxyType
from typing import ClassVar, Self

from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.letters import isolated, unbroken
from games.links import absolute
from games.models import Game, Notice, Seat, Tournament, User, Visit
from games.models.game import SIDES
from games.shapes import JsonObject, JsonValue, Text
from games.words import EDITIONS, side_name
from rules.editions import CURRENT

Kind = Notice.Kind
TAKEN = "taken"
"""Why what waited for somebody was dropped: they moved."""
GOES_ON = "goes-on"
"""Why an alert of the end was dropped: a reviewer took the end back."""
HELD = "paused"
"""Why a reminder was dropped: the clocks stood still."""
YOUR_TIME = gettext_lazy("Your time ends: {moment}")
LOOKING = timedelta(seconds=90)
"""A player who used the game's visible page no longer ago than this knows what that page shows."""


class Reader(ABC):
    """The person to whom one alert goes, its game or tournament, and how they stand to each other."""

    def __init__(self, notice: Notice) -> None:
        self.notice = notice

    @property
    def user(self) -> User:
        return self.notice.user

    @property
    def game(self) -> Game:
        """The alert's game. To be asked only in kinds that are about one."""
        return self.notice.game

    @property
    def tournament(self) -> Tournament:
        """The alert's tournament. To be asked only in kinds that are about one."""
        assert self.notice.tournament is not None
        return self.notice.tournament

    @cached_property
    def seats(self) -> dict[str, Seat]:
        """The game's seats by side."""
        return {seat.side: seat for seat in self.game.seats.all()}

    @property
    def side(self) -> str:
        """The side that the reader plays; "" for somebody who plays neither."""
        return next((side for side, seat in self.seats.items() if seat.user_id == self.notice.user_id), "")

    @property
    def free_side(self) -> str:
        """The side whose seat is empty, or "" if both are taken."""
        return next((side for side, seat in self.seats.items() if seat.user_id is None), "")

    @property
    def opponent(self) -> str:
        """The name of the other player; empty if there is none."""
        others = (seat.user for seat in self.seats.values() if seat.user_id != self.notice.user_id)
        return next((user.get_username() for user in others if user is not None), "")

    @abstractmethod
    def is_said_elsewhere(self) -> bool:
        """Whether another alert of the game says that it is the reader's turn, and is sent to the same place no
        later.
        """

    def is_awaited(self) -> bool:
        """Whether the game waits for the reader."""
        return self.game.seats.filter(user=self.notice.user_id, awaited=True).exists()

    @abstractmethod
    def end_of_turn(self) -> datetime | None:
        """When the reader's time runs out, as far as that is known."""

    @abstractmethod
    def other_is_late(self) -> bool:
        """Whether the game waits for the other player, whose time is up."""

    @abstractmethod
    def ending(self) -> str:
        """How the game ended, in a sentence."""


def _read_moment(value: object) -> datetime | None:
    """Reads a moment of a row's data; None if it is none."""
    try:
        return datetime.fromisoformat(value) if isinstance(value, str) else None
    except ValueError:
        return None


def _reader_of_type(kind: type) -> Callable[[object], object]:
    """Returns a reader of a row's data that gives None for another type."""
    return lambda value: value if isinstance(value, kind) else None


_READ: MappingProxyType[object, Callable[[JsonValue], JsonValue]] = MappingProxyType(
    {str: _reader_of_type(str), int: _reader_of_type(int), bool: bool, datetime | None: _read_moment}
)
"""How a field of this type is read from JSON; None where what lies there is nothing of the kind."""


@dataclass(frozen=True, kw_only=True)
class Alert(ABC):
    """One alert: its fields are the data of its row, and nothing but what its reader may read in a mail.

    All of them have defaults: rows of older versions have less. In JSON `from_` is "from", and `took_over` is
    "took-over".
    """

    kind: ClassVar[Kind]
    """By which wish of the settings it is sent."""
    name: ClassVar[Text]
    """The name of that wish in settings and lists."""
    mark: ClassVar[str] = ""
    """The key by which rows of this class are known among those of its kind. Empty: all that no other class knows."""
    values: ClassVar[tuple[str, ...]] = ()
    """What stands under that key; empty: anything."""

    asked_for: ClassVar[bool] = False
    """Whether those alone get it who have asked for it in their settings."""
    waits: ClassVar[bool] = False
    """Whether it is due only while the game waits for its reader."""
    lasts: ClassVar[bool] = False
    """Whether it is dropped when the game ends."""
    reminds: ClassVar[bool] = False
    """Whether it is held back while the clocks stand still."""
    reaches_banned: ClassVar[bool] = False
    """Whether people who are banned get it as well."""
    pressing: ClassVar[bool] = False
    """Whether a mail highlights the deadline."""
    subject_tells_end: ClassVar[bool] = True
    """Whether the deadline stands in the subject."""
    end_comes_last: ClassVar[bool] = False
    """Whether a daily mail shows its deadline only where no other alert of the game has one."""
    tells_standing: ClassVar[bool] = True
    """Whether a mail says how the game stands."""
    tells_result: ClassVar[bool] = True
    """Whether that includes how the game ended; if the title says so, it does not."""
    speaks_for_game: ClassVar[bool] = True
    """Whether a daily mail may show it for its game."""
    said_by_turn: ClassVar[bool] = False
    """Whether a daily mail leaves it out where it says that the game waits for the reader."""
    once_a_day: ClassVar[bool] = True
    """Whether what was said is said again after a day; if not, only after the reader has been to the game."""

    # --- what every kind says for itself
    # ------------------------------------------------------------------------------------

    @abstractmethod
    def title(self, reader: Reader) -> str:
        """The alert in a sentence."""

    @abstractmethod
    def head(self, reader: Reader) -> str:
        """The beginning of the mail's subject: what is up, in a few words."""

    @abstractmethod
    def link(self, reader: Reader) -> str:
        """The URL to which it leads."""

    @abstractmethod
    def button(self, reader: Reader) -> str:
        """The text of the button that leads there."""

    @abstractmethod
    def ends(self, reader: Reader) -> datetime | None:
        """The deadline, if it has one."""

    @abstractmethod
    def why_not(self, reader: Reader, now: datetime) -> str:
        """The key of `games.alerts.words.REASONS` why it is not to be sent any more; empty if it is."""

    @abstractmethod
    def about(self, reader: Reader) -> str:
        """The names of the game's players or of the tournament.

        The same in every language: threads of mails are grouped by it.
        """

    @abstractmethod
    def mark_of_thread(self, reader: Reader) -> str:
        """Four characters that tell games of the same players, or tournaments of the same name, apart."""

    @abstractmethod
    def thread(self, reader: Reader) -> str:
        """The key shared by all mails of the same game or tournament."""

    # --- what most have in common
    # -------------------------------------------------------------------------------------------

    @property
    def wishes(self) -> tuple[Kind, ...]:
        """The wishes of the settings by which it is sent: whichever is for sooner."""
        return (self.kind,)

    @property
    def gist(self) -> str | None:
        """The key by which repeated alerts are recognized. While an alert of the same gist waits or was sent lately, no
        other is needed. None: each is sent.
        """
        return None

    @staticmethod
    def noticed(user: User, game: Game | None, since: datetime) -> bool:
        """Whether the reader has been where such alerts lead since they were told."""
        return game is not None and Visit.objects.filter(user=user, game=game, used_at__gt=since).exists()

    @property
    def says_turn(self) -> bool:
        """Whether it says that it is the reader's turn, where it is."""
        return False

    @property
    def end_in_words(self) -> Text:
        """The sentence of the deadline, with a gap for the moment."""
        return YOUR_TIME

    def which(self, reader: Reader) -> str:
        """The words behind the head of the subject: the side, the year and the turn."""
        return ""

    def ending_of_subject(self, reader: Reader, head: str) -> str:
        """The end of the subject: against whom, or the name of the tournament."""
        return self.about(reader)

    def terms(self, reader: Reader) -> str:
        """The game's or tournament's settings in words, where the mail states them."""
        return ""

    def dice(self, reader: Reader) -> str:
        """The figures of the dice quoted in the mail, so that players have them independently of the site; else ""."""
        return ""

    def dispute(self, reader: Reader) -> dict[str, str] | None:
        """The lines of a mail about a dispute; None for other alerts."""
        return None

    def seen(self, reader: Reader, visit: Visit, now: datetime) -> str:
        """The key of `REASONS` why the reader knows it already, having been at the game's page; empty if they may
        not.
        """
        alerted, shown = reader.notice.version, visit.version
        # A page whose connection is dead goes on saying that somebody is there: what it shows counts, not that it is
        # open.
        return (
            "seen"
            if now - visit.used_at < LOOKING and alerted is not None and shown is not None and shown >= alerted
            else ""
        )

    def why_sent(self, site: str) -> str:
        """The sentence at the foot of a mail that says why its reader was sent it."""
        return _("You get this mail because you play at {site}.").format(site=site)

    # --- its row
    # ------------------------------------------------------------------------------------------------------------

    @classmethod
    def knows(cls, data: JsonObject) -> bool:
        """Whether a row of this kind with these data is one of this class."""
        return not cls.mark or (data.get(cls.mark) in cls.values if cls.values else cls.mark in data)

    @classmethod
    def read(cls, data: JsonObject) -> Self:
        """Returns the alert of a row. What is missing or of another type has its default."""
        found = ((one.name, _READ[one.type](data.get(_json_name(one.name)))) for one in fields(cls))
        return cls(**{name: value for name, value in found if value is not None})

    def as_json(self) -> JsonObject:
        """Returns the data of its row, without what is empty."""
        said = ((_json_name(one.name), getattr(self, one.name)) for one in fields(self))
        return {key: value.isoformat() if isinstance(value, datetime) else value for key, value in said if value}


def _json_name(name: str) -> str:
    """Returns the name of a field in a row's data."""
    return name.removesuffix("_").replace("_", "-")


@dataclass(frozen=True, kw_only=True)
class AboutGame(Alert):
    """An alert about a game. `from_` is who did what it tells of."""

    from_: str = ""

    stands_in: ClassVar[bool] = False
    """Whether the reader, who has no seat, stands in the free one where the players are named."""

    def link(self, reader: Reader) -> str:
        return absolute(reverse("game", args=[reader.game.public_id]))

    def button(self, reader: Reader) -> str:
        return _("To the board") if reader.game.started_at else _("See the game")

    def by(self, reader: Reader) -> str:
        """The name of who did it, for the middle of a sentence."""
        return isolated(self.from_ or reader.opponent or _("Somebody"))

    def side(self, reader: Reader) -> str:
        """The reader's side in this game."""
        return reader.side

    def about(self, reader: Reader) -> str:
        return players_of(reader.game, reader.user.get_username() if self.stands_in else "?")

    def mark_of_thread(self, reader: Reader) -> str:
        return mark_of(reader.game)

    def thread(self, reader: Reader) -> str:
        return f"game-{reader.game.public_id.hex}"

    def terms(self, reader: Reader) -> str:
        edition = reader.game.ruleset.get("edition", CURRENT)
        return "" if edition == CURRENT else f"{capfirst(str(EDITIONS[edition]))}."

    def which(self, reader: Reader) -> str:
        """Returns side, year and turn, for the subject."""
        game, side = reader.game, self.side(reader)
        who = side_name(side) if side else ""
        if not game.started_at:
            return who
        when = _("{year} turn {turn}") if game.turn else "{year}"
        return ", ".join(filter(None, (who, unbroken(when.format(year=game.year, turn=game.turn)))))

    def ending_of_subject(self, reader: Reader, head: str) -> str:
        name = reader.opponent
        if not name or not self.side(reader):
            return self.about(reader)
        if isolated(name) in head:
            return ""
        # Translators: the end of a mail's subject: against whom
        return _("against {name}").format(name=isolated(name))


def commitment(game: Game) -> str:
    """Returns the figures of the dice that a mail quotes when a game begins."""
    if not game.commitment:
        return ""
    sentence = _(
        "The dice of this game are settled, though nobody can see them yet. Their fingerprint: {commitment}. Keep this"
        " mail: at the end it shows that they were not changed."
    )
    return sentence.format(commitment=game.commitment)


def players_of(game: Game, nobody: str = "?") -> str:
    """The two players' names, that of the Franks first; `nobody` for a free seat."""
    seats = {seat.side: seat for seat in game.seats.all()}
    users = [seats[side].user for side in SIDES if side in seats]
    return " – ".join(isolated(user.get_username() if user else nobody) for user in users)


def mark_of(game: Game) -> str:
    """Four characters that tell two games of the same players apart."""
    return game.public_id.hex[:4].upper()
