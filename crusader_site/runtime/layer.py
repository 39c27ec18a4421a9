"""The connections of the channel layer to Redis, which tell the sockets of this process when one of them was lost and when it is back.

Redis hands a message once to each process that listens, and keeps none. While a process has lost its connection it hears nothing, and
`channels_redis` takes it up again in silence; a page would wait at an open socket for news that had come and gone. So all sockets of the
process are told, and end: pages poll, connect anew, and look.
"""

from typing import Any

from channels.layers import get_channel_layer
from redis.asyncio import Connection, SSLConnection
from redis.asyncio.connection import parse_url

INTERRUPTED = {"type": "layer.interrupted"}


class Telling:
    """A connection that reports its loss and return, for publishing as well: a socket closed for nothing is opened again."""

    lost = False

    async def on_connect(self) -> None:
        await super().on_connect()  # type: ignore[misc]
        if self.lost:
            self.lost = False
            tell_all()

    async def disconnect(self, *args: Any, **kwargs: Any) -> None:
        was_connected = self.is_connected  # type: ignore[attr-defined]
        await super().disconnect(*args, **kwargs)  # type: ignore[misc]
        if was_connected and not self.lost:
            self.lost = True
            tell_all()


class TellingConnection(Telling, Connection):
    pass


class TellingSSLConnection(Telling, SSLConnection):
    pass


def host_at(url: str) -> dict[str, Any]:
    """A Redis as the layer's setting `hosts` names it. The layer waits at its connection for longer than any socket timeout: with one,
    every idle socket would drop."""
    try:
        options: dict[str, Any] = dict(parse_url(url))
    except ValueError:
        return {"address": url}  # `unsafe` says what is wrong with it
    secure = options.get("connection_class") is SSLConnection
    return {**options, "connection_class": TellingSSLConnection if secure else TellingConnection, "socket_timeout": None}


def tell_all() -> None:
    """Tells every socket of this process, through the layer's own queues."""
    layer: Any = get_channel_layer()
    for queue in list(layer.channels.values()):
        queue.put_nowait(layer.serialize(INTERRUPTED))
