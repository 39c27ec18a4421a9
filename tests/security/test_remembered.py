"""What the page remembers of blocks in a castle or in a field that lie face-down again is made of the viewer's own log
alone, and is said only while it is certain: in whole games it is never wrong. Steps lost are counted that were lost for
certain."""

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
from rules.roster import BLOCK, OF_SIDE, STEPS, ids
from rules.ruleset import Ruleset

SCRIPT = Path(__file__).with_name("remembered.mjs")
GAMES = {"2.0": (4, 14, 16), "1.4": (60,)}
"""By edition, games in which blocks are seen, hide again, and change or not before they are fought over again."""
MORE = {"2.0": (0, 5), "1.4": (6, 12, 20, 42)}
MOST_DECISIONS = 1500

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="what is remembered is found by a script")


def remembered(events: list[Any], moments: list[Any]) -> Any:
    given = json.dumps({"events": events, "moments": moments})
    ran = subprocess.run(["node", SCRIPT], input=given, capture_output=True, text=True, check=True, timeout=60)
    return json.loads(ran.stdout)


def hidden_enemies(position: Position, viewer: int) -> tuple[str, dict[str, int]]:
    """The area of the town that is fought over where the viewer's enemy stands face-down, and his blocks with their
    steps: the castle of the enemy, or the field before one's own.
    """
    battle, enemy = position.combat, OF_SIDE[1 - viewer]
    inside = battle.keep != viewer
    there = position.garrison(battle.town) if inside else position.arrived(1 - viewer, battle.town)
    hidden = there & enemy & ~position.face_up
    return "castle" if inside else "field", {name: position.steps[BLOCK[name]] for name in ids(hidden)}


@pytest.mark.parametrize("edition", GAMES)
def test_what_is_remembered_of_castles_and_fields_is_true_in_whole_games(edition: str) -> None:
    found = Counter[str]()
    for number in GAMES[edition]:
        found += count_remembered(Ruleset.of(edition), number)
    # Besiegers lie open in 1.4.
    fields = {"castle some", "field now", "field some"} if edition == "2.0" else set()
    assert {"castle now", "castle earlier", "castle hunger"} | fields <= set(found)


@pytest.mark.whole
@pytest.mark.parametrize("edition", MORE)
def test_it_is_true_in_more_games(edition: str) -> None:
    assert all(count_remembered(Ruleset.of(edition), number)["castle now"] for number in MORE[edition])


def count_remembered(rules: Ruleset, number: int) -> Counter[str]:
    """Plays a game, and counts when its sides remembered hidden enemies; what they remember is what stands there."""
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
            for side, viewer in enumerate(SIDES):
                town, view = TOWN_IDS[position.battle.town], game.observe(position, viewer)
                view = {"battle": view["battle"], "map": {town: view["map"].get(town, {"stacks": []})}}
                area, truth = hidden_enemies(position, side)
                moments[viewer].append({"count": len(events[viewer]), "view": view, "area": area})
                truths[viewer].append(truth)
        if position.winner is not None:
            break
        side = min(position.awaited)
        action = selfplay.choose_purposeful(game.legal_actions(position, side), choice, "siege")
        outcome = game.apply(position, side, action, dice)
    return sum((check_remembered(events[one], moments[one], truths[one]) for one in SIDES), Counter[str]())


def check_remembered(events: list[Any], moments: list[Any], truths: list[dict[str, int]]) -> Counter[str]:
    """Counts what a viewer remembers, who must be right."""
    found = Counter[str]()
    for told, moment, truth in zip(remembered(events, moments), moments, truths, strict=True):
        area = moment["area"]
        if told["blocks"]:
            assert told["blocks"] == truth
            found[f"{area} {'earlier' if told['earlier'] else 'now'}"] += 1
        # Who was seen there is there, and of the steps that are counted as lost each is: there may be more.
        assert all(truth[block] <= strength for block, strength in told["some"].items())
        assert told["lost"] or all(truth[block] == strength for block, strength in told["some"].items())
        missing = sum(STEPS[BLOCK[block]] - steps for block, steps in truth.items())
        seen = sum(STEPS[BLOCK[block]] - strength for block, strength in told["some"].items())
        assert seen + told["lost"] <= missing
        found[f"{area} hunger"] += told["lost"] > 0
        found[f"{area} some"] += bool(told["some"])
    return +found
