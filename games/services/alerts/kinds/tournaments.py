"""Alerts of tournaments and ladders that are about no game."""

from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.letters import isolated
from games.links import absolute
from games.models import Challenge, Pairing, Visit
from games.services.alerts.kinds.base import Alert, Kind, Reader
from games.shapes import Text

HEADS: dict[str, Text] = {
    "challenged": gettext_lazy("{from} challenges you"),
    "answer-soon": gettext_lazy("Reminder: {from} challenges you"),
    "late": gettext_lazy("Reminder: your game waits for you"),
    "ends-soon": gettext_lazy("Reminder: the time of your game ends soon"),
    "overtime": gettext_lazy("Last day: your game waits for you"),
    "overtime-other": gettext_lazy("Last day: your game waits for your opponent"),
    "grace": gettext_lazy("A game that stands still has more time"),
    "away": gettext_lazy("{from} will be on vacation"),
    "paused": gettext_lazy("A game was paused"),
    "declined": gettext_lazy("{from} declined your challenge"),
    "unanswered": gettext_lazy("{from} did not answer your challenge"),
    "place-lost": gettext_lazy("Your time to answer {from} is over"),
    "bye": gettext_lazy("You have a bye in round {round}"),
    "rest": gettext_lazy("You rest in round {round}"),
    "end": gettext_lazy("Tournament over, your rank: {rank}"),
    "canceled": gettext_lazy("Tournament canceled"),
    "closed": gettext_lazy("Ladder closed"),
    "moved-up": gettext_lazy("You have a place"),
    "replaced": gettext_lazy("Your place went to another player"),
    "took-over": gettext_lazy("You have taken over a place"),
    "result-changed": gettext_lazy("A result that counted was changed"),
}
TITLES: dict[str, Text] = {
    "challenged": gettext_lazy(
        "{from} challenges you to a game about your place in the ladder. Accept it, or your place is lost."
    ),
    "answer-soon": gettext_lazy(
        "{from} has challenged you and still waits for your answer. Without one your place is lost."
    ),
    "late": gettext_lazy(
        "Your game waits for you, and its time in the tournament ends soon. If it is not over then, the side that used"
        " more time loses it in the tournament."
    ),
    "ends-soon": gettext_lazy(
        "The time of your game in the tournament ends soon. If it is not over then, the side that used more time loses"
        " it in the tournament. Now it waits for your opponent."
    ),
    "overtime": gettext_lazy(
        "The time of your game in the tournament is over. It has waited for you for less than a day, so it goes on"
        " until it has waited for a day. Then the side that used more time loses it in the tournament."
    ),
    "overtime-other": gettext_lazy(
        "The time of your game in the tournament is over. It has waited for your opponent for less than a day, so it"
        " goes on until it has waited for a day. Then the side that used more time loses it in the tournament."
    ),
    "grace": gettext_lazy(
        "The time of a game in the tournament is over, but it stands still by a pause or a vacation: it has the days of"
        " grace."
    ),
    "away": gettext_lazy(
        "{from} has planned a vacation past the end of the time of a game of theirs. If it stands still then, it has"
        " the days of grace."
    ),
    "paused": gettext_lazy(
        "Two players have paused their game. If it still is paused when its time ends, it has the days of grace."
    ),
    "declined": gettext_lazy("{from} has declined your challenge. You take their place in the ladder."),
    "unanswered": gettext_lazy("{from} has not answered your challenge in time. You take their place in the ladder."),
    "place-lost": gettext_lazy(
        "You have not answered the challenge of {from} in time. They take your place in the ladder."
    ),
    "bye": gettext_lazy("Round {round} has begun. You have a bye in it, which counts as a win."),
    "rest": gettext_lazy("Round {round} has begun. You rest in it, without points."),
    "end": gettext_lazy("The tournament is over. Your rank: {rank} of {players}."),
    "canceled": gettext_lazy("The tournament was canceled by its organizer."),
    "closed": gettext_lazy("The ladder was closed by its organizer. Places stay as they are."),
    "moved-up": gettext_lazy(
        "A place has become free: you have moved up from the waiting list and are in the tournament."
    ),
    "replaced": gettext_lazy("The organizer has given your place to a player of the waiting list. The log says why."),
    "took-over": gettext_lazy(
        "You have taken over a place in the tournament, with its points. You play from round {round}."
    ),
    "result-changed": gettext_lazy(
        "A reviewer has changed the result of the game of {from} and {other} after it had counted in your ladder."
        " Places stay as they are. If they should change, give the players other places on the page of the ladder."
    ),
}


