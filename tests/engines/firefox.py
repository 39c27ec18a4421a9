"""Firefox by WebDriver BiDi, which it speaks itself: no driver stands between."""

import base64
import json
import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from tests.engines.windows import PATIENCE, Window

PREFERENCES = {
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "extensions.update.enabled": False,
    "toolkit.telemetry.enabled": False,
    "ui.useOverlayScrollbars": 1,  # as phones have them: a page has the whole width
}
DARK = {"layout.css.prefers-color-scheme.content-override": 0}
NO_PASSKEYS = {"security.webauth.webauthn": False}
"""WebKitGTK has none either; other browsers lack them where an administrator forbids them."""


def find() -> str | None:
    """The program, or None where it is not installed; FIREFOX names another."""
    return os.environ.get("FIREFOX") or shutil.which("firefox-esr") or shutil.which("firefox")


class Firefox:
    """A running Firefox, and the connection by which it takes commands."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection
        self._sent = 0
        self._front = ""
        self.errors: dict[str, list[str]] = {}
        """What its console showed as errors, by browsing context."""

    def bring_to_front(self, context: str) -> None:
        """Shows this tab, if another is shown: Firefox draws nothing in those behind."""
        if self._front != context:
            self.send("browsingContext.activate", context=context)
            self._front = context

    def send(self, method: str, **params: Any) -> Any:
        """Sends a command and returns its result; notes the errors that consoles show meanwhile.

        AssertionError if it is refused.
        """
        self._sent += 1
        self._connection.send(json.dumps({"id": self._sent, "method": method, "params": params}))
        while True:
            message = json.loads(self._connection.recv(timeout=PATIENCE))
            if message.get("method") == "log.entryAdded":
                entry = message["params"]
                if entry["level"] == "error":
                    self.errors.setdefault(entry["source"].get("context", ""), []).append(entry["text"])
            elif message.get("id") == self._sent:
                assert message["type"] == "success", f"{method}: {message}"
                return message["result"]


@contextmanager
def running(program: str, profile: Path, preferences: dict[str, Any]) -> Iterator[Firefox]:
    """Starts Firefox without a screen, with a profile in this folder, and ends it."""
    lines = [
        f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in (PREFERENCES | preferences).items()
    ]
    (profile / "user.js").write_text("\n".join(lines))
    command = [program, "--headless", "--no-remote", "--profile", str(profile), "--remote-debugging-port", "0"]
    with (profile / "log.txt").open("w") as log:
        process = subprocess.Popen(
            command, stdout=log, stderr=subprocess.STDOUT, env=os.environ | {"HOME": str(profile)}
        )
    try:
        with connect(_address(process, profile), max_size=None) as connection:
            firefox = Firefox(connection)
            firefox.send("session.new", capabilities={})
            firefox.send("session.subscribe", events=["log.entryAdded"])
            yield firefox
    finally:
        process.terminate()
        process.wait(timeout=20)


def _address(process: subprocess.Popen[bytes], profile: Path) -> str:
    """Where it listens, as soon as it says so in its profile."""
    said = profile / "WebDriverBiDiServer.json"
    end = time.monotonic() + 2 * PATIENCE
    while time.monotonic() < end:
        assert process.poll() is None, (profile / "log.txt").read_text()
        if said.exists() and said.read_text().endswith("}"):
            found = json.loads(said.read_text())
            return f"ws://{found['ws_host']}:{found['ws_port']}/session"
        time.sleep(0.05)
    raise AssertionError(f"Firefox does not listen: {(profile / 'log.txt').read_text()}")


class FirefoxWindow(Window):
    def __init__(self, firefox: Firefox, address: str) -> None:
        super().__init__(address)
        self._firefox = firefox
        self._send = firefox.send
        self._errors = firefox.errors
        self._user = firefox.send("browser.createUserContext")["userContext"]
        self._context = firefox.send("browsingContext.create", type="tab", userContext=self._user)["context"]

    def goto(self, path: str) -> None:
        self._send("browsingContext.navigate", context=self._context, url=self.address + path, wait="complete")

    def evaluate(self, function: str, *arguments: Any) -> Any:
        self._firefox.bring_to_front(self._context)
        found = self._send(
            "script.callFunction",
            functionDeclaration=f"async (text) => JSON.stringify((await ({function})(...JSON.parse(text))) ?? null)",
            arguments=[{"type": "string", "value": json.dumps(arguments)}],
            target={"context": self._context},
            awaitPromise=True,
        )
        assert found["type"] == "success", f"{function}: {found['exceptionDetails']['text']}"
        return json.loads(found["result"]["value"])

    def perform(self, actions: list[dict[str, Any]]) -> None:
        self._send("input.performActions", context=self._context, actions=actions)

    def resize(self, width: int, height: int) -> None:
        self._send("browsingContext.setViewport", context=self._context, viewport={"width": width, "height": height})

    def picture(self) -> bytes:
        return base64.b64decode(self._send("browsingContext.captureScreenshot", context=self._context)["data"])

    def set_cookie(self, name: str, value: str) -> None:
        cookie = {"name": name, "value": {"type": "string", "value": value}, "domain": "127.0.0.1", "path": "/"}
        self._send("storage.setCookie", cookie=cookie, partition={"type": "storageKey", "userContext": self._user})

    def close(self) -> None:
        self._send("browser.removeUserContext", userContext=self._user)

    def logged(self) -> list[str]:
        self._send("session.status")  # what its console showed before is told before the answer
        return self._errors.pop(self._context, [])
