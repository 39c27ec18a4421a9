"""Keeps a new column's default in the database, so that processes with the earlier code can still insert rows without
it.
"""

from typing import Any

from django.db.backends.postgresql import base
from django.db.backends.postgresql.schema import DatabaseSchemaEditor


class KeepingDefaults(DatabaseSchemaEditor):
    def skip_default_on_alter(self, field: Any) -> bool:
        """Prevents Django from dropping the default after it has filled existing rows."""
        return True


class DatabaseWrapper(base.DatabaseWrapper):
    SchemaEditorClass = KeepingDefaults
