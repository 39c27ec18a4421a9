"""A new column keeps its default in the database, as long as processes with the code of before insert rows that do not name it."""

from typing import Any

from django.db.backends.postgresql import base
from django.db.backends.postgresql.schema import DatabaseSchemaEditor


class KeepingDefaults(DatabaseSchemaEditor):
    def skip_default_on_alter(self, field: Any) -> bool:
        """Django gives existing rows the default and drops it from the column again; this leaves it there."""
        return True


class DatabaseWrapper(base.DatabaseWrapper):
    SchemaEditorClass = KeepingDefaults
