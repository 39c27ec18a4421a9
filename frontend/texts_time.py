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
    "clock-weekend": pgettext_lazy("clock", "weekend"),
    "clock-vacation": pgettext_lazy("clock", "vacation"),
    "away-until": _("vacation until {day}"),
    "all-pause": _("The game is paused. The clocks stand still; whoever wants to may play on."),
    "all-freeze": _("A problem was reported. The clocks stand still."),
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
    "offer-resign": _("The computer holds its game for lost. Accept, and you have won; decline, and it plays on to the end."),
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
