"""A real server and a real browser. Each worker of the test run has its own of both."""

import fcntl
import os
import shutil
import socket
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from rules.position import Position
from tests.browser.backstage import ROOT, Backstage
from tests.browser.playing import Player
from tests.browser.tabs import Tab, Tabs

FAILED = pytest.StashKey[bool]()
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    # One process draws the pages of all contexts, where each would start its own and one more to spare.
    "--renderer-process-limit=1",
    "--disable-features=site-per-process,IsolateOrigins,SpareRendererForSitePerProcess",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


SERVING = ["--log-level", "warning", "--timeout-keep-alive", "600"]
"""Connections outlast a test: a request that goes out while the server closes its connection for having been idle would fail."""
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
    shutil.copytree(migrated(tmp_path_factory, environment), var, dirs_exist_ok=True)
    port = free_port()
    log = var / "server.log"
    with log.open("w") as output:
        server = subprocess.Popen(
            [sys.executable, "-m", "uvicorn", "tests.browser.serving:application", "--port", str(port), *SERVING],
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


def migrated(tmp_path_factory: pytest.TempPathFactory, environment: dict[str, str]) -> Path:
    """The files of a site whose database is migrated and empty, made by the first process of the test run that needs them."""
    run = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        run = run.parent
    made = run / "migrated"
    with (run / "migrated.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not made.exists():
            making = run / "migrating"
            own = environment | {"VAR_FOLDER": str(making)}
            subprocess.run([sys.executable, "manage.py", "migrate", "--verbosity", "0"], cwd=ROOT, env=own, check=True, timeout=300)
            making.rename(made)
    return made


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


@pytest.fixture(scope="session")
def tabs(browser: Browser, base_url: str) -> Iterator[Tabs]:
    kept = Tabs(browser, base_url)
    with kept.watching():
        yield kept


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.failed:
        item.stash[FAILED] = True
    return report


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Says why a test was tried again: of one that passes then nothing would be known but its name."""
    for report in terminalreporter.getreports("rerun"):
        terminalreporter.write_sep("_", f"first try of {report.nodeid}")
        terminalreporter.write_line(report.longreprtext)


@pytest.fixture
def new_player(tabs: Tabs, base_url: str, backstage: Backstage, request: pytest.FixtureRequest) -> Iterator[Callable[..., Player]]:
    """Opens one more browser. With a name somebody of that name, and a number behind it, has an account and is logged in; `alone` sits
    them down at a game of their own, which comes to the phase `at` first."""
    taken: list[Tab] = []

    def open_browser(name: str = "", *, alone: bool = False, at: str = "", width: int = 1280, height: int = 800, **options: Any) -> Player:
        options = {"reduced_motion": "reduce", **options}
        tab = tabs.take({"width": width, "height": height}, options)
        taken.append(tab)
        tab.context.set_default_timeout(PATIENCE)
        player = Player(tab.page)
        if name:
            player.name = f"{name}-{uuid.uuid4().hex[:8]}"
            session = backstage.sign_up(player.name, options.get("timezone_id", ""))
            tab.context.add_cookies([{"name": "sessionid", "value": session, "url": base_url}])
        if alone:
            player.game = backstage.start_solo(player.name)
            if at:
                backstage.play_to(player.game, at)
            player.open_game()
        return player

    yield open_browser
    for tab in taken:
        tabs.give_back(tab, failed=FAILED in request.node.stash)


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
        player.game = backstage.start_solo(player.name, position.ruleset.to_json())
        backstage.stage(player.game, position)
        player.open_game()
        return player

    return play
