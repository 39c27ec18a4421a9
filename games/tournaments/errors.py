"""Errors of tournaments."""

from django.utils.translation import gettext_lazy as _

from games.errors import Refused


class TournamentNotFound(Refused):
    status, code = 404, "not-found"
    detail = _("There is no such tournament, or it is not for you.")


class NotAnOrganizer(Refused):
    status, code = 403, "not-an-organizer"
    detail = _("Only organizers may do this. Staff of the site makes somebody one.")


class NotItsOrganizer(Refused):
    status, code = 403, "not-its-organizer"
    detail = _("Only the organizer of this tournament may do this.")


class BadTournament(Refused):
    status, code = 400, "bad-tournament"


class TooManyTournaments(Refused):
    code = "too-many-tournaments"
    detail = _("Five tournaments of yours have not begun. Wait until one begins, or cancel one.")


class SignUpClosed(Refused):
    code = "sign-up-closed"
    detail = _("Sign-up for this tournament is closed.")


class TournamentFull(Refused):
    code = "tournament-full"
    detail = _("All places of this tournament are taken.")


class RatingOutside(Refused):
    status, code = 403, "rating-outside"
    detail = _("Your rating is outside the range of this tournament.")


class TakenOutOfTournament(Refused):
    status, code = 403, "taken-out-of-tournament"
    detail = _("The organizer has taken you out of this tournament.")


class NotEntered(Refused):
    code = "not-entered"
    detail = _("This player is not in the tournament.")


class NotInThisState(Refused):
    code = "not-in-this-state"
    detail = _("In its present state the tournament does not allow that. Look at it again.")


class NotExchangeable(Refused):
    code = "not-exchangeable"
    detail = _("Only two players on different boards of a round that has not begun can be exchanged.")


class ReasonNeeded(Refused):
    status, code = 400, "reason-needed"
    detail = _("Say why, in at most 300 characters: all players see it.")


class NotALadder(Refused):
    code = "not-a-ladder"
    detail = _("There are challenges in ladders alone.")


class NotInReach(Refused):
    code = "not-in-reach"
    detail = _("By their present places you cannot challenge this player. Look at the ladder again.")


class ChallengeOpen(Refused):
    code = "challenge-open"
    detail = _("A challenge of yours is open or being played. One at a time.")


class ChallengedAlready(Refused):
    code = "challenged-already"
    detail = _("This player has been challenged already, or has challenged you. Wait until that is decided.")


class PlayedLately(Refused):
    code = "played-lately"
    detail = _("You two have met lately. The rules of the ladder say how long the same pair waits.")


class NoSuchChallenge(Refused):
    status, code = 404, "no-such-challenge"
    detail = _("There is no such challenge, or it is not yours to answer.")


class ChallengeOver(Refused):
    code = "challenge-over"
    detail = _("This challenge has been answered already, or its time is over.")


class NotReplaceable(Refused):
    code = "not-replaceable"
    detail = _(
        "Only somebody of the waiting list takes over a place of a running tournament, and a place is given on once."
    )


class NoWaitingList(Refused):
    code = "no-waiting-list"
    detail = _("There is nothing to wait for: enter the tournament, or find one that is not over.")
