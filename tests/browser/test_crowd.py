"""The crowd of the benches sends what real pages send: the same kinds of requests, after the same kinds of
decisions.
"""

import asyncio
import json
import re
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest
from playwright.sync_api import Request, WebSocket

from script.load.http import Browser
from script.load.playing import SIDES, Table
from script.load.tally import Tally
from tests.browser.backstage import Backstage
from tests.browser.playing import Player

STEPS = 20
"""Decisions, of the deployment and what follows: whatever is decided, one message is all that pages send."""
BY_THE_CLOCK = {"here", "whereabouts", "site here"}
"""Sent when time has passed, however much is played."""
QUIET = 150
"""Milliseconds in which a page sends what follows a decision."""

Step = tuple[frozenset[tuple[str, int]], frozenset[tuple[str, int]]]
"""How often each kind was sent by the page that decided, and by the other one."""


def kind(request: Request) -> str:
    """The name under which the crowd counts such a request; "" for what the browser would keep."""
    path = request.url.split("?")[0]
    if found := re.search(r"/api/v1/games/[0-9a-f-]{36}/([a-z-]+)/", path):
        return found[1]
    if re.search(r"/games/[0-9a-f-]{36}/$", path):
        return "game page"
    return "" if "/static/" in path or path.endswith((".webmanifest", ".ico")) else path


class Recorder:
    """What one real page sends."""

    def __init__(self, player: Player) -> None:
        self.log: list[str] = []
        player.page.on("request", self._note)
        player.page.on("websocket", self._note_socket)

    def _note(self, request: Request) -> None:
        if kind(request):
            self.log.append(kind(request))

    def _note_socket(self, socket: WebSocket) -> None:
        self.log.append("user socket" if "/ws/user/" in socket.url else "game socket")
        socket.on("framesent", self._note_message)

    def _note_message(self, sent: str | bytes) -> None:
        message = json.loads(sent)
        if "act" in message:  # what asks whether the other end is there is sent by the clock
            self.log.append(f"socket {message['act']}")


def step(logs: list[list[str]], decider: int) -> Step:
    """What a step made both pages send; the logs are empty afterward."""
    found = [Counter(what for what in log if what not in BY_THE_CLOCK) for log in logs]
    for log in logs:
        log.clear()
    return frozenset(found[decider].items()), frozenset(found[1 - decider].items())


@pytest.mark.slow("that the benches' crowd asks for what pages ask for")
def test_the_crowd_asks_what_real_pages_ask(
    seat_two: Callable[..., tuple[Player, Player]],
    new_player: Callable[..., Player],
    backstage: Backstage,
    base_url: str,
) -> None:
    players = [new_player("Richard"), new_player("Saladin")]
    recorders = [Recorder(player) for player in players]
    seat_two(*players)
    logs = [recorder.log for recorder in recorders]
    sent = -1
    while sent != sum(map(len, logs)):
        sent = sum(map(len, logs))
        players[0].page.wait_for_timeout(1000)
    opened = [Counter(log) for log in logs]
    logs[0].clear()
    logs[1].clear()
    real: Counter[Step] = Counter()
    while sum(real.values()) < STEPS:
        for number, player in enumerate(players):
            if player.offered() and sum(real.values()) < STEPS:
                player.decide()
                player.wait_until(lambda log=logs[number]: "socket actions" in log)  # type: ignore[misc]
                player.page.wait_for_timeout(QUIET)  # what the other page sends comes in meanwhile as well
                real[step(logs, number)] += 1
    sessions = [backstage.sign_up(f"Guy-{player.name}") for player in players]
    # Playwright has an event loop running in this thread.
    with ThreadPoolExecutor(1) as thread:
        crowd_opened, crowd = thread.submit(asyncio.run, play(int(base_url.rsplit(":", 1)[1]), sessions)).result()
    for name in BY_THE_CLOCK:  # a page that opens while the other is there has it ask who is about
        for counts in (*opened, *crowd_opened):
            counts.pop(name, None)
    assert opened == crowd_opened
    assert real.keys() == crowd.keys(), "after each kind of decision the crowd sends what pages send"
    assert real.keys() == {(frozenset({("socket actions", 1)}), frozenset())}, (
        "one message is all that a decision takes"
    )


async def play(port: int, sessions: list[str]) -> tuple[list[Counter[str]], Counter[Step]]:
    """The same by the crowd: what it sends to open two pages, and in as many steps."""
    table = Table(
        {side: Browser(port, session) for side, session in zip(SIDES, sessions, strict=True)}, Random(7), Tally()
    )
    await table.begin()
    logs = [table.pages[side].log for side in SIDES]
    await asyncio.sleep(0.3)
    opened = [Counter(log) for log in logs]
    for log in logs:
        log.clear()
    found: Counter[Step] = Counter()
    while sum(found.values()) < STEPS:
        await table.decide()
        await asyncio.sleep(QUIET / 1000)
        decider = next(number for number, log in enumerate(logs) if "socket actions" in log)
        found[step(logs, decider)] += 1
    await table.close()
    return opened, found
