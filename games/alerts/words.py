"""Alerts in words: titles, deadlines, and why they were or were not sent."""

from datetime import datetime

from django.urls import reverse
from django.utils import formats, timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from games.alerts import of_tournaments, summary
from games.alerts.preferences import zone_of
from games.disputes import words as dispute_words
from games.letters import isolated
from games.links import absolute
from games.models import AccountMail, Game, Notice, Seat
from games.models.game import SIDES
from games.models.outgoing import Failure, Outgoing
from games.paces import describe as pace_figures
from games.paces import pace_name
from games.services.alerts.notices import REMINDERS
from games.services.clocks import clocks
from games.shapes import Text
from games.words import EDITIONS, side_name
from rules.editions import CURRENT

Kind, State = Notice.Kind, Notice.State

TITLES: dict[str, Text] = {
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
OFFERS: dict[str, Text] = {
    "pause": gettext_lazy("{name} offers to pause the game."),
    "end": gettext_lazy("{name} offers to end the game."),
    "more-time": gettext_lazy("{name} asks for more time."),
    "pause-begun": gettext_lazy("{name} has agreed to the pause. The clocks stand still."),
    "resume": gettext_lazy("{name} ends the pause. The clocks run again soon."),
    "declined": gettext_lazy("{name} has declined your offer."),
    "time-up": gettext_lazy("{name} has no time left. You may claim the win, give more time, or annul the game."),
    "time-up-computer": gettext_lazy("{name} has no time left. You may have the computer play on, give more time, or annul the game."),
    "idle": gettext_lazy("Nobody has moved for a long time. The game will be closed."),
    "idle-open": gettext_lazy("Nobody has joined your game. It will be withdrawn."),
    "time-given": gettext_lazy("{name} gave you more time."),
    "annul": gettext_lazy("{name} asks to annul the game."),
    "resign": gettext_lazy("{name} offers to resign."),
    "rematch": gettext_lazy("{name} offers a rematch."),
}
UNTIL: dict[str, Text] = {
    "resume": gettext_lazy("The clocks run from: {moment}"),
    "idle": gettext_lazy("Unless somebody moves before: {moment}"),
    "idle-open": gettext_lazy("Unless somebody joins before: {moment}"),
    "dice": gettext_lazy("Without your part it begins: {moment}"),
    "appeal": gettext_lazy("Either of you may appeal until: {moment}"),
    "challenge": gettext_lazy("Answer until: {moment}"),
}
GOING_ON = ("restore", "rewind")
"""Acts of a reviewer after which the game goes on, and no alert of a turn is sent: the one about the act says it."""
KIND_NAMES: dict[str, Text] = {
    Kind.TURN: gettext_lazy("Your turn"),
    Kind.REMINDER: gettext_lazy("Reminders that your time runs out"),
    Kind.INVITATION: gettext_lazy("Invitations"),
    Kind.START: gettext_lazy("A game of yours has begun"),
    Kind.MESSAGE: gettext_lazy("Messages"),
    Kind.OFFER: gettext_lazy("Offers: pause, end, more time"),
    Kind.OVER: gettext_lazy("A game of yours is over"),
    Kind.DISPUTE: gettext_lazy("Disputes"),
    Kind.TOURNAMENT: gettext_lazy("Tournaments and ladders: challenges, byes, the end"),
}
BUTTONS: dict[str, Text] = {
    Kind.INVITATION: gettext_lazy("See the invitation"),
    Kind.OVER: gettext_lazy("See how it ended"),
    Kind.MESSAGE: gettext_lazy("Read and answer"),
    Kind.DISPUTE: gettext_lazy("See the dispute"),
}
# Read by whoever gets the alert, and by reviewers.
REASONS: dict[str, Text] = {
    "taken": gettext_lazy("the move was made already"),
    "over": gettext_lazy("the game was over"),
    "goes-on": gettext_lazy("the game goes on"),
    "seen": gettext_lazy("the game was open then"),
    "read": gettext_lazy("it was read already"),
    "off": gettext_lazy("alerts of this kind are switched off"),
    "no-address": gettext_lazy("there is no confirmed mail address"),
    "closed": gettext_lazy("the account is closed"),
    "banned": gettext_lazy("the account is banned"),
    "withdrawn": gettext_lazy("it was withdrawn"),
    "answered": gettext_lazy("it was answered already"),
    "moved": gettext_lazy("somebody had moved"),
    "replaced": gettext_lazy("somebody else plays this side now"),
    "paused": gettext_lazy("the clocks stood still"),
    "resting": gettext_lazy("this way rests after repeated failure"),
    "refused": gettext_lazy("the mail server refused the address"),
    "stopped": gettext_lazy("mails to the address came back, so none are sent"),
    "link-used": gettext_lazy("its link does not count any more"),
    "unreadable": gettext_lazy("the site cannot read it any more"),
    "too-old": gettext_lazy("it could not be sent for days"),
}


GONE: dict[str, Text] = {
    "withdrawn": gettext_lazy("{name} has withdrawn the game you had joined."),
    "removed": gettext_lazy("{name} has taken you out of the game you had joined."),
    "late": gettext_lazy("Your time was up: {name} had the computer play on in your place, as was agreed."),
}


def title(notice: Notice) -> str:
    """The title of an alert, in a sentence."""
    if notice.kind == Kind.TOURNAMENT:
        return of_tournaments.title(notice)
    if notice.kind == Kind.TURN and notice.data.get("started"):
        return _("The game has begun, and it is your turn.")
    if notice.kind == Kind.START and "took-over" in notice.data:
        return _("You have taken over a side of a running game.")
    if notice.kind == Kind.START and "joined" in notice.data:
        return _("{name} has joined your game. It begins when you start it.").format(name=isolated(notice.data["joined"]))
    if "tournament" in notice.data:
        return _round_begun(notice)
    if notice.kind == Kind.START and "dice" in notice.data:
        return _("Your game can begin: open its page, so that your browser adds your part of the dice.")
    if "gone" in notice.data:
        return str(GONE[notice.data["gone"]]).format(name=isolated(notice.data["from"]))
    if notice.kind == Kind.DISPUTE:
        news = dispute_words.news(notice.data, opponent(notice))
        return f"{news} {TITLES[Kind.TURN]}" if _has_to_move_again(notice) else news
    if notice.kind == Kind.OVER and notice.game.status == Game.Status.OVER and notice.game.ending:
        return summary.ending(notice.game)
    template = TITLES[notice.kind]
    if notice.kind == Kind.OFFER or "offer" in notice.data:
        what = notice.data.get("offer", "")
        late = "time-up-computer" if what == "time-up" and notice.game.offers_computer else what
        template = OFFERS.get(late, template)
    name = notice.data.get("from") or opponent(notice) or _("Somebody")
    return str(template).format(name=isolated(name))


def _round_begun(notice: Notice) -> str:
    told = notice.data
    name = isolated(told["tournament"])
    if "ladder" in told:
        if "dice" in told:
            return _("Your game of {name} has begun: open it, so that your browser adds your part of the dice.").format(name=name)
        return _("Your game of {name} has begun.").format(name=name)
    if "dice" in told:
        return _("Round {number} of {name} has begun: open your game, so that your browser adds your part of the dice.").format(
            number=told["round"], name=name
        )
    return _("Round {number} of {name} has begun.").format(number=told["round"], name=name)


def _has_to_move_again(notice: Notice) -> bool:
    """Whether the alert is of a reviewer's act by which the game runs again and waits for its reader."""
    return notice.data.get("act") in GOING_ON and notice.game.seats.filter(user=notice.user_id, awaited=True).exists()


def dice(notice: Notice) -> str:
    """What mails of the start and the end quote of the dice, so that players have it independently of the site; else ""."""
    if notice.kind == Kind.TOURNAMENT:
        return ""
    game = notice.game
    # Who was at the board at the start gets no mail of it: the first one of their turn says it as well.
    waits = {"joined", "gone", "dice"} & notice.data.keys()
    begins = (notice.kind == Kind.START and not waits) or (notice.kind == Kind.TURN and not game.turn)
    # A game that was over and goes on has new dice.
    renewed = notice.kind == Kind.DISPUTE and notice.data.get("act") in GOING_ON and bool(game.past_dice)
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
    """The alert's deadline in words, in the reader's time zone; mostly the end of their time."""
    told = moment(notice)
    if told is None:
        return ""
    appeal = notice.kind == Kind.DISPUTE and "until" in notice.data
    named = next((name for name in ("dice", "challenge") if name in notice.data), notice.data.get("offer", ""))
    about = "appeal" if appeal else named
    template = UNTIL.get(about) or _("Your time ends: {moment}")
    zone = zone_of(notice.user)
    said = formats.date_format(timezone.localtime(told, zone), "DATETIME_FORMAT")
    return str(template).format(moment=f"{said} ({zone.key.replace('_', ' ')})")


def is_pressing(notice: Notice) -> bool:
    """Whether the deadline is to be highlighted."""
    return notice.kind in REMINDERS or notice.data.get("offer") in ("idle", "idle-open")


def moment(notice: Notice) -> datetime | None:
    """The alert's deadline, None if there is none."""
    try:
        return datetime.fromisoformat(notice.data["until"])
    except (KeyError, TypeError, ValueError):
        return _end_of_turn(notice) if _is_about_time(notice) else None


def _is_about_time(notice: Notice) -> bool:
    """Whether the alert gives somebody a turn, or more time for it."""
    told = notice.data
    granted = told.get("offer") == "time-given" or (told.get("act") == "time" and told.get("you"))
    return bool(notice.kind == Kind.TURN or granted or "took-over" in told)


def _end_of_turn(notice: Notice) -> datetime | None:
    """When the reader's time runs out, as far as that is known."""
    seat = Seat.objects.filter(game=notice.game, user=notice.user_id, awaited=True).first()
    if seat is None:
        return None
    calendar = clocks.calendars_of([(notice.game, [seat])])[seat.pk]
    reading = clocks.read(notice.game, seat, calendar, timezone.now(), own=True)
    return reading.until if reading is not None else None


def terms(notice: Notice) -> str:
    """What is played: the edition, if it is not that of today, and for an invitation the side that is free, and the pace."""
    edition = notice.game.ruleset.get("edition", CURRENT)
    said = [] if edition == CURRENT else [f"{EDITIONS[edition]}."]
    free = [seat.side for seat in notice.game.seats.all() if seat.user_id is None]
    if notice.kind == Kind.INVITATION and free:
        pace = f"{pace_name(notice.game.pace)} ({pace_figures(notice.game.pace)})"
        said.insert(0, _("You would play the {side}. Pace: {pace}.").format(side=side_name(free[0]), pace=pace))
    return " ".join(said)


def why_sent(site: str, notice: Notice | None = None) -> str:
    """Why somebody gets a mail: for the alert in it, or as a digest."""
    if notice is not None and "review" in notice.data:
        return _("You get this mail because you review disputes at {site}.").format(site=site)
    return _("You get this mail because you play at {site}.").format(site=site)


def kind_name(kind: str) -> str:
    """The name of a kind of alert, in the active language."""
    return str(KIND_NAMES[Kind.REMINDER if kind == Kind.LAST_REMINDER else kind])


def button(notice: Notice) -> str:
    """The text of the button that leads to the game, or the tournament."""
    if notice.kind == Kind.TOURNAMENT:
        return of_tournaments.button(notice)
    if notice.data.get("gone") == "late":
        return _("Report a problem")
    if "gone" in notice.data:
        return _("My games")
    if notice.kind in BUTTONS:
        return str(BUTTONS[notice.kind])
    return _("To the board") if notice.game.started_at else _("See the game")


def players(notice: Notice) -> str:
    """The two names, that of the Franks first. The same in every language, since mail threads are grouped by it.

    Whoever is invited stands in the seat they would take, and whose seat is no more in that one: all mails of the game are of one thread.
    """
    if notice.kind == Kind.TOURNAMENT:
        return of_tournaments.name(notice)
    theirs = notice.kind == Kind.INVITATION or "gone" in notice.data
    return players_of(notice.game, notice.user.get_username() if theirs else "?")


def players_of(game: Game, nobody: str = "?") -> str:
    """The two players' names; ``nobody`` for a free seat."""
    seats = {seat.side: seat for seat in game.seats.all()}
    names = [seats[side].user.get_username() if seats[side].user else nobody for side in SIDES if side in seats]  # type: ignore[union-attr]
    return " – ".join(isolated(name) for name in names)


def side_of(notice: Notice) -> str:
    """The side of the alert's reader; for somebody invited the one that is free; else ""."""
    seats = list(notice.game.seats.all())
    own = next((seat.side for seat in seats if seat.user_id == notice.user_id), "")
    if not own and notice.kind == Kind.INVITATION:
        return next((seat.side for seat in seats if seat.user_id is None), "")
    return own


def opponent(notice: Notice) -> str:
    """The name of the other player; empty if there is none."""
    others = [seat.user.get_username() for seat in notice.game.seats.all() if seat.user is not None and seat.user_id != notice.user_id]
    return others[0] if others else ""


def mark(notice: Notice) -> str:
    """Four characters that tell games of the same players, or tournaments of the same name, apart."""
    if notice.tournament is not None:
        return notice.tournament.public_id.hex[:4].upper()
    return mark_of(notice.game)


def mark_of(game: Game) -> str:
    """Four characters that tell two games of the same players apart."""
    return game.public_id.hex[:4].upper()


def link(notice: Notice) -> str:
    """The URL of an alert: the board, the invitation, the dispute, or the tournament."""
    if notice.kind == Kind.TOURNAMENT:
        return of_tournaments.link(notice)
    if notice.kind == Kind.DISPUTE and isinstance(notice.data.get("case"), int):
        return absolute(reverse("dispute", args=[notice.data["case"]]))
    if notice.kind == Kind.DISPUTE and isinstance(notice.data.get("review"), int):
        return absolute(reverse("review-case", args=[notice.data["review"]]))
    if notice.kind == Kind.INVITATION:
        return absolute(reverse("invitation", args=[notice.game.invitation_token]))
    if notice.data.get("gone") == "late":
        return absolute(reverse("report-problem", args=[notice.game.public_id]))
    if "gone" in notice.data:
        return absolute(reverse("my-games"))
    if notice.kind == Kind.MESSAGE:
        begun = notice.game.started_at is not None
        return absolute(reverse("game" if begun else "talk", args=[notice.game.public_id]) + ("#side-talk" if begun else ""))
    return absolute(reverse("game", args=[notice.game.public_id]))


def describe(row: Outgoing) -> str:
    """The state of an alert or another mail: "sent 14:02", "not sent: the game was open then"."""
    if row.state == State.SENT and row.sent_at:
        return _("sent {time}").format(time=moment_in_words(row.sent_at))
    if row.state == State.DROPPED:
        return _("not sent: {why}").format(why=REASONS.get(row.why, row.why))
    if row.state == State.FAILED:
        return _("failed: {why}").format(why=REASONS.get(row.why, row.why))
    if row.state == State.RETRY and row.failure == Failure.ADDRESS:
        said = _("{why}; next try {time}")
        return said.format(why=REASONS["refused"], time=moment_in_words(row.due_at))
    if row.state == State.RETRY:
        return _("could not be sent yet, next try {time}").format(time=moment_in_words(row.due_at))
    if row.state == State.SENDING or isinstance(row, AccountMail):
        return _("being sent")
    if isinstance(row, Notice) and row.digest:
        return _("in the digest of {time}").format(time=moment_in_words(row.due_at))
    return _("will be sent {time}").format(time=moment_in_words(row.due_at))


def way(notice: Notice) -> str:
    """The name of the alert's way of sending: mail, or the browser or chat it goes to."""
    return notice.target.name or notice.target.get_kind_display() if notice.target else pgettext("way", "mail")


def moment_in_words(moment: datetime) -> str:
    """The time in the reader's zone, with the day if it is not today."""
    local = timezone.localtime(moment)
    if local.date() == timezone.localdate():
        return formats.time_format(local, "TIME_FORMAT")
    return formats.date_format(local, "SHORT_DATETIME_FORMAT")
