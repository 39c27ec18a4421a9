"""The game page rolls storms and sallies by itself: where all blocks are known, as the odds of the server have it."""

import json
import shutil
import subprocess
from pathlib import Path
from random import Random
from typing import Any

import pytest

from frontend import facts
from opponent.ahead import fighters, next_fight, odds_of
from opponent.odds import Odds
from rules import game
from rules.atlas import SIDES, TOWN
from rules.ruleset import Ruleset
from tests.rules.combat import battle
from tests.rules.scene import Table

SCRIPT = Path(__file__).with_name("forecast.mjs")
SIEGES = {
    "equal blocks": "acre: [kurds-1@2] [turks-1@2] king-guy walter",
    "a strong garrison": "acre: [saladin] [al-adil@2] king-guy@3 walter@2",
    "a weak garrison": "acre: [arabs-1@1] conrad balian walter",
}
ATTACKERS = {"storm": "frank", "sally": "saracen"}

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="the forecast is a script")


def asked(table: Table, kind: str, you: str, town: str = "acre", attacker: str = "") -> dict[str, Any]:
    """Returns what the page is to forecast, made of what both sides see: then no block is a guess."""
    views = {side: game.observe(table.position, side) for side in SIDES}
    stacks = [stack for side in SIDES for stack in views[side]["map"][town]["stacks"] if stack["side"] == side]
    view = views[you] | {"map": {town: views[you]["map"][town] | {"stacks": stacks}}}
    blocks = [block["id"] for stack in stacks if stack["side"] == you for block in stack["blocks"]]
    return {"view": view, "type": kind, "blocks": blocks, "town": town, "attacker": attacker}


def of_the_page(*forecasts: dict[str, Any]) -> list[dict[str, float]]:
    given = json.dumps({"page": facts.names(), "forecasts": forecasts})
    ran = subprocess.run(["node", SCRIPT], input=given, capture_output=True, text=True, check=True, timeout=60)
    found: list[dict[str, float]] = json.loads(ran.stdout)
    return found


def of_the_server(table: Table, kind: str, town: str = "acre") -> Odds:
    fight = next_fight(table.position, TOWN[town], sally=kind == "sally")
    assert fight is not None
    assert fight.kind == kind
    sides = fight.attacker, 1 - fight.attacker
    first, second = (fighters(table.position, fight, side) for side in sides)
    return odds_of(table.position, fight, [(first, second)], Random(1))


def test_the_page_forecasts_what_the_odds_of_the_server_say() -> None:
    forecasts, servers = [], {}
    for name, places in SIEGES.items():
        for kind, you in ATTACKERS.items():
            for edition in ("2.0", "1.4"):
                table = battle(places, first="frank", ruleset=Ruleset.of(edition))
                if kind == "sally":
                    table.do("frank", "storm -")
                forecasts.append(asked(table, kind, you))
                servers[name, kind, edition] = of_the_server(table, kind)
    for (case, server), page in zip(servers.items(), of_the_page(*forecasts), strict=True):
        assert abs(page["win"] - server.win) < 0.05, case
        assert abs(page["lost"] - server.lost) < 0.25, case
        assert abs(page["dealt"] - server.dealt) < 0.25, case


def test_the_page_forecasts_battles_to_choose_from_as_the_server_does() -> None:
    """Two Franks attack by two roads, one of them in reserve."""
    places = (
        "tiberias: saladin@3 al-adil@2\nacre: conrad walter\nbaisan: balian\nbeaufort: reynald-kerak\nbanyas: kurds-1\n"
    )
    moves = "move conrad tiberias\nmove walter tiberias\nmove balian tiberias\nmove reynald-kerak banyas"
    table = battle(places, moves, first="frank")
    if table.step == "main-road":
        table.do("frank", min(table.options("frank", "main-road", "road")))
    assert table.step == "choose-battle"
    server = of_the_server(table, "field", "tiberias")
    pages = of_the_page(*(asked(table, "field", you, "tiberias", "frank") for you in SIDES))
    for you, page in zip(SIDES, pages, strict=True):
        win, lost, dealt = server.win, server.lost, server.dealt
        if you == "saracen":
            win, lost, dealt = 1 - win, dealt, lost
        assert abs(page["win"] - win) < 0.05, you
        assert abs(page["lost"] - lost) < 0.25, you
        assert abs(page["dealt"] - dealt) < 0.25, you
