"""Queries that every request of a game asks: Django writes their SQL once, not each time anew, which takes longer than the answer.

It is for the few hot ones, and for nothing else: what they find is what the same queryset would find, to the field.
"""

import copy
import uuid
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any, Generic, NamedTuple, TypeVar

from django.db import DEFAULT_DB_ALIAS, OperationalError, connections, models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models.query import ModelIterable
from django.db.models.signals import post_save
from django.db.models.sql import UpdateQuery

M = TypeVar("M", bound=models.Model)
N = TypeVar("N", bound=models.Model)

STAND_INS: dict[type, Callable[[int], Any]] = {
    int: lambda number: 7_340_033 + number,
    str: lambda number: f"stand-in {number}",
    uuid.UUID: lambda number: uuid.UUID(int=7_340_033 + number),
    datetime: lambda number: datetime(1187, 7, 4, number, tzinfo=UTC),
}
"""Values that no query has, by which the places of a query's parameters are found in what Django made of it."""


class _Made(NamedTuple):
    """What Django makes of a query, for one kind of database. It serves all threads, and is never changed."""

    compiler: Any
    sql: str
    parameters: tuple[tuple[str, Any], ...]
    """Each with the name under which it is given anew each time, or "" and the value that it always has."""


class _Once:
    """A query with parameters of the types in `STAND_INS`, never None, that stand in lookups and values alone, not in slices."""

    def __init__(self, **kinds: type) -> None:
        self._kinds = kinds
        self._made: dict[str, _Made] = {}

    def compiler(self, connection: BaseDatabaseWrapper, **stand_ins: Any) -> Any:
        raise NotImplementedError

    def made_for(self, connection: BaseDatabaseWrapper) -> _Made:
        made = self._made.get(connection.vendor)
        if made is None:
            stand_ins = {name: STAND_INS[kind](number) for number, (name, kind) in enumerate(self._kinds.items())}
            names = {_for_database(value, connection): name for name, value in stand_ins.items()}
            compiler = self.compiler(connection, **stand_ins)
            sql, params = compiler.as_sql()
            parameters = tuple((names.get(value, ""), value) if value.__hash__ else ("", value) for value in params)
            missing = self._kinds.keys() - {name for name, _ in parameters}
            assert not missing, f"{missing} are not found in {sql}"
            compiler.connection = None  # of whoever asks
            made = self._made[connection.vendor] = _Made(compiler, sql, parameters)
        return made

    def only(self, values: dict[str, Any]) -> dict[str, Any]:
        """Of these values those that this query takes."""
        return {name: values[name] for name in self._kinds}

    def parameters(self, made: _Made, connection: BaseDatabaseWrapper, values: dict[str, Any]) -> tuple[Any, ...]:
        given = {name: _for_database(value, connection) for name, value in values.items()}
        return tuple(given[name] if name else value for name, value in made.parameters)


class Prepared(_Once, Generic[M]):
    """A queryset of models with parameters: `Prepared(lambda key: Game.objects.filter(pk=key), key=int)(key=5)` is a list of games.

    Joins of `select_related`, orders, locks and annotations are as in any queryset; prefetches are not made.
    """

    def __init__(self, make: Callable[..., "models.QuerySet[M]"], **kinds: type) -> None:
        super().__init__(**kinds)
        self._make = make
        self._converters: dict[str, Any] = {}

    def compiler(self, connection: BaseDatabaseWrapper, **stand_ins: Any) -> Any:
        return self._make(**stand_ins).query.get_compiler(connection=connection)

    def __call__(self, **values: Any) -> list[M]:
        connection = connections[DEFAULT_DB_ALIAS]
        made = self.made_for(connection)
        with connection.cursor() as cursor:
            cursor.execute(made.sql, self.parameters(made, connection, values))
            return self.read(cursor.fetchall(), connection)

    def read(self, rows: list[Any], connection: BaseDatabaseWrapper) -> list[M]:
        """The models that these rows of the query's answer are."""
        made = self.made_for(connection)
        asked = copy.copy(made.compiler)
        asked.connection = connection
        asked.execute_sql = lambda *_, **__: [rows]
        converters = self._converters.get(connection.vendor)
        if converters is None:
            selected = [column[0] for column in made.compiler.select[: made.compiler.col_count]]
            converters = self._converters[connection.vendor] = asked.get_converters(selected)
        asked.get_converters = lambda _fields: converters
        # All that it looks at of a queryset.
        query = SimpleNamespace(get_compiler=lambda using: asked)
        looked_at: Any = SimpleNamespace(db=connection.alias, query=query, _known_related_objects={})
        return list(ModelIterable(looked_at))


