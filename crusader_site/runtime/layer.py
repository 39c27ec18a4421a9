"""Redis connections of the channel layer that notify this process's sockets when a connection is lost and restored.

Redis hands a message once to each process that listens, and keeps none. While a process has lost its connection it
hears nothing, and `channels_redis` reconnects without a word. A page would wait at an open socket for news that had
come and gone. So all sockets of the process are told, and end: pages poll, connect anew, and look.
"""

from typing import Any

from channels.layers import get_channel_layer
from redis.asyncio import Connection, SSLConnection
from redis.asyncio.connection import parse_url

INTERRUPTED = {"type": "layer.interrupted"}


class LossReporter:
    """Mixin for Redis connections: tells all sockets of this process when the connection is lost and when it is back.

    Connections that only publish use it as well: sockets then close and reconnect without need.
    """

    lost = False

    async def on_connect(self) -> None:
        """Announces, after a loss, that messages may have been missed."""
        await super().on_connect()  # type: ignore[misc]
        if self.lost:
            self.lost = False
            tell_all()

    async def disconnect(self, *args: Any, **kwargs: Any) -> None:
        """Announces a lost connection, once."""
        was_connected = self.is_connected  # type: ignore[attr-defined]
        await super().disconnect(*args, **kwargs)  # type: ignore[misc]
        if was_connected and not self.lost:
            self.lost = True
            tell_all()


class ReportingConnection(LossReporter, Connection):
    pass


class ReportingSSLConnection(LossReporter, SSLConnection):
    pass


def host_at(url: str) -> dict[str, Any]:
    """Returns a Redis URL as an entry of the layer's setting `hosts`.

    Without a socket timeout, as the layer blocks for longer: with one, every idle socket would drop.
    """
    try:
        options: dict[str, Any] = dict(parse_url(url))
    except ValueError:
        return {"address": url}  # `unsafe` says what is wrong with it
    secure = options.get("connection_class") is SSLConnection
    return {
        **options,
        "connection_class": ReportingSSLConnection if secure else ReportingConnection,
        "socket_timeout": None,
    }


def tell_all() -> None:
    """Sends INTERRUPTED to every socket of this process, through the layer's own queues."""
    layer: Any = get_channel_layer()
    for queue in list(layer.channels.values()):
        queue.put_nowait(layer.serialize(INTERRUPTED))
