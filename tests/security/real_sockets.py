"""Sockets as a browser opens them, answered by the site's real consumers, within the transaction of the test.

The whole application is at the other end: middleware, routing, consumers and the channel layer. The threads alone are
others: work for the database is done in the thread of the asker, whose transaction holds the world that is looked at.
"""

import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any
from unittest.mock import patch

import channels.db
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.db import transaction
from django.test import Client

from games import consumers

PATIENCE = 30
PING = '{"ping":1}'


class InThisThread:
    """Stands in for the threads of consumers. While `undoing`, what is done is undone when it is answered."""

    undoing = False

    async def run(self, work: Callable[..., Any], *args: Any, rank: int = 0) -> Any:
        def carry_out() -> Any:
            with transaction.atomic():
                found = work(*args)
                if self.undoing:
                    transaction.set_rollback(True)
                return found

        return await sync_to_async(carry_out)()

    async def after_players(self) -> None:
        """Nobody else is there."""


class RealSocket:
    """A browser's end of one socket."""

    def __init__(self, communicator: WebsocketCommunicator) -> None:
        self._communicator = communicator

    @classmethod
    async def open(cls, browser: Client, path: str) -> "RealSocket":
        """Opens a socket with the browser's cookies."""
        from crusader_site.asgi import application

        cookies = browser.cookies.output(header="", sep=";").strip().encode()
        headers = [(b"host", b"testserver"), (b"origin", b"http://testserver"), (b"cookie", cookies)]
        communicator = WebsocketCommunicator(application, path, headers=headers)
        communicator.scope["client"] = ["127.0.0.1", 1]
        connected, code = await communicator.connect(PATIENCE)
        assert connected, code
        return cls(communicator)

    async def ask(self, message: dict[str, Any]) -> list[str]:
        """Sends a message. Returns all that is sent up to its answer."""
        await self._communicator.send_to(text_data=json.dumps(message))
        return await self._until(lambda text: '"id"' in text and json.loads(text).get("id") == message["id"])

    async def next(self) -> str:
        """Returns the next message."""
        return str(await self._communicator.receive_from(PATIENCE))

    async def rest(self) -> list[str]:
        """Returns all that was sent meanwhile."""
        await self._communicator.send_to(text_data=PING)
        return (await self._until(lambda text: '"pong"' in text))[:-1]

    async def _until(self, is_last: Callable[[str], bool]) -> list[str]:
        found = [await self.next()]
        while not is_last(found[-1]):
            found.append(await self.next())
        return found

    async def close(self) -> None:
        """Goes away."""
        await self._communicator.disconnect()


@asynccontextmanager
async def answered_in_this_thread() -> AsyncIterator[InThisThread]:
    """Has consumers do their work in the thread of the test, and Channels leave its connection open."""
    threads = InThisThread()
    with patch.object(consumers, "threads", threads), patch.object(channels.db, "close_old_connections"):
        yield threads
