"""Health of this process: alive, and ready to serve. For supervisors, proxies and container platforms.

`/health/`, a page of the site, tells besides whether alerts go out; that is for monitors of the site as a whole.
"""

import logging
import threading
import time
from typing import Any

from django.conf import settings
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from crusader_site.threads import RequestThreads

logger = logging.getLogger(__name__)
BELIEVED_FOR = 1.0
"""Seconds for which an answer is repeated, so that a flood of probes is no flood of queries."""
LONGEST_WAIT = 3.0
"""Seconds that a request may wait for a thread.

Many requests wait for milliseconds; for seconds, where every thread hangs in something.
"""
REDIS_ANSWERS_WITHIN = 0.5


class Readiness:
    """Whether the process can serve: the database is reachable and migrated, and request threads are free.

    A missing Redis is reported but not a failure: acts still work, pages poll, and no other process would be better
    off.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._known: tuple[bool, dict[str, Any]] = (False, {})
        self._until = 0.0
        self._migrated = False

    def __call__(self) -> tuple[bool, dict[str, Any]]:
        with self._lock:
            if time.monotonic() >= self._until:
                self._known, self._until = self._check_parts(), time.monotonic() + BELIEVED_FOR
            return self._known

    def _check_parts(self) -> tuple[bool, dict[str, Any]]:
        """Returns whether database and threads are well, and the finding for each part of the site, Redis too."""
        found = {"database": self._database_state(), "threads": self._threads_state()}
        ready = set(found.values()) == {"ok"}
        if settings.REDIS_URL:
            found["redis"] = self._redis_state()
        return ready, {"status": "ok" if ready else "down", **found}

    def _database_state(self) -> str:
        """Whether the database answers and is migrated, as a word."""
        try:
            with connection.cursor() as cursor:
                cursor.execute("SELECT 1")
            if not self._migrated:
                executor = MigrationExecutor(connection)
                self._migrated = not executor.migration_plan(executor.loader.graph.leaf_nodes())
        except Exception as error:
            logger.warning("The database is out of reach: %s", error)
            return "down"
        finally:
            connection.close()  # back into the pool
        return "ok" if self._migrated else "not migrated"

    def _threads_state(self) -> str:
        """Whether threads are free for requests, as a word."""
        wait = max((threads.longest_wait for threads in RequestThreads.everywhere), default=0.0)
        if wait <= LONGEST_WAIT:
            return "ok"
        logger.warning("All threads are in use: a request has waited for %.1f seconds.", wait)
        return "used up"

    def _redis_state(self) -> str:
        """Whether Redis answers, as a word."""
        import redis  # noqa: PLC0415 - a site without Redis does without its client

        client = redis.Redis.from_url(
            settings.REDIS_URL, socket_timeout=REDIS_ANSWERS_WITHIN, socket_connect_timeout=REDIS_ANSWERS_WITHIN
        )
        try:
            client.ping()
        except (redis.RedisError, OSError):
            return "down"
        finally:
            client.close()
        return "ok"


ready = Readiness()
