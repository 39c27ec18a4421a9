"""A real server and a real browser. Each worker of the test run has its own of both."""

import os
import shutil
import uuid
from collections.abc import Callable, Generator, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from rules.position import Position
from tests.browser.backstage import Backstage
from tests.browser.playing import Player
from tests.browser.server import served
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
# No test reads pixels, and to paint them is a fifth of what opening a page costs. With this little memory for pictures
# Chromium paints next to nothing; layout, what lies under a finger and the frames of animations are as ever.
UNPAINTED = "--force-gpu-mem-available-mb=1"


PATIENCE = 30_000
"""Milliseconds that a test waits for what it expects.

Much is never needed, but by a machine that is busy with other things.
"""
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
    return browser_type_launch_args | {"executable_path": path, "args": [*ARGUMENTS, UNPAINTED]}


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, dict[str, str]]]:
    """A server with an empty database: its address, and the environment that it was started with."""
    with served(tmp_path_factory, "tests.browser.serving:application") as site:
        yield site


@pytest.fixture(scope="session")
def base_url(site: tuple[str, dict[str, str]]) -> str:
    return site[0]


@pytest.fixture(scope="session")
def backstage(site: tuple[str, dict[str, str]]) -> Iterator[Backstage]:
    behind = Backstage(site[1])
    yield behind
    behind.close()


@pytest.fixture(scope="session")
def tabs(browser: Browser, base_url: str) -> Iterator[Tabs]:
    kept = Tabs(browser, base_url)
    with kept.watching():
        yield kept


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
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
def new_player(
    tabs: Tabs, base_url: str, backstage: Backstage, request: pytest.FixtureRequest
) -> Iterator[Callable[..., Player]]:
    """Opens one more browser.

    With a name somebody of that name, and a number behind it, has an account and is logged in; `alone` sits them down
    at a game of their own, which comes to the phase `at` first."""
    taken: list[Tab] = []

    def open_browser(
        name: str = "", *, alone: bool = False, at: str = "", width: int = 1280, height: int = 800, **options: Any
    ) -> Player:
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
        player.open_at(position, backstage)
        return player

    return play


@pytest.fixture
def against_computer(new_player: Callable[..., Player], backstage: Backstage) -> Callable[..., Player]:
    """A Saracen player, whose page shows motion, at a position of a game against the gentlest computer."""

    def play(position: Position, **options: Any) -> Player:
        player = new_player("Usama", reduced_motion="no-preference", **options)
        player.game = backstage.start_against_computer(player.name, "saracen", "page")
        player.open_at(position, backstage)
        expect(player.page.locator("#connection")).not_to_be_empty()
        return player

    return play
