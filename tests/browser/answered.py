"""A game page that is answered by the test: `sit_down` opens it."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from rules import game
from rules.position import Position
from tests.browser.backstage import Backstage
from tests.browser.playing import Player


class Table:
    """A game page that is answered by the test: any position, seen by either side, and what leads from one to the
    next.
    """

    def __init__(self, player: Player, position: Position, side: str) -> None:
        self.page = player.page
        self.side = side
        self.version = 0
        self.entries: list[dict[str, Any]] = []
        self.posted: list[dict[str, Any]] = []
        player.cut_sockets()
        self.page.route(re.compile(r"/view/"), self.show)
        self.page.route(re.compile(r"/actions/"), self.take)
        self.turn_to(position, {"type": "note", "text": "So it stood."})

    def turn_to(self, position: Position, *events: dict[str, Any], **more: Any) -> None:
        self.version += 1
        view = dict(game.observe(position, self.side)) | more
        view["prompt"] = view["prompt"] | {"text": "Decide."}
        site = {
            "version": self.version,
            "status": "active",
            "solo": True,
            "players": {},
            "can-undo": False,
            "can-restart": False,
        }
        self.view = view | site
        entry = {
            "n": self.version,
            "at": "1188-03-01T12:00:00Z",
            "side": "frank",
            "kind": "action",
            "undone": False,
            "events": list(events),
        }
        self.entries.append(entry)

    def show(self, route: Route) -> None:
        found = re.search(r"since=(\d+)", route.request.url)
        since = int(found[1]) if found else 0
        entries = [entry for entry in self.entries if entry["n"] > since]
        route.fulfill(json=self.view | {"news": {"anew": since == 0, "entries": entries}})

    def take(self, route: Route) -> None:
        self.posted.append(json.loads(route.request.post_data or "{}"))
        self.version += 1
        self.view["version"] = self.version
        route.fulfill(json={"view": self.view, "events": []})

    def wake(self) -> None:
        """The page asks for the view, as it does when its tab is looked at again."""
        self.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        expect(self.page.locator(f"main[data-drawn$='-{self.version}']")).to_be_attached()


@pytest.fixture
def sit_down(new_player: Callable[..., Player], backstage: Backstage) -> Callable[..., Table]:
    def sit(position: Position, side: str = "frank", *, motion: bool = False) -> Table:
        player = new_player("Richard", **({"reduced_motion": "no-preference"} if motion else {}))
        player.game = backstage.start_solo(player.name)
        table = Table(player, position, side)
        player.open_game()
        # The log is read after the first picture: what came before that would be part of it, and shown in no motion.
        expect(player.page.locator("#log .line").first).to_be_attached()
        return table

    return sit
