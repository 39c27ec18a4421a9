"""What every test of the site shares."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture(scope="session")
def django_db_modify_db_settings(tmp_path_factory: pytest.TempPathFactory, django_db_modify_db_settings_parallel_suffix: None) -> None:
    """A file instead of memory for SQLite: connections of several threads then lock one another as they do on the site."""
    from django.db import connections

    settings = connections["default"].settings_dict
    if settings["ENGINE"].endswith("sqlite3"):
        settings["TEST"]["NAME"] = str(tmp_path_factory.mktemp("database") / "test.sqlite3")
    else:
        settings["OPTIONS"].pop("pool", None)  # its connections would outlive the test database


@pytest.fixture(scope="session", autouse=True)
def _flush_in_spite_of_triggers() -> Iterator[None]:
    """Tests with real transactions empty the tables afterward, which on SQLite the append-only triggers would refuse."""
    from django.db import connection

    from games import triggers

    if connection.vendor != "sqlite":
        yield
        return
    operations_of_sqlite: Any = type(connection.ops)
    flush = operations_of_sqlite.execute_sql_flush

    def flush_without_triggers(operations: Any, statements: Any) -> None:
        triggers.drop_triggers(operations.connection)
        flush(operations, statements)
        triggers.create_triggers(operations.connection)

    patch = pytest.MonkeyPatch()
    patch.setattr(operations_of_sqlite, "execute_sql_flush", flush_without_triggers)
    yield
    patch.undo()


@pytest.fixture(autouse=True)
def _quick_and_contained(settings: Any, tmp_path: Path) -> None:
    """Nothing waits, nothing is written outside the test's own folder, and no test is throttled for another."""
    settings.EMAIL_FILE_PATH = tmp_path / "mail"
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    from django.core.cache import cache

    cache.clear()


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    """Django's middleware leaves the language of the last request active in the thread."""
    from django.utils import translation

    yield
    translation.activate("en")
