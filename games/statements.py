"""The statements that nearly every request of a game sends, written in SQL, and their rows as the models they are.

Django takes longer to put such a statement together than the database takes to answer it. Processor time that a call
saves against the same as a queryset or as saves, in percent of a whole act's in the same process; 9 times 40 calls by
turns, in the middle:

| statement | SQLite | PostgreSQL |
| --- | --- | --- |
| `games.access._seats`, every view | 49 | 30 |
| `games.access._locked_seats`, every act | 54 | 33 |
| `games.people.backend._by_key`, every request of a person | 13 | 10 |
| `games.api.socket_users._session_and_person`, every message of a socket | 17 | 12 |
| `write_together`, of an event, game, seat and snapshot | 12 | 14 |

Whatever saves less than a tenth of an act is a queryset.
"""

import uuid
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from functools import cache
from typing import Any, NamedTuple

from django.db import OperationalError, connection, models
from django.db.models.signals import post_save

from games.shapes import Json, Untyped

Value = Any
"""A value of a column, or a model of a row: which, the statement says."""


class _Part(NamedTuple):
    """The columns of one model in a row: their start, the names of their fields, and the converters of their values."""

    model: type[models.Model]
    start: int
    names: list[str]
    converters: list[tuple[int, list[Callable[..., Value]], Untyped]]


class Statement:
    """A SELECT: `Statement("SELECT {seat}, {game}, 1 + 1 FROM ... WHERE seat.side = %(side)s", seat=Seat, game=Game)`.

    `{seat}` stands for the columns of the model in the table that bears this name in the statement, first the key. They
    come first, in the order of the models. `lock` names the tables whose rows stay locked until the end of the
    transaction, on databases that lock rows.
    """

    def __init__(self, sql: str, *, lock: str = "", **tables: type[models.Model]) -> None:
        self._sql, self._lock, self._models = sql, lock, tables
        self._made: dict[str, tuple[str, list[_Part], int]] = {}

    def __call__(self, **values: object) -> list[tuple[Value, ...]]:
        """Runs the statement. Returns for each row its models, None for a joined row that is not there, and other
        values.

        Rows that are the same one are the same instance.
        """
        sql, parts, width = self._made.get(connection.vendor) or self._compile()
        with connection.cursor() as cursor:
            cursor.execute(sql, _database_parameters(values))
            rows = cursor.fetchall()
        known: dict[tuple[type[models.Model], Value], Value] = {}
        return [(*(_instance_of(part, row, known) for part in parts), *row[width:]) for row in rows]

    def _compile(self) -> tuple[str, list[_Part], int]:
        """Returns the SQL for the connected database, the columns of each model, and how many columns models have in
        all.
        """
        parts, texts, start, quote = [], dict[str, str](), 0, connection.ops.quote_name
        for name, model in self._models.items():
            fields = model._meta.concrete_fields
            texts[name] = ", ".join(f"{name}.{quote(str(field.column))}" for field in fields)
            parts.append(_Part(model, start, [field.attname for field in fields], _converters(model, fields)))
            start += len(fields)
        sql = self._sql.format(**texts)
        if self._lock and connection.features.has_select_for_update:
            sql += f" FOR UPDATE OF {self._lock}"
        made = self._made[connection.vendor] = sql, parts, start
        return made


def _converters(
    model: type[models.Model], fields: Sequence[Untyped]
) -> list[tuple[int, list[Callable[..., Value]], Untyped]]:
    """Returns the converters of those fields whose stored values need any, each with the field's place and column."""
    found = []
    for place, field in enumerate(fields):
        column = field.get_col(model._meta.db_table)
        converters = [*connection.ops.get_db_converters(column), *field.get_db_converters(connection)]
        if converters:
            found.append((place, converters, column))
    return found


def _instance_of(part: _Part, row: tuple[Value, ...], known: dict[tuple[type[models.Model], Value], Value]) -> Value:
    """Makes a model of its columns in a row; the same instance as before for a row in ``known``; None for a missing
    row.
    """
    key = part.model, row[part.start]
    if key[1] is None or key in known:
        return known.get(key)
    values = list(row[part.start : part.start + len(part.names)])
    for place, converters, column in part.converters:
        for convert in converters:
            values[place] = convert(values[place], column, connection)
    known[key] = found = part.model.from_db(connection.alias, part.names, values)
    return found


def _database_parameters(values: Json) -> Json:
    return {name: _for_database(value) for name, value in values.items()}


