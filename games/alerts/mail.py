"""Alerts as mails, in the reader's language and time zone."""

import hashlib
from collections.abc import Sequence

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.core.mail import EmailMultiAlternatives
from django.db.models import QuerySet
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.access import Access
from games.alerts import subjects, summary, unsubscribing, words
from games.alerts.preferences import zone_of
from games.disputes import words as dispute_words
from games.letters import isolated, wrapped
from games.links import absolute, domain
from games.models import Game, Notice, Seat, User
from games.services.alerts.notices import WAITING_KINDS
from games.shapes import Json, Untyped

MOST_WAITING_GAMES = 20


def single(notice: Notice, address: str) -> EmailMultiAlternatives:
    """Returns the mail of one alert."""
    user = notice.user
    with _as_read_by(user):
        subject = subjects.subject(notice)
        context = {
            "subject": subject,
            "alert": line(notice),
            "stop": unsubscribing.address(user=user, kind=notice.kind, game=notice.game),
            "what": words.kind_name(notice.kind),
            **_common(user),
            "why": words.why_sent(domain(), notice),
        }
        about = f"game-{notice.game.public_id.hex}" if notice.tournament is None else f"tournament-{notice.tournament.public_id.hex}"
        thread = f"<{about}.{user.pk}@{domain()}>"
        headers = {"In-Reply-To": thread, "References": thread}
        message_id = f"<alert-{notice.token.hex}@{domain()}>"
        return _message(user, address, subject, "alert", context, message_id, headers)


def digest(notices: Sequence[Notice], address: str) -> EmailMultiAlternatives:
    """Returns the daily mail: its alerts, and the other games that wait."""
    user = notices[0].user
    with _as_read_by(user):
        games = _by_game(notices)
        subject = _subject_of_day(_awaited(user).count(), sum(of_game[0].tournament_id is None for of_game in games))
        context = {
            "subject": subject,
            "alerts": [_line_of_day(of_game) for of_game in games],
            "waiting": _waiting_games(user, besides={notice.game_id for notice in notices if notice.game_id is not None}),
            "stop": unsubscribing.address(user=user, kind=unsubscribing.EVERYTHING, game=None),
            **_common(user),
        }
        key = hashlib.sha256(f"{settings.SECRET_KEY}{notices[0].digest}".encode()).hexdigest()[:32]
        return _message(user, address, subject, "digest", context, f"<digest-{key}@{domain()}>", {})


def _subject_of_day(waiting: int, told: int) -> str:
    """Returns the subject of the daily mail: in how many games it is the reader's turn, else of how many there are news."""
    if waiting:
        # Translators: the subject of the daily mail
        said = ngettext("Crusader Rex: your turn in {count} game", "Crusader Rex: your turn in {count} games", waiting)
        return said.format(count=waiting)
    if told:
        # Translators: the subject of the daily mail
        said = ngettext("Crusader Rex: news of {count} game", "Crusader Rex: news of {count} games", told)
        return said.format(count=told)
    return _("Crusader Rex: news of your tournaments")


def line(notice: Notice) -> Json:
    """Returns the template context of one alert."""
    lines = [] if notice.kind == Notice.Kind.TOURNAMENT else _lines_of_game(notice)
    return {
        "title": words.title(notice),
        "until": words.until(notice),
        "players": words.players(notice),
        "mark": words.mark(notice),
        "pressing": words.is_pressing(notice),
        "lines": lines,
        "dispute": dispute_words.of_alert(notice),
        "dice": words.dice(notice),
        "link": words.link(notice),
        "button": words.button(notice),
    }


def _lines_of_game(notice: Notice) -> list[str]:
    """What is played, and how the game stands."""
    seats = {seat.side: seat for seat in notice.game.seats.select_related("user")}
    side = next((side for side, seat in seats.items() if seat.user_id == notice.user_id), "")
    # Through nobody's eyes: the summary says what every spectator sees.
    access = Access(notice.game, seats, AnonymousUser())
    lines = [words.terms(notice)] if words.terms(notice) else []
    if notice.game.started_at is not None and notice.kind != Notice.Kind.MESSAGE:
        told = notice.kind == Notice.Kind.OVER  # by its title
        lines += summary.lines(access, side, result=not told)
    return lines


