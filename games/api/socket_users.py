"""The person or visitor at a game's socket, and what is sent to them.

Who is at the other end, and whether their session still holds, is looked up for each message, as for each request of
HTTP.
"""

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
from django.http import HttpRequest
from django.utils import timezone, translation

from games import budget
from games.access import Viewer
from games.limits import asker
from games.models import PersonalToken, User
from games.people import sanctions, tokens
from games.readers import zone_of
from games.shapes import Scope
from games.statements import Statement

API = "/api/v1/"
"""The address under which refusals are made: they are those of the API."""

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
    act: str = "none"
    """What was asked for, if it is known here."""


class SocketUser:
    """The person or visitor at a socket, by the session or token it was opened with."""

    def __init__(self, scope: Scope, game_id: uuid.UUID | None = None) -> None:
        self._game_id = game_id
        self._token: PersonalToken | None = scope.get("token")
        self._person_id: int | None = scope["user"].pk
        self._session_checked: tuple[str, str] | None = None
        """Stored session data and password hash that Django last accepted together; None before the first check."""
        self._scope = {**scope, "type": "http", "method": "GET", "path": API, "query_string": b""}
        request = self._request()
        self._session_key = request.COOKIES.get(settings.SESSION_COOKIE_NAME)
        with translation.override(settings.LANGUAGE_CODE):
            self.wishes = translation.get_language_from_request(request)
        """The language that the browser asks for."""
        request.user = scope["user"]
        self.asker = asker(request)
        """To whom processor time is charged."""

    @property
    def game_id(self) -> uuid.UUID:
        """The game of a socket of a game. AssertionError is a fault of the caller."""
        assert self._game_id is not None
        return self._game_id

    @property
    def is_visitor(self) -> bool:
        """Whether the socket is of a visitor without an account: no session or token of theirs can end."""
        return self._person_id is None

    @property
    def may_only_read(self) -> bool:
        """Whether the socket was opened with a token that may not act."""
        return self._token is not None and self._token.scope != PersonalToken.Scope.PLAY

    def _request(self) -> HttpRequest:
        return ASGIRequest(self._scope, BytesIO())

    def check(self) -> User | AnonymousUser:
        """Returns the person with their present session or token. Raises SessionEnded; Banned for a banned person."""
        if self._person_id is None:
            return AnonymousUser()
        person = self._by_token() if self._token is not None else self._by_session(self._person_id)
        if person is None:
            raise SessionEnded
        sanctions.require_not_banned(person)
        return person

    def _by_token(self) -> User | None:
        """Returns the person of the token; None if it was revoked or has expired."""
        token = tokens.reload_token(self._token) if self._token is not None else None
        return token.user if token is not None else None

    def _by_session(self, person_id: int) -> User | None:
        """Returns the session's user as Django would. A session whose row is unchanged is not read again."""
        for session, person, has_sanctions in _session_and_person(
            key=self._session_key, person=person_id, now=timezone.now()
        ):
            as_stored = session.session_data, person.password
            if as_stored != self._session_checked:  # else Django would only come to the same result again
                request = self._request()
                request.session = import_module(settings.SESSION_ENGINE).SessionStore(self._session_key)
                self._session_checked = as_stored if get_user(request).pk == person_id else None
            if self._session_checked is not None and person.is_active:
                person.has_sanctions = bool(has_sanctions)
                return person  # type: ignore[no-any-return]
        return None

    @contextmanager
    def reading(self) -> Iterator[HttpRequest]:
        """A request of this person in their language and time zone, whose processor time counts toward their limit."""
        begun = budget.processor_seconds()
        request = self._request()
        request.user = self.check()
        language = getattr(request.user, "language", "") or self.wishes
        try:
            with translation.override(language), timezone.override(zone_of(request.user)):
                yield request
        finally:
            budget.charge_to(request, budget.processor_seconds() - begun)
