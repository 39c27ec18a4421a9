"""The database's own refusal to change or delete events, whatever program asks."""

from typing import Any

TABLE = "games_gameevent"
MESSAGE = "Events of a game are written once: they are never changed and never deleted."

SQLITE = {
    f"{TABLE}_no_{verb}": f"CREATE TRIGGER IF NOT EXISTS {TABLE}_no_{verb} BEFORE {verb.upper()} ON {TABLE} "
    f"BEGIN SELECT RAISE(ABORT, '{MESSAGE}'); END"
    for verb in ("update", "delete")
}


def create_triggers(connection: Any) -> None:
    """Creates what is missing. Runs after every migration: SQLite rebuilds a table to change a column, and its triggers go with it."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            for statement in SQLITE.values():
                cursor.execute(statement)
        elif connection.vendor == "postgresql":
            cursor.execute(
                f"CREATE OR REPLACE FUNCTION {TABLE}_refuse() RETURNS trigger LANGUAGE plpgsql AS "
                f"$$ BEGIN RAISE EXCEPTION '{MESSAGE}' USING ERRCODE = 'integrity_constraint_violation'; END $$"
            )
            cursor.execute(
                f"CREATE OR REPLACE TRIGGER {TABLE}_append_only BEFORE UPDATE OR DELETE ON {TABLE} "
                f"FOR EACH ROW EXECUTE FUNCTION {TABLE}_refuse()"
            )
        else:
            raise NotImplementedError(f"No append-only triggers are written for {connection.vendor}: use SQLite or PostgreSQL.")


def drop_triggers(connection: Any) -> None:
    """For migrating backward, and for tests that empty the database between one another."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            for name in SQLITE:
                cursor.execute(f"DROP TRIGGER IF EXISTS {name}")
        elif connection.vendor == "postgresql":
            cursor.execute(f"DROP TRIGGER IF EXISTS {TABLE}_append_only ON {TABLE}")
            cursor.execute(f"DROP FUNCTION IF EXISTS {TABLE}_refuse()")
