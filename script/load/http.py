"""A minimal HTTP client for measurements, so that the client uses little of the time it measures."""

import asyncio
import json
import time
from typing import Any, NamedTuple

TOKEN = "b" * 32
MOST = 8 * 1024 * 1024
IDLE = 4.0
"""uvicorn closes a connection on which nothing was asked for five seconds."""


class Answer(NamedTuple):
    status: int
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


class Browser:
    """One person's keep-alive connection to one web process.

    Failures are OSError, EOFError or ValueError; the next request reconnects.
    """

    def __init__(self, port: int, session: str = "", *, host: str = "127.0.0.1") -> None:
        self.port, self.host = port, host
        self.cookies = f"sessionid={session}; csrftoken={TOKEN}" if session else f"csrftoken={TOKEN}"
        self._head = f"Host: {host}:{port}\r\nCookie: {self.cookies}\r\nX-CSRFToken: {TOKEN}\r\nAccept: */*\r\n"
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None
        self._used = 0.0

    async def get(self, path: str) -> Answer:
        return await self.ask("GET", path)

    async def post(self, path: str, body: Any) -> Answer:
        return await self.ask("POST", path, body)

    async def ask(self, method: str, path: str, body: Any = None) -> Answer:
        try:
            await self.send(method, path, body)
            return await self._receive()
        except BaseException:
            self.close()
            raise

    async def send(self, method: str, path: str, body: Any = None) -> None:
        """Sends a request without reading the answer. A caller who does not read it has to close the connection."""
        if time.monotonic() - self._used > IDLE:
            self.close()
        if self._writer is None:
            self._reader, self._writer = await asyncio.open_connection(self.host, self.port, limit=MOST)
        data = b"" if body is None else json.dumps(body).encode()
        self._used = time.monotonic()
        kind = f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\n" if body is not None else ""
        self._writer.write(f"{method} {path} HTTP/1.1\r\n{self._head}{kind}\r\n".encode() + data)
        await self._writer.drain()

    async def _receive(self) -> Answer:
        assert self._reader is not None
        head = (await self._reader.readuntil(b"\r\n\r\n")).lower()
        length = head.partition(b"\r\ncontent-length:")[2].partition(b"\r\n")[0]
        body = await self._reader.readexactly(int(length)) if length else await self._chunks(head)
        if b"\r\nconnection: close" in head:
            self.close()
        return Answer(int(head[9:12]), body)

    async def _chunks(self, head: bytes) -> bytes:
        assert self._reader is not None
        if b"transfer-encoding: chunked" not in head:
            return b""
        body = b""
        while size := int(await self._reader.readline(), 16):
            body += await self._reader.readexactly(size)
            await self._reader.readline()
        await self._reader.readline()
        return body

    def close(self) -> None:
        if self._writer is not None:
            self._writer.close()
        self._reader = self._writer = None
