"""Simulated players who retry as our page does: the same request, under the same key, until there is an answer.

On purpose they do worse besides: send twice at once, to both web processes; cut the connection before the answer; wait
with a request until others were first. What they were answered is kept beside the site, for the judge.
"""

import asyncio
import uuid
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from script.load.choosing import several
from script.load.http import Answer, Browser
from script.load.playing import SIDES
from script.load.sockets import SOCKET_TROUBLE, PageSocket
from script.load.tally import Unexpected

TROUBLE = (OSError, EOFError, ValueError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, TimeoutError)
AWAY = (429, 503)
"""Answers that say: try again. Any other of 5xx is a fault of the site, whatever has died."""
BY_SOCKET = ("/actions/", "/undo/")
"""Acts that pages send by the game's socket."""
PATIENCE = 25.0
"""Seconds until a request counts as lost."""


@dataclass
class Ledger:
    """The answers players got: keys acknowledged, in order, refused, or never answered."""

    acknowledged: dict[str, list[tuple[str, str, int]]] = field(default_factory=dict)
    refused: set[str] = field(default_factory=set)
    unknown: set[str] = field(default_factory=set)
    counts: Counter[str] = field(default_factory=Counter)
    problems: list[str] = field(default_factory=list)

    @property
    def moves(self) -> int:
        return self.counts["moves acknowledged"]


