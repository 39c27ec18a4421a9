"""Database sessions that treat a key with a NUL as unknown instead of failing."""

from django.contrib.sessions.backends.db import SessionStore as DatabaseSessions

from games.shapes import JsonObject


class SessionStore(DatabaseSessions):
    def load(self) -> JsonObject:
        """Loads the session, empty for a key with a NUL, which PostgreSQL refuses even in a query."""
        return {} if "\0" in (self.session_key or "") else super().load()

    def exists(self, session_key: str) -> bool:
        return "\0" not in session_key and super().exists(session_key)
