"""What the page remembers of a castle whose blocks lie face-down again is made of the viewer's own log alone, and is
said only while it is certain: in whole games it is never wrong. Steps lost are counted that were lost for certain."""

import json
import random
import shutil
import subprocess
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from games import words
from rules import game, selfplay
from rules.atlas import SIDES, TOWN_IDS
from rules.dice import SeededDice
from rules.position import Position
from rules.roster import BLOCK, BLOCK_IDS, OF_SIDE, STEPS, ids
from rules.ruleset import Ruleset

SCRIPT = Path(__file__).with_name("remembered.mjs")
GAMES = {"2.0": (5, 6, 13, 14, 18, 19), "1.4": (6, 12, 20, 42, 60)}
"""By edition, games in which castles are seen, hide again, and change or not before they are fought over again."""
MOST_DECISIONS = 1500

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="what is remembered is found by a script")


def remembered(events: list[Any], moments: list[Any]) -> Any:
    given = json.dumps({"events": events, "moments": moments})
    ran = subprocess.run(["node", SCRIPT], input=given, capture_output=True, text=True, check=True, timeout=60)
    return json.loads(ran.stdout)


def hidden_garrison(position: Position) -> dict[str, int]:
    """The blocks that lie face-down in the castle that is fought over, with their steps."""
    battle = position.combat
    inside = position.garrison(battle.town) & OF_SIDE[battle.keep] & ~position.face_up
    return {block: position.steps[BLOCK_IDS.index(block)] for block in ids(inside)}


@pytest.mark.parametrize("edition", GAMES)
def test_what_is_remembered_of_a_castle_is_true_in_whole_games(edition: str) -> None:
    found = Counter[str]()
    for number in GAMES[edition]:
        found += count_remembered(Ruleset.of(edition), number)
    assert found["now"]
    assert found["earlier"]
    assert found["hunger"]


def count_remembered(rules: Ruleset, number: int) -> Counter[str]:
    """Plays a game, and counts when besiegers remembered a castle; what they remember is what lies there."""
    choice, dice = random.Random(f"remembered {number}"), SeededDice(number)
    events: dict[str, list[Any]] = {side: [] for side in SIDES}
    moments: dict[str, list[Any]] = {side: [] for side in SIDES}
    truths: dict[str, list[dict[str, int]]] = {side: [] for side in SIDES}
    outcome = game.new_game(rules, dice)
    for _ in range(MOST_DECISIONS):
        for viewer, told in events.items():
            seen = [fact for event in outcome.events if (fact := event.seen_by(viewer)) is not None]
            told += [fact for fact in words.with_sentences(seen, viewer) if fact["text"]]
        position = outcome.position
        if position.battle is not None and position.battle.keep >= 0:
            viewer, town = SIDES[1 - position.battle.keep], TOWN_IDS[position.battle.town]
            view = game.observe(position, viewer)
            view = {"battle": view["battle"], "map": {town: view["map"].get(town, {"stacks": []})}}
            moments[viewer].append({"count": len(events[viewer]), "view": view})
            truths[viewer].append(hidden_garrison(position))
        if position.winner is not None:
            break
        side = min(position.awaited)
        action = selfplay.choose_purposeful(game.legal_actions(position, side), choice, "siege")
        outcome = game.apply(position, side, action, dice)
    found = Counter[str]()
    for viewer in SIDES:
        for told, truth in zip(remembered(events[viewer], moments[viewer]), truths[viewer], strict=True):
            if told["blocks"]:
                assert told["blocks"] == truth
                found["earlier" if told["earlier"] else "now"] += 1
            # Who was seen there is there, and of the steps that are counted as lost each is: there may be more.
            assert all(truth[block] <= strength for block, strength in told["some"].items())
            missing = sum(STEPS[BLOCK[block]] - steps for block, steps in truth.items())
            seen = sum(STEPS[BLOCK[block]] - strength for block, strength in told["some"].items())
            assert seen + told["lost"] <= missing
            found["hunger"] += told["lost"] > 0
            found["some"] += bool(told["some"])
    return found
