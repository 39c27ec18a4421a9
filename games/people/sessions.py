"""Sessions in the database, Django's own, but read with a prepared query: every request begins with it."""

from datetime import datetime

from django.contrib.sessions.backends.db import SessionStore as DatabaseSessions
from django.contrib.sessions.models import Session
from django.utils import timezone

from games.prepared import Prepared

_valid = Prepared(
    lambda key, now: Session.objects.filter(session_key=key, expire_date__gt=now),
    key=str,
    now=datetime,
)


class SessionStore(DatabaseSessions):
    def _get_session_from_db(self) -> Session | None:
        # PostgreSQL takes no NUL, not even to look for.
        key = self.session_key or ""
        found = _valid(key=key, now=timezone.now()) if "\0" not in key else []
        if not found:
            self._session_key = None
            return None
        return found[0]
