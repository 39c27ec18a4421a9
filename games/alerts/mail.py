"""Alerts as mails, in the reader's language and time zone."""

import hashlib
from collections.abc import Sequence
from types import TracebackType

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
from games.alerts import subjects, summary, unsubscribing
from games.alerts.preferences import zone_of
from games.alerts.reading import Reading
from games.letters import isolated, wrapped
from games.links import absolute, domain
from games.models import Game, Notice, Seat, User
from games.services.alerts import kinds
from games.shapes import JsonObject

MOST_WAITING_GAMES = 20


def single(notice: Notice, address: str) -> EmailMultiAlternatives:
    """Returns the mail of one alert."""
    user = notice.user
    with _as_read_by(user):
        reading = Reading(notice)
        subject = subjects.subject(reading)
        context = {
            "subject": subject,
            "alert": line(reading),
            "stop": unsubscribing.address(user=user, kind=notice.kind, game=notice.game),
            "what": kinds.name_of(notice.kind),
            **_common_context(user),
            "why": reading.alert.why_sent(domain()),
        }
        thread = f"<{reading.alert.thread(reading)}.{user.pk}@{domain()}>"
        headers = {"In-Reply-To": thread, "References": thread}
        message_id = f"<alert-{notice.token.hex}@{domain()}>"
        return _message(user, address, subject, "alert", context, message_id, headers)


def digest(notices: Sequence[Notice], address: str) -> EmailMultiAlternatives:
    """Returns the daily mail: its alerts, and the other games that wait."""
    user = notices[0].user
    with _as_read_by(user):
        games = _by_game(notices)
        subject = _subject_of_day(
            _awaited(user).count(),
            len({notice.game_id for notice in notices if notice.game_id is not None}),
            decision=all(notice.kind == Notice.Kind.DECISION for notice in notices),
        )
        context = {
            "subject": subject,
            "alerts": [_line_of_day(of_game) for of_game in games],
            "waiting": _waiting_games(
                user, besides={notice.game_id for notice in notices if notice.game_id is not None}
            ),
            "stop": unsubscribing.address(user=user, kind=unsubscribing.EVERYTHING, game=None),
            **_common_context(user),
        }
        key = hashlib.sha256(f"{settings.SECRET_KEY}{notices[0].digest}".encode()).hexdigest()[:32]
        return _message(user, address, subject, "digest", context, f"<digest-{key}@{domain()}>", {})


def _subject_of_day(waiting: int, news: int, decision: bool) -> str:
    """Returns the subject of the daily mail: in how many games it is the reader's turn, else of how many there are
    news; else whether it brings a decision.
    """
    if waiting:
        # Translators: the subject of the daily mail
        said = ngettext("Crusader Rex: your turn in {count} game", "Crusader Rex: your turn in {count} games", waiting)
        return said.format(count=waiting)
    if news:
        # Translators: the subject of the daily mail
        said = ngettext("Crusader Rex: news of {count} game", "Crusader Rex: news of {count} games", news)
        return said.format(count=news)
    if decision:
        # Translators: the subject of the daily mail
        return _("Crusader Rex: today’s decision")
    return _("Crusader Rex: news of your tournaments")


def line(reading: Reading) -> JsonObject:
    """Returns the template context of one alert."""
    return {
        "title": reading.title(),
        "until": reading.until(),
        "players": reading.about(),
        "mark": reading.mark(),
        "pressing": reading.alert.pressing,
        "lines": [line for line in (reading.alert.terms(reading), *_standing(reading)) if line],
        "dispute": reading.alert.dispute(reading),
        "dice": reading.dice(),
        "link": reading.link(),
        "button": reading.button(),
    }


def _standing(reading: Reading) -> list[str]:
    """Returns how the game stands, in words, if the kind of alert says it."""
    if not reading.alert.tells_standing or reading.game.started_at is None:
        return []
    seats = {seat.side: seat for seat in reading.game.seats.select_related("user")}
    # Through nobody's eyes: the summary says what every spectator sees.
    access = Access(reading.game, seats, AnonymousUser())
    return summary.summary_lines(access, reading.side, result=reading.alert.tells_result)


def _message(
    user: User, address: str, subject: str, template: str, context: JsonObject, message_id: str, headers: dict[str, str]
) -> EmailMultiAlternatives:
    """Returns a mail as text and HTML, with headers to unsubscribe and against automatic replies."""
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


def _common_context(user: User) -> JsonObject:
    """Returns the template context that all mails share."""
    return {
        "name": isolated(user.get_username()),
        "language": translation.get_language(),
        "why": _("You get this mail because you play at {site}.").format(site=domain()),
        "settings_link": absolute(reverse("alerts")),
    }


def _by_game(notices: Sequence[Notice]) -> list[list[Reading]]:
    """Groups alerts by their game or tournament."""
    games: dict[tuple[int | None, int | None], list[Reading]] = {}
    for notice in notices:
        games.setdefault((notice.game_id, notice.tournament_id), []).append(Reading(notice))
    return list(games.values())


def _line_of_day(readings: Sequence[Reading]) -> JsonObject:
    """Returns the template context of one game in a digest."""
    return line(_foremost(readings)) | {
        "titles": _titles(readings),
        "until": next(filter(None, (reading.until() for reading in _latest_first(readings))), ""),
        "pressing": any(reading.alert.pressing for reading in readings),
        "dice": next(filter(None, (reading.dice() for reading in readings)), ""),
    }


def _latest_first(readings: Sequence[Reading]) -> list[Reading]:
    """Sorts alerts, latest first, those of disputes last: the end of one's time matters more than the end of the time
    for an appeal.
    """
    last = [reading for reading in reversed(readings) if reading.alert.end_comes_last]
    return [*(reading for reading in reversed(readings) if not reading.alert.end_comes_last), *last]


def _foremost(readings: Sequence[Reading]) -> Reading:
    """Returns the alert that a digest shows for a game: the last that is not just about a message."""
    return next((reading for reading in reversed(readings) if reading.alert.speaks_for_game), readings[-1])


def _titles(readings: Sequence[Reading]) -> list[str]:
    """Returns the titles of one game in a digest. Its start is left out where the game waits for the reader."""
    waits = any(reading.alert.waits for reading in readings)
    return list(dict.fromkeys(reading.title() for reading in readings if not (waits and reading.alert.said_by_turn)))


def _awaited(user: User) -> QuerySet[Seat]:
    """Returns the seats at which other people wait for this person."""
    return Seat.objects.filter(
        user=user, awaited=True, game__status=Game.Status.ACTIVE, game__solo=False, game__computer=""
    )


def _waiting_games(user: User, besides: set[int]) -> list[JsonObject]:
    """Returns games that wait for this person and have no alert in the digest."""
    seats = _awaited(user).exclude(game__in=besides)
    games = [seat.game for seat in seats.select_related("game").order_by("handover")[:MOST_WAITING_GAMES]]
    readings = [Reading(Notice(user=user, game=game, kind=Notice.Kind.TURN, turn=0)) for game in games]
    return [{"players": one.about(), "mark": one.mark(), "link": one.link()} for one in readings]


class _as_read_by:
    """Context manager that activates the person's language and time zone."""

    def __init__(self, user: User) -> None:
        self.language = translation.override(user.language or settings.LANGUAGE_CODE)
        self.time = timezone.override(zone_of(user))

    def __enter__(self) -> None:
        self.language.__enter__()
        self.time.__enter__()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.time.__exit__(kind, error, trace)
        self.language.__exit__(kind, error, trace)
