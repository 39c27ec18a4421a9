"""Serializes writes in the order of asking: transactions, and single statements outside of any.

SQLite lets one connection write at a time. A thread that has to wait tries again and again, after up to a tenth of a
second each time. Of six threads some get in at once, and others wait for a second (measured at commit 80f8317f).
Other processes still wait in SQLite's own way; reading waits for nobody.
"""

import re
from collections import defaultdict
from collections.abc import Callable
from typing import Any

from django.db import OperationalError
from django.db.backends.sqlite3 import base

from crusader_site.runtime.turns import LockTimeout, Turns

WRITES = re.compile(r"\s*(?:INSERT|UPDATE|DELETE|REPLACE)\b", re.IGNORECASE)
PATIENCE = 20.0
"""Seconds, as long as SQLite itself waits for another process: `timeout` in the settings."""
turns: "defaultdict[str, Turns]" = defaultdict(Turns)
"""Of each database that this process writes to."""


class DatabaseWrapper(base.DatabaseWrapper):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._has_turn = False
        self.execute_wrappers.append(self._execute_in_turn)

    def set_autocommit(self, autocommit: bool, force_begin_transaction_with_broken_autocommit: bool = False) -> None:
        """Takes the write lock at a transaction's start and releases it at its end: Django's `atomic` calls this for
        both.
        """
        if autocommit:
            self._give_turn_back()
            super().set_autocommit(autocommit, force_begin_transaction_with_broken_autocommit)
            return
        self._take_turn()
        try:
            super().set_autocommit(autocommit, force_begin_transaction_with_broken_autocommit)
        except BaseException:
            self._give_turn_back()
            raise

    def close(self) -> None:
        try:
            super().close()
        finally:
            self._give_turn_back()

    def _execute_in_turn(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        """Executes a statement; a write outside a transaction holds the write lock meanwhile."""
        if self._has_turn or not self.autocommit or not WRITES.match(sql):
            return execute(sql, params, many, context)
        self._take_turn()
        try:
            return execute(sql, params, many, context)
        finally:
            self._give_turn_back()

    def _take_turn(self) -> None:
        """Acquires the write lock. Raises OperationalError if others hold it too long."""
        if self._has_turn:
            return
        try:
            self._turns.take(PATIENCE)
        except LockTimeout as error:
            raise OperationalError("database is locked: others have been writing for too long") from error
        self._has_turn = True

    def _give_turn_back(self) -> None:
        if self._has_turn:
            self._has_turn = False
            self._turns.give_back()

    @property
    def _turns(self) -> Turns:
        return turns[str(self.settings_dict["NAME"])]
