"""Sentences of the site's own about time, offers and endings. `games.words` reads their gaps."""

from datetime import date, datetime, timedelta

from django.utils import formats, timezone, translation
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.models.game import OTHER
from games.paces import in_words
from games.shapes import Ended, Text

SENTENCES: dict[str, tuple[Text, ...]] = {
    "pause-offered": (_("{side} offered a pause."),),
    "pause-declined": (_("{side} declined the pause."),),
    "pause-withdrawn": (_("{side} withdrew the offer of a pause."),),
    "pause-begun": (_("{side} agreed to a pause. The clocks stand still."),),
    "pause-ended": (_("{side} ended the pause. The clocks run from {until}."),),
    "pause-over": (_("The time of the round was over, and the pause with it. The clocks run."),),
    "site-away": (_("The site was away from {since} until {until}, and no clock counts that time."),),
    "game-held": (
        _(
            "The rules of the site have changed. Nobody can move until this game goes on under them; the clocks stand"
            " still."
        ),
    ),
    "game-released": (_("The game can be played again. The clocks run."),),
    "pause-lapsed": (_("The offer of a pause by {side} no longer stands."),),
    "end-lapsed": (_("The offer of {side} to end the game no longer stands."),),
    "annul-lapsed": (_("The wish of {side} to annul the game no longer stands."),),
    "resign-lapsed": (_("The offer of {side} to resign no longer stands."),),
    "more-time-lapsed": (_("{side} no longer ask for more time."),),
    "agreed-pause-lapsed": (_("The agreed pause is over. The clocks run from {until}."),),
    "agreed-computer-lapsed": (
        _("The agreement that the computer may play on no longer stands: when time is up, the win can be claimed."),
    ),
    "end-offered": (_("{side} offered to end the game without a winner."),),
    "end-declined": (_("{side} declined to end the game."),),
    "end-withdrawn": (_("{side} withdrew the offer to end the game."),),
    "annul-offered": (_("{side} asked to annul the game."),),
    "annul-declined": (_("{side} declined to annul the game."),),
    "annul-withdrawn": (_("{side} no longer asked to annul the game."),),
    "resign-offered": (_("{side} hold the game for lost and offered to resign."),),
    "resign-declined": (_("{side} declined the resignation: the game goes on."),),
    "resign-withdrawn": (_("{side} no longer offered to resign."),),
    "resignation-accepted": (_("{side} accepted the resignation of {loser}."),),
    "more-time-offered": (_("{side} asked for more time."),),
    "more-time-declined": (_("{side} declined to give more time."),),
    "more-time-withdrawn": (_("{side} no longer asked for more time."),),
    "time-given": (_("{side} gave more time to {loser}: {amount}."),),
    "time-granted": (_("A reviewer gave more time to {loser}: {amount}."),),
    "time-ran-out": (_("The time of {side} is up."),),
    "time-claimed": (_("{side} claimed the win: the time of {loser} was up."),),
    "taken-over": (
        _("{side} called the computer: the time of {loser} was up. It plays on for them, and the game is unrated."),
    ),
    "game-agreed": (_("{side} agreed: the game ended without a winner."),),
    "annulled-late": (_("{side} had the game annulled: the time of {loser} was up."),),
    "annulled-by-consent": (_("{side} agreed: the game was annulled."),),
    "annulled-untouched": (_("The game was annulled: nobody had done anything for a long time."),),
    "annulled-by-staff": (_("A reviewer annulled the game: {reason}"), _("A reviewer annulled the game.")),
    "game-closed": (_("The game was closed: nobody had done anything for a long time."),),
    "close-announced": (
        _("Nobody has done anything for a long time. Unless that changes, the game will be closed after {until}."),
    ),
    "result-set": (
        _("A reviewer set the result. {winner} won: {reason}"),
        _("A reviewer set the result. Nobody won: {reason}"),
        _("A reviewer set the result."),
    ),
    "game-restored": (_("A reviewer restored the game: {reason}"), _("A reviewer restored the game.")),
    "brought-here": (_("The game goes on here: it was brought from another site."),),
    "rules-moved": (_("The rules of the site were corrected. This game goes on under version {version}."),),
    "rules-moved-on": (
        _(
            "The rules of the site were corrected. This game goes on under version {version}, from its last die, draw"
            " or hand-over."
        ),
    ),
    "clocks-frozen:reported": (_("A problem was reported. The clocks stand still."),),
    "clocks-frozen": (_("{side} reported a problem. The clocks stand still."), _("A reviewer stopped the clocks.")),
    "clocks-resumed": (_("The clocks run again."),),
    "vacation-announced": (_("{side} will be away from {since} until {until}."),),
    "vacation-begun": (_("{side} went on vacation until {until}."),),
    "vacation-ended": (_("{side} came back from vacation."),),
    "vacation-canceled": (_("{side} will not be away from {since} after all."),),
}

