"""Database triggers that refuse changes of settled rows, on SQLite and PostgreSQL.

- Rows of record and audit log are written once: never changed, deleted, replaced, nor emptied out with their table.
- Games and seats are never deleted or replaced, and stay the rows they are.
- Status and result of a game change with an event that is written in the same transaction, those of a finished game
  with one of staff.
- What the dice are committed to changes when a finished game, whose secret is known, goes on by an event of staff.
- A player's part of the dice is given once, before the first draw; it goes when its player leaves the seat before the
  start.

The number of the last event only rises. So a higher number than the row had means that an event came with the change.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from django.db import transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.utils import CursorWrapper

WRITTEN_ONCE = {
    "games_gameevent": "Events of a game are written once: they are never changed and never deleted.",
    "games_message": "Messages are written once: they are never changed and never deleted.",
    "games_withdrawal": "A message is withdrawn once and for all.",
    "games_staffaction": "The audit log is written once: it is never changed and never deleted.",
    "games_caseentry": "What is written in a dispute is never changed and never deleted.",
    "games_playernote": "What reviewers note about a player is never changed and never deleted.",
    "games_tournamentact": "The log of a tournament is written once: it is never changed and never deleted.",
}
"""Tables whose rows never change, and the error for a statement that would change one."""
KEPT = {
    "games_game": "Games are never deleted: their events name them.",
    "games_seat": "Seats are never deleted: they hold what the dice of a game are made of.",
}
"""Tables whose rows nobody deletes."""
PROTECTED = (*WRITTEN_ONCE, *KEPT)


@dataclass(frozen=True)
class Guard:
    """One trigger. `changed` compares the two rows, `refused` looks further, at other tables; each is SQL of both
    databases, or empty.
    """

    table: str
    name: str
    function: str
    """Of PostgreSQL: what its trigger calls."""
    message: str
    verbs: tuple[str, ...] = ("UPDATE",)
    columns: tuple[str, ...] = ()
    changed: str = ""
    refused: str = ""
    other: str = ""
    """The other table, which has to be there."""
    at_commit: bool = False
    """On PostgreSQL asked at the end of the transaction: the event may come after the change."""


def _rises(table: str, column: str, message: str) -> Guard:
    """The guard of a column whose values must not fall."""
    changed = f"NEW.{column} < OLD.{column}"
    return Guard(
        table, f"{table}_{column}_forward", f"{table}_{column}_refuse", message, columns=(column,), changed=changed
    )


def _stays(table: str, *columns: str) -> Guard:
    """The guard of columns that must never change."""
    changed = " OR ".join(f"NEW.{column} <> OLD.{column}" for column in columns)
    message = f"This never changes: {', '.join(columns)} of {table}."
    return Guard(
        table, f"{table}_identity_stays", f"{table}_identity_refuse", message, columns=columns, changed=changed
    )


_NO_EVENT = (
    "NOT EXISTS (SELECT 1 FROM games_gameevent e WHERE e.game_id = NEW.id AND e.seq > OLD.version AND e.wall "
    "AND (OLD.status IN ('open', 'active') OR e.kind = 'staff'))"
)
_NO_SUCH_WAY = (
    "NEW.status <> OLD.status AND OLD.status || ' ' || NEW.status NOT IN ('open active', 'open canceled', 'active"
    " over', 'over active')"
)
_OTHER_DICE = "OLD.commitment <> '' AND NEW.commitment <> OLD.commitment"
_DICE_HAVE_BEGUN = (
    "NOT EXISTS (SELECT 1 FROM games_game g WHERE g.id = NEW.game_id AND g.draws_made = 0 "
    "AND (g.status = 'open' OR g.status = 'active' AND OLD.contribution = ''))"
)
COLUMNS = (
    _rises("games_game", "draws_made", "The number of the next draw never goes back: a draw would be made again."),
    _rises("games_game", "version", "The number of the last event never goes back: events are never deleted."),
    _stays("games_game", "id", "public_id"),
    _stays("games_seat", "id", "game_id", "side"),
    Guard(
        table="games_game",
        name="games_game_result_by_event",
        function="games_game_result_refuse",
        message=(
            "Status and result of a game change with an event of the game alone, those of a finished one with an event"
            " of staff."
        ),
        columns=("status", "winner", "ending"),
        changed="NEW.status <> OLD.status OR NEW.winner <> OLD.winner OR NEW.ending <> OLD.ending",
        refused=f"({_NO_SUCH_WAY}) OR {_NO_EVENT}",
        other="games_gameevent",
        at_commit=True,
    ),
    Guard(
        table="games_game",
        name="games_game_dice_by_event",
        function="games_game_dice_refuse",
        message=(
            "What the dice are committed to is never chosen anew, but when an event of staff has a finished game go on."
        ),
        columns=("commitment", "past_dice", "revealed"),
        changed=f"({_OTHER_DICE}) OR NEW.past_dice <> OLD.past_dice OR NEW.revealed <> OLD.revealed",
        refused=f"({_OTHER_DICE} AND NOT (OLD.status = 'over' AND OLD.revealed)) OR {_NO_EVENT}",
        other="games_gameevent",
        at_commit=True,
    ),
    Guard(
        table="games_seat",
        name="games_seat_contribution_once",
        function="games_seat_contribution_refuse",
        message="What a player adds to the dice is given once, before the first draw.",
        columns=("contribution",),
        changed="NEW.contribution <> OLD.contribution",
        refused=(
            f"(OLD.contribution <> '' AND (NEW.contribution <> '' OR NEW.user_id IS NOT NULL)) OR {_DICE_HAVE_BEGUN}"
        ),
        other="games_game",
    ),
)


def create_triggers(connection: BaseDatabaseWrapper) -> None:
    """Creates what is missing. Runs after every migration, behind which there may be more tables and columns.

    One table after the other: on PostgreSQL each is locked meanwhile, and who acts in a game writes several of them.
    """
    vendor = _vendor_of(connection)
    there = set(connection.introspection.table_names())
    for table in PROTECTED:
        if table in there:
            with transaction.atomic(using=connection.alias), connection.cursor() as cursor:
                for statement in _sql_of_triggers(vendor, cursor, table, _column_names(cursor, table), there):
                    cursor.execute(statement)


def drop_triggers(connection: BaseDatabaseWrapper) -> None:
    """Drops the triggers: for migrations, which on SQLite write tables anew, and for tests."""
    vendor = _vendor_of(connection)
    with transaction.atomic(using=connection.alias), connection.cursor() as cursor:
        if vendor == "postgresql":  # a table of which something is still to be checked is not altered
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        for table in set(connection.introspection.table_names(cursor)).intersection(PROTECTED):
            for name in _existing_triggers(vendor, cursor, table):
                cursor.execute(f"DROP TRIGGER {name}" + (f" ON {table}" if vendor == "postgresql" else ""))
        if vendor == "postgresql":
            cursor.execute("SET CONSTRAINTS ALL DEFERRED")


@contextmanager
def without_triggers(connection: BaseDatabaseWrapper, *tables: str) -> Iterator[None]:
    """A transaction in which rows of these tables can be changed, for migrations.

    Nobody else ever finds them without their triggers.
    """
    with transaction.atomic(using=connection.alias), connection.cursor() as cursor:
        if _vendor_of(connection) == "postgresql":
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            present = [(table, name) for table in tables for name in _existing_triggers("postgresql", cursor, table)]
            for table, name in present:
                cursor.execute(f"ALTER TABLE {table} DISABLE TRIGGER {name}")
            yield
            for table, name in present:
                cursor.execute(f"ALTER TABLE {table} ENABLE TRIGGER {name}")
            cursor.execute("SET CONSTRAINTS ALL DEFERRED")
            return
        cursor.execute("SELECT tbl_name, name, sql FROM sqlite_master WHERE type = 'trigger' ORDER BY name")
        made = [(name, statement) for table, name, statement in cursor.fetchall() if table in tables]
        for name, _statement in made:
            cursor.execute(f"DROP TRIGGER {name}")
        yield
        for _name, statement in made:
            cursor.execute(statement)


def _vendor_of(connection: BaseDatabaseWrapper) -> str:
    """Returns the database's vendor. Raises NotImplementedError for one without triggers here."""
    if connection.vendor not in ("sqlite", "postgresql"):
        raise NotImplementedError(f"No triggers are written for {connection.vendor}: use SQLite or PostgreSQL.")
    return str(connection.vendor)


