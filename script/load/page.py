"""A simulated game page: the requests that its scripts send, in their order, without drawing.

`tests/browser/test_crowd.py` records what a real page sends and compares. What a browser keeps or a proxy serves, the
scripts, styles and pictures, is not asked for.
"""

import asyncio
import time
import uuid
from collections.abc import Callable
from typing import Any

from script.load.http import Answer, Browser
from script.load.sockets import SOCKET_TROUBLE, PageSocket
from script.load.tally import Tally, Unexpected

Json = dict[str, Any]
NOTED_EVERY = 30.0
"""Seconds between two messages of a page that it is in use (`visits.js`)."""
ABOUT_EVERY = 45.0
"""Seconds between two questions for the other player (`presence.js`)."""

PATIENCE = 4.0
"""Seconds until an act without an answer is sent by HTTP (`live.js`)."""


class Page:
    """The page of one side. `view` is the latest view it has; `log` the kinds of what it asked, in order."""

    def __init__(self, browser: Browser, tally: Tally, game: str, on_view: Callable[[], None] = lambda: None) -> None:
        """`on_view` is called with each new view that did not come as the answer to an act."""
        self.browser, self.tally, self.game = browser, tally, game
        self.address = f"/api/v1/games/{game}"
        self.view: Json = {}
        self.log: list[str] = []
        self._on_view = on_view
        self._busy = False
        self._here = self._about = 0.0
        self._alone = asyncio.Lock()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._sockets = {
            "user socket": PageSocket(browser, "/ws/user/", self._hear_of_the_site),
            "game socket": PageSocket(browser, f"/ws/games/{game}/", self._hear),
        }

    async def ask(self, what: str, path: str, body: Any = None) -> Answer:
        """One request on the page's connection, noted under its kind."""
        self.log.append(what)
        async with self._alone:
            return await self.tally.ask(what, self.browser, path, body)

    # --- opening and closing
    # ------------------------------------------------------------------------------------------------

    async def open(self) -> None:
        await self.ask("game page", f"/games/{self.game}/")
        await self._ask_about()
        self._see(await self.ask("view", f"{self.address}/view/?since=0"))
        await self._tell_here()
        for what, socket in self._sockets.items():
            self.log.append(what)
            await socket.open()
        await self._send("follow", {"since": self.view["version"], "have": self.view["version"]})
        await self.ask("talk", f"{self.address}/talk/")

    def _begin(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        for socket in self._sockets.values():
            await socket.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.browser.close()

    # --- playing
    # ------------------------------------------------------------------------------------------------------------

    async def act(self, what: str, body: Json) -> Answer:
        """Sends an act, and what the page sends once it has the answer."""
        await self._use()
        self._busy = True
        asked = {"version": self.view["version"], "key": str(uuid.uuid4()), **body}
        answer = await self._send(what, asked) or await self.ask(what, f"{self.address}/{what}/", asked)
        shown = answer.json.get("view")
        if shown is not None:
            self._take(shown)
        self._busy = False
        return answer

    async def _send(self, what: str, body: Json) -> Answer | None:
        """An act by the game's socket; None where no answer comes."""
        self.log.append(f"socket {what}")
        begun = time.perf_counter()
        try:
            answer = await self._sockets["game socket"].ask(what, body, patience=PATIENCE)
        except SOCKET_TROUBLE:
            self.tally.late += 1
            self.tally.note(f"socket {what}", begun)
            return None
        self.tally.note(f"socket {what}", begun)
        return answer

    async def _use(self) -> None:
        """Sends what a page in use requests periodically."""
        if time.monotonic() - self._here > NOTED_EVERY:
            await self._tell_here()
        if time.monotonic() - self._about > ABOUT_EVERY:
            await self._ask_about()
        for socket in self._sockets.values():
            await socket.beat()

    async def _tell_here(self) -> None:
        self._here = time.monotonic()
        await self.ask("here", f"{self.address}/here/", {"version": self.view["version"]})

    async def _ask_about(self) -> None:
        self._about = time.monotonic()
        await self.ask("whereabouts", f"{self.address}/whereabouts/")

    def _hear(self, message: Json) -> None:
        """Takes the next view from the game's socket."""
        if "view" in message:
            self._take(message["view"])

    def _hear_of_the_site(self, message: Json) -> None:
        if message == {"type": "presence", "game": self.game}:
            self._begin(self._ask_about())

    def _see(self, answer: Answer) -> None:
        if answer.status != 200:
            raise Unexpected(f"view: {answer.status} {answer.body[:300]!r}")
        self._take(answer.json)

    def _take(self, view: Json) -> None:
        """Keeps a view if it is newer than the present one."""
        if not self.view or self.view["version"] < view["version"]:
            self.view = view
            if not self._busy:
                self._on_view()
