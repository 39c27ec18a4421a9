"""Games between two simulated players at their pages, played as fast as possible or at a set rate."""

import asyncio
import time
import uuid
from collections.abc import Callable
from random import Random
from typing import Any

from rules.orders import CAREFUL
from script.load.choosing import several
from script.load.http import Answer, Browser
from script.load.page import Page
from script.load.tally import Tally, Unexpected

SIDES = ("frank", "saracen")
FROM_DUE = "acts from when they were due"
"""Until the answer with the own view: a site that keeps its players waiting cannot hide it by being asked less."""


class Table:
    """A game and its two players, each with an open page."""

    patience = 30.0
    """Seconds until a page that hears of nothing counts as cut off.

    A real one asks every 20 seconds where it has no socket.
    """

    def __init__(
        self, browsers: dict[str, Browser], random: Random, tally: Tally, *, together: int = 1, orders: bool = False
    ) -> None:
        self.orders = orders
        self.browsers, self.random, self.tally, self.together = browsers, random, tally, together
        self.pages: dict[str, Page] = {}
        self.address = ""
        self.over = False
        self.view_came = asyncio.Event()
        self.acted = self.answered = self.heard = 0.0
        """When the latest act was sent, its answer came, and the other page had its view; 0.0 for what has not
        happened.
        """

    async def begin(self) -> None:
        """Creates a game, and opens both pages."""
        await self.close()
        frank, saracen = (self.browsers[side] for side in SIDES)
        reserved = await self.tally.ask("dice", frank, "/api/v1/dice/", {})
        own = {"dice": reserved.json["dice"], "randomness": uuid.uuid4().hex}
        made = await self.tally.ask(
            "create", frank, "/api/v1/games/", {"side": "frank", "key": str(uuid.uuid4()), **own}
        )
        if made.status != 201:
            raise Unexpected(f"create: {made.status} {made.body[:300]!r}")
        self.address = f"/api/v1/games/{made.json['id']}"
        joined = await self.tally.ask("join", saracen, f"{self.address}/join/", {"randomness": uuid.uuid4().hex})
        if joined.status != 200:
            raise Unexpected(f"join: {joined.status} {joined.body[:300]!r}")
        for side, browser in self.browsers.items():
            if self.orders:
                left = await browser.ask("PUT", f"{self.address}/orders/", {"orders": CAREFUL.to_json()})
                if left.status != 200:
                    raise Unexpected(f"orders: {left.status} {left.body[:300]!r}")
            self.pages[side] = Page(browser, self.tally, made.json["id"], self._note_view)
            await self.pages[side].open()

    async def close(self) -> None:
        for page in self.pages.values():
            await page.close()
        self.pages, self.over = {}, False

    async def decide(self) -> int:
        """Takes one decision, or several in one request, at a page that is awaited as far as it knows.

        Returns how many; 0 when the game is over for both pages."""
        while True:
            self.view_came.clear()
            awaited = [side for side, page in self.pages.items() if side in page.view["awaited"]]
            if awaited:
                taken = await self._decide(self.random.choice(awaited))
                if taken:
                    return taken
            elif all(page.view["status"] == "over" for page in self.pages.values()):
                self.over = True
                self.tally.games += 1
                return 0
            else:
                await self._until_view()

    async def _decide(self, side: str) -> int:
        """Takes the decision. Returns 0 if the view was outdated: the page has the new one now."""
        page, self.acted, self.answered, self.heard = self.pages[side], time.perf_counter(), 0.0, 0.0
        actions = several(page.view, self.random, self.together)
        answer = await self._send(page, actions)
        if (answer.status == 422 and len(actions) > 1) or (
            answer.status == 409 and answer.json["code"] == "behind-a-wall"
        ):
            # One by one each was legal: together they were too much.
            self.tally.refused += 1
            actions = actions[:1]
            answer = await self._send(page, actions)
        if answer.status == 409 and answer.json["code"] == "stale-version":
            self.tally.refused += 1
            return 0
        if answer.status != 200:
            raise Unexpected(f"{actions}: {answer.status} {answer.body[:300]!r}")
        self.tally.decisions += len(actions)
        self.answered = time.perf_counter()
        self._note_both()
        return len(actions)

    async def _send(self, page: Page, actions: list[Any]) -> Answer:
        return await page.act("actions", {"action": actions[0]} if len(actions) == 1 else {"actions": actions})

    async def _until_view(self) -> None:
        """Waits, when neither page is awaited, until one has heard of the other's act."""
        try:
            async with asyncio.timeout(self.patience):
                await self.view_came.wait()
        except TimeoutError as error:
            raise Unexpected(
                f"{self.address}: neither page heard of anything for {self.patience:.0f} seconds"
            ) from error

    def _note_view(self) -> None:
        """Records that a page has heard of the other one's act."""
        self.view_came.set()
        if self.acted and not self.heard:
            self.heard = time.perf_counter()
            self._note_both()

    def _note_both(self) -> None:
        """Records, once both pages have their view of an act, the time until the other's, and its delay after one's
        own.
        """
        if self.answered and self.heard:
            for what, begun in (("other side's view", self.acted), ("other side's view after the own", self.answered)):
                self.tally.times.setdefault(what, []).append((self.heard - begun) * 1000)
            self.acted = 0.0


async def play_whole(tables: list[Table]) -> None:
    """Plays these games to their ends, concurrently."""

    async def one(table: Table) -> None:
        await table.begin()
        while await table.decide():
            pass
        await table.close()

    await asyncio.gather(*(one(table) for table in tables))


async def play_paced(
    tables: list[Table], *, per_second: float, seconds: float, when_begun: Callable[[], object] = lambda: None
) -> None:
    """Lets each table in turn take a decision, so many a second altogether; finished games begin anew.

    `when_begun` is called once all sit."""
    for start in range(0, len(tables), 20):
        await asyncio.gather(*(table.begin() for table in tables[start : start + 20]))
    pause = len(tables) / per_second

    async def one(table: Table, offset: float) -> None:
        due = time.perf_counter() + offset
        while due < end:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            if await table.decide():
                table.tally.times.setdefault(FROM_DUE, []).append((table.answered - due) * 1000)
            else:
                await table.begin()
            due += pause

    for table in tables:
        table.tally.times.clear()
    when_begun()
    end = time.perf_counter() + seconds
    await asyncio.gather(*(one(table, number / per_second) for number, table in enumerate(tables)))
    for table in tables:
        await table.close()