def _column_names(cursor: CursorWrapper, table: str) -> set[str]:
    """Returns the names of a table's columns."""
    cursor.execute(f"SELECT * FROM {table} WHERE 1 = 0")
    return {column[0] for column in cursor.description}


def _guards(table: str, columns: set[str], there: set[str]) -> Iterator[Guard]:
    """Yields the guards of a table for which it has the columns by now."""
    if table in WRITTEN_ONCE:
        verbs = ("UPDATE", "DELETE")
        yield Guard(table, f"{table}_append_only", f"{table}_refuse", WRITTEN_ONCE[table], verbs)
    else:
        yield Guard(table, f"{table}_kept", f"{table}_refuse", KEPT[table], ("DELETE",))
    for guard in COLUMNS:
        needed = {*guard.columns, *(("status", "version") if guard.at_commit else ())}
        if guard.table == table and needed <= columns and (not guard.other or guard.other in there):
            yield guard


def _sql_of_triggers(
    vendor: str, cursor: CursorWrapper, table: str, columns: set[str], there: set[str]
) -> Iterator[str]:
    """Yields the SQL that creates all triggers of a table."""
    message = WRITTEN_ONCE.get(table) or KEPT[table]
    if vendor == "sqlite":
        for guard in _guards(table, columns, there):
            yield from _on_sqlite(guard)
        yield from _against_replacing(cursor, table, message)
    else:
        present = set(_existing_triggers(vendor, cursor, table))
        for guard in _guards(table, columns, there):
            yield from _on_postgresql(guard, present)
        yield (
            f"CREATE OR REPLACE TRIGGER {table}_no_truncate BEFORE TRUNCATE ON {table} EXECUTE FUNCTION"
            f" {table}_refuse()"
        )


