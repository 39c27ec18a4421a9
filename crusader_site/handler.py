"""How the server takes HTTP requests: in kept threads, and none of a size that no page of ours sends."""

from concurrent.futures import ThreadPoolExecutor
from typing import IO, Any

from asgiref.sync import ThreadSensitiveContext
from django.core.handlers.asgi import ASGIHandler
from django.db import connections

MOST_KEPT = 16
MOST_BYTES = 1024 * 1024
TOO_LARGE = (
    b'{"type": "/problems/too-large", "title": "Request Entity Too Large", "status": 413, '
    b'"detail": "The body is larger than 1 MB.", "code": "too-large"}'
)


class BodyTooLarge(Exception):
    """The body goes on beyond what is taken."""


class KeptThreadsHandler(ASGIHandler):
    """Django's handler, but a request borrows a thread that earlier ones used instead of having a new one made.

    A database connection belongs to a thread. With a new thread for each request SQLite opens the file, reads the schema and prepares every
    statement anew, which takes a quarter of the time of a move.
    """

    def __init__(self) -> None:
        super().__init__()
        self._free: list[ThreadPoolExecutor] = []

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        thread = self._free.pop() if self._free else ThreadPoolExecutor(max_workers=1, thread_name_prefix="request")
        try:
            async with ThreadSensitiveContext(executor=thread):
                await self.handle(scope, receive, send)
        except BodyTooLarge:
            headers = [(b"content-type", b"application/problem+json"), (b"connection", b"close")]
            await send({"type": "http.response.start", "status": 413, "headers": headers})
            await send({"type": "http.response.body", "body": TOO_LARGE})
        finally:
            if len(self._free) < MOST_KEPT:
                self._free.append(thread)
            else:
                thread.submit(connections.close_all)
                thread.shutdown(wait=False)

    async def read_body(self, receive: Any) -> IO[bytes]:
        """Stops reading where Django would go on writing to the disk whatever comes."""
        left = MOST_BYTES

        async def counted() -> Any:
            nonlocal left
            message = await receive()
            left -= len(message.get("body", b""))
            if left < 0:
                raise BodyTooLarge
            return message

        return await super().read_body(counted)
