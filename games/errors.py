"""What the services refuse, each with the HTTP status and the stable code the API answers with."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games import words
from games.shapes import Text


class Refused(Exception):
    """The request cannot be fulfilled; nothing was changed."""

    status = 409
    code = "refused"
    detail: Text = _("This cannot be done.")

    def __init__(self, detail: str | None = None, **members: object) -> None:
        super().__init__(detail or self.code)
        self.detail = detail or self.detail
        self.members = members


class InternalError(Refused):
    """A fault of the site's own; raised by nobody, but answered when something else was."""

    status, code = 500, "internal-error"
    detail = _("The fault is ours, and it was noted.")


class Away(Refused):
    """The database is out of reach or full; answered when that was met."""

    status, code = 503, "away"
    detail = _(
        "The site does not reach its records just now. Send the same again, under the same key: what is done already is"
        " not done twice."
    )


class GameNotFound(Refused):
    status, code = 404, "not-found"
    detail = _("There is no such game, or it is not for you.")


class EntryNotFound(Refused):
    status, code = 404, "no-such-entry"
    detail = _("The history has no entry of this number with a position.")


class NoSuchLanguage(Refused):
    status, code = 400, "no-such-language"
    detail = _("There is no description in this language. Those there are stand in `languages`.")


class TokenUnknown(Refused):
    status, code = 401, "token-unknown"
    detail = _("The site knows no such token. It may have been revoked, or have ended with a new password.")


class TokenReadsOnly(Refused):
    status, code = 403, "token-reads-only"
    detail = _("This token may only read. Make one with the scope `play`.")


class LoggedOut(Refused):
    status, code = 401, "logged-out"
    detail = _("You are not logged in any more. Log in, and send it once more.")


class AnotherAccount(Refused):
    code = "another-account"
    detail = _("Another account is logged in in this browser now. Nothing was done. Load the page anew.")


class PageOutdated(Refused):
    status, code = 403, "page-outdated"
    detail = _(
        "The page you sent this from is out of date: perhaps you have logged in or out since. Load it anew, and send it"
        " once more."
    )


class NoSuchPage(Refused):
    status, code = 404, "no-such-page"


class SideNeeded(Refused):
    status, code = 400, "side-needed"
    detail = _("You play both sides here: give `side`, `frank` or `saracen`.")


class TooManyTokens(Refused):
    code = "too-many-tokens"


class OfATournament(Refused):
    code = "of-a-tournament"
    detail = _("This game belongs to a tournament. Who does not want to play it withdraws from the tournament.")


class NoSuchPerson(Refused):
    status, code = 404, "no-such-person"
    detail = _("There is no player of this name.")


class NotYourself(Refused):
    code = "not-yourself"
    detail = _("This is yourself.")


class NotAPlayer(Refused):
    status, code = 403, "not-a-player"
    detail = _("Only the players of this game may do this.")


class NotYourSide(Refused):
    status, code = 403, "not-your-side"
    detail = _("You do not play this side.")


class NotYours(Refused):
    status, code = 403, "not-yours"
    detail = _("Only the person who created this game may do this.")


class NotYourTurn(Refused):
    code = "not-your-turn"
    detail = _("The game does not wait for you.")


class NotStarted(Refused):
    code = "not-started"
    detail = _("This game has not started.")


class GameIsOver(Refused):
    code = "game-over"
    detail = _("This game is over.")


class NotOver(Refused):
    code = "not-over"
    detail = _("The whole record is shown when the game is over.")


class NotOpen(Refused):
    code = "not-open"
    detail = _("This game is not open to join.")


class AlreadySeated(Refused):
    code = "already-seated"
    detail = _("You play in this game already.")


class RulesHeld(Refused):
    status, code = 503, "rules-held"
    detail = _(
        "The rules of the site were corrected, and this game would go differently under them. It waits until the staff"
        " have decided."
    )


class DiceSealed(Refused):
    status, code = 503, "dice-sealed"
    detail = _("The dice of this game cannot be reached just now. Nothing was lost: try again later.")


class DiceHaveBegun(Refused):
    code = "dice-have-begun"
    detail = _("This game has begun: nothing can be added to its dice any more.")


class ContributedBefore(Refused):
    code = "contributed-before"
    detail = _("This side has added something else to the dice before. What is added once stands.")


class BadContribution(Refused):
    status, code = 400, "bad-contribution"
    detail = _("A part of the dice is 32 hexadecimal digits, 0 to 9 and a to f, with the game it was made for.")


class OtherDice(Refused):
    code = "other-dice"
    detail = _(
        "Your part was made for dice that are used already. Try again: your browser then makes one for the dice of this"
        " game."
    )


class NotWaiting(Refused):
    code = "not-waiting"
    detail = _("This game no longer waits for its start.")


class SeatFree(Refused):
    code = "seat-free"
    detail = _("A seat of this game is still free.")


class TakenOut(Refused):
    code = "taken-out"
    detail = _("You were taken out of this game. Only an invitation by name lets you join it again.")


class OwnGame(Refused):
    code = "own-game"
    detail = _("It is your game: withdraw it instead.")


class TooManyGames(Refused):
    code = "too-many-games"


