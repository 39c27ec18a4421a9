"""The Redis cache, with a fallback in this process's memory while Redis is unreachable.

What the site keeps in the cache are counts of tries and the state of the mail server. Without it every request would
fail that looks there, though a move needs the database alone; and if limits just fell away, taking Redis down would
open them. So each process counts for itself meanwhile.

A Redis that is stopped, or behind a broken network, refuses nothing: it never answers. So after a request has waited
for it in vain no request of the process asks it for some seconds; then it is tried again.
"""

import logging
import time
from functools import cache
from typing import Any

from circuitbreaker import CircuitBreaker
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as ConnectionEnded
from redis.exceptions import RedisError
from redis.retry import Retry

logger = logging.getLogger(__name__)
ANSWERS_WITHIN = 0.5
"""Seconds that a request waits for Redis at most, each time it is tried."""
LEFT_ALONE_FOR = 10.0
SAY_EVERY = 60.0
OPERATIONS = (
    *("add", "get", "set", "touch", "delete", "get_many", "has_key", "incr", "decr"),
    *("set_many", "delete_many", "clear", "get_or_set", "incr_version", "decr_version"),
)


class RedisState:
    """Whether one Redis server is used now, for all threads of the process.

    After a failure it is left alone for `LEFT_ALONE_FOR` seconds.
    """

    def __init__(self) -> None:
        self.breaker = CircuitBreaker(
            failure_threshold=1, recovery_timeout=LEFT_ALONE_FOR, expected_exception=(RedisError, OSError)
        )
        self._said = -SAY_EVERY

    def say(self, error: Exception) -> None:
        """Logs a failure, at most once in `SAY_EVERY` seconds."""
        if time.monotonic() - self._said > SAY_EVERY:
            self._said = time.monotonic()
            logger.error("Redis is out of reach, limits are counted by each process for itself: %s", error)


@cache
def state_of(server: str) -> RedisState:
    """Returns the one state of this Redis server in the process, which all caches on it share."""
    return RedisState()


class FallbackCache(RedisCache):
    def __init__(self, server: str, params: dict[str, Any]) -> None:
        limits = {
            "socket_connect_timeout": ANSWERS_WITHIN,
            "socket_timeout": ANSWERS_WITHIN,
            # A connection that was ended while it rested is made anew. What timed out is not asked for again.
            "retry": Retry(NoBackoff(), 1, supported_errors=(ConnectionEnded,)),
        }
        super().__init__(server, {**params, "OPTIONS": limits | params.get("OPTIONS", {})})
        self._redis = state_of(server)
        self._near = LocMemCache("while-redis-is-away", params)


def _with_fallback(name: str) -> Any:
    """Returns a method of the cache that asks Redis, or this process's memory while Redis is away."""
    far, near = getattr(RedisCache, name), getattr(LocMemCache, name)

    def operation(self: FallbackCache, *args: Any, **kwargs: Any) -> Any:
        """Asks Redis unless it failed lately, else this process's memory."""
        if not self._redis.breaker.opened:
            try:
                with self._redis.breaker:
                    return far(self, *args, **kwargs)
            except (RedisError, OSError) as error:
                self._redis.say(error)
        return near(self._near, *args, **kwargs)

    operation.__name__ = name
    return operation


for _name in OPERATIONS:
    setattr(FallbackCache, _name, _with_fallback(_name))
