"""The migrations make the tables that the models describe, which is where tests get theirs from (`tests/tables.py`)."""

from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection

from tests.processes import on_an_empty_database

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.databases, pytest.mark.whole]


def shape() -> dict[str, Any]:
    """For each table of ours its columns, keys, constraints and indexes; the order of columns and the names of the rest
    are free, and tables of libraries are their authors'.
    """
    look, found = connection.introspection, {}
    with connection.cursor() as cursor:
        for table in (name for name in look.table_names(cursor) if name.startswith("games_")):
            described = look.get_table_description(cursor, table)
            columns = sorted((c.name, c.type_code, c.internal_size, c.null_ok, c.default) for c in described)
            parts = ({**part, "definition": ""} for part in look.get_constraints(cursor, table).values())
            found[table] = columns, sorted(str(sorted(part.items())) for part in parts)
    return found


def test_migrations_make_the_tables_of_the_models(tmp_path: Path) -> None:
    here = shape()
    with on_an_empty_database(tmp_path):
        call_command("migrate", verbosity=0)
        assert shape() == here
