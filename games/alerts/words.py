"""Alerts in words: what they say, why they were not sent, how things stand with them."""

from datetime import datetime
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils import formats, timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from games.disputes import words as dispute_words
from games.models import Game, Notice
from games.models.game import SIDES

Kind, State = Notice.Kind, Notice.State

TITLES: dict[str, Any] = {
    Kind.TURN: gettext_lazy("It is your turn."),
    Kind.REMINDER: gettext_lazy("The game still waits for you."),
    Kind.LAST_REMINDER: gettext_lazy("Your time is running out."),
    Kind.INVITATION: gettext_lazy("{name} invites you to a game."),
    Kind.START: gettext_lazy("Your game has begun."),
    Kind.MESSAGE: gettext_lazy("{name} wrote to you."),
    Kind.OFFER: gettext_lazy("{name} has made you an offer."),
    Kind.OVER: gettext_lazy("The game is over."),
    Kind.DISPUTE: gettext_lazy("There is news in the dispute about your game."),
}
OFFERS: dict[str, Any] = {
    "pause": gettext_lazy("{name} offers to pause the game."),
    "end": gettext_lazy("{name} offers to end the game."),
    "more-time": gettext_lazy("{name} asks for more time."),
    "pause-begun": gettext_lazy("{name} has agreed to the pause. The clocks stand still."),
    "resume": gettext_lazy("{name} ends the pause. The clocks run again soon."),
    "declined": gettext_lazy("{name} has declined your offer."),
    "time-up": gettext_lazy("{name} has no time left. You may claim the win, give more time, or annul the game."),
    "idle": gettext_lazy("Nobody has moved for a long time. The game will be closed."),
    "idle-open": gettext_lazy("Nobody has joined your game. It will be withdrawn."),
    "time-given": gettext_lazy("{name} gave you more time."),
    "annul": gettext_lazy("{name} asks to annul the game."),
    "rematch": gettext_lazy("{name} offers a rematch."),
}
UNTIL: dict[str, Any] = {
    "resume": gettext_lazy("The clocks run from: {moment}"),
    "idle": gettext_lazy("Unless somebody moves before: {moment}"),
    "idle-open": gettext_lazy("Unless somebody joins before: {moment}"),
}
KIND_NAMES: dict[str, Any] = {
    Kind.TURN: gettext_lazy("Your turn"),
    Kind.REMINDER: gettext_lazy("Reminders that your time runs out"),
    Kind.INVITATION: gettext_lazy("Invitations"),
    Kind.START: gettext_lazy("A game of yours has begun"),
    Kind.MESSAGE: gettext_lazy("Messages"),
    Kind.OFFER: gettext_lazy("Offers: pause, end, more time"),
    Kind.OVER: gettext_lazy("A game of yours is over"),
    Kind.DISPUTE: gettext_lazy("Disputes"),
}
BUTTONS: dict[str, Any] = {
    Kind.INVITATION: gettext_lazy("See the invitation"),
    Kind.OVER: gettext_lazy("See how it ended"),
    Kind.MESSAGE: gettext_lazy("Read and answer"),
    Kind.DISPUTE: gettext_lazy("See the dispute"),
}
REASONS: dict[str, Any] = {
    "taken": gettext_lazy("you had moved already"),
    "over": gettext_lazy("the game was over"),
    "seen": gettext_lazy("you were at the board"),
    "read": gettext_lazy("you had read it"),
    "off": gettext_lazy("you want none of this kind"),
    "no-address": gettext_lazy("you have no confirmed mail address"),
    "closed": gettext_lazy("the account is closed"),
    "withdrawn": gettext_lazy("it was withdrawn"),
    "answered": gettext_lazy("you had answered"),
    "moved": gettext_lazy("somebody had moved"),
    "replaced": gettext_lazy("somebody else plays this side now"),
    "paused": gettext_lazy("the clocks stood still"),
    "resting": gettext_lazy("this way rests after repeated failure"),
    "refused": gettext_lazy("the mail server refused your address"),
    "too-old": gettext_lazy("it could not be sent for days"),
}


GONE: dict[str, Any] = {
    "withdrawn": gettext_lazy("{name} has withdrawn the game you had joined."),
    "removed": gettext_lazy("{name} has taken you out of the game you had joined."),
}


def title(notice: Notice) -> str:
    """What the alert says, in a sentence."""
    if notice.kind == Kind.TURN and notice.data.get("started"):
        return _("The game has begun, and it is your turn.")
    if notice.kind == Kind.START and "took-over" in notice.data:
        return _("You have taken over a side of a running game.")
    if notice.kind == Kind.START and "joined" in notice.data:
        return _("{name} has joined your game. It begins when you start it.").format(name=notice.data["joined"])
    if "gone" in notice.data:
        return str(GONE[notice.data["gone"]]).format(name=notice.data["from"])
    if notice.kind == Kind.DISPUTE:
        return dispute_words.news(notice.data, opponent(notice))
    template = TITLES[notice.kind]
    if notice.kind == Kind.OFFER or "offer" in notice.data:
        template = OFFERS.get(notice.data.get("offer", ""), template)
    name = notice.data.get("from") or opponent(notice) or _("Somebody")
    return str(template).format(name=name)


