"""Processes of the site that work on the database of a test, and settings as such a process would read them."""

import contextlib
import os
import runpy
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import psycopg
from django.conf import settings
from django.db import connection

ROOT = Path(__file__).resolve().parents[1]


def settings_read(folder: Path, **variables: str) -> dict[str, Any]:
    """The settings that a process with these variables alone would have; raises what would stop it.

    The module is run once more in this process, which takes a hundredth of the time that a new one does.
    """
    with patch.dict(os.environ, {"VAR_FOLDER": str(folder), **variables}, clear=True):
        return runpy.run_path(str(ROOT / "crusader_site" / "settings.py"))


def site_environment(*, redis: bool, **more: str) -> dict[str, str]:
    """What a process needs to find this test's database; with `redis`, the Redis database of this test run as well."""
    wanted = {
        name: value
        for name, value in os.environ.items()
        if name not in ("PRODUCTION", "DEBUG", "REDIS_URL", "DATABASE_URL")
    }
    found = connection.settings_dict
    if connection.vendor == "sqlite":
        wanted["DATABASE_URL"] = f"sqlite:///{found['NAME']}"
    else:
        password = f":{found['PASSWORD']}" if found["PASSWORD"] else ""
        wanted["DATABASE_URL"] = f"postgres://{found['USER']}{password}@{found['HOST']}:{found['PORT']}/{found['NAME']}"
    if redis:
        wanted["REDIS_URL"] = settings.REDIS_URL
    # What this process sealed must open there.
    wanted |= {"SECRET_KEY": settings.SECRET_KEY, "DICE_KEY": settings.DICE_KEY, "SIGNING_KEY": settings.SIGNING_KEY}
    return wanted | {"DJANGO_SETTINGS_MODULE": "crusader_site.settings", "PYTHONPATH": str(ROOT)} | more


@contextlib.contextmanager
def on_an_empty_database(folder: Path) -> Iterator[None]:
    """Meanwhile this process works on a database of the same kind that nobody has used, with SQLite a file there."""
    given, here = connection.settings_dict, connection.settings_dict["NAME"]
    with contextlib.ExitStack() as stack:
        if connection.vendor == "sqlite":
            folder.mkdir(exist_ok=True)
            other = str(folder / "other.sqlite3")
        else:
            other = f"restored_{uuid.uuid4().hex[:8]}"
            server = stack.enter_context(
                psycopg.connect(site_environment(redis=False)["DATABASE_URL"], autocommit=True)
            )
            server.execute(f'CREATE DATABASE "{other}"'.encode())
            stack.callback(server.execute, f'DROP DATABASE "{other}" WITH (FORCE)'.encode())
        connection.close()
        given["NAME"] = other
        try:
            yield
        finally:
            connection.close()
            given["NAME"] = here
