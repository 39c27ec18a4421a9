"""Alerts of disputes, to the two players, to somebody who took over a seat, and to reviewers."""

from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.letters import isolated
from games.links import absolute
from games.models import CaseEntry, DisputeCase, Game, Notice, User, Visit
from games.services.alerts.kinds.base import AboutGame, Kind, Reader, commitment
from games.shapes import Text
from games.words_disputes import CATEGORIES, WISHES

NEWS: dict[str, Text] = {
    "reported": gettext_lazy("{name} has reported a problem of your game. You may say how you see it."),
    "answered": gettext_lazy("{name} has written in the dispute about your game."),
    "withdrawn": gettext_lazy("{name} has withdrawn the report about your game."),
    "appealed": gettext_lazy("{name} has appealed the decision about your game."),
    "to-review": gettext_lazy("A dispute waits for a reviewer."),
    "replied": gettext_lazy("Your question in a dispute was answered."),
    "assigned": gettext_lazy("Another reviewer has given you a dispute."),
    "allowed": gettext_lazy("Another reviewer lets you review a dispute, though you are tied to one of the players."),
    "taken": gettext_lazy("A reviewer looks at the dispute about your game."),
    "merged": gettext_lazy("A reviewer looks at the dispute about your game together with another one."),
    "asked": gettext_lazy("A reviewer asks you something about your game."),
    "decided": gettext_lazy("A reviewer has decided the dispute about your game."),
    "acted": gettext_lazy("A reviewer has done something in the dispute about your game."),
}
ACTED: dict[str, Text] = {
    "freeze": gettext_lazy("A reviewer has stopped the clocks of your game."),
    "resume": gettext_lazy("A reviewer lets the clocks of your game go on."),
    "time": gettext_lazy("A reviewer has granted time in your game."),
    "restore": gettext_lazy("A reviewer has restored your game: it goes on."),
    "rewind": gettext_lazy("A reviewer has taken your game back to an earlier moment."),
    "result": gettext_lazy("A reviewer has set the result of your game."),
    "annul": gettext_lazy("A reviewer has annulled your game."),
    "replace": gettext_lazy("A reviewer has replaced a player of your game."),
    "warn": gettext_lazy("A reviewer has warned a player of your game."),
    "mute": gettext_lazy("A reviewer has muted a player of your game."),
    "mute-lifted": gettext_lazy("A reviewer lets a player of your game write again."),
    "suspend": gettext_lazy("A reviewer has suspended a player of your game."),
    "suspend-lifted": gettext_lazy("A reviewer lets a player of your game play again."),
    "ban": gettext_lazy("A reviewer has banned a player of your game from the site."),
    "ban-lifted": gettext_lazy("A reviewer has lifted the ban of a player of your game."),
    "answer": gettext_lazy("A reviewer has answered in the dispute about your game."),
}
# The same to whom it was done.
DONE_TO_YOU: dict[str, Text] = {
    "time": gettext_lazy("A reviewer has granted you time."),
    "replace": gettext_lazy("A reviewer has given your seat to somebody else."),
    "warn": gettext_lazy("A reviewer has warned you."),
    "mute": gettext_lazy("A reviewer has muted you: you cannot write to anybody for a while."),
    "mute-lifted": gettext_lazy("A reviewer lets you write again."),
    "suspend": gettext_lazy("A reviewer has suspended you: you cannot play for a while."),
    "suspend-lifted": gettext_lazy("A reviewer lets you play again."),
    "ban": gettext_lazy(
        "A reviewer has banned you from the site, without an end. You can log in to read why, to appeal, and to resign"
        " your games."
    ),
    "ban-lifted": gettext_lazy("A reviewer has lifted your ban: the site is open to you again."),
}
HEADS: dict[str, Text] = {
    "reported": gettext_lazy("{name} reported a problem"),
    "answered": gettext_lazy("{name} wrote in the dispute"),
    "withdrawn": gettext_lazy("{name} withdrew the report"),
    "appealed": gettext_lazy("{name} appealed"),
    "to-review": gettext_lazy("Dispute to review"),
    "replied": gettext_lazy("Your question was answered"),
    "assigned": gettext_lazy("Dispute given to you"),
    "allowed": gettext_lazy("You may review a dispute"),
    "taken": gettext_lazy("A reviewer looks at your dispute"),
    "merged": gettext_lazy("A reviewer looks at your dispute"),
    "asked": gettext_lazy("A reviewer asks you something"),
    "decided": gettext_lazy("Dispute decided"),
    "acted": gettext_lazy("A reviewer acted in your dispute"),
}
BY_PLAYERS = ("reported", "answered", "withdrawn", "appealed")
"""What the other player does, as often as they like."""
GOING_ON = ("restore", "rewind")
"""Acts of a reviewer after which the game goes on: its alert also says whose move it is."""
BY_REVIEWERS = (CaseEntry.Kind.ACT, CaseEntry.Kind.DECISION, CaseEntry.Kind.QUESTION)


