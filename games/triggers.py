"""The database's own refusal to change or delete what is written once, whatever program asks."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import transaction

TABLES = {
    "games_gameevent": "Events of a game are written once: they are never changed and never deleted.",
    "games_message": "Messages are written once: they are never changed and never deleted.",
    "games_withdrawal": "A message is withdrawn once and for all.",
    "games_staffaction": "The audit log is written once: it is never changed and never deleted.",
    "games_caseentry": "What is written in a dispute is never changed and never deleted.",
}
VERBS = ("update", "delete")
FORWARD = {("games_game", "draws_made"): "The number of the next draw never goes back: a draw would be made again."}
"""Columns that only rise, and what is said to whoever would lower them."""


def create_triggers(connection: Any) -> None:
    """Creates what is missing. Runs after every migration: SQLite rebuilds a table to change a column, and its triggers go with it."""
    with connection.cursor() as cursor:
        there = set(connection.introspection.table_names(cursor))
        for table, message in TABLES.items():
            if table in there:  # a table that a later migration makes has its triggers after that
                for statement in _creating(connection.vendor, table, message):
                    cursor.execute(statement)
        for (table, column), message in FORWARD.items():
            if table in there and column in {one.name for one in connection.introspection.get_table_description(cursor, table)}:
                for statement in _holding(connection.vendor, table, column, message):
                    cursor.execute(statement)


def drop_triggers(connection: Any) -> None:
    """For migrating backward, and for tests that empty the database between one another."""
    with connection.cursor() as cursor:
        there = set(connection.introspection.table_names(cursor))
        for table in TABLES:
            if table in there:
                for statement in _dropping(connection.vendor, table):
                    cursor.execute(statement)
        for table, column in FORWARD:
            if connection.vendor == "sqlite":
                cursor.execute(f"DROP TRIGGER IF EXISTS {table}_{column}_forward")
            elif connection.vendor == "postgresql" and table in there:
                cursor.execute(f"DROP TRIGGER IF EXISTS {table}_{column}_forward ON {table}")
                cursor.execute(f"DROP FUNCTION IF EXISTS {table}_{column}_refuse()")


@contextmanager
def lifted(connection: Any, table: str) -> Iterator[None]:
    """A transaction in which rows of this table can be changed, for migrations. Nobody else ever finds it without its triggers."""
    postgres = connection.vendor == "postgresql"
    with transaction.atomic(using=connection.alias), connection.cursor() as cursor:
        if postgres:  # a table of which something is still to be checked is not altered
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        disable = [f"ALTER TABLE {table} DISABLE TRIGGER {table}_append_only"]
        for statement in disable if postgres else _dropping(connection.vendor, table):
            cursor.execute(statement)
        yield
        enable = [f"ALTER TABLE {table} ENABLE TRIGGER {table}_append_only", "SET CONSTRAINTS ALL DEFERRED"]
        for statement in enable if postgres else _creating(connection.vendor, table, TABLES[table]):
            cursor.execute(statement)


def _creating(vendor: str, table: str, message: str) -> Iterator[str]:
    if vendor == "sqlite":
        for verb in VERBS:
            name = f"{table}_no_{verb}"
            yield f"CREATE TRIGGER IF NOT EXISTS {name} BEFORE {verb.upper()} ON {table} BEGIN SELECT RAISE(ABORT, '{message}'); END"
    elif vendor == "postgresql":
        yield (
            f"CREATE OR REPLACE FUNCTION {table}_refuse() RETURNS trigger LANGUAGE plpgsql AS "
            f"$$ BEGIN RAISE EXCEPTION '{message}' USING ERRCODE = 'integrity_constraint_violation'; END $$"
        )
        yield (
            f"CREATE OR REPLACE TRIGGER {table}_append_only BEFORE UPDATE OR DELETE ON {table} "
            f"FOR EACH ROW EXECUTE FUNCTION {table}_refuse()"
        )
    else:
        raise NotImplementedError(f"No append-only triggers are written for {vendor}: use SQLite or PostgreSQL.")


def _holding(vendor: str, table: str, column: str, message: str) -> Iterator[str]:
    name, lower = f"{table}_{column}_forward", f"NEW.{column} < OLD.{column}"
    if vendor == "sqlite":
        yield (
            f"CREATE TRIGGER IF NOT EXISTS {name} BEFORE UPDATE OF {column} ON {table} WHEN {lower} "
            f"BEGIN SELECT RAISE(ABORT, '{message}'); END"
        )
    else:
        yield (
            f"CREATE OR REPLACE FUNCTION {table}_{column}_refuse() RETURNS trigger LANGUAGE plpgsql AS "
            f"$$ BEGIN RAISE EXCEPTION '{message}' USING ERRCODE = 'integrity_constraint_violation'; END $$"
        )
        yield (
            f"CREATE OR REPLACE TRIGGER {name} BEFORE UPDATE OF {column} ON {table} FOR EACH ROW WHEN ({lower}) "
            f"EXECUTE FUNCTION {table}_{column}_refuse()"
        )


def _dropping(vendor: str, table: str) -> Iterator[str]:
    if vendor == "sqlite":
        for verb in VERBS:
            yield f"DROP TRIGGER IF EXISTS {table}_no_{verb}"
    elif vendor == "postgresql":
        yield f"DROP TRIGGER IF EXISTS {table}_append_only ON {table}"
        yield f"DROP FUNCTION IF EXISTS {table}_refuse()"
