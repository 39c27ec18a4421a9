"""The alert of a day's decision, for those who have asked for it."""

from dataclasses import dataclass
from datetime import date, datetime

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.links import absolute
from games.models import ExerciseAttempt, Visit
from games.services.alerts.kinds.base import Alert, Kind, Reader
from games.words_analysis import EXERCISES, moment_in_words


@dataclass(frozen=True, kw_only=True)
class DecisionOfDay(Alert):
    """The exercise of a day (UTC): `what` it is, and when in a game."""

    kind, name = Kind.DECISION, gettext_lazy("A decision a day, at the hour of the daily digest")
    asked_for = True
    tells_standing = False
    day: str = ""
    what: str = ""
    year: int = 0
    turn: int = 0
    phase: str = ""
    town: str = ""

    def title(self, reader: Reader) -> str:
        said = _("Today’s decision: {what}. Decide it on the board, and hear what the king would have done.")
        return said.format(what=self._kind_and_moment())

    def head(self, reader: Reader) -> str:
        return _("Today’s decision")

    def which(self, reader: Reader) -> str:
        return self._kind_and_moment()

    def _kind_and_moment(self) -> str:
        """Returns kind and moment of the exercise in words."""
        kind = EXERCISES.get(self.what)
        moment = moment_in_words(self.year, self.turn, self.phase, self.town or None) if self.phase else ""
        return ", ".join(filter(None, (str(kind) if kind is not None else "", moment)))

    def link(self, reader: Reader) -> str:
        return absolute(reverse("decision-of-day", args=[self.day]) if self.day else reverse("decision"))

    def button(self, reader: Reader) -> str:
        return _("Decide")

    def ends(self, reader: Reader) -> datetime | None:
        return None

    def why_not(self, reader: Reader, now: datetime) -> str:
        try:
            day = date.fromisoformat(self.day)
        except ValueError:
            return "lapsed"
        if day != timezone.now().date():
            return "lapsed"
        decided = ExerciseAttempt.objects.filter(person=reader.user, of_the_day=True, day=day).exists()
        return "answered" if decided else ""

    def seen(self, reader: Reader, visit: Visit, now: datetime) -> str:
        return ""

    def about(self, reader: Reader) -> str:
        return "Crusader Rex"

    def mark_of_thread(self, reader: Reader) -> str:
        return self.day[5:].replace("-", "")

    def thread(self, reader: Reader) -> str:
        return "decision"

    def ending_of_subject(self, reader: Reader, head: str) -> str:
        return ""

    def why_sent(self, site: str) -> str:
        return _("You get this mail because you have asked for it at {site}.").format(site=site)
