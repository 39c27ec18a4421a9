"""The messages of pages on a game's socket and their answers: acts, with the API's limits and refusals, and views.

Nothing here is asynchronous: `games.consumers` calls it in threads. Who is at the other end, and whether their session still holds, is
looked up for each message, as for each request of HTTP.
"""

import json
import logging
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from io import BytesIO
from typing import NamedTuple

from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.models import Session
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, HttpResponse
from django.urls import get_resolver
from django.utils import timezone, translation
from rest_framework.exceptions import NotAuthenticated, ParseError, Throttled, ValidationError
from rest_framework.request import Request

from games import budget
from games.access import Viewer, find_game
from games.api import serializers
from games.api.acts import ACTS, read, view_and_news
from games.api.parsing import BodyTooLarge, StrictJSONParser
from games.api.problems import as_problem
from games.api.rendering import FastJSONRenderer
from games.disputes import sanctions
from games.errors import TokenReadsOnly
from games.limits import PersonThrottle, VisitorThrottle
from games.middleware import zone_of
from games.models import PersonalToken, User
from games.people import tokens
from games.shapes import Json, Scope
from games.statements import Statement

logger = logging.getLogger("crusader_site.requests")
parser, renderer = StrictJSONParser(), FastJSONRenderer()
API = "/api/v1/"
"""The address under which refusals are made: they are those of the API."""
LONGEST_ID = 64
TOO_MANY_REQUESTS = 429


_session_and_person = Statement(
    "SELECT {session}, {person}, EXISTS (SELECT 1 FROM games_sanction sanction WHERE sanction.person_id = person.id) "
    "FROM django_session session, games_user person "
    "WHERE session.session_key = %(key)s AND session.expire_date > %(now)s AND person.id = %(person)s",
    session=Session,
    person=User,
)


class SessionEnded(Exception):
    """The session or token that opened the socket is no longer valid."""


class Reply(NamedTuple):
    """A message to a page, and which side's view in which version it contains."""

    text: str
    status: int = 200
    side: Viewer = None
    version: int | None = None
    follows: bool = False


class SocketUser:
    """The person or visitor at a socket, by the session or token it was opened with."""

    def __init__(self, scope: Scope, game_id: uuid.UUID | None = None) -> None:
        self._game_id = game_id
        self._token: PersonalToken | None = scope.get("token")
        self._known: int | None = scope["user"].pk
        self._holds: tuple[str, str] | None = None
        """The session as it is stored and the person's password, when it was last found that the one is good for the other."""
        self._scope = {**scope, "type": "http", "method": "GET", "path": API, "query_string": b""}
        request = self._request()
        self._session_key = request.COOKIES.get(settings.SESSION_COOKIE_NAME)
        with translation.override(settings.LANGUAGE_CODE):
            self._wishes = translation.get_language_from_request(request)

    @property
    def game_id(self) -> uuid.UUID:
        """The game of a socket of a game. AssertionError is a fault of the caller."""
        assert self._game_id is not None
        return self._game_id

    @property
    def may_only_read(self) -> bool:
        """Whether the socket was opened with a token that may not act."""
        return self._token is not None and self._token.scope != PersonalToken.Scope.PLAY

    def _request(self) -> HttpRequest:
        return ASGIRequest(self._scope, BytesIO())

    def check(self) -> User | AnonymousUser:
        """Returns the person with their present session or token. Raises SessionEnded; Banned for a banned person."""
        if self._known is None:
            return AnonymousUser()
        person = self._by_token() if self._token is not None else self._by_session(self._known)
        if person is None:
            raise SessionEnded
        sanctions.require_entry(person)
        return person

    def _by_token(self) -> User | None:
        token = tokens.again(self._token) if self._token is not None else None
        return token.user if token is not None else None

    def _by_session(self, known: int) -> User | None:
        """Returns the session's user as Django would. A session whose row is unchanged is not read again."""
        for session, person, has_sanctions in _session_and_person(key=self._session_key, person=known, now=timezone.now()):
            as_stored = session.session_data, person.password
            if as_stored != self._holds:
                request = self._request()
                request.session = import_module(settings.SESSION_ENGINE).SessionStore(self._session_key)
                self._holds = as_stored if get_user(request).pk == known else None
            if self._holds is not None and person.is_active:
                person.has_sanctions = bool(has_sanctions)
                return person  # type: ignore[no-any-return]
        return None

    @contextmanager
    def reading(self) -> Iterator[HttpRequest]:
        """A request of this person in their language and time zone, whose processor time counts toward their limit."""
        begun = budget.processor_seconds()
        request = self._request()
        request.user = self.check()
        language = getattr(request.user, "language", "") or self._wishes
        try:
            with translation.override(language), timezone.override(zone_of(request.user)):
                yield request
        finally:
            budget.charge_to(request, budget.processor_seconds() - begun)


