"""Django's sessions in the database, which answer a key that no database takes as any other that is nobody's."""

from typing import Any

from django.contrib.sessions.backends.db import SessionStore as DatabaseSessions


class SessionStore(DatabaseSessions):
    def load(self) -> dict[str, Any]:
        """PostgreSQL takes no NUL, not even to look for."""
        return {} if "\0" in (self.session_key or "") else super().load()

    def exists(self, session_key: str) -> bool:
        return "\0" not in session_key and super().exists(session_key)
