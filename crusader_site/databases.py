"""Django's DATABASES: SQLite in a file by default, else what DATABASE_URL names."""

from pathlib import Path
from typing import Any

from crusader_site.unsafe import Environment

SQLITE = "django.db.backends.sqlite3"
POSTGRESQL = "django.db.backends.postgresql"


def configure_databases(env: Environment, *, default: Path, own_runtime: bool) -> dict[str, dict[str, Any]]:
    """Returns DATABASES with the options that the site needs.

    `default` is the file of SQLite where DATABASE_URL is not set. `own_runtime` chooses the engines of
    `crusader_site.runtime` instead of Django's. An engine that is neither is left as it is, and refused at the start.
    """
    database: dict[str, Any] = {"ENGINE": SQLITE, "NAME": default}
    if env.str("DATABASE_URL", default=""):
        database = dict(env.db_url("DATABASE_URL"))
    if database.get("ENGINE") == SQLITE:
        database |= _sqlite_options(own_runtime)
    elif database.get("ENGINE") == POSTGRESQL:
        database |= _postgresql_options(env, database.get("OPTIONS", {}), own_runtime)
    return {"default": database}


def _sqlite_options(own_runtime: bool) -> dict[str, Any]:
    """Returns the options of an SQLite database."""
    return {
        "ENGINE": "crusader_site.runtime.sqlite3" if own_runtime else SQLITE,
        "OPTIONS": {
            # A transaction that reads first and writes later would fail at once, without waiting, if another wrote in
            # between.
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
        },
        "CONN_MAX_AGE": None,
    }


def _postgresql_options(env: Environment, options: dict[str, Any], own_runtime: bool) -> dict[str, Any]:
    """Returns the options of a PostgreSQL database."""
    return {
        "ENGINE": "crusader_site.runtime.postgresql" if own_runtime else POSTGRESQL,
        "CONN_HEALTH_CHECKS": True,  # a connection that PostgreSQL has ended meanwhile is not given to a request
        "OPTIONS": {
            "connect_timeout": 5,
            # PostgreSQL reads and plans what is asked often once a connection, not each time.
            "server_side_binding": True,
            "prepare_threshold": 5,
            # What hangs shall not hold a game: far above what anything takes.
            "options": "-c statement_timeout=30s -c lock_timeout=10s -c idle_in_transaction_session_timeout=60s",
            **options,
            # Rather than a connection a thread: a server has fewer connections to give than there are threads in all
            # processes.
            "pool": {"min_size": 2, "max_size": env.int("DATABASE_POOL", default=12), "timeout": 10},
        },
    }
