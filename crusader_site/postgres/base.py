"""A new column keeps its default in the database, as long as processes with the code of before insert rows that do not name it.

And a connection from the pool that PostgreSQL has ended meanwhile is found out before a request gets it, without asking PostgreSQL.
"""

import select
from typing import Any

import psycopg
from django.db.backends.postgresql import base
from django.db.backends.postgresql.schema import DatabaseSchemaEditor


class KeepingDefaults(DatabaseSchemaEditor):
    def skip_default_on_alter(self, field: Any) -> bool:
        """Django gives existing rows the default and drops it from the column again; this leaves it there."""
        return True


class DatabaseWrapper(base.DatabaseWrapper):
    SchemaEditorClass = KeepingDefaults

    def get_new_connection(self, conn_params: Any) -> Any:
        """The pool's own check asks PostgreSQL, which takes as long as any query. On a connection that rests nothing comes by itself but
        PostgreSQL's word that it ends, and its end: which the system knows. Only where something has come PostgreSQL is asked."""
        connection: Any = super().get_new_connection(conn_params)
        while self.pool and has_news(connection) and not answers(connection):
            connection.close()
            self.pool.putconn(connection)  # which makes another in its place
            connection = super().get_new_connection(conn_params)
        return connection


def has_news(connection: Any) -> bool:
    """Whether a connection that rests is closed, or has something to be read."""
    if connection.closed:
        return True
    poll = select.poll()
    poll.register(connection.fileno(), select.POLLIN)
    return bool(poll.poll(0))


def answers(connection: Any) -> bool:
    try:
        connection.execute("")
    except psycopg.Error:
        return False
    return True