def answer(socket_user: SocketUser, text: str) -> Reply:
    """The answer to a message: `{"id", "answer"}` or `{"id", "problem"}`. Raises SessionEnded and Banned."""
    with socket_user.reading() as request:
        begun, message = time.perf_counter(), _Message()
        try:
            reply = _carry_out(socket_user, request, text, message)
        except Exception as error:
            status, problem = _problem(request, error)
            reply = Reply(_json({"id": message.id, "problem": problem}), status)
        if logger.isEnabledFor(logging.INFO):
            spent = round((time.perf_counter() - begun) * 1000, 1)
            route, game = f"/ws/games/<uuid:game_id>/ {message.act}", str(socket_user.game_id)
            told = {"method": "socket", "status": reply.status, "ms": spent, "route": route, "game": game, "user": request.user.pk}
            logger.info("request", extra=told)
    return reply


def push(socket_user: SocketUser, side: Viewer, since: int) -> Reply | None:
    """Returns the view of a side's page with the news since a version, or None if it is unchanged. Raises SessionEnded, Banned, and
    GameNotFound for who may not look any more.
    """
    with socket_user.reading() as request:
        budget.note(request)  # charged as if the page had asked; it has not, so it is not refused
        access = find_game(user=request.user, game_id=socket_user.game_id)
        viewer = access.viewer(side)
        if access.version(viewer) <= since:
            return None
        view = view_and_news(access, viewer, since)
        told = {"game": str(socket_user.game_id), "version": view["version"], "side": viewer, "news": view.pop("news"), "view": view}
        return Reply(_json(told), side=viewer, version=view["version"])


class _Message:
    """The parsed part of a socket message, for its error answers."""

    id: int | str | None = None
    act = ""


def _carry_out(socket_user: SocketUser, request: HttpRequest, text: str, message: _Message) -> Reply:
    refusal = _too_much(request)
    try:
        data = _read(text)
        message.id = number = _id_of(data)
    except (ParseError, BodyTooLarge, ValidationError) as error:
        raise refusal or error from error
    if refusal is not None:
        raise refusal
    act = data.pop("act", None)
    if act == "follow":
        message.act = act
        return _follow(socket_user, request, data, number)
    if not isinstance(act, str) or act not in ACTS:
        raise ValidationError({"act": [f"This is not known here. Known are: {', '.join((*ACTS, 'follow'))}."]})
    message.act = act
    if not isinstance(request.user, User):
        raise NotAuthenticated
    if socket_user.may_only_read:
        raise TokenReadsOnly
    found = ACTS[act](request.user, socket_user.game_id, data)
    return Reply(_json({"id": number, "answer": found}), side=found["view"]["you"], version=found["view"]["version"])


def _too_much(request: HttpRequest) -> Exception | None:
    """Returns the refusal of a message beyond the limits of requests or of their cost. Counts it like an HTTP request."""
    wait = budget.wait_for(request)
    if wait:
        return _UsedUp(budget.refusal(request, wait))
    throttle = PersonThrottle() if isinstance(request.user, User) else VisitorThrottle()
    asked = Request(request)
    asked.user = request.user
    return None if throttle.allow_request(asked, None) else Throttled(throttle.wait())


def _read(text: str) -> Json:
    data = parser.parse(BytesIO(text.encode("utf-8", "surrogatepass")))
    if not isinstance(data, dict):
        raise ParseError("A message is an object.")
    return data


def _id_of(data: Json) -> int | str:
    number = data.pop("id", None)
    if isinstance(number, int) and not isinstance(number, bool) and abs(number) < 2**53:
        return number
    if isinstance(number, str) and number.isascii() and len(number) <= LONGEST_ID:
        return number
    raise ValidationError({"id": [f"Give a number or a string of at most {LONGEST_ID} ASCII characters, which the answer repeats."]})


def _follow(socket_user: SocketUser, request: HttpRequest, data: object, number: int | str) -> Reply:
    body = read(serializers.Following, data)
    access = find_game(user=request.user, game_id=socket_user.game_id)
    viewer = access.viewer(body.get("side"))
    version = access.version(viewer)
    found: Json = {"version": version}
    if body.get("have") != version:
        view = view_and_news(access, viewer, body["since"])
        found |= {"news": view.pop("news"), "view": view}
    return Reply(_json({"id": number, "answer": found}), side=viewer, version=version, follows=True)


class _UsedUp(Exception):
    def __init__(self, response: HttpResponse) -> None:
        super().__init__()
        self.response = response


def _problem(request: HttpRequest, error: Exception) -> tuple[int, Json]:
    """The problem details that HTTP would answer. Errors of the site's own are logged and answered as a 500."""
    if isinstance(error, _UsedUp):
        response: HttpResponse = error.response
        return response.status_code, json.loads(response.content)
    known = as_problem(error, {"request": request})
    if known is not None:
        return known.status_code, known.data
    logging.getLogger("django.request").error("A message at a socket failed.", exc_info=error)
    response = get_resolver().resolve_error_handler(500)(request)
    return response.status_code, json.loads(response.content)


def _json(data: object) -> str:
    return str(renderer.render(data), "utf-8")