# By the ending, and where it matters by the reason.
ENDINGS: dict[str, Text] = {
    "victory-cities": _("The game is over: {winner} hold most of the seven cities and win."),
    "sudden-death": _("The game is over: {winner} hold all seven cities and win."),
    "resignation": _("The game is over: {loser} resigned, {winner} win."),
    "time-out": _("The game is over: the time of {loser} was up, and {winner} claimed the win."),
    "agreed": _("The game is over: the players agreed to end it without a winner."),
    "annulled": _("The game was annulled by a reviewer: {reason}"),
    "annulled:dispute": _("The game was annulled by a reviewer."),
    "ruling": _("The game is over: a reviewer decided that {winner} win."),
    "ruling:nobody": _("The game is over: a reviewer decided that nobody wins."),
    "annulled:late": _("The game was annulled by {name}: the opponent's time was up."),
    "annulled:consent": _("The game was annulled: the players agreed on that."),
    "annulled:untouched": _("The game was annulled: nobody had done anything for a long time."),
    "closed": _("The game was closed: nobody had done anything for a long time."),
}
# The same in two words, for lists.
SHORT: dict[str, Text] = {
    "victory-cities": pgettext_lazy("ending", "victory cities"),
    "sudden-death": pgettext_lazy("ending", "sudden death"),
    "resignation": pgettext_lazy("ending", "resignation"),
    "time-out": pgettext_lazy("ending", "time ran out"),
    "agreed": pgettext_lazy("ending", "agreed, no winner"),
    "annulled": pgettext_lazy("ending", "annulled"),
    "closed": pgettext_lazy("ending", "closed"),
    "ruling": pgettext_lazy("ending", "decided by a reviewer"),
}


# Why a clock stands still though the game waits.
STOPPED: dict[str, Text] = {
    "pause": pgettext_lazy("clock", "paused"),
    "freeze": pgettext_lazy("clock", "frozen"),
    "held": pgettext_lazy("clock", "held"),
    "outage": pgettext_lazy("clock", "site away"),
    "weekend": pgettext_lazy("clock", "weekend"),
    "vacation": pgettext_lazy("clock", "vacation"),
}


def ending_template(how: str, why: str) -> Text | None:
    """The sentence for a way in which a game ended; None for one that has none."""
    if how == "annulled" and not why:
        why = "dispute"  # the sentence without words of the reviewer
    return ENDINGS.get(f"{how}:{why}") or ENDINGS.get(how)


def loser_of(result: Ended) -> str:
    """The side that lost; empty for a game without a winner."""
    return OTHER.get(result.get("winner") or "", "")


def read_moment(value: str) -> str:
    """A moment by the reader's clock."""
    return date_and_time(datetime.fromisoformat(value))


def date_and_time(moment: datetime) -> str:
    """Returns a date and a time of day, the month in words, in the reader's time zone."""
    return _with_ordinal(formats.date_format(timezone.localtime(moment), "DATETIME_FORMAT"))


def date_and_time_in_short(moment: datetime) -> str:
    """Returns a date and a time of day in figures, in the reader's time zone."""
    return formats.date_format(timezone.localtime(moment), "SHORT_DATETIME_FORMAT")


def day_in_words(day: date) -> str:
    """A day with its month's name: 25 novembre 2026."""
    return _with_ordinal(formats.date_format(day, "DATE_FORMAT"))


def _with_ordinal(said: str) -> str:
    """Writes the first day of a month as French has it: 1er janvier."""
    return f"1er{said[1:]}" if translation.get_language() == "fr" and said.startswith("1 ") else said


def read_amount(seconds: int) -> str:
    """An amount of time, given in seconds, in words."""
    return in_words(timedelta(seconds=seconds))
