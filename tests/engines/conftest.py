"""Firefox and WebKit at a server of their own.

Every test runs in each; where one is not installed it is skipped, but not in CI.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from typing import Any, Protocol

import pytest

from rules.position import Position
from tests.browser.backstage import Backstage
from tests.browser.server import served
from tests.engines import firefox, webkit
from tests.engines.seats import Seat
from tests.engines.windows import Window

DESK, PHONE = (1440, 900), (390, 844)


class Engine(Protocol):
    """Opens windows of a browser of one engine."""

    def __call__(
        self, address: str, *, dark: bool = False, passkeys: bool = True
    ) -> AbstractContextManager[Window]: ...


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, dict[str, str]]]:
    """A server with an empty database: its address, and the environment that it was started with."""
    with served(tmp_path_factory, "tests.engines.serving:application") as site:
        yield site


@pytest.fixture(scope="session")
def backstage(site: tuple[str, dict[str, str]]) -> Iterator[Backstage]:
    behind = Backstage(site[1])
    yield behind
    behind.close()


def _missing(packages: str) -> None:
    message = f"This browser is not installed: apt-get install {packages}"
    if os.environ.get("CI") == "true":
        pytest.fail(message)
    pytest.skip(message)


@contextmanager
def _firefox(folders: pytest.TempPathFactory) -> Iterator[Engine]:
    """A browser for each way it can be set, started when a test asks for it; a window of a test has a container of its
    own.
    """
    program = firefox.find()
    if program is None:
        _missing("firefox-esr")
    browsers: dict[tuple[bool, bool], firefox.Firefox] = {}
    with ExitStack() as stack:

        @contextmanager
        def opened(address: str, *, dark: bool = False, passkeys: bool = True) -> Iterator[Window]:
            kind = (dark, passkeys)
            if kind not in browsers:
                preferences: dict[str, Any] = (firefox.DARK if dark else {}) | ({} if passkeys else firefox.NO_PASSKEYS)
                browsers[kind] = stack.enter_context(
                    firefox.running(str(program), folders.mktemp("firefox"), preferences)
                )
            window = firefox.FirefoxWindow(browsers[kind], address)
            yield window
            window.close()

        yield opened


@contextmanager
def _webkit(folders: pytest.TempPathFactory) -> Iterator[Engine]:
    """A browser for each window. It knows no passkeys."""
    programs = webkit.find()
    if programs is None:
        _missing("webkit2gtk-driver xvfb")
        raise AssertionError
    with webkit.screen(programs[2]) as display:

        @contextmanager
        def opened(address: str, *, dark: bool = False, passkeys: bool = False) -> Iterator[Window]:
            window = webkit.WebKitWindow(programs, display, folders.mktemp("webkit"), address, dark=dark)
            try:
                yield window
            finally:
                window.close()

        yield opened


ENGINES = {"firefox": _firefox, "webkit": _webkit}


@pytest.fixture(scope="session", params=ENGINES)
def engine(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    """The engines one after the other; a test that names none runs in each."""
    with ENGINES[request.param](tmp_path_factory) as engine:
        yield engine


@pytest.fixture
def open_window(engine: Engine, site: tuple[str, dict[str, str]]) -> Iterator[Callable[..., Window]]:
    """Opens windows, and sees in the end that no page in them had an error."""
    windows: list[Window] = []
    with ExitStack() as stack:

        def open_one(size: tuple[int, int] = DESK, **options: bool) -> Window:
            window = stack.enter_context(engine(site[0], **options))
            windows.append(window)
            window.resize(*size)
            return window

        yield open_one
        assert [problem for window in windows for problem in window.problems()] == []


@pytest.fixture
def sit_at(open_window: Callable[..., Window], backstage: Backstage) -> Callable[..., Seat]:
    """Somebody alone at a game that stands at a position."""

    def sit(position: Position, **options: Any) -> Seat:
        seat = Seat.of_somebody("Ibelin", open_window(**options), backstage)
        seat.game = backstage.start_solo(seat.name, position.ruleset.to_json())
        backstage.stage(seat.game, position)
        seat.open_game()
        return seat

    return sit