def _message(
    user: User, address: str, subject: str, template: str, context: Json, message_id: str, headers: dict[str, str]
) -> EmailMultiAlternatives:
    stops = [f"<{context['stop']}>"]
    if settings.UNSUBSCRIBE_MAILTO:
        stops.append(f"<mailto:{settings.UNSUBSCRIBE_MAILTO}?subject=unsubscribe>")
    message = EmailMultiAlternatives(
        subject=subject,
        body=wrapped(render_to_string(f"frontend/mail/{template}.txt", context).strip() + "\n"),
        to=[address],
        headers={
            "Message-ID": message_id,
            # No machine shall answer, and no mailing list take it for a person's letter.
            "Auto-Submitted": "auto-generated",
            "X-Auto-Response-Suppress": "All",
            "List-Unsubscribe": ", ".join(stops),
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
            **headers,
        },
    )
    message.attach_alternative(render_to_string(f"frontend/mail/{template}.html", context), "text/html")
    return message


def _common(user: User) -> Json:
    return {
        "name": isolated(user.get_username()),
        "language": translation.get_language(),
        "why": words.why_sent(domain()),
        "settings_link": absolute(reverse("alerts")),
    }


def _by_game(notices: Sequence[Notice]) -> list[list[Notice]]:
    games: dict[tuple[int | None, int | None], list[Notice]] = {}
    for notice in notices:
        games.setdefault((notice.game_id, notice.tournament_id), []).append(notice)
    return list(games.values())


def _line_of_day(notices: Sequence[Notice]) -> Json:
    """Returns the template context of one game in a digest."""
    return line(_foremost(notices)) | {
        "titles": _titles(notices),
        "until": next(filter(None, map(words.until, _latest_first(notices))), ""),
        "pressing": any(map(words.is_pressing, notices)),
        "dice": next(filter(None, map(words.dice, notices)), ""),
    }


def _latest_first(notices: Sequence[Notice]) -> list[Notice]:
    """Sorts alerts, latest first, those of disputes last: the end of one's time matters more than the end of the time for an appeal."""
    disputes = [notice for notice in notices if notice.kind == Notice.Kind.DISPUTE]
    return [*reversed([notice for notice in notices if notice not in disputes]), *reversed(disputes)]


def _foremost(notices: Sequence[Notice]) -> Notice:
    """Returns the alert that a digest shows for a game: the last that is not just about a message."""
    return next((notice for notice in reversed(notices) if notice.kind != Notice.Kind.MESSAGE), notices[-1])


def _titles(notices: Sequence[Notice]) -> list[str]:
    """Returns the titles of one game in a digest. Its start is left out where the game waits for the reader."""
    waits = any(notice.kind in WAITING_KINDS for notice in notices)
    told = [notice for notice in notices if not (waits and notice.kind == Notice.Kind.START)]
    return list(dict.fromkeys(words.title(notice) for notice in told))


def _awaited(user: User) -> QuerySet[Seat]:
    """Returns the seats at which other people wait for this person."""
    return Seat.objects.filter(user=user, awaited=True, game__status=Game.Status.ACTIVE, game__solo=False, game__computer="")


def _waiting_games(user: User, besides: set[int]) -> list[Json]:
    """Returns games that wait for this person and have no alert in the digest."""
    seats = _awaited(user).exclude(game__in=besides)
    games = [seat.game for seat in seats.select_related("game").order_by("handover")[:MOST_WAITING_GAMES]]
    notices = [Notice(user=user, game=game, kind=Notice.Kind.TURN, turn=0) for game in games]
    return [{"players": words.players(one), "mark": words.mark(one), "link": words.link(one)} for one in notices]


class _as_read_by:
    """Context manager that activates the person's language and time zone."""

    def __init__(self, user: User) -> None:
        self.language = translation.override(user.language or settings.LANGUAGE_CODE)
        self.time = timezone.override(zone_of(user))

    def __enter__(self) -> None:
        self.language.__enter__()
        self.time.__enter__()

    def __exit__(self, *error: Untyped) -> None:
        self.time.__exit__(*error)
        self.language.__exit__(*error)
