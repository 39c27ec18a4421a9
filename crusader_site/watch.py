"""Gives every request a number, a log line and metrics.

What machines ask one process for is answered here, before Django looks at hosts, protocols and sessions: a probe comes
to `127.0.0.1`, over plain HTTP, without any of them.
"""

import json
import logging
import re
import secrets
import time
from collections.abc import Callable
from typing import Any

import structlog
from asgiref.sync import sync_to_async
from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, generate_latest

from crusader_site import health, metrics

logger = logging.getLogger("crusader_site.requests")
GIVEN_NUMBER = re.compile(rb"[0-9A-Za-z-]{8,64}")
JSON = "application/json"


def name_the_route(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware that notes for log and metrics: the URL pattern, the game, and the user."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        scope = getattr(request, "scope", None)
        if scope is not None:
            match = request.resolver_match
            scope["log_fields"] = {"route": f"/{match.route}" if match else "static" if response.streaming else "none"}
            if match and "game_id" in match.kwargs:
                scope["log_fields"]["game"] = str(match.kwargs["game_id"])
            reader = getattr(request, "reader", None)
            if reader is not None:
                scope["log_fields"]["user"] = reader
        return response

    return middleware


class Monitored:
    """ASGI middleware around the application: number, log line and metrics of each request."""

    def __init__(self, application: Any) -> None:
        self.application = application
        self.machines = {
            "/health/live": self._answer_live,
            "/health/ready": self._answer_ready,
            "/metrics": self._answer_metrics,
        }

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http":
            answer = self.machines.get(scope["path"].rstrip("/")) if scope["method"] in ("GET", "HEAD") else None
            await (self._answer_directly(scope, send, answer) if answer else self._serve_request(scope, receive, send))
        elif scope["type"] == "websocket":
            await self._serve_socket(scope, receive, send)
        else:
            await self.application(scope, receive, send)

    async def _serve_request(self, scope: Any, receive: Any, send: Any) -> None:
        """Serves a request: gives it a number, and counts and logs it."""
        number = number_of(scope)
        structlog.contextvars.bind_contextvars(request=number)
        begun, status = time.perf_counter(), 0

        async def counted(message: Any) -> None:
            """Notes the status of the answer and adds the request's number to its headers."""
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message = {**message, "headers": [*message.get("headers", ()), (b"x-request-id", number.encode())]}
            await send(message)

        with metrics.IN_WORK.track_inprogress():
            try:
                await self.application(scope, receive, counted)
            finally:
                self._note_request(scope, status, time.perf_counter() - begun)

    def _note_request(self, scope: Any, status: int, seconds: float) -> None:
        """Writes the log line and metrics of a request; status 0 where the client left before the answer."""
        fields = scope.get("log_fields", {"route": "none"})
        method = (
            scope["method"]
            if scope["method"] in ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
            else "other"
        )
        metrics.note_request(method, fields["route"], status, seconds)
        if logger.isEnabledFor(logging.INFO):
            logger.info("request", extra={"method": method, "status": status, "ms": round(seconds * 1000, 1), **fields})

    async def _serve_socket(self, scope: Any, receive: Any, send: Any) -> None:
        """Serves a socket, and counts it and its messages."""
        structlog.contextvars.bind_contextvars(request=number_of(scope))
        open_now = False

        async def counted(message: Any) -> None:
            """Counts the socket when it is accepted, and each message sent."""
            nonlocal open_now
            if message["type"] == "websocket.accept":
                open_now = True
                metrics.SOCKETS.inc()
            elif message["type"] == "websocket.send":
                metrics.TOLD.inc()
            await send(message)

        async def heard() -> Any:
            """Counts each message received."""
            message = await receive()
            if message["type"] == "websocket.receive":
                metrics.HEARD.inc()
            return message

        try:
            await self.application(scope, heard, counted)
        finally:
            if open_now:
                metrics.SOCKETS.dec()

    async def _answer_directly(self, scope: Any, send: Any, answer: Any) -> None:
        """Sends the status and the body that `answer` gives, for addresses that Django does not serve."""
        status, kind, body = await answer(scope)
        length = (b"content-length", str(len(body)).encode())
        headers = [
            (b"content-type", kind.encode()),
            length,
            (b"cache-control", b"no-store"),
            (b"x-content-type-options", b"nosniff"),
        ]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})

    async def _answer_live(self, scope: Any) -> tuple[int, str, bytes]:
        """Answers the liveness check, without the database: if that is away, restarting processes would not help."""
        return 200, JSON, b'{"status": "ok"}'

    async def _answer_ready(self, scope: Any) -> tuple[int, str, bytes]:
        """Answers the readiness check: 503 while a part that requests need is away."""
        is_ready, found = await sync_to_async(health.ready, thread_sensitive=False)()
        return 200 if is_ready else 503, JSON, json.dumps(found).encode()

    async def _answer_metrics(self, scope: Any) -> tuple[int, str, bytes]:
        """Answers with the metrics, if the request bears their token; else 404."""
        given = dict(scope["headers"]).get(b"authorization", b"")
        wanted = f"Bearer {settings.METRICS_TOKEN}".encode()
        if not settings.METRICS_TOKEN or not secrets.compare_digest(given, wanted):
            return 404, "text/plain; charset=utf-8", b"There is nothing at this address.\n"
        return 200, CONTENT_TYPE_LATEST, await sync_to_async(generate_latest, thread_sensitive=False)(REGISTRY)


def number_of(scope: Any) -> str:
    """Returns the request's number: the proxy's if there is a trusted one, else a new one."""
    given = dict(scope["headers"]).get(b"x-request-id", b"") if settings.BEHIND_PROXY else b""
    return str(given.decode()) if GIVEN_NUMBER.fullmatch(given) else secrets.token_hex(8)
