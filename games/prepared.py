"""Queries that every request of a game asks: Django writes their SQL once, not each time anew, which takes longer than the answer.

It is for the few hot ones, and for nothing else: what they find is what the same queryset would find, to the field.
"""

import copy
import uuid
from collections.abc import Callable
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, connections, models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models.query import ModelIterable

M = TypeVar("M", bound=models.Model)

_Made = tuple[Any, Any, str, tuple[tuple[str, Any], ...]]
STAND_INS: dict[type, Callable[[int], Any]] = {
    int: lambda number: 7_340_033 + number,
    str: lambda number: f"stand-in {number}",
    uuid.UUID: lambda number: uuid.UUID(int=7_340_033 + number),
    datetime: lambda number: datetime(1187, 7, 4, number, tzinfo=UTC),
}
"""Values that no query has, by which the places of a query's parameters are found in what Django made of it."""


class Prepared(Generic[M]):
    """A queryset of models with parameters: `Prepared(lambda key: Game.objects.filter(pk=key), key=int)(key=5)` is a list of games.

    Parameters are of the types in `STAND_INS`, never None, and stand in lookups alone, not in slices. Joins of `select_related`, orders,
    locks and annotations are as in any queryset; prefetches are not made.
    """

    def __init__(self, make: Callable[..., "models.QuerySet[M]"], **kinds: type) -> None:
        self._make, self._kinds = make, kinds
        self._made: dict[str, _Made] = {}
        """By the kind of database. What is made serves all threads, and is never changed."""

    def __call__(self, **values: Any) -> list[M]:
        connection = connections[DEFAULT_DB_ALIAS]
        compiler, converters, sql, parameters = self._made.get(connection.vendor) or self._compile(connection)
        given = {name: _for_database(value, connection) for name, value in values.items()}
        params = tuple(given[name] if name else value for name, value in parameters)
        asked = copy.copy(compiler)
        asked.connection = connection
        asked.as_sql = lambda *_, **__: (sql, params)
        asked.get_converters = lambda _fields: converters
        # All that it looks at of a queryset.
        query = SimpleNamespace(get_compiler=lambda using: asked)
        looked_at: Any = SimpleNamespace(db=connection.alias, query=query, _known_related_objects={})
        return list(ModelIterable(looked_at))

    def _compile(self, connection: BaseDatabaseWrapper) -> _Made:
        stand_ins = {name: STAND_INS[kind](number) for number, (name, kind) in enumerate(self._kinds.items())}
        names = {_for_database(value, connection): name for name, value in stand_ins.items()}
        compiler = self._make(**stand_ins).query.get_compiler(connection=connection)
        sql, params = compiler.as_sql()
        parameters = tuple((names.get(value, ""), value) if value.__hash__ else ("", value) for value in params)
        missing = self._kinds.keys() - {name for name, _ in parameters}
        assert not missing, f"{missing} are not found in {sql}"
        converters = compiler.get_converters([selected[0] for selected in compiler.select[: compiler.col_count]])
        compiler.connection = None  # of whoever asks
        self._made[connection.vendor] = compiler, converters, sql, parameters
        return compiler, converters, sql, parameters


def write(record: models.Model, *names: str) -> None:
    """Writes these fields of a row that is there, as `objects.filter(pk=...).update(...)` would."""
    if not names:
        return
    connection, meta = connections[DEFAULT_DB_ALIAS], record._meta
    fields: list[Any] = [meta.get_field(name) for name in names]
    quote = connection.ops.quote_name
    places = ", ".join(f"{quote(field.column)} = %s" for field in fields)
    values = [field.get_db_prep_save(getattr(record, field.attname), connection) for field in fields]
    with connection.cursor() as cursor:
        cursor.execute(f"UPDATE {quote(meta.db_table)} SET {places} WHERE id = %s", [*values, record.pk])


def _for_database(value: Any, connection: BaseDatabaseWrapper) -> Any:
    if isinstance(value, uuid.UUID):
        return value if connection.features.has_native_uuid_field else value.hex
    return connection.ops.adapt_datetimefield_value(value) if isinstance(value, datetime) else value