def dice(notice: Notice) -> str:
    """What a mail of the start and of the end says about the dice, so that its reader has it from somewhere else than the site; else ""."""
    game = notice.game
    # Who was at the board at the start gets no mail of it: the first one of their turn says it as well.
    begins = (notice.kind == Kind.START and not {"joined", "gone"} & notice.data.keys()) or (notice.kind == Kind.TURN and not game.turn)
    # A game that was over and goes on has new dice.
    renewed = notice.kind == Kind.DISPUTE and notice.data.get("act") in ("restore", "rewind") and bool(game.past_dice)
    if (begins or renewed) and game.commitment:
        sentence = _(
            "The dice of this game are settled; the site has committed itself to {commitment}. Keep this mail to compare it at the end."
        )
        return sentence.format(commitment=game.commitment)
    if notice.kind == Kind.OVER and game.head:
        return _("Fingerprint of the whole record: {head}. Commitment to the dice: {commitment}.").format(
            head=game.head, commitment=game.commitment or "–"
        )
    return ""


def until(notice: Notice) -> str:
    """The moment of which the alert tells, by the reader's clock, if any: mostly when their time ends."""
    try:
        moment = datetime.fromisoformat(notice.data["until"])
    except (KeyError, TypeError, ValueError):
        return ""
    template = UNTIL.get(notice.data.get("offer", "")) or _("Your time ends: {moment}")
    return str(template).format(moment=formats.date_format(timezone.localtime(moment), "DATETIME_FORMAT"))


def kind_name(kind: str) -> str:
    return str(KIND_NAMES[Kind.REMINDER if kind == Kind.LAST_REMINDER else kind])


def button(notice: Notice) -> str:
    return _("My games") if "gone" in notice.data else str(BUTTONS.get(notice.kind) or _("To the board"))


def players(notice: Notice) -> str:
    """The two names, that of the Franks first. The same in every language, so that it can head a thread of mails."""
    return players_of(notice.game)


def players_of(game: Game) -> str:
    seats = {seat.side: seat for seat in game.seats.all()}
    names = [seats[side].user.get_username() if seats[side].user else "?" for side in SIDES if side in seats]  # type: ignore[union-attr]
    return " – ".join(" ".join(name.split()) for name in names)  # it goes into headers, which break at line ends


def opponent(notice: Notice) -> str:
    others = [seat.user.get_username() for seat in notice.game.seats.all() if seat.user is not None and seat.user_id != notice.user_id]
    return others[0] if others else ""


def mark(notice: Notice) -> str:
    """Four characters that tell two games of the same players apart."""
    return notice.game.public_id.hex[:4].upper()


def link(notice: Notice) -> str:
    """Where the alert leads: to the board, or for somebody invited to the invitation, or to a dispute."""
    if notice.kind == Kind.DISPUTE and isinstance(notice.data.get("case"), int):
        return absolute(reverse("dispute", args=[notice.data["case"]]))
    if notice.kind == Kind.DISPUTE and isinstance(notice.data.get("review"), int):
        return absolute(reverse("review-case", args=[notice.data["review"]]))
    if notice.kind == Kind.INVITATION:
        return absolute(reverse("invitation", args=[notice.game.invitation_token]))
    if "gone" in notice.data:
        return absolute(reverse("my-games"))
    if notice.kind == Kind.MESSAGE:
        begun = notice.game.started_at is not None
        return absolute(reverse("game" if begun else "talk", args=[notice.game.public_id]) + ("#side-talk" if begun else ""))
    return absolute(reverse("game", args=[notice.game.public_id]))


def absolute(path: str) -> str:
    return f"{settings.SITE_URL}{path}"


def describe(notice: Notice) -> str:
    """How it stands with an alert, for its owner: "sent 14:02", "not sent: you were at the board"."""
    if notice.state == State.SENT and notice.sent_at:
        return _("sent {time}").format(time=moment_in_words(notice.sent_at))
    if notice.state == State.DROPPED:
        return _("not sent: {why}").format(why=REASONS.get(notice.why, notice.why))
    if notice.state == State.FAILED:
        return _("failed: {why}").format(why=REASONS.get(notice.why, notice.why))
    if notice.state == State.RETRY:
        return _("could not be sent yet, next try {time}").format(time=moment_in_words(notice.due_at))
    if notice.state == State.SENDING:
        return _("being sent")
    if notice.digest:
        return _("in the digest of {time}").format(time=moment_in_words(notice.due_at))
    return _("will be sent {time}").format(time=moment_in_words(notice.due_at))


def way(notice: Notice) -> str:
    """On which way it goes."""
    return notice.target.name or notice.target.get_kind_display() if notice.target else pgettext("way", "mail")


def moment_in_words(moment: datetime) -> str:
    """The time by the reader's clock, with the day if it is another."""
    local = timezone.localtime(moment)
    if local.date() == timezone.localdate():
        return formats.time_format(local, "TIME_FORMAT")
    return formats.date_format(local, "SHORT_DATETIME_FORMAT")
