"""Sessions in the database, Django's own, but read with a prepared query, and their person with them: every request begins with that."""

from contextvars import ContextVar
from datetime import datetime
from typing import Any

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore as DatabaseSessions
from django.contrib.sessions.models import Session
from django.core.signals import request_started
from django.db.models import Exists, OuterRef
from django.utils import timezone

from games.models import Sanction, User
from games.prepared import Both, Prepared

MOST_REMEMBERED = 10_000

_valid = Prepared(
    lambda key, now: Session.objects.filter(session_key=key, expire_date__gt=now),
    key=str,
    now=datetime,
)
_found_out = {"has_sanctions": Exists(Sanction.objects.filter(person=OuterRef("pk")))}
by_key = Prepared(lambda key: User.objects.filter(pk=key).annotate(**_found_out), key=int)
_person = Prepared(lambda person: User.objects.filter(pk=person).annotate(**_found_out), person=int)
_valid_with_person = Both(_valid, _person)

_persons: dict[str, int] = {}
"""Whose a session was when this process last read it: whom to bring along. It says no more than that. Whether the session still holds, and
whose it is, its row says each time."""
_brought: ContextVar[User | None] = ContextVar("brought", default=None)


class SessionStore(DatabaseSessions):
    def _get_session_from_db(self) -> Session | None:
        key = self.session_key or ""
        now, person = timezone.now(), _persons.get(key)
        found: Session | None = None
        if "\0" in key:
            pass  # PostgreSQL takes no NUL, not even to look for
        elif person is None:
            found = next(iter(_valid(key=key, now=now)), None)
        else:
            found, user = _valid_with_person(key=key, now=now, person=person)
            _brought.set(user if found is not None else None)
        if found is None:
            self._session_key = None
            _persons.pop(key, None)
        return found

    def decode(self, session_data: bytes | str) -> dict[str, Any]:
        data = super().decode(session_data)
        person = str(data.get(SESSION_KEY, ""))
        if person.isdecimal() and self.session_key:
            if len(_persons) >= MOST_REMEMBERED:
                _persons.clear()
            _persons[self.session_key] = int(person)
        return data


def brought(user_id: int) -> User | None:
    """The person of this number, if they came with the session that was read just now. Once: whoever asks again gets them anew."""
    person = _brought.get()
    if person is None:
        return None
    _brought.set(None)
    return person if person.pk == user_id else None


def _forget(**_: Any) -> None:
    _brought.set(None)


# What an earlier request in this thread brought and did not ask for is not of this one.
request_started.connect(_forget, dispatch_uid="games.people.sessions")