@dataclass(frozen=True, kw_only=True)
class Dispute(AboutGame):
    """There is news in a dispute about the reader's game.

    `news` is a key of `NEWS`; `act`, if a reviewer did something, one of `ACTED`; `you` says that it was done to the
    reader. Who took over a seat after the report is no party: theirs has no `case`.
    """

    kind, name = Kind.DISPUTE, gettext_lazy("Disputes")
    reaches_banned, subject_tells_end, end_comes_last = True, False, True
    case: int = 0
    news: str = ""
    act: str = ""
    you: bool = False
    until: datetime | None = None
    """Until when the decision may be appealed."""

    def title(self, reader: Reader) -> str:
        template = (
            (self.you and DONE_TO_YOU.get(self.act)) or ACTED.get(self.act) or NEWS.get(self.news) or NEWS["acted"]
        )
        said = [str(template).format(name=self.by(reader))]
        if self.act and self.news == "decided":  # an act can settle the dispute, or be one on the way
            said.append(_("That settles the dispute."))
        return " ".join(said)

    def head(self, reader: Reader) -> str:
        said = str(HEADS.get(self.news, HEADS["acted"])).format(name=isolated(self.from_ or _("Somebody")))
        case = self._case(reader)
        return f"{said} ({CATEGORIES[case.category]} / {WISHES[case.wish]})" if case else said

    def link(self, reader: Reader) -> str:
        return absolute(reverse("dispute", args=[self.case])) if self.case else super().link(reader)

    def button(self, reader: Reader) -> str:
        return _("See the dispute")

    def ends(self, reader: Reader) -> datetime | None:
        granted = self.act == "time" and self.you
        return reader.end_of_turn() if self.until is None and granted else self.until

    @property
    def says_turn(self) -> bool:
        return self.act in GOING_ON

    @property
    def end_in_words(self) -> Text:
        return gettext_lazy("Either of you may appeal until: {moment}") if self.until else super().end_in_words

    @property
    def gist(self) -> str | None:
        return f"{self.news} {self.from_}" if self.news in BY_PLAYERS else None

    @staticmethod
    def noticed(user: User, game: Game | None, since: datetime) -> bool:
        wrote = CaseEntry.objects.filter(case__game=game, author=user, created_at__gt=since).exists()
        return wrote or AboutGame.noticed(user, game, since)

    def why_not(self, reader: Reader, now: datetime) -> str:
        case = self._case(reader)
        was_withdrawn = case is not None and case.entries.filter(kind=CaseEntry.Kind.WITHDRAWN).exists()
        if was_withdrawn and self.news in ("reported", "answered", "to-review", "taken"):
            return "withdrawn"
        # Who was never told of the report need not hear that it is gone.
        if self.news == "withdrawn" and case is not None and not self._was_told(reader, case):
            return "withdrawn"
        return ""

    @staticmethod
    def _was_told(reader: Reader, case: DisputeCase) -> bool:
        """Whether the reader was sent an earlier alert of the case."""
        earlier = Notice.objects.filter(
            user=reader.user, game=reader.game, kind=Kind.DISPUTE, target=reader.notice.target_id
        )
        return earlier.filter(
            data__news__in=("reported", "taken", "asked"), data__case=case.pk, state=Notice.State.SENT
        ).exists()

    def seen(self, reader: Reader, visit: Visit, now: datetime) -> str:
        return ""  # a player who looks at the board has not yet read what was written or decided

    def dice(self, reader: Reader) -> str:
        # A game that was over and goes on has new dice.
        return commitment(reader.game) if self.act in GOING_ON and reader.game.past_dice else ""

    def dispute(self, reader: Reader) -> dict[str, str] | None:
        """The dispute's category, and for a party what the reviewer wrote.

        What players write in a dispute stays on the site: to whom it is sent by mail their writer has not agreed.
        """
        case = self._case(reader)
        if case is None:
            return None
        said = _("The report: {category}. Asked for: {wish}.").format(
            category=case.get_category_display(), wish=case.get_wish_display()
        )
        return {"about": said, "reason": self._reason(reader, case)}

    def _reason(self, reader: Reader, case: DisputeCase) -> str:
        """Returns what the reviewer wrote for the parties."""
        entry = CaseEntry.objects.filter(
            case=case, pk=reader.notice.turn, for_parties=True, kind__in=BY_REVIEWERS
        ).first()
        return entry.text if entry is not None else ""

    def _case_number(self) -> int:
        return self.case

    def _case(self, reader: Reader) -> DisputeCase | None:
        """Returns the alert's dispute, if it is about the alert's game."""
        return (
            DisputeCase.objects.filter(pk=self._case_number(), game=reader.game).first()
            if self._case_number()
            else None
        )


@dataclass(frozen=True, kw_only=True)
class ToReview(Dispute):
    """There is news in a dispute for the reader, who reviews it or may."""

    mark = "review"
    review: int = 0

    def link(self, reader: Reader) -> str:
        return absolute(reverse("review-case", args=[self.review])) if self.review else super().link(reader)

    def why_sent(self, site: str) -> str:
        return _("You get this mail because you review disputes at {site}.").format(site=site)

    def _reason(self, reader: Reader, case: DisputeCase) -> str:
        return ""

    def _case_number(self) -> int:
        return self.review