def _for_database(value: object) -> Value:
    if isinstance(value, uuid.UUID):
        return value if connection.features.has_native_uuid_field else value.hex
    return connection.ops.adapt_datetimefield_value(value) if isinstance(value, datetime) else value


# --- writing
# -----------------------------------------------------------------------------------------------------------------

Change = tuple[models.Model, Sequence[str]]
"""A row that is there, and the names of its fields that are to be written."""


_Write = tuple[str, list[Value]]
"""A statement with its values."""


class RowGone(OperationalError):
    """A row that was to be changed is not there any more. The same may be asked for again."""


def write_together(changes: Iterable[Change], *, new: models.Model | None = None) -> None:
    """Writes fields of existing rows, and a `new` row, which gets its key. Raises RowGone if one does not exist any
    more.

    On PostgreSQL in one statement, as the way there and back takes longer than the writing. No row may be named twice,
    and none be the new one. On SQLite the new one is written first: triggers look for the event by which a game changes
    (`games.triggers`).
    """
    updates = [_update(record, names) for record, names in changes if names]
    insert = _insert(new) if new is not None else None
    if not updates and insert is None:
        return
    with connection.cursor() as cursor:
        written, key = (_write_at_once if connection.vendor == "postgresql" else _write_in_turn)(
            cursor, updates, insert
        )
    if written != len(updates):
        raise RowGone(f"{written} of {len(updates)} rows were there")
    if new is not None:
        new.pk = key
        fields: Json = {"created": True, "raw": False, "using": connection.alias, "update_fields": None}
        post_save.send(type(new), instance=new, **fields)


def _write_at_once(cursor: Untyped, updates: Sequence[_Write], insert: _Write | None) -> tuple[int, Value]:
    """Writes by one statement of PostgreSQL. Returns how many rows were updated, and the key of the new one."""
    writes = [*updates, *([insert] if insert is not None else [])]
    parts = [f"part{number} AS ({sql} RETURNING id)" for number, (sql, _) in enumerate(writes)]
    counts = " + ".join(f"(SELECT count(*) FROM part{number})" for number in range(len(updates))) or "0"
    made = f"(SELECT id FROM part{len(updates)})" if insert is not None else "NULL"
    values = [value for _, given in writes for value in given]
    cursor.execute(f"WITH {', '.join(parts)} SELECT {counts}, {made}", values)
    written, key = cursor.fetchone()
    return written, key


def _write_in_turn(cursor: Untyped, updates: Sequence[_Write], insert: _Write | None) -> tuple[int, Value]:
    """Writes the same with one statement for each row, the new one first."""
    key = None
    if insert is not None:
        cursor.execute(*insert)
        key = cursor.lastrowid
    written = 0
    for update in updates:
        cursor.execute(*update)
        written += cursor.rowcount
    return written, key


def _update(record: models.Model, names: Sequence[str]) -> tuple[str, list[Value]]:
    """Returns the UPDATE of a row with its values."""
    sql, fields = _sql_of_update(type(record), tuple(names), connection.vendor)
    return sql, [*(field.get_db_prep_save(getattr(record, field.attname), connection) for field in fields), record.pk]


@cache
def _sql_of_update(model: type[models.Model], names: tuple[str, ...], vendor: str) -> tuple[str, list[Untyped]]:
    """Returns an UPDATE of these fields by primary key, and the fields. Kept for each model and database."""
    meta, quote = model._meta, connection.ops.quote_name
    fields: list[Untyped] = [meta.get_field(name) for name in names]
    places = ", ".join(f"{quote(field.column)} = %s" for field in fields)
    return f"UPDATE {quote(meta.db_table)} SET {places} WHERE id = %s", fields


def _insert(record: models.Model) -> tuple[str, list[Value]]:
    """Returns the INSERT of a row with its values."""
    sql, fields = _sql_of_insert(type(record), connection.vendor)
    return sql, [field.get_db_prep_save(field.pre_save(record, True), connection) for field in fields]


@cache
def _sql_of_insert(model: type[models.Model], vendor: str) -> tuple[str, list[Untyped]]:
    """Returns an INSERT of all fields but the key, and the fields. Kept for each model and database."""
    meta, quote = model._meta, connection.ops.quote_name
    fields: list[Untyped] = [field for field in meta.concrete_fields if not field.primary_key]
    columns = ", ".join(quote(field.column) for field in fields)
    return f"INSERT INTO {quote(meta.db_table)} ({columns}) VALUES ({', '.join(['%s'] * len(fields))})", fields
