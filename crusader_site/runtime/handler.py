"""The ASGI handler of HTTP requests: runs each in one thread from start to end, and limits the body's size.

With Django's `ASGIHandler` in its place an act by HTTP takes 1.4 times the processor time and a view 1.8 times on
SQLite, 1.4 and 1.5 times on PostgreSQL (at commit 80f8317f: `OWN_RUNTIME=off script/bench act`, by turns with the
same without, on a busy machine).
"""

import asyncio
from contextlib import suppress
from io import BytesIO
from typing import IO, Any

from django.conf import settings
from django.core import signals
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler
from django.core.handlers.base import BaseHandler
from django.http import HttpResponseBase
from django.urls import set_script_prefix

from crusader_site.threads import MOST_THREADS, RequestThreads

MOST_BYTES = 1024 * 1024
MOST_WHOLE = 4 * MOST_BYTES
MOST_DROPPED = 8 * MOST_BYTES
DROPS_FOR = 10.0
TOO_LARGE = (
    b'{"type": "/problems/too-large", "title": "Request Entity Too Large", "status": 413, '
    b'"detail": "The body is larger than 1 MB.", "code": "too-large"}'
)


class BodyTooLarge(Exception):
    """The request body exceeds the limit."""


class OneThreadHandler(ASGIHandler):
    """Django's ASGI handler for a site without asynchronous views: one thread a request.

    Django's own changes threads up to eight times a request: for its signals, middleware, view and the closing of the
    answer each. The changes take longer than a move. Here signals, middleware, view and answer are one call in one of a
    few kept threads, whose connections to the database, with SQLite's prepared statements, serve later requests too.
    """

    def __init__(self) -> None:
        BaseHandler.__init__(self)
        self.load_middleware(is_async=False)
        self._threads = RequestThreads(MOST_THREADS)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        except BodyTooLarge:
            headers = [(b"content-type", b"application/problem+json"), (b"connection", b"close")]
            await send({"type": "http.response.start", "status": 413, "headers": headers})
            await send({"type": "http.response.body", "body": TOO_LARGE})
            return
        loop = asyncio.get_running_loop()

        def send_now(message: Any) -> None:
            asyncio.run_coroutine_threadsafe(send(message), loop).result()

        with body:
            for message in await self._threads.run(self._respond, scope, body, send_now):
                await send(message)

    def _respond(self, scope: Any, body: IO[bytes], send_now: Any) -> list[dict[str, Any]]:
        """Answers the request. Returns the response to be sent; streamed parts are sent as they are made."""
        set_script_prefix(f"{settings.FORCE_SCRIPT_NAME or scope.get('root_path', '')}/")
        signals.request_started.send(sender=self.__class__, scope=scope)
        request, refusal = self.create_request(scope, body)
        response: Any = refusal if request is None else self.get_response(request)
        try:
            start = {"type": "http.response.start", "status": response.status_code, "headers": _asgi_headers(response)}
            if not response.streaming:
                return [start, {"type": "http.response.body", "body": response.content}]
            if int(response.get("Content-Length", MOST_WHOLE)) < MOST_WHOLE:
                # Files. As pieces they would keep the thread until a slow reader has taken the last, and a few such
                # readers all threads.
                return [start, {"type": "http.response.body", "body": b"".join(response)}]
            send_now(start)
            for part in response:
                send_now({"type": "http.response.body", "body": part, "more_body": True})
            return [{"type": "http.response.body", "body": b""}]
        finally:
            response.close()

    async def read_body(self, receive: Any) -> IO[bytes]:
        """Reads the body up to the limit. Django would write any length to the disk."""
        body, more = BytesIO(), True
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise RequestAborted
            body.write(message.get("body", b""))
            if body.tell() > MOST_BYTES:
                await _discard_rest(receive, message)
                raise BodyTooLarge
            more = message.get("more_body", False)
        body.seek(0)
        return body


async def _discard_rest(receive: Any, message: Any) -> None:
    """Reads and discards the rest of a body, within limits.

    Browsers and proxies read an answer only after sending everything; cut off earlier, a browser shows an error and a
    proxy takes the process for dead.
    """
    left = MOST_DROPPED
    with suppress(TimeoutError):
        async with asyncio.timeout(DROPS_FOR):
            while message.get("more_body") and (left := left - len(message.get("body", b""))) > 0:
                message = await receive()


def _asgi_headers(response: HttpResponseBase) -> list[tuple[bytes, bytes]]:
    """Returns the headers and cookies of a response as ASGI has them."""
    named = [(name.encode("ascii"), value.encode("latin1")) for name, value in response.items()]
    return named + [
        (b"Set-Cookie", cookie.output(header="").strip().encode("ascii")) for cookie in response.cookies.values()
    ]
