"""The cache in Redis, with a second in this process's memory for the time that Redis is out of reach.

What the site keeps in the cache are counts of tries and the state of the mail server. Without it every request would fail that looks
there, though a move needs the database alone; and if limits just fell away, taking Redis down would open them. So each process counts
for itself meanwhile.
"""

import logging
import time
from typing import Any

from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)
SAY_EVERY = 60.0
OPERATIONS = (
    *("add", "get", "set", "touch", "delete", "get_many", "has_key", "incr", "decr"),
    *("set_many", "delete_many", "clear", "get_or_set", "incr_version", "decr_version"),
)


class FallbackCache(RedisCache):
    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._near = LocMemCache("while-redis-is-away", params)
        self._said = 0.0


def _operation(name: str) -> Any:
    far, near = getattr(RedisCache, name), getattr(LocMemCache, name)

    def operation(self: FallbackCache, *args: Any, **kwargs: Any) -> Any:
        try:
            return far(self, *args, **kwargs)
        except (RedisError, OSError) as error:
            if time.monotonic() - self._said > SAY_EVERY:
                self._said = time.monotonic()
                logger.error("Redis is out of reach, limits are counted by each process for itself: %s", error)
            return near(self._near, *args, **kwargs)

    operation.__name__ = name
    return operation


for _name in OPERATIONS:
    setattr(FallbackCache, _name, _operation(_name))