class CarefulTable:
    """A game and its two players, each with a connection to each web process."""

    def __init__(self, ports: Sequence[int], sessions: dict[str, str], random: Random, ledger: Ledger) -> None:
        self.browsers = {side: [Browser(port, session) for port in ports] for side, session in sessions.items()}
        self.random, self.ledger = random, ledger
        self.views: dict[str, Any] = {}
        self.sockets: dict[tuple[str, int], PageSocket] = {}
        self.game = ""
        self.over = self.stuck = False
        self.mischief = True

    # --- asking until there is an answer
    # ------------------------------------------------------------------------------------

    async def repeat_until_answered(self, side: str, method: str, path: str, body: Any = None) -> Answer:
        """Repeats a request until it gets a valid answer."""
        pause = 0.1
        while True:
            answer = await self._try(side, method, path, body)
            if answer is not None and answer.status not in AWAY and answer.status < 500:
                return answer
            self.ledger.counts["requests sent again"] += 1
            await asyncio.sleep(pause * (0.5 + self.random.random()))
            pause = min(2.0, pause * 2)

    async def _try(self, side: str, method: str, path: str, body: Any) -> Answer | None:
        browser = self.random.choice(self.browsers[side])
        chance = self.random.random() if self.mischief and body is not None else 1.0
        try:
            async with asyncio.timeout(PATIENCE):
                if chance < 0.04:
                    self.ledger.counts["connections cut before the answer"] += 1
                    await browser.send(method, path, body)
                    await asyncio.sleep(self.random.random() * 0.02)
                    browser.close()
                    return None
                if chance < 0.10:
                    self.ledger.counts["requests sent twice at once"] += 1
                    return await self._twice(side, method, path, body)
                if chance < 0.14:
                    self.ledger.counts["requests held back"] += 1
                    await asyncio.sleep(self.random.random() * 2)
                if body is not None and path.endswith(BY_SOCKET) and self.random.random() < 0.6:
                    return await self._by_socket(side, path, body)
                return self._seen(path, await browser.ask(method, path, body))
        except TROUBLE:
            browser.close()
            self.ledger.counts["connections lost"] += 1
            return None

    async def _by_socket(self, side: str, path: str, body: Any) -> Answer | None:
        """Sends the act over the game's socket, to either process; at random the socket is cut before the answer."""
        place = (side, self.random.randrange(len(self.browsers[side])))
        socket = self.sockets.setdefault(place, PageSocket(self.browsers[side][place[1]], f"/ws/games/{self.game}/"))
        act = path.rstrip("/").rpartition("/")[2]
        self.ledger.counts["acts sent by socket"] += 1
        try:
            if self.mischief and self.random.random() < 0.05:
                self.ledger.counts["sockets cut before the answer"] += 1
                await socket.send(act, body)
                await asyncio.sleep(self.random.random() * 0.02)
                await self.sockets.pop(place).close()
                return None
            return self._seen(path, await socket.ask(act, body, patience=PATIENCE))
        except SOCKET_TROUBLE:
            lost = self.sockets.pop(place, None)
            if lost is not None:
                await lost.close()
            raise ConnectionResetError from None

    async def _twice(self, side: str, method: str, path: str, body: Any) -> Answer | None:
        """Sends the same act twice and checks that the answers do not contradict each other."""
        found = await asyncio.gather(
            *(one.ask(method, path, body) for one in self.browsers[side]), return_exceptions=True
        )
        answers = [self._seen(path, one) for one in found if isinstance(one, Answer)]
        answers = [one for one in answers if one.status not in AWAY and one.status < 500]
        if "key" in body and len({answer.status for answer in answers}) > 1:
            self.ledger.problems.append(f"{path}: answered {[answer.status for answer in answers]} for the same key")
        return answers[0] if answers else None

    def _seen(self, path: str, answer: Answer) -> Answer:
        """Counts failed requests, and reports those that do not say clearly that the same request is to be repeated."""
        if answer.status in AWAY or answer.status >= 500:
            self.ledger.counts[f"answers of {answer.status}"] += 1
            if answer.status not in AWAY or b'"code"' not in answer.body:
                self.ledger.problems.append(f"{path}: answered {answer.status} {answer.body[:300]!r}")
        return answer

    # --- playing
    # ------------------------------------------------------------------------------------------------------------

    async def begin(self) -> None:
        key = str(uuid.uuid4())
        reserved = await self.repeat_until_answered("frank", "POST", "/api/v1/dice/", {})
        own = {"dice": reserved.json["dice"], "randomness": uuid.uuid4().hex}
        made = await self.repeat_until_answered("frank", "POST", "/api/v1/games/", {"side": "frank", "key": key, **own})
        if made.status != 201:
            raise Unexpected(f"create: {made.status} {made.body[:200]!r}")
        self.game = made.json["id"]
        joined = await self.repeat_until_answered(
            "saracen", "POST", f"/api/v1/games/{self.game}/join/", {"randomness": uuid.uuid4().hex}
        )
        if joined.status not in (200, 409):  # 409: seated already, by the same request, whose answer was lost
            raise Unexpected(f"join: {joined.status} {joined.body[:200]!r}")
        for side in SIDES:
            await self.look(side)

    async def look(self, side: str) -> None:
        answer = await self.repeat_until_answered(side, "GET", f"/api/v1/games/{self.game}/view/")
        if answer.status != 200:
            raise Unexpected(f"view: {answer.status} {answer.body[:200]!r}")
        self.views[side] = answer.json

    async def decide(self) -> bool:
        """Takes a decision for an awaited side. Returns False when the game is over."""
        for side in SIDES:
            await self.look(side)
        awaited = [side for side in SIDES if side in self.views[side]["awaited"]]
        if not awaited:
            self.over = True
            return False
        side = self.random.choice(awaited)
        view, key = self.views[side], str(uuid.uuid4())
        if view["can-undo"] and self.random.random() < 0.05:
            return await self._act(side, "undo", {"version": view["version"], "key": key}, 0)
        actions = several(view, self.random, 3 if self.random.random() < 0.2 else 1)
        asked = {"action": actions[0]} if len(actions) == 1 else {"actions": actions}
        return await self._act(side, "actions", {"version": view["version"], "key": key, **asked}, len(actions))

    async def _act(self, side: str, verb: str, body: dict[str, Any], number: int) -> bool:
        key = body["key"]
        self.ledger.unknown.add(key)
        answer = await self.repeat_until_answered(side, "POST", f"/api/v1/games/{self.game}/{verb}/", body)
        self.ledger.unknown.discard(key)
        if answer.status == 200:
            self.ledger.acknowledged.setdefault(self.game, []).append((key, side, max(1, number)))
            self.ledger.counts["moves acknowledged"] += max(1, number)
            if answer.json["view"]["version"] <= body["version"]:
                self.ledger.problems.append(f"{self.game}: acknowledged {key}, but the version did not rise")
        elif answer.status in (409, 422):
            self.ledger.refused.add(key)
            self.ledger.counts[f"refused: {answer.json['code']}"] += 1
        else:
            raise Unexpected(f"{verb}: {answer.status} {answer.body[:300]!r}")
        return True

    async def close(self) -> None:
        for socket in self.sockets.values():
            await socket.close()
        for browsers in self.browsers.values():
            for browser in browsers:
                browser.close()
