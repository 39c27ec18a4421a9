"""Tabs of the browser, which tests use one after the other.

A new context starts a process for its pages and has nothing in its cache: that costs as much as the page which is then
opened in it. So a tab that a test is done with is emptied of cookies, storage, routes and listeners, and the next test
gets it. Where something was done to it that cannot be undone, such as a script for every page to come, it is closed; so
is one of a test that failed.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, CDPSession, Page, ViewportSize

COMMON = {"reduced_motion", "has_touch", "locale", "timezone_id"}
"""Options with which tabs are kept. With others a test gets a tab of its own."""
LASTING: dict[type, tuple[str, ...]] = {
    Page: ("add_init_script", "clock", "expose_binding", "expose_function", "route_web_socket", "set_default_timeout"),
    BrowserContext: (
        "add_init_script",
        "clock",
        "grant_permissions",
        "new_cdp_session",
        "new_page",
        "on",
        "once",
        "route",
        "set_offline",
    ),
}
"""What cannot be taken from a tab again: it is not used by another test."""
LISTENING = ("on", "once")
FREE_AT_MOST = 4
TESTS_AT_MOST = 50


class Tab:
    def __init__(self, browser: Browser, base_url: str, options: dict[str, Any]) -> None:
        self.base_url, self.options = base_url, options
        self.context = browser.new_context(base_url=base_url, **options)
        self.page = self.context.new_page()
        self.tests = 0
        self.listeners: list[tuple[Any, Any]] = []
        self._scripts: list[str] = []
        self._tools: CDPSession | None = None

    def empty(self) -> None:
        """Leaves nothing of the test that used it but its cache."""
        for event, listener in self.listeners:
            self.page.remove_listener(event, listener)
        self.listeners.clear()
        self.page.unroute_all()
        while self._scripts:
            self._session().send("Page.removeScriptToEvaluateOnNewDocument", {"identifier": self._scripts.pop()})
        self.page.goto("/static/frontend/icon.svg")  # of the same origin, and without scripts
        self.page.evaluate("sessionStorage.clear()")
        self._session().send("Storage.clearDataForOrigin", {"origin": self.base_url, "storageTypes": "all"})
        self.context.clear_cookies()
        self.page.mouse.move(-1, -1)
        self.page.emulate_media(media="null", color_scheme="light", reduced_motion=self.options["reduced_motion"])

    def run_first(self, script: str) -> None:
        """Has each page to come run a script before its own, until the tab is emptied."""
        self._session().send("Page.enable")
        added = self._session().send("Page.addScriptToEvaluateOnNewDocument", {"source": script})
        self._scripts.append(added["identifier"])

    def _session(self) -> CDPSession:
        self._tools = self._tools or self.context.new_cdp_session(self.page)
        return self._tools


class Tabs:
    """Those of one browser: gives them to tests and takes them back."""

    def __init__(self, browser: Browser, base_url: str) -> None:
        self._browser, self._base_url = browser, base_url
        self._free: list[Tab] = []
        self._used: dict[BrowserContext, Tab] = {}

    def take(self, viewport: ViewportSize, options: dict[str, Any]) -> Tab:
        tab = next((tab for tab in self._free if tab.options == options), None)
        if tab:
            self._free.remove(tab)
        else:
            tab = Tab(self._browser, self._base_url, options)
        tab.page.set_viewport_size(viewport)
        self._used[tab.context] = tab
        return tab

    def give_back(self, tab: Tab, *, failed: bool) -> None:
        tab.tests += 1
        untouched = self._used.pop(tab.context, None) is not None
        kept = set(tab.options) <= COMMON and tab.tests < TESTS_AT_MOST
        if untouched and kept and not failed and not tab.page.is_closed():
            tab.empty()
            self._free.insert(0, tab)
            for longest_unused in self._free[FREE_AT_MOST:]:
                self._free.remove(longest_unused)
                longest_unused.context.close()
        else:
            tab.context.close()

    def run_first(self, page: Page, script: str) -> None:
        """Has each page to come run a script before its own.

        Unlike `add_init_script` this ends with the test, and the tab is kept.
        """
        tab = self._used[page.context]
        tab.run_first(script)
        self._used[page.context] = tab

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Within the block it is noted what is done to tabs that lasts, and who listens to them."""
        patch = pytest.MonkeyPatch()
        for kind, names in LASTING.items():
            for name in names:
                found = getattr(kind, name)
                noted = property(self._ending(found.fget)) if isinstance(found, property) else self._ending(found)
                patch.setattr(kind, name, noted)
        for name in LISTENING:
            patch.setattr(Page, name, self._recording(getattr(Page, name)))
        yield
        patch.undo()

    def _ending(self, method: Callable[..., Any]) -> Callable[..., Any]:
        def lasting(on: Page | BrowserContext, *given: Any, **named: Any) -> Any:
            self._used.pop(on.context if isinstance(on, Page) else on, None)
            return method(on, *given, **named)

        return lasting

    def _recording(self, method: Callable[..., Any]) -> Callable[..., Any]:
        def listen(on: Page, event: Any, listener: Any) -> Any:
            if on.context in self._used:
                self._used[on.context].listeners.append((event, listener))
            return method(on, event, listener)

        return listen
