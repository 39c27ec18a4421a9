"""The end of a round: who loses a game that is not over by then, who gets more time first, and until when.

Whom the game waits for at that minute decides nothing. The time decides that each side used in the whole game, less what stopped its
clock; and nobody is judged who was asked for less than the fair time.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from games.timekeeping.calendars import NOTHING, Calendar

FAIR = timedelta(days=1)
"""What whoever is asked when a round ends has in all, and by how much one side must have used more than the other to lose by that."""


@dataclass(frozen=True, slots=True)
class SideTime:
    """What one side has used. `asked` as everybody may know; `before` is what it had used before the turn in which the round's end found
    it, or before it was asked next.
    """

    used: timedelta
    asked: bool
    before: timedelta

    @property
    def had(self) -> timedelta:
        """What it has had of the fair time."""
        return max(self.used - self.before, NOTHING)

    @property
    def left(self) -> timedelta:
        """What it still has of it."""
        return max(FAIR - self.had, NOTHING)


def is_decided(sides: Iterable[SideTime]) -> bool:
    """Whether everybody whom the game waits for has had the fair time since the end of the round. Each side has it once."""
    return all(side.left == NOTHING for side in sides if side.asked)


def loser(used: Mapping[str, timedelta]) -> str:
    """The side that used more time, by the fair time at least; empty where both used about as much."""
    (one, first), (other, second) = used.items()
    if abs(first - second) < FAIR:
        return ""
    return one if first > second else other


def due_at(calendar: Calendar, since: datetime, planned: datetime) -> datetime:
    """When something is due that was planned at a moment for another, as far as the calendar knows what stops it."""
    return max(planned, calendar.after(since, planned - since))