class TooManyInvitations(Refused):
    code = "too-many-invitations"
    detail = _(
        "These were many invitations within a day, in all or to this player. Invite again tomorrow, or send the game's"
        " link."
    )


class NotInvited(Refused):
    status, code = 404, "not-invited"
    detail = _("There is no such invitation, or it has been answered or withdrawn.")


class HasDeclined(Refused):
    code = "has-declined"
    detail = _("This player has declined already.")


class BlockedByYou(Refused):
    code = "blocked-by-you"
    detail = _("You have blocked this player. Unblock them first, in your settings.")


class NoRematch(Refused):
    code = "no-rematch"
    detail = _("A rematch needs a finished game of two players who are both still here.")


class StaleVersion(Refused):
    code = "stale-version"
    detail = _("Something happened since you looked. Look at the game again.")


class KeyReused(Refused):
    code = "key-reused"
    detail = _("This key was used for something else. Use a new key for each request.")


class TooManyChanges(Refused):
    code = "too-many-changes"

    def __init__(self, kind: str, limit: int) -> None:
        said = {
            "undo": ngettext(
                "You have taken something back {count} time since the last moment that stands. Go on from here.",
                "You have taken something back {count} times since the last moment that stands. Go on from here.",
                limit,
            ),
            "system": ngettext(
                "There is {count} offer or announcement of yours since the last moment that stands. Make the next after"
                " a move.",
                "There are {count} offers and announcements of yours since the last moment that stands. Make the next"
                " after a move.",
                limit,
            ),
        }
        more = ngettext(
            "You have done {count} thing since the last moment that stands. End your turn, or take something back.",
            "You have done {count} things since the last moment that stands. End your turn, or take something back.",
            limit,
        )
        super().__init__(said.get(kind, more).format(count=limit), limit=limit)


class BehindAWall(Refused):
    code = "behind-a-wall"
    detail = _(
        "Something that cannot be taken back would happen before the last of these actions. Send them one by one."
    )


class NothingToUndo(Refused):
    code = "nothing-to-undo"
    detail = _("Nothing can be taken back: dice, draws and everything the enemy has seen stand.")


class BadAction(Refused):
    status, code = 400, "bad-action"


class BadOrders(Refused):
    status, code = 400, "bad-orders"


class BadRuleset(Refused):
    status, code = 400, "bad-ruleset"


class BadPace(Refused):
    status, code = 400, "bad-pace"


class HandedIn(Refused):
    code = "handed-in"
    detail = _("Your decision has been handed in. Look at the answer; then play on from here, or try it again.")


class NotDecided(Refused):
    code = "not-decided"
    detail = _("Decide first: the computer plays on when your decision has been judged.")


class NoExercise(Refused):
    status, code = 404, "no-exercise"
    detail = _("There is no exercise of this day.")


class NoNotation(Refused):
    code = "no-notation"
    detail = _("A practice game begins in the middle of another: there is no notation of it. Take the record.")


class GuestsMayNot(Refused):
    status, code = 403, "guests-may-not"
    detail = _(
        "Guests play alone, against the computer, or by the link of a private game. "
        "Give yourself a name and a password: it takes a minute, and your games stay."
    )


class NoGuest(Refused):
    code = "no-guest"
    detail = _("This account has a name and a password already.")


class NameTaken(Refused):
    code = "name-taken"
    detail = _("This name is taken.")


class OddsNotAllowed(Refused):
    status, code = 403, "odds-not-allowed"
    detail = _("This game is played without odds from the site. It was chosen so when it was made.")


class HintsNotAllowed(Refused):
    status, code = 403, "hints-not-allowed"
    detail = _(
        "There are no hints in this game: they are for games alone or against the computer that were made with them."
    )


class TooManyAnalyses(Refused):
    status, code = 429, "too-many-analyses"
    detail = _("As many of your games wait for their analysis as may. Ask again when one is there.")


class NoSuchTown(Refused):
    status, code = 404, "no-such-town"
    detail = _("There is no such town. Towns are named as in the view.")


class NoFightAhead(Refused):
    code = "no-fight-ahead"
    detail = _(
        "No fight stands ahead in the field of this town: blocks of both sides must be there, and none have fought this"
        " turn."
    )


class BadLevel(Refused):
    status, code = 400, "bad-level"
    detail = _("The computer plays at the levels page, squire, knight, baron and king, against one person.")


class Alone(Refused):
    code = "solo"
    detail = _("Nobody else plays in this game.")


class NoClock(Refused):
    code = "no-clock"
    detail = _("This game has no clock.")


class NotRunOut(Refused):
    code = "not-run-out"
    detail = _("Your opponent has time left: there is nothing to claim.")


class YourTurn(Refused):
    code = "your-turn"
    detail = _(
        "The game waits for you as well. Decide first: what your opponent has left counts when it waits for them alone."
    )


class ClocksStand(Refused):
    code = "clocks-stand"
    detail = _("The clocks stand still. Nothing can be claimed until they run again.")


class BadVacation(Refused):
    status, code = 400, "bad-vacation"


class IllegalAction(Refused):
    status, code = 422, "illegal-action"

    def __init__(self, sentence: str, **members: object) -> None:
        said = words.reason(sentence)
        super().__init__(said, **(members | {"reason": said}))


class PausePastRound(Refused):
    code = "pause-past-round"