def _on_sqlite(guard: Guard) -> Iterator[str]:
    """Yields the SQL of a guard's triggers on SQLite, one for each verb."""
    when = " AND ".join(f"({part})" for part in (guard.changed, guard.refused) if part)
    for verb in guard.verbs:
        name = guard.name if guard.columns else f"{guard.table}_no_{verb.lower()}"
        event = f"{verb} OF {', '.join(guard.columns)}" if guard.columns else verb
        yield _sqlite_trigger(name, event, guard.table, when, guard.message)


def _against_replacing(cursor: CursorWrapper, table: str, message: str) -> Iterator[str]:
    """Yields triggers of SQLite against `INSERT OR REPLACE` and `UPDATE OR REPLACE`.

    These delete the row that stands in the way, and no trigger of deletion is called.
    """
    cursor.execute(f"PRAGMA index_list({table})")
    unique = [(name, bool(partial)) for _number, name, is_unique, _origin, partial in cursor.fetchall() if is_unique]
    same, keys = ["o.rowid = NEW.rowid"], set()
    for name, partial in sorted(unique):
        cursor.execute(f"PRAGMA index_info({name})")
        columns = [column for _rank, _number, column in cursor.fetchall()]
        cursor.execute("SELECT sql FROM sqlite_master WHERE type = 'index' AND name = %s", [name])
        (made,) = cursor.fetchone()
        condition = [f"({made.partition(' WHERE ')[2]})"] if partial else []
        same.append(" AND ".join([*(f"o.{column} = NEW.{column}" for column in columns), *condition]))
        keys.update(columns)
    in_the_way = " OR ".join(f"EXISTS (SELECT 1 FROM {table} o WHERE {{}}{one})" for one in same)
    yield _sqlite_trigger(f"{table}_no_replacing", "INSERT", table, in_the_way.replace("{}", ""), message)
    if table in KEPT:  # of the others no row is updated at all
        event = f"UPDATE OF {', '.join(sorted(keys))}"
        yield _sqlite_trigger(
            f"{table}_no_overwriting", event, table, in_the_way.replace("{}", "o.rowid <> OLD.rowid AND "), message
        )


def _sqlite_trigger(name: str, event: str, table: str, when: str, message: str) -> str:
    """The SQL of a trigger of SQLite that refuses a statement, if `when` holds for the row."""
    condition = f" WHEN {when}" if when else ""
    return (
        f"CREATE TRIGGER IF NOT EXISTS {name} BEFORE {event} ON {table}{condition} BEGIN SELECT RAISE(ABORT,"
        f" '{message}'); END"
    )


def _on_postgresql(guard: Guard, present: set[str]) -> Iterator[str]:
    """Yields the SQL of a guard's function and trigger on PostgreSQL."""
    refuse = f"RAISE EXCEPTION '{guard.message}' USING ERRCODE = 'integrity_constraint_violation';"
    body = f"IF {guard.refused} THEN {refuse} END IF; RETURN NEW;" if guard.refused else refuse
    yield f"CREATE OR REPLACE FUNCTION {guard.function}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {body} END $$"
    of = f" OF {', '.join(guard.columns)}" if guard.columns else ""
    event = " OR ".join(guard.verbs) + of
    when = f" WHEN ({guard.changed})" if guard.changed else ""
    what = f"ON {guard.table}{{}} FOR EACH ROW{when} EXECUTE FUNCTION {guard.function}()"
    if not guard.at_commit:
        yield f"CREATE OR REPLACE TRIGGER {guard.name} BEFORE {event} {what.format('')}"
    elif guard.name not in present:  # such a trigger cannot be replaced
        yield f"CREATE CONSTRAINT TRIGGER {guard.name} AFTER {event} {what.format(' DEFERRABLE INITIALLY DEFERRED')}"


def _existing_triggers(vendor: str, cursor: CursorWrapper, table: str) -> list[str]:
    """Returns the names of a table's triggers that are ours."""
    if vendor == "sqlite":
        cursor.execute("SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = %s ORDER BY name", [table])
        return [name for (name,) in cursor.fetchall()]
    names = {f"{table}_append_only", f"{table}_kept", f"{table}_no_truncate", *(guard.name for guard in COLUMNS)}
    cursor.execute(
        "SELECT tgname FROM pg_trigger WHERE tgrelid = %s::regclass AND NOT tgisinternal ORDER BY tgname", [table]
    )
    return [name for (name,) in cursor.fetchall() if name in names]
