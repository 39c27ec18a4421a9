"""Announcements through Redis: channels_redis' layer on publish and subscribe, which tells sockets when it may have missed something.

Redis hands a message once to each process that listens, and keeps none. While a process has lost its connection it hears nothing, and the
layer takes it up again in silence; a page would wait at an open socket for news that had come and gone. So all sockets of the process are
told when the connection is lost and when it is back, and end: pages poll, connect anew, and look.
"""

import asyncio
from collections.abc import Callable
from typing import Any

from channels_redis.pubsub import RedisPubSubChannelLayer, RedisPubSubLoopLayer, RedisSingleShardConnection
from channels_redis.utils import _wrap_close
from redis.asyncio.client import PubSub
from redis.exceptions import RedisError

INTERRUPTED = {"type": "layer.interrupted"}


class Subscription(PubSub):
    """Calls `interrupted` when the connection fails, and when it had to be made anew."""

    def __init__(self, *args: Any, interrupted: Callable[[], None], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.interrupted = interrupted

    async def on_connect(self, connection: Any) -> None:
        await super().on_connect(connection)
        self.interrupted()

    async def get_message(self, *args: Any, **kwargs: Any) -> Any:
        try:
            return await super().get_message(*args, **kwargs)
        except (RedisError, OSError):
            self.interrupted()
            raise


class Shard(RedisSingleShardConnection):
    _redis: Any

    def _ensure_redis(self) -> None:
        if self._redis is None:
            super()._ensure_redis()
            made: Any = self._redis
            self._pubsub: Any = Subscription(made.connection_pool, interrupted=self.channel_layer.tell_all)

    async def publish_all(self, messages: list[tuple[str, bytes]]) -> None:
        async with self._lock:
            self._ensure_redis()
            async with self._redis.pipeline(transaction=False) as together:
                for channel, message in messages:
                    together.publish(channel, message)
                await together.execute()


class LoopLayer(RedisPubSubLoopLayer):
    _shards: list[Any]

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._shards = [Shard(shard.host, self) for shard in self._shards]

    async def send_to_groups(self, messages: list[tuple[str, dict[str, Any]]]) -> None:
        of_shards: dict[Shard, list[tuple[str, bytes]]] = {}
        for group, message in messages:
            channel = self._get_group_channel_name(group)
            of_shards.setdefault(self._get_shard(channel), []).append((channel, self.channel_layer.serialize(message)))
        for shard, told in of_shards.items():
            await shard.publish_all(told)

    def tell_all(self) -> None:
        for queue in self.channels.values():
            queue.put_nowait(self.channel_layer.serialize(INTERRUPTED))


class TellingLayer(RedisPubSubChannelLayer):
    def _get_layer(self) -> LoopLayer:
        loop = asyncio.get_running_loop()
        if loop not in self._layers:
            self._layers[loop] = LoopLayer(*self._args, **self._kwargs, channel_layer=self)
            _wrap_close(self, loop)
        layer: LoopLayer = self._layers[loop]
        return layer

    async def send_to_groups(self, messages: list[tuple[str, dict[str, Any]]]) -> None:
        """`group_send` for several at once: what a move announces goes to Redis on one way there and back."""
        await self._get_layer().send_to_groups(messages)
