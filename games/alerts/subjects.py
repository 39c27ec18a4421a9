"""Subjects of alert mails: occasion, side, year and turn, deadline, opponent, the most important first.

An inbox on a phone shows some forty characters of it. Everything in them is public but for the end of the reader's own time: a subject
is read on locked screens.
"""

from django.utils import formats, timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.alerts import of_tournaments, words
from games.alerts.preferences import zone_of
from games.disputes import words as dispute_words
from games.letters import isolated, unbroken
from games.models import Game, Notice
from games.shapes import Text
from games.words import side_name

Kind = Notice.Kind

HEADS: dict[str, Text] = {
    Kind.TURN: gettext_lazy("Your turn"),
    Kind.REMINDER: gettext_lazy("Reminder: your turn"),
    Kind.LAST_REMINDER: gettext_lazy("Last reminder: your turn"),
    Kind.START: gettext_lazy("Game begun"),
    Kind.INVITATION: gettext_lazy("{name} invites you"),
    Kind.MESSAGE: gettext_lazy("{name} wrote to you"),
    Kind.OFFER: gettext_lazy("Offer of {name}"),
    Kind.OVER: gettext_lazy("Game over"),
    Kind.DISPUTE: gettext_lazy("Dispute"),
}
OFFERS: dict[str, Text] = {
    "pause": gettext_lazy("{name} offers a pause"),
    "end": gettext_lazy("{name} offers to end the game"),
    "more-time": gettext_lazy("{name} asks for more time"),
    "pause-begun": gettext_lazy("Game paused"),
    "resume": gettext_lazy("Pause ends"),
    "declined": gettext_lazy("{name} declined your offer"),
    "time-up": gettext_lazy("Time of {name} is up"),
    "idle": gettext_lazy("Game about to be closed"),
    "idle-open": gettext_lazy("Game about to be withdrawn"),
    "time-given": gettext_lazy("{name} gave you more time"),
    "annul": gettext_lazy("{name} asks to annul the game"),
    "resign": gettext_lazy("{name} offers to resign"),
    "rematch": gettext_lazy("{name} offers a rematch"),
}
GONE: dict[str, Text] = {
    "withdrawn": gettext_lazy("{name} has withdrawn the game"),
    "removed": gettext_lazy("{name} took you out of the game"),
    "late": gettext_lazy("Your time was up: the computer plays on"),
}
RESULTS: dict[bool | None, Text] = {
    True: gettext_lazy("You won"),
    False: gettext_lazy("You lost"),
    None: gettext_lazy("Game over, nobody won"),
}


def subject(notice: Notice) -> str:
    """Returns the subject of the mail of one alert. The reader's language and time zone have to be active."""
    if notice.kind == Kind.TOURNAMENT:
        head, until = of_tournaments.subject(notice), _until(notice)
        said = _("{what}: {details}").format(what=head, details=until) if until else head
        return f"{said} – {of_tournaments.name(notice)} ({words.mark(notice)})"
    head, details = _head(notice), ", ".join(filter(None, (_which(notice), _until(notice))))
    # Translators: a mail's subject: "Your turn: Franks, 1188 turn 3, until 2 p.m."
    said = _("{what}: {details}").format(what=head, details=details) if details else head
    return " – ".join(filter(None, (said, _against(notice, head)))) + f" ({words.mark(notice)})"


def _against(notice: Notice, head: str) -> str:
    """Names the other player, if the head does not; for a reader who plays neither side, both players."""
    name = words.opponent(notice)
    if not name or not words.side_of(notice):
        return words.players(notice)
    if isolated(name) in head:
        return ""
    # Translators: the end of a mail's subject: against whom
    return _("against {name}").format(name=isolated(name))


def _head(notice: Notice) -> str:
    told, game = notice.data, notice.game
    name = isolated(told.get("from") or told.get("joined") or words.opponent(notice) or _("Somebody"))
    if notice.kind == Kind.TURN and told.get("started"):
        return _("Game begun, your turn")
    if "ladder" in told:
        # Translators: a mail's subject; the name is of a ladder
        return _("Your game of {name} has begun").format(name=isolated(told["tournament"]))
    if "tournament" in told:
        # Translators: a mail's subject; the name is of a tournament
        return _("Round {number} of {name} has begun").format(number=told["round"], name=isolated(told["tournament"]))
    if notice.kind == Kind.START and "took-over" in told:
        return _("You took over a game")
    if notice.kind == Kind.START and "joined" in told:
        return _("{name} joined your game").format(name=name)
    if "gone" in told:
        return str(GONE[told["gone"]]).format(name=name)
    if notice.kind == Kind.DISPUTE:
        return dispute_words.subject(notice)
    if notice.kind == Kind.OVER and game.status == Game.Status.OVER:
        side = words.side_of(notice)
        return str(RESULTS[game.winner == side if game.winner and side else None])
    template = HEADS[notice.kind]
    if notice.kind == Kind.OFFER or "offer" in told:
        template = OFFERS.get(told.get("offer", ""), template)
    return str(template).format(name=name)


def _which(notice: Notice) -> str:
    """The reader's side, and the current or last year and turn."""
    game, side = notice.game, words.side_of(notice)
    who = side_name(side) if side else ""
    if not game.started_at:
        return who
    when = _("{year} turn {turn}") if game.turn else "{year}"
    return ", ".join(filter(None, (who, unbroken(when.format(year=game.year, turn=game.turn)))))


def _until(notice: Notice) -> str:
    """The alert's deadline in short: "until 2 p.m." today, else with its day."""
    moment = words.moment(notice)
    if moment is None or notice.kind == Kind.DISPUTE:
        return ""
    zone = zone_of(notice.user)
    local = timezone.localtime(moment, zone)
    time = formats.time_format(local, "TIME_FORMAT")
    if local.date() == timezone.localdate(timezone=zone):
        # Translators: in a mail's subject, behind "Your turn": until 2 p.m. of this day
        return unbroken(_("until {time}").format(time=time))
    # Translators: a day in a mail's subject, in Django's letters: Mon 23 Nov
    day = formats.date_format(local, _("D j M"))
    return unbroken(_("until {day}, {time}").format(day=day, time=time))
