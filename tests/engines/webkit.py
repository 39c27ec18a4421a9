"""WebKit as GTK has it: Debian's MiniBrowser under a screen in memory, driven by WebKitWebDriver through selenium."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from glob import glob
from pathlib import Path
from typing import Any

from selenium.webdriver import Remote
from selenium.webdriver.remote.client_config import ClientConfig
from selenium.webdriver.remote.command import Command
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service

from tests.engines.windows import PATIENCE, Window

BROWSERS = "/usr/lib/*/webkit2gtk-4.*/MiniBrowser"
SCREEN = "1600x1200x24"


def find() -> tuple[str, str, str] | None:
    """The programs: browser, driver and screen; None where one is not installed."""
    browsers = sorted(glob(BROWSERS), reverse=True)
    driver, screen = shutil.which("WebKitWebDriver"), shutil.which("Xvfb")
    return (browsers[0], driver, screen) if browsers and driver and screen else None


@contextmanager
def screen(program: str) -> Iterator[str]:
    """Starts a screen in memory. Yields the name by which X finds it."""
    command = [program, "-displayfd", "1", "-screen", "0", SCREEN, "-nolisten", "tcp"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert process.stdout
    try:
        yield f":{process.stdout.readline().strip()}"
    finally:
        process.terminate()
        process.wait(timeout=20)
        process.stdout.close()


class WebKitWindow(Window):
    """A window with a browser of its own, which is quickly started: its driver has no others beside it."""

    def __init__(self, programs: tuple[str, str, str], display: str, folder: Path, address: str, *, dark: bool) -> None:
        super().__init__(address)
        browser, driver, _ = programs
        options = Options()
        options.binary_location = browser
        # Without the frame around the page, which does not become as narrow as a phone.
        for argument in ("--automation", "--full-screen", *(["--dark-mode"] if dark else [])):
            options.add_argument(argument)
        # No settings of the person who runs the tests, nor buses of their desktop.
        own = {
            "DISPLAY": display,
            "HOME": str(folder),
            "XDG_CONFIG_HOME": str(folder),
            "NO_AT_BRIDGE": "1",
            "GSETTINGS_BACKEND": "memory",
        }
        self._service = Service(driver, env=os.environ | own, log_output=str(folder / "log.txt"))
        self._service.start()
        # Selenium's own class of this browser would wait for ever for a browser that answers no more.
        client = ClientConfig(remote_server_addr=self._service.service_url, timeout=int(2 * PATIENCE))
        try:
            self._driver = Remote(self._service.service_url, options=options, client_config=client)
        except BaseException:
            self._service.stop()
            raise

    def goto(self, path: str) -> None:
        self._driver.get(self.address + path)

    def evaluate(self, function: str, *arguments: Any) -> Any:
        found = self._driver.execute_async_script(
            f"""const all = [...arguments], done = all.pop();
                (async () => ({function})(...all))().then((value) => done({{ value }}),
                  (error) => done({{ error: String(error) }}))""",
            *arguments,
        )
        assert "error" not in found, f"{function}: {found['error']}"
        return found.get("value")

    def perform(self, actions: list[dict[str, Any]]) -> None:
        self._driver.execute(Command.W3C_ACTIONS, {"actions": actions})

    def resize(self, width: int, height: int) -> None:
        self._driver.set_window_rect(0, 0, width, height)
        self.wait("(...size) => innerWidth === size[0] && innerHeight === size[1]", width, height)

    def picture(self) -> bytes:
        return self._driver.get_screenshot_as_png()

    def set_cookie(self, name: str, value: str) -> None:
        if not self._driver.current_url.startswith(self.address):
            self.goto("/health/live")  # a driver sets cookies of the page alone that is open
        self._driver.add_cookie({"name": name, "value": value, "path": "/"})

    def close(self) -> None:
        try:
            self._driver.quit()
        finally:
            self._service.stop()
