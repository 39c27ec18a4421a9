"""Simulated sockets of games: a page's, which plays, and many listeners, with the time until the last has heard of a
move.
"""

import asyncio
import base64
import contextlib
import json
import os
import time
from collections.abc import Callable
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from script.load.http import TOKEN, Answer, Browser

TEXT, PING, PONG = 1, 9, 10
BEAT = 15.0
"""Seconds of silence after which a page asks whether the other end is there (`socket.js`)."""
SOCKET_TROUBLE = (OSError, WebSocketException, TimeoutError)
"""What goes wrong with a socket: it could not be opened, was closed, or did not answer in time."""


class PageSocket:
    """A page's end of one socket. Messages that are not answers are passed to `hear`."""

    def __init__(self, browser: Browser, path: str, hear: Callable[[Any], None] = lambda _: None) -> None:
        self.browser, self.path, self.hear = browser, path, hear
        self._connection: ClientConnection | None = None
        self._task: asyncio.Task[None] | None = None
        self._waiting: dict[int, asyncio.Future[Any]] = {}
        self._number = 0
        self._heard = 0.0

    async def open(self) -> None:
        origin = f"http://{self.browser.host}:{self.browser.port}"
        headers = {"Cookie": self.browser.cookies}
        self._connection = await connect(
            f"ws{origin[4:]}{self.path}",
            origin=origin,
            additional_headers=headers,
            ping_interval=None,
            max_size=None,
            proxy=None,
        )
        self._task = asyncio.create_task(self._listen(self._connection))

    async def _listen(self, connection: ClientConnection) -> None:
        with contextlib.suppress(OSError, ConnectionClosed):
            async for text in connection:
                self._heard = time.monotonic()
                message = json.loads(text)
                waiting = self._waiting.get(message.get("id"))
                if waiting is None:
                    self.hear(message)
                elif not waiting.done():
                    waiting.set_result(message)
        for waiting in self._waiting.values():
            if not waiting.done():
                waiting.set_exception(ConnectionResetError("the socket was closed"))

    async def beat(self) -> None:
        """Asks whether the other end is there, where it has said nothing for long."""
        if self._connection is not None and time.monotonic() - self._heard > BEAT:
            self._heard = time.monotonic()
            with contextlib.suppress(*SOCKET_TROUBLE):
                await self._connection.send('{"ping":1}')

    async def send(self, act: str, body: Any) -> int:
        """Sends a message without waiting for the answer. Returns its number. Raises one of `SOCKET_TROUBLE`."""
        if self._connection is None:
            await self.open()
        assert self._connection is not None
        self._number += 1
        await self._connection.send(json.dumps({"id": self._number, "act": act, **body}))
        return self._number

    async def ask(self, act: str, body: Any, *, patience: float) -> Answer:
        """Sends a message and waits for the answer to it. Raises one of `SOCKET_TROUBLE`."""
        waiting = self._waiting[self._number + 1] = asyncio.get_running_loop().create_future()
        number = self._number + 1
        try:
            async with asyncio.timeout(patience):
                await self.send(act, body)
                reply = await waiting
        finally:
            del self._waiting[number]
        problem = reply.get("problem")
        return Answer(problem["status"] if problem else 200, json.dumps(problem or reply["answer"]).encode())

    async def close(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            await connection.close()
        if self._task is not None:
            self._task.cancel()


class Socket:
    """A spectator's minimal socket: one reader, and pongs for pings.

    Frames are packed as for a browser, and not unpacked.
    """

    def __init__(self, port: int, session: str = "", *, follows: bool = False) -> None:
        self.port, self.session, self.follows = port, session, follows
        self.heard: list[float] = []
        """When messages came, the first ones apart: the version, and with `follows` the view."""
        self.bytes = 0
        self._writer: asyncio.StreamWriter | None = None
        self._task: asyncio.Task[None] | None = None

    async def open(self, game: str) -> None:
        reader, self._writer = await asyncio.open_connection("127.0.0.1", self.port)
        key = base64.b64encode(os.urandom(16)).decode()
        host = f"127.0.0.1:{self.port}"
        upgrade = (
            f"Host: {host}\r\nOrigin: http://{host}\r\nUpgrade: websocket\r\nConnection:"
            " Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        )
        if self.follows:
            upgrade += "Sec-WebSocket-Extensions: permessage-deflate\r\n"
        cookies = f"Cookie: sessionid={self.session}; csrftoken={TOKEN}\r\n" if self.session else ""
        self._writer.write(
            f"GET /ws/games/{game}/ HTTP/1.1\r\n{upgrade}Sec-WebSocket-Key: {key}\r\n{cookies}\r\n".encode()
        )
        head = await reader.readuntil(b"\r\n\r\n")
        if b" 101 " not in head.split(b"\r\n")[0]:
            raise RuntimeError(f"no socket: {head[:200]!r}")
        await self._frame(reader)
        if self.follows:
            self._send(TEXT, b'{"id":1,"act":"follow","since":0}')
            await self._frame(reader)
        self._task = asyncio.create_task(self._listen(reader))

    async def _listen(self, reader: asyncio.StreamReader) -> None:
        while (found := await self._frame(reader))[0] in (TEXT, PING):
            if found[0] == TEXT:
                self.heard.append(time.perf_counter())
                self.bytes += len(found[1])
            else:
                self._send(PONG, found[1])

    def _send(self, kind: int, data: bytes) -> None:
        """Sends a short frame, masked, as what a browser sends is, by nothing."""
        if self._writer is not None:
            self._writer.write(bytes((0x80 | kind, 0x80 | len(data), 0, 0, 0, 0)) + data)

    async def _frame(self, reader: asyncio.StreamReader) -> tuple[int, bytes]:
        """Reads one frame. Returns its kind and what it holds."""
        first, length = await reader.readexactly(2)
        if length in (126, 127):
            length = int.from_bytes(await reader.readexactly(2 if length == 126 else 8))
        return first & 15, await reader.readexactly(length)

    def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
        if self._writer is not None:
            self._writer.close()


async def open_many(sockets: list[Socket], game: str, *, at_once: int = 40) -> None:
    waiting = iter(sockets)

    async def some() -> None:
        for socket in waiting:
            await socket.open(game)

    await asyncio.gather(*(some() for _ in range(at_once)))


async def until_all_heard(sockets: list[Socket], number: int, *, patience: float = 20.0) -> float | None:
    """Waits until each socket has had so many messages. Returns the time of the last, None if one is missing."""
    end = time.perf_counter() + patience
    while any(len(socket.heard) < number for socket in sockets):
        if time.perf_counter() > end:
            return None
        await asyncio.sleep(0.01)
    return max(socket.heard[number - 1] for socket in sockets)
