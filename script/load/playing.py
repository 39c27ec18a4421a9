"""Games between two of our people, played through the API as fast as it goes, or at a pace."""

import asyncio
import time
import uuid
from dataclasses import dataclass, field
from random import Random
from typing import Any

from rules.orders import CAREFUL
from script.load.choosing import several
from script.load.http import Browser

SIDES = ("frank", "saracen")


class Unexpected(RuntimeError):
    """An answer that no player should get."""


@dataclass
class Tally:
    """What was asked, and how long it took, in milliseconds."""

    decisions: int = 0
    requests: int = 0
    refused: int = 0
    games: int = 0
    times: dict[str, list[float]] = field(default_factory=dict)

    async def ask(self, what: str, browser: Browser, path: str, body: Any = None) -> Any:
        begun = time.perf_counter()
        answer = await (browser.get(path) if body is None else browser.post(path, body))
        self.times.setdefault(what, []).append((time.perf_counter() - begun) * 1000)
        self.requests += 1
        return answer

    def figures(self, what: str) -> dict[str, float]:
        values = sorted(self.times.get(what, [0.0]))
        return {
            "requests": len(values),
            "p50_ms": round(values[len(values) // 2], 2),
            "p99_ms": round(values[min(len(values) - 1, int(len(values) * 0.99))], 2),
            "max_ms": round(values[-1], 2),
        }


class Table:
    """A game and its two players."""

    def __init__(self, browsers: dict[str, Browser], random: Random, tally: Tally, *, together: int = 1, orders: bool = False) -> None:
        self.orders = orders
        self.browsers, self.random, self.tally, self.together = browsers, random, tally, together
        self.views: dict[str, Any] = {}
        self.address = ""
        self.over = False

    async def begin(self) -> None:
        frank, saracen = (self.browsers[side] for side in SIDES)
        reserved = await self.tally.ask("dice", frank, "/api/v1/dice/", {})
        # A site from before knows no parts that come with the request.
        parts = reserved.status == 200
        own = {"dice": reserved.json["dice"], "randomness": uuid.uuid4().hex} if parts else {}
        made = await self.tally.ask("create", frank, "/api/v1/games/", {"side": "frank", "key": str(uuid.uuid4()), **own})
        if made.status != 201:
            raise Unexpected(f"create: {made.status} {made.body[:300]!r}")
        self.address = f"/api/v1/games/{made.json['id']}"
        joined = await self.tally.ask("join", saracen, f"{self.address}/join/", {"randomness": uuid.uuid4().hex} if parts else {})
        if joined.status != 200:
            raise Unexpected(f"join: {joined.status} {joined.body[:300]!r}")
        for side in SIDES:
            if self.orders:
                left = await self.browsers[side].ask("PUT", f"{self.address}/orders/", {"orders": CAREFUL.to_json()})
                if left.status != 200:
                    raise Unexpected(f"orders: {left.status} {left.body[:300]!r}")
            await self.look(side)

    async def look(self, side: str) -> None:
        answer = await self.tally.ask("view", self.browsers[side], f"{self.address}/view/")
        if answer.status != 200:
            raise Unexpected(f"view: {answer.status} {answer.body[:300]!r}")
        self.views[side] = answer.json

    async def decide(self) -> int:
        """Takes one decision, or several in one request. Returns how many; 0 when the game is over."""
        awaited = [side for side in SIDES if side in self.views[side]["awaited"]]
        if not awaited:
            self.over = True
            self.tally.games += 1
            return 0
        side = self.random.choice(awaited)
        actions = several(self.views[side], self.random, self.together)
        answer = await self._send(side, actions)
        if answer.status in (409, 422) and len(actions) > 1:
            # One by one each was legal: together they were too much.
            self.tally.refused += 1
            actions = actions[:1]
            answer = await self._send(side, actions)
        if answer.status != 200:
            raise Unexpected(f"{actions}: {answer.status} {answer.body[:300]!r}")
        self.views[side] = answer.json["view"]
        self.tally.decisions += len(actions)
        other = SIDES[side == "frank"]
        if self.views[side]["awaited"] == [side]:
            self.views[other]["awaited"] = []  # whatever their orders have answered meanwhile
        else:
            await self.look(other)
        return len(actions)

    async def _send(self, side: str, actions: list[Any]) -> Any:
        asked = {"action": actions[0]} if len(actions) == 1 else {"actions": actions}
        body = {"version": self.views[side]["version"], "key": str(uuid.uuid4()), **asked}
        return await self.tally.ask("action", self.browsers[side], f"{self.address}/actions/", body)


async def play_whole(tables: list[Table]) -> None:
    """Plays all of these to their ends, side by side."""

    async def one(table: Table) -> None:
        await table.begin()
        while await table.decide():
            pass

    await asyncio.gather(*(one(table) for table in tables))


async def play_paced(tables: list[Table], *, per_second: float, seconds: float) -> None:
    """Each table in turn takes a decision, so many a second over all of them; those that end begin anew."""
    for start in range(0, len(tables), 20):
        await asyncio.gather(*(table.begin() for table in tables[start : start + 20]))
    pause = len(tables) / per_second

    async def one(table: Table, offset: float) -> None:
        due = time.perf_counter() + offset
        while due < end:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            if not await table.decide():
                await table.begin()
            due += pause

    for table in tables:
        table.tally.times.clear()
    end = time.perf_counter() + seconds
    await asyncio.gather(*(one(table, number / per_second) for number, table in enumerate(tables)))
