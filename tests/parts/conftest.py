"""The application as a server calls it."""

import json
from dataclasses import dataclass
from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator

from crusader_site.asgi import application


@dataclass(frozen=True)
class Answer:
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


async def ask(
    path: str, *, method: str = "GET", host: str = "testserver", application: Any = application, **headers: str
) -> Answer:
    """One request to the whole application, through everything that surrounds Django."""
    given = [
        (b"host", host.encode()),
        *((name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()),
    ]
    scope = {
        "type": "http",
        "method": method,
        "path": path,
        "headers": given,
        "query_string": b"secret=1",
        "http_version": "1.1",
    }
    server = ApplicationCommunicator(application, scope)
    await server.send_input({"type": "http.request", "body": b""})
    start = await server.receive_output(60)
    body = b""
    while True:
        part = await server.receive_output(60)
        body += part.get("body", b"")
        if not part.get("more_body"):
            break
    await server.wait(60)  # the line in the log is written when all is sent
    return Answer(start["status"], {name.decode().lower(): value.decode() for name, value in start["headers"]}, body)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes a minute begins first, so that nobody waits for it alone at the end."""
    items.sort(key=lambda item: item.path.name != "test_whole_site.py")


@pytest.fixture
def fresh_readiness(monkeypatch: pytest.MonkeyPatch) -> None:
    """What an earlier test found is not believed."""
    from crusader_site import health

    monkeypatch.setattr(health, "ready", health.Readiness())
