"""The end of a round: who loses an unfinished game, who gets more time first, and until when.

Whom the game waits for at that minute decides nothing. The time decides that each side used in the whole game, less
what stopped its clock; and nobody is judged who was asked for less than the fair time.
"""

import enum
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from games.timekeeping.calendars import NOTHING, Calendar

FAIR = timedelta(days=1)
"""The time in all of the side that is asked when a round ends, and by how much one side must have used more than the
other to lose by that.
"""


@dataclass(frozen=True, slots=True)
class SideTime:
    """The time one side has used of a round. `asked` is what everybody may know. `before` is what it had used before
    the turn in which the round's end found it, or before it was asked next.
    """

    used: timedelta
    asked: bool
    before: timedelta

    @property
    def had(self) -> timedelta:
        """The part of the fair time that the side has used since the round's end."""
        return max(self.used - self.before, NOTHING)

    @property
    def left(self) -> timedelta:
        """The part of the fair time that the side has left."""
        return max(FAIR - self.had, NOTHING)


def is_decided(sides: Iterable[SideTime]) -> bool:
    """Whether every side that the game waits for has had the fair time since the round's end.

    Each side has it once.
    """
    return all(side.left == NOTHING for side in sides if side.asked)


def loser(used: Mapping[str, timedelta]) -> str:
    """The side that used more time, by the fair time at least; empty where both used about as much."""
    (one, first), (other, second) = used.items()
    if abs(first - second) < FAIR:
        return ""
    return one if first > second else other


class Step(enum.Enum):
    """The action due for a game whose round may be over."""

    WAIT = enum.auto()
    """Nothing for now."""
    GRACE = enum.auto()
    """Its players have stopped it: extend its time by the grace, and note what both sides have used."""
    END_PAUSE = enum.auto()
    """The grace is over as well: its clocks run from now on."""
    BEGIN_OVERTIME = enum.auto()
    """Save the time that each side had used before its present turn, and tell both that the round is over."""
    DECIDE = enum.auto()
    """The side that used more time loses (`loser`)."""


STAFF_STOPS = ("freeze", "held")
"""What stops a game without its players: it is not judged before it goes on, however long that takes."""


def next_step(
    now: datetime, end: datetime, *, stopped: str, away: bool, grace_until: datetime, extended_to: datetime | None,
    sides: Collection[SideTime] | None,
) -> Step:  # fmt: skip
    """Says what is to be done now with a game whose round ends, or ended, at a moment.

    To be asked again after each step but `WAIT`.

    `stopped` says why all clocks of the game stand still; `away` whether somebody is on vacation whom it waits for;
    `sides` is None until it was noted what both had used.
    """
    if now < end or stopped in STAFF_STOPS:
        return Step.WAIT
    if sides is None and (stopped or away) and grace_until > end:
        return Step.GRACE
    if extended_to is not None and now < extended_to:
        return Step.WAIT
    if stopped:
        return Step.END_PAUSE
    if sides is None:
        return Step.BEGIN_OVERTIME
    return Step.DECIDE if is_decided(sides) else Step.WAIT


def due_at(calendar: Calendar, since: datetime, planned: datetime) -> datetime:
    """Returns the later of a planned moment and that moment moved on by what stopped the calendar since."""
    return max(planned, calendar.after(since, planned - since))
