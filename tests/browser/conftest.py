"""A real server and a real browser. Each worker of the test run has its own of both."""

import os
import shutil
import socket
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from rules.position import Position
from tests.browser.playing import Player
from tests.browser.staging import stage

ROOT = Path(__file__).resolve().parent.parent.parent
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


PATIENCE = 30_000
"""Milliseconds that a test waits for what it expects. Much is never needed, but by a machine that is busy with other things."""
expect.set_options(timeout=PATIENCE)

# What the servers of this test run were started with, by their addresses.
SITES: dict[str, dict[str, str]] = {}


def find_chromium() -> str | None:
    names = ("chromium", "chromium-browser", "google-chrome")
    return os.environ.get("CHROMIUM") or next((found for name in names if (found := shutil.which(name))), None)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    path = find_chromium()
    if path is None:
        message = "No Chromium found: install it, or set CHROMIUM to its path."
        if os.environ.get("CI") == "true":
            pytest.fail(message)
        pytest.skip(message)
    return browser_type_launch_args | {"executable_path": path, "args": ARGUMENTS}


@pytest.fixture(scope="session")
def base_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server with an empty database."""
    var = tmp_path_factory.mktemp("site")
    environment = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL", "PRODUCTION", "DEBUG")}
    environment |= {
        "VAR_FOLDER": str(var),
        "DJANGO_SETTINGS_MODULE": "crusader_site.settings",
        "API_RATE": "100000/min",
        "PROCESSOR_SECONDS": "100000",
        "SIGNUP_RATE": "1000/m/ip",
    }
    subprocess.run([sys.executable, "manage.py", "migrate", "--verbosity", "0"], cwd=ROOT, env=environment, check=True, timeout=60)
    port = free_port()
    log = var / "server.log"
    with log.open("w") as output:
        server = subprocess.Popen(
            [sys.executable, "-m", "uvicorn", "crusader_site.asgi:application", "--port", str(port), "--log-level", "warning"],
            cwd=ROOT,
            env=environment,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
        try:
            wait_for(server, port, log)
            address = f"http://127.0.0.1:{port}"
            SITES[address] = environment
            yield address
        finally:
            server.terminate()
            server.wait(timeout=20)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for(server: subprocess.Popen[bytes], port: int, log: Path) -> None:
    end = time.monotonic() + 60
    while time.monotonic() < end:
        assert server.poll() is None, log.read_text()
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise AssertionError(f"the server did not start: {log.read_text()}")


@pytest.fixture
def new_player(browser: Browser, base_url: str) -> Iterator[Callable[..., Player]]:
    """Opens one more browser, with an account of its own if a name is given."""
    contexts: list[BrowserContext] = []

    def open_browser(name: str = "", *, path: str = "/signup/", width: int = 1280, height: int = 800, **options: Any) -> Player:
        options = {"reduced_motion": "reduce", **options}
        context = browser.new_context(base_url=base_url, viewport={"width": width, "height": height}, **options)
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        player = Player(context.new_page())
        if name:
            player.sign_up(name, path)
        return player

    yield open_browser
    for context in contexts:
        context.close()


@pytest.fixture
def play_at(new_player: Callable[..., Player], base_url: str) -> Callable[..., Player]:
    """A person alone at a game that stands at a position of the test's own."""

    def play(position: Position, **options: Any) -> Player:
        player = new_player(f"Ibelin-{uuid.uuid4().hex[:8]}", path="/signup/?alone", **options)
        player.see_game()
        stage(SITES[base_url], player.page.url.rstrip("/").rpartition("/")[2], position)
        player.page.reload()
        player.see_game()
        return player

    return play