class Both(Generic[M, N]):
    """Two queries of one row at most each, asked as one: `Both(first, second)(key=1, name="x")` is a pair of models, None where there is no
    such row. Each takes the parameters that it names."""

    def __init__(self, first: Prepared[M], second: Prepared[N]) -> None:
        self._parts: tuple[Prepared[Any], Prepared[Any]] = (first, second)

    def __call__(self, **values: Any) -> tuple[M | None, N | None]:
        connection = connections[DEFAULT_DB_ALIAS]
        made = [part.made_for(connection) for part in self._parts]
        first, second = (one.sql for one in made)
        sql = f"SELECT a.*, b.* FROM (SELECT 1) o LEFT JOIN ({first}) a ON 1 = 1 LEFT JOIN ({second}) b ON 1 = 1"
        params = [part.parameters(one, connection, part.only(values)) for part, one in zip(self._parts, made, strict=True)]
        with connection.cursor() as cursor:
            cursor.execute(sql, [*params[0], *params[1]])
            row = cursor.fetchone()
        width = len(made[0].compiler.select)
        found = [self._one(part, cut, connection) for part, cut in zip(self._parts, (row[:width], row[width:]), strict=True)]
        return found[0], found[1]

    def _one(self, part: Prepared[Any], row: Any, connection: BaseDatabaseWrapper) -> Any:
        # The key comes first in every table of Django's.
        return part.read([row], connection)[0] if row[0] is not None else None


class PreparedUpdate(_Once):
    """Rows to be changed, and how: `PreparedUpdate(lambda key, year: (Game.objects.filter(pk=key), {"year": year}), key=int, year=int)`.
    Called with the parameters it returns how many were."""

    def __init__(self, make: Callable[..., "tuple[models.QuerySet[Any], dict[str, Any]]"], **kinds: type) -> None:
        super().__init__(**kinds)
        self._make = make

    def compiler(self, connection: BaseDatabaseWrapper, **stand_ins: Any) -> Any:
        rows, values = self._make(**stand_ins)
        query: Any = rows.query.chain(UpdateQuery)
        query.add_update_values(values)
        return query.get_compiler(connection=connection)

    def __call__(self, **values: Any) -> int:
        connection = connections[DEFAULT_DB_ALIAS]
        made = self.made_for(connection)
        with connection.cursor() as cursor:
            cursor.execute(made.sql, self.parameters(made, connection, values))
            return int(cursor.rowcount)


Change = tuple[models.Model, Sequence[str]]
"""A row that is there, and the names of its fields that are to be written."""


class RowGone(OperationalError):
    """A row that was to be changed is not there any more. The same may be asked for again."""


def write(record: models.Model, *names: str) -> None:
    """Writes these fields of a row that is there, as `objects.filter(pk=...).update(...)` would. Raises RowGone."""
    write_together([(record, names)])


def write_together(changes: Iterable[Change], *, new: models.Model | None = None) -> None:
    """Writes fields of several rows that are there, and a `new` one, which gets its key: on PostgreSQL with one statement, for the way
    there and back takes longer than the writing. No row may be named twice, and none be the new one. On SQLite the new one is written
    first: triggers look for the event by which a game changes (`games.triggers`). Raises RowGone where one is not there."""
    connection = connections[DEFAULT_DB_ALIAS]
    updates = [_update(connection, record, names) for record, names in changes if names]
    inserts = [_insert(connection, new)] if new is not None else []
    if not updates and not inserts:
        return
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            parts = [f"part{number} AS ({sql} RETURNING id)" for number, (sql, _) in enumerate([*updates, *inserts])]
            counts = " + ".join(f"(SELECT count(*) FROM part{number})" for number in range(len(updates))) or "0"
            made = f"(SELECT id FROM part{len(updates)})" if inserts else "NULL"
            values = [value for _, given in (*updates, *inserts) for value in given]
            cursor.execute(f"WITH {', '.join(parts)} SELECT {counts}, {made}", values)
            written, number = cursor.fetchone()
        else:
            written, number = 0, None
            for sql, values in inserts:
                cursor.execute(sql, values)
                number = cursor.lastrowid
            for sql, values in updates:
                cursor.execute(sql, values)
                written += cursor.rowcount
    if written != len(updates):
        raise RowGone(f"{written} of {len(updates)} rows were there")
    if new is not None:
        new.pk = number
        new._state.adding, new._state.db = False, connection.alias
        told: dict[str, Any] = {"created": True, "raw": False, "using": connection.alias, "update_fields": None}
        post_save.send(type(new), instance=new, **told)


def _update(connection: BaseDatabaseWrapper, record: models.Model, names: Sequence[str]) -> tuple[str, list[Any]]:
    meta, quote = record._meta, connection.ops.quote_name
    fields: list[Any] = [meta.get_field(name) for name in names]
    places = ", ".join(f"{quote(field.column)} = %s" for field in fields)
    values = [field.get_db_prep_save(getattr(record, field.attname), connection) for field in fields]
    return f"UPDATE {quote(meta.db_table)} SET {places} WHERE id = %s", [*values, record.pk]


def _insert(connection: BaseDatabaseWrapper, record: models.Model) -> tuple[str, list[Any]]:
    meta, quote = record._meta, connection.ops.quote_name
    fields: list[Any] = [field for field in meta.concrete_fields if not field.primary_key]
    columns = ", ".join(quote(field.column) for field in fields)
    values = [field.get_db_prep_save(field.pre_save(record, True), connection) for field in fields]
    return f"INSERT INTO {quote(meta.db_table)} ({columns}) VALUES ({', '.join(['%s'] * len(fields))})", values


def _for_database(value: Any, connection: BaseDatabaseWrapper) -> Any:
    if isinstance(value, uuid.UUID):
        return value if connection.features.has_native_uuid_field else value.hex
    return connection.ops.adapt_datetimefield_value(value) if isinstance(value, datetime) else value
