"""How requests get from the server to Django and back, in one thread each."""

import asyncio
import threading
from collections.abc import Iterator
from io import BytesIO
from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator
from django.core.signals import request_finished
from django.http import FileResponse, HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase

from crusader_site.runtime import handler
from crusader_site.runtime.handler import OneThreadHandler
from crusader_site.threads import MOST_THREADS

pytestmark = pytest.mark.django_db


def scope(method: str = "GET", **more: Any) -> dict[str, Any]:
    return {
        "type": "http",
        "method": method,
        "path": "/",
        "query_string": b"",
        "headers": [(b"host", b"testserver")],
        **more,
    }


async def told(server: OneThreadHandler, *, body: bytes = b"", parts: int = 1) -> list[Any]:
    """All that the server says to one request."""
    talk = ApplicationCommunicator(server, scope("POST" if body else "GET"))
    for number in range(parts):
        await talk.send_input({"type": "http.request", "body": body, "more_body": number + 1 < parts})
    messages = [await talk.receive_output(timeout=60)]
    while messages[-1]["type"] != "http.response.body" or messages[-1].get("more_body"):
        messages.append(await talk.receive_output(timeout=60))
    await talk.wait()
    return messages


def answering(answer: Any) -> OneThreadHandler:
    server = OneThreadHandler()

    def chain(request: HttpRequest) -> HttpResponseBase:
        found: HttpResponseBase = answer(request)
        return found

    server._middleware_chain = chain
    return server


async def test_an_answer_comes_whole_with_its_headers_and_cookies() -> None:
    def answer(request: HttpRequest) -> HttpResponse:
        response = HttpResponse(b"said " + request.body, status=201, headers={"X-Kind": "plain"})
        response.set_cookie("one", "1")
        response.set_cookie("two", "2")
        return response

    start, body = await told(answering(answer), body=b"this", parts=2)
    assert (start["status"], body["body"]) == (201, b"said thisthis")
    assert (b"X-Kind", b"plain") in start["headers"]
    assert sum(name == b"Set-Cookie" for name, _ in start["headers"]) == 2


async def test_signals_view_and_what_is_made_piece_by_piece_run_in_one_thread() -> None:
    threads: list[int] = []

    def note(*args: Any, **kwargs: Any) -> None:
        threads.append(threading.get_ident())

    def parts() -> Iterator[str]:
        for part in "abc":
            note()
            yield part

    request_finished.connect(note)
    try:
        messages = await told(answering(lambda request: StreamingHttpResponse(parts())))
    finally:
        request_finished.disconnect(note)
    assert b"".join(message.get("body", b"") for message in messages) == b"abc"
    assert len(messages) == 5, "as they are made: start, three parts, end"
    assert len(threads) == 4
    assert set(threads) == {threads[0]}
    assert threads[0] != threading.get_ident()


async def test_readers_of_files_who_take_their_time_keep_no_thread() -> None:
    async def receive() -> Any:
        return {"type": "http.request"}

    async def slowly(message: Any) -> None:
        if message["type"] == "http.response.body":
            await asyncio.Event().wait()

    server = answering(lambda request: FileResponse(BytesIO(b"x" * 500_000)))
    slow = [asyncio.create_task(server(scope(), receive, slowly)) for _ in range(MOST_THREADS + 1)]
    start, body = await told(server)
    assert (start["status"], len(body["body"])) == (200, 500_000)
    for task in slow:
        task.cancel()


async def test_a_body_beyond_what_any_page_sends_is_refused_before_it_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(handler, "MOST_BYTES", 10)
    asked: list[Any] = []
    server = answering(lambda request: asked.append(request) or HttpResponse())
    start, _ = await told(server, body=b"123456", parts=2)
    assert (start["status"], asked) == (413, [])
    start, _ = await told(server, body=b"12345", parts=2)
    assert (start["status"], len(asked)) == (200, 1)


async def test_a_request_whose_sender_goes_away_is_forgotten() -> None:
    asked: list[Any] = []
    talk = ApplicationCommunicator(answering(asked.append), scope("POST"))
    await talk.send_input({"type": "http.request", "body": b"half", "more_body": True})
    await talk.send_input({"type": "http.disconnect"})
    await talk.wait()
    assert asked == []
