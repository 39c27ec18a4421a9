"""Paces: the clock figures a game is created with.

A game has some 150 to 200 hand-overs, so each side is asked some 90 times. A *turn* here is the time from the moment
the game comes to wait for a side until it waits for it no more.
"""

from dataclasses import dataclass
from datetime import timedelta

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from games.models.clock import PaceName
from games.shapes import Text

NAMES: dict[str, Text] = {
    PaceName.LIVE: pgettext_lazy("pace", "live"),
    PaceName.FAST: pgettext_lazy("pace", "fast"),
    PaceName.SLOW: pgettext_lazy("pace", "slow"),
    PaceName.FRIENDLY: pgettext_lazy("pace", "friendly"),
}
ADVICE: dict[str, Text] = {
    PaceName.LIVE: gettext_lazy("Both sit at the board: a game of one evening."),
    PaceName.FAST: gettext_lazy("You look in several times a day: a game of a few weeks."),
    PaceName.SLOW: gettext_lazy("You look in about once a day: a game of some months."),
    PaceName.FRIENDLY: gettext_lazy("No clock: whoever is asked takes the time they need."),
}


@dataclass(frozen=True, slots=True)
class Pace:
    """`reserve` is there at the start, `increment` is added after each turn, up to `cap`.

    Without a clock all three are nothing.

    `gift` is what one player gives another at once, `notice` how long before its end the end of a pause is told, and
    `again` when an offer that was declined may be made once more.
    """

    name: str
    reserve: timedelta
    increment: timedelta
    cap: timedelta
    gift: timedelta
    notice: timedelta
    again: timedelta
    vacation: bool
    clocked: bool = True
    """Whether the pace has clocks at all."""


DAY, HOUR, MINUTE, NOTHING = timedelta(days=1), timedelta(hours=1), timedelta(minutes=1), timedelta(0)
PACES: dict[str, Pace] = {
    pace.name: pace
    for pace in (
        Pace(PaceName.LIVE, 40 * MINUTE, MINUTE, 60 * MINUTE, 10 * MINUTE, 5 * MINUTE, 10 * MINUTE, vacation=False),
        Pace(PaceName.FAST, 2 * DAY, 6 * HOUR, 4 * DAY, DAY, DAY, DAY, vacation=True),
        Pace(PaceName.SLOW, 7 * DAY, DAY, 14 * DAY, 3 * DAY, DAY, DAY, vacation=True),
        Pace(PaceName.FRIENDLY, NOTHING, NOTHING, NOTHING, NOTHING, DAY, DAY, vacation=True, clocked=False),
    )
}


def pace_name(name: str) -> str:
    """The name of a pace, in the active language."""
    return str(NAMES.get(name, name))


def describe(name: str) -> str:
    """The figures in words: "2 days, 6 hours more after each turn, 4 days at most"."""
    pace = PACES[name]
    if not pace.clocked:
        return _("no clock")
    return _("{reserve}, {increment} more after each turn, {cap} at most").format(
        reserve=in_words(pace.reserve), increment=in_words(pace.increment), cap=in_words(pace.cap)
    )


def in_words(time: timedelta) -> str:
    """A length of time by its largest two units: "2 days, 3 hours", "40 minutes", "less than a minute"."""
    minutes = int(time / MINUTE)
    days, hours, minutes = minutes // 1440, minutes // 60 % 24, minutes % 60
    parts = [
        ngettext("{count} day", "{count} days", days).format(count=days) if days else "",
        ngettext("{count} hour", "{count} hours", hours).format(count=hours) if hours else "",
        ngettext("{count} minute", "{count} minutes", minutes).format(count=minutes) if minutes and not days else "",
    ]
    return ", ".join(part for part in parts if part) or _("less than a minute")
