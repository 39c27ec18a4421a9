"""The texts of the clocks, of offers and of claims, for the scripts of the game page."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from frontend.texts_plural import plural

TIME_TEXTS: dict[str, Any] = {
    "clock-of": _("time left of the {side}: {time}"),
    "days-and": pgettext_lazy("clock", "{days} d {time}"),
    "count-days": plural("{count} day", "{count} days"),
    "count-hours": plural("{count} hour", "{count} hours"),
    "count-minutes": plural("{count} minute", "{count} minutes"),
    "less-than-a-minute": _("less than a minute"),
    "time-ends": _("The time ends: {moment}"),
    "clock-pause": pgettext_lazy("clock", "paused"),
    "clock-freeze": pgettext_lazy("clock", "frozen"),
    "clock-held": pgettext_lazy("clock", "held"),
    "clock-outage": pgettext_lazy("clock", "site away"),
    "clock-weekend": pgettext_lazy("clock", "weekend"),
    "clock-vacation": pgettext_lazy("clock", "vacation"),
    "away-until": _("vacation until {day}"),
    "all-pause": _("The game is paused. The clocks stand still; whoever wants to may play on."),
    "all-freeze": _("A problem was reported. The clocks stand still."),
    "all-held": _(
        "The rules of the site have changed: nobody can move until this game goes on under them. The clocks stand"
        " still."
    ),
    "round-of": _("round {number} of {name}"),
    "round-runs": _("Time of the game, {name}: until {moment}"),
    "round-grace": _("Time of the game, {name}: it stood still at the end, and has until {moment}"),
    "round-last-day": _("Time of the game, {name}: it is over. Whoever the game waits for has until {moment}"),
    "round-used": _("{side}: {time} used"),
    "round-decides": _(
        "If the game is not over then, the side that used more by a day or more loses it in the tournament."
    ),
    "due-clock": _("Due first: the time of the {side} ends {moment}."),
    "due-vacation": _("Due first: the vacation of the {side} ends {moment}."),
    "due-pause": _("Due first: the pause ends {moment}."),
    "due-round": _("Due first: the time in the tournament ends {moment}."),
    "due-grace": _("Due first: the days of grace end {moment}."),
    "due-last-day": _("Due first: the last day ends {moment}."),
    "paused-until": _("The pause ends {moment}. Then the clocks run again."),
    "end-pause": _("End the pause, with {notice} of notice"),
    "time-is-up": _("The time of your opponent is up."),
    "time-is-up-hint": _("Until you decide they may still move, and a move that comes first counts."),
    "claim-win": _("Claim the win …"),
    "claim-computer": _("Let the computer play on …"),
    "claim-annul": _("Annul the game …"),
    "give-time": _("Give {gift} more"),
    "accept": _("Accept"),
    "decline": _("Decline"),
    "withdraw-offer": _("Take the offer back"),
    "offer-pause": _("Your opponent offers a pause."),
    "offer-more-time": _("Your opponent asks for more time."),
    "offer-end": _("Your opponent offers to end the game without a winner."),
    "offer-annul": _("Your opponent asks to annul the game: it would count for nobody."),
    "offer-resign": _(
        "The computer holds its game for lost. Accept, and you have won; decline, and it plays on to the end."
    ),
    "offered-pause": _("You have offered a pause."),
    "offered-more-time": _("You have asked for more time."),
    "offered-end": _("You have offered to end the game without a winner."),
    "offered-annul": _("You have asked to annul the game."),
    "make-pause": _("Offer a pause"),
    "make-more-time": _("Ask for more time"),
    "make-end": _("Offer to end without a winner …"),
    "make-annul": _("Ask to annul the game …"),
    "ask-end": _("Offer to end the game?"),
    "ask-end-hint": _("If your opponent accepts, the game is over and nobody has won."),
    "ask-annul": _("Ask to annul the game?"),
    "ask-annul-hint": _("If your opponent accepts, the game is over and counts for nobody."),
    "ask-accept-end": _("End the game without a winner?"),
    "ask-accept-end-hint": _("The game is over then. This cannot be taken back."),
    "ask-accept-annul": _("Annul the game?"),
    "ask-accept-annul-hint": _("The game is over then and counts for nobody. This cannot be taken back."),
    "ask-claim-win": _("Claim the win?"),
    "ask-claim-win-hint": _("The game is over then, and you have won on time. You could also give more time."),
    "ask-claim-computer": _("Let the computer play on?"),
    "ask-claim-computer-hint": _(
        "It takes the side of your opponent for the rest of the game, which is then unrated. They cannot come back."
    ),
    "ask-claim-annul": _("Annul the game?"),
    "ask-claim-annul-hint": _("The game is over then and counts for nobody, though you could claim the win."),
}
