"""What offers between players and the ends they agree on refuse."""

from django.utils.translation import gettext_lazy as _

from games.errors import Refused


class TakeOverAgreed(Refused):
    code = "take-over-agreed"
    detail = _(
        "It was agreed that the computer plays on when time is up: call the computer, give more time, or annul the"
        " game."
    )


class NoTakeOver(Refused):
    code = "no-take-over"
    detail = _("The computer cannot take over in this game: that is agreed when a game is made, and happens once.")


class NoSuchOffer(Refused):
    code = "no-such-offer"
    detail = _("There is no such offer any more.")


class OfferStands(Refused):
    code = "offer-stands"
    detail = _("You have made this offer already. It waits for an answer.")


class TheirOffer(Refused):
    code = "their-offer"
    detail = _("Your opponent has offered this already: accept it.")


TOO_SOON = _("Your opponent has declined this. You may ask again in {time}.")


class TooSoon(Refused):
    code = "too-soon"


class NotPaused(Refused):
    code = "not-paused"
    detail = _("The game is not paused, or its pause ends already.")


class AlreadyPaused(Refused):
    code = "already-paused"
    detail = _("The game is paused already.")


class NotRestorable(Refused):
    code = "not-restorable"
    detail = _("This game cannot be restored: it is running, was never started, or was won on the board.")