@dataclass(frozen=True, kw_only=True)
class OfTournament(Alert):
    """Something has happened in a tournament or ladder of the reader's. `what` is a key of `TITLES`."""

    kind, name = Kind.TOURNAMENT, gettext_lazy("Tournaments and ladders: challenges, byes, the end")
    tells_standing = False
    what: str = ""
    from_: str = ""
    other: str = ""
    round: int = 0
    rests: bool = False
    rank: int = 0
    players: int = 0

    def title(self, reader: Reader) -> str:
        return self._filled(TITLES)

    def head(self, reader: Reader) -> str:
        return self._filled(HEADS)

    def _filled(self, texts: dict[str, Text]) -> str:
        what = "rest" if self.what == "bye" and self.rests else self.what
        gaps = {"from": isolated(self.from_), "other": isolated(self.other)}
        return str(texts[what]).format(**gaps, round=self.round, rank=self.rank, players=self.players)

    def link(self, reader: Reader) -> str:
        return absolute(reverse("tournament", args=[reader.tournament.public_id]))

    def button(self, reader: Reader) -> str:
        return _("To the ladder") if reader.tournament.is_ladder else _("To the tournament")

    def ends(self, reader: Reader) -> datetime | None:
        return None

    def why_not(self, reader: Reader, now: datetime) -> str:
        return ""

    def seen(self, reader: Reader, visit: Visit, now: datetime) -> str:
        return ""

    def about(self, reader: Reader) -> str:
        return isolated(reader.tournament.name)

    def mark_of_thread(self, reader: Reader) -> str:
        return reader.tournament.public_id.hex[:4].upper()

    def thread(self, reader: Reader) -> str:
        return f"tournament-{reader.tournament.public_id.hex}"


@dataclass(frozen=True, kw_only=True)
class Challenged(OfTournament):
    """Somebody challenges the reader in a ladder; the reader has until `until` to answer."""

    mark = "challenge"
    challenge: int = 0
    until: datetime | None = None

    @property
    def gist(self) -> str | None:
        return f"{self.what} {self.from_}"

    def button(self, reader: Reader) -> str:
        return _("See the challenge")

    def ends(self, reader: Reader) -> datetime | None:
        return self.until

    @property
    def end_in_words(self) -> Text:
        return gettext_lazy("Answer until: {moment}")

    def why_not(self, reader: Reader, now: datetime) -> str:
        still_open = Challenge.objects.filter(pk=self.challenge, state=Challenge.State.OPEN).exists()
        return "" if still_open else "answered"


@dataclass(frozen=True, kw_only=True)
class LateInRound(OfTournament):
    """The time of the reader's game of a round ends at `until`, or has ended and is longer for this game.

    `game` is its public id.
    """

    mark = "pairing"
    pairing: int = 0
    game: str = ""
    until: datetime | None = None

    def link(self, reader: Reader) -> str:
        return absolute(reverse("game", args=[self.game])) if self.game else super().link(reader)

    def button(self, reader: Reader) -> str:
        return _("To the board")

    def ends(self, reader: Reader) -> datetime | None:
        return self.until

    def why_not(self, reader: Reader, now: datetime) -> str:
        return "" if Pairing.objects.filter(pk=self.pairing, result="").exists() else "over"
