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
from tests.browser.backstage import ROOT, Backstage
from tests.browser.playing import Player

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


def find_chromium() -> str | None:
    """The shell first: the same engine without the windows around it, which takes a third less of the processor."""
    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
    return os.environ.get("CHROMIUM") or next((found for name in names if (found := shutil.which(name))), None)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    path = find_chromium()
    if path is None:
        message = "No Chromium found: apt-get install chromium-headless-shell, or set CHROMIUM to its path."
        if os.environ.get("CI") == "true":
            pytest.fail(message)
        pytest.skip(message)
    return browser_type_launch_args | {"executable_path": path, "args": ARGUMENTS}


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, dict[str, str]]]:
    """A server with an empty database: its address, and the environment that it was started with."""
    var = tmp_path_factory.mktemp("site")
    environment = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL", "PRODUCTION", "DEBUG")}
    environment |= {
        "VAR_FOLDER": str(var),
        "DJANGO_SETTINGS_MODULE": "crusader_site.settings",
        "API_RATE": "100000/min",
        "PROCESSOR_SECONDS": "100000",
        "SIGNUP_RATE": "1000/m/ip",
    }
    subprocess.run([sys.executable, "manage.py", "migrate", "--verbosity", "0"], cwd=ROOT, env=environment, check=True, timeout=120)
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
            yield f"http://127.0.0.1:{port}", environment
        finally:
            server.terminate()
            server.wait(timeout=20)


@pytest.fixture(scope="session")
def base_url(site: tuple[str, dict[str, str]]) -> str:
    return site[0]


@pytest.fixture(scope="session")
def backstage(site: tuple[str, dict[str, str]]) -> Iterator[Backstage]:
    behind = Backstage(site[1])
    yield behind
    behind.close()


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
def new_player(browser: Browser, base_url: str, backstage: Backstage) -> Iterator[Callable[..., Player]]:
    """Opens one more browser. With a name somebody of that name, and a number behind it, has an account and is logged in; `alone` sits
    them down at a game of their own, which comes to the phase `at` first."""
    contexts: list[BrowserContext] = []

    def open_browser(name: str = "", *, alone: bool = False, at: str = "", width: int = 1280, height: int = 800, **options: Any) -> Player:
        options = {"reduced_motion": "reduce", **options}
        context = browser.new_context(base_url=base_url, viewport={"width": width, "height": height}, **options)
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        player = Player(context.new_page())
        if name:
            player.name = f"{name}-{uuid.uuid4().hex[:8]}"
            session = backstage.sign_up(player.name, options.get("timezone_id", ""))
            context.add_cookies([{"name": "sessionid", "value": session, "url": base_url}])
        if alone:
            player.game = backstage.start_solo(player.name)
            if at:
                backstage.play_to(player.game, at)
            player.open_game()
        return player

    yield open_browser
    for context in contexts:
        context.close()


@pytest.fixture
def seat_two(new_player: Callable[..., Player], backstage: Backstage) -> Callable[..., tuple[Player, Player]]:
    """Richard, who plays the Franks, and Saladin, both at the page of their game."""

    def seat(richard: Player | None = None, saladin: Player | None = None, **options: str) -> tuple[Player, Player]:
        two = (richard or new_player("Richard"), saladin or new_player("Saladin"))
        game = backstage.start_duel(two[0].name, two[1].name, **options)
        for player in two:
            player.game = game
            player.open_game()
        return two

    return seat


@pytest.fixture
def play_at(new_player: Callable[..., Player], backstage: Backstage) -> Callable[..., Player]:
    """A person alone at a game that stands at a position of the test's own."""

    def play(position: Position, **options: Any) -> Player:
        player = new_player("Ibelin", **options)
        player.game = backstage.start_solo(player.name)
        backstage.stage(player.game, position)
        player.open_game()
        return player

    return play
