"""A player's open game page: the requests that its scripts send, in their order, without drawing anything.

`tests/browser/test_crowd.py` records what a real page sends and compares. What a browser keeps or a proxy serves, the scripts, styles and
pictures, is not asked for.
"""

import asyncio
import contextlib
import json
import time
import uuid
from collections.abc import Callable
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from script.load.http import Answer, Browser
from script.load.tally import Tally, Unexpected

Json = dict[str, Any]
NOTED_EVERY = 30.0
"""Seconds between two messages of a page that it is in use (`here.js`)."""
ABOUT_EVERY = 45.0
"""Seconds between two questions for the other player (`about.js`)."""

A_BROWSER_READS = 0.002
"""Seconds that a browser takes to hand an answer to the page: what the socket has said by then is heard first."""


class Page:
    """The page of one side. `view` is the latest view it has; `log` the kinds of what it asked, in order."""

    def __init__(self, browser: Browser, tally: Tally, game: str, told: Callable[[], None] = lambda: None) -> None:
        """`told` is called with each new view that did not come as the answer to an act."""
        self.browser, self.tally, self.game = browser, tally, game
        self.address = f"/api/v1/games/{game}"
        self.view: Json = {}
        self.log: list[str] = []
        self._told = told
        self._busy = False
        self._missed = False
        self._here = self._about = 0.0
        self._alone = asyncio.Lock()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._sockets: list[ClientConnection] = []

    async def ask(self, what: str, path: str, body: Any = None) -> Answer:
        """One request on the page's connection, noted under its kind."""
        self.log.append(what)
        async with self._alone:
            return await self.tally.ask(what, self.browser, path, body)

    # --- opening and closing ------------------------------------------------------------------------------------------------

    async def open(self) -> None:
        await self.ask("game page", f"/games/{self.game}/")
        await self._ask_about()
        self._see(await self.ask("view", f"{self.address}/view/?since=0"))
        await self._tell_here()
        await self._listen("game socket", f"/ws/games/{self.game}/", self._hear)
        await self._listen("user socket", "/ws/user/", self._hear_of_the_site)
        await self.ask("talk", f"{self.address}/talk/")

    async def _listen(self, what: str, address: str, hear: Any) -> None:
        self.log.append(what)
        origin = f"http://{self.browser.host}:{self.browser.port}"
        headers = {"Cookie": self.browser.cookies}
        socket = await connect(f"ws{origin[4:]}{address}", origin=origin, additional_headers=headers, ping_interval=None, max_size=None)
        self._sockets.append(socket)

        async def listen() -> None:
            with contextlib.suppress(OSError):
                async for message in socket:
                    hear(json.loads(message))

        self._begin(listen())

    def _begin(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        for socket in self._sockets:
            await socket.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.browser.close()

    # --- playing ------------------------------------------------------------------------------------------------------------

    async def act(self, what: str, body: Json) -> Answer:
        """Sends an act, and what the page sends once it has the answer."""
        await self._use()
        self._busy = True
        asked = {"version": self.view["version"], "key": str(uuid.uuid4()), **body}
        answer = await self.ask(what, f"{self.address}/{what}/", asked)
        await asyncio.sleep(A_BROWSER_READS)
        shown = answer.json.get("view")
        if shown is not None:
            self._take(shown)
        self._busy = False
        if self._missed:
            await self._refresh()
        return answer

    async def _use(self) -> None:
        """What a page in use asks by the clock."""
        if time.monotonic() - self._here > NOTED_EVERY:
            await self._tell_here()
        if time.monotonic() - self._about > ABOUT_EVERY:
            await self._ask_about()

    async def _tell_here(self) -> None:
        self._here = time.monotonic()
        await self.ask("here", f"{self.address}/here/", {})

    async def _ask_about(self) -> None:
        self._about = time.monotonic()
        await self.ask("whereabouts", f"{self.address}/whereabouts/")

    def _hear(self, message: Json) -> None:
        """The game's socket announces a version."""
        if "version" in message and message["version"] > self.view["version"]:
            self._missed = self._busy
            if not self._busy:
                self._begin(self._refresh())

    def _hear_of_the_site(self, message: Json) -> None:
        if message == {"type": "presence", "game": self.game}:
            self._begin(self._ask_about())

    async def _refresh(self) -> None:
        self._missed = False
        self._see(await self.ask("view", f"{self.address}/view/?since={self.view['version']}"))

    def _see(self, answer: Answer) -> None:
        if answer.status != 200:
            raise Unexpected(f"view: {answer.status} {answer.body[:300]!r}")
        self._take(answer.json)

    def _take(self, view: Json) -> None:
        """Keeps a view if it is newer."""
        if not self.view or self.view["version"] < view["version"]:
            self.view = view
            if not self._busy:
                self._told()
