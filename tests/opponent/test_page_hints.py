"""A hint never tells to storm or to sally where the page calls just that likely bad: of staged sieges."""

import json
import shutil
import subprocess
from pathlib import Path
from random import Random
from typing import Any

import pytest

from frontend import facts, texts
from opponent import levels
from opponent.knowledge import imagine
from rules import game
from rules.actions import Action
from rules.position import Position
from tests.rules.combat import battle

SCRIPT = Path(__file__).with_name("hints.mjs")
INSIDE = ("saladin", "al-adil", "kurds-1", "turks-1", "arabs-1", "keukburi")
OUTSIDE = ("king-guy", "walter", "balian", "conrad")
STEPS = {"kurds-1": 3, "turks-1": 3, "arabs-1": 2, "walter": 3}

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="hints are shown by a script")


def staged(number: int) -> Position:
    """A siege of Acre before a storm, by lot."""
    random = Random(number)

    def some(names: tuple[str, ...], least: int, most: int) -> list[str]:
        count = random.randint(least, most)
        return [f"{name}@{random.randint(1, STEPS.get(name, 3))}" for name in random.sample(names, count)]

    inside = " ".join(f"[{name}]" for name in some(INSIDE, 1, 3))
    return battle(f"acre: {inside} {' '.join(some(OUTSIDE, 1, 4))}", first="frank").position


def shown(hints: list[dict[str, Any]]) -> list[dict[str, Any]]:
    given = json.dumps({"page": facts.names() | {"texts": texts.all_texts()}, "hints": hints})
    ran = subprocess.run(["node", SCRIPT], input=given, capture_output=True, text=True, check=True, timeout=100)
    found: list[dict[str, Any]] = json.loads(ran.stdout)
    return found


def advice(position: Position, number: int) -> Action:
    player = levels.baron("frank", number)
    return player.decide(
        lambda: game.observe(position, "frank"), lambda random: imagine(position, "frank", random, None)
    )


def test_no_hint_is_to_storm_where_the_page_calls_it_likely_bad() -> None:
    hints = []
    for number in range(20):
        position = staged(number)
        view = game.observe(position, "frank")
        (able,) = [offer["blocks"] for offer in view["actions"] if offer["type"] == "storm"]
        # What the computer says, and the worst that anybody could say.
        for blocks in ([*(advice(position, number).blocks or ())], able["some"][: able["most"]], able["some"][-1:]):
            hints.append({"view": view, "action": {"type": "storm", "blocks": blocks}})
    told = shown(hints)
    assert not any(one["is"] for one in told)
    changed = [one for one in told if one["was"]]
    assert {bool(one["proposed"]["blocks"]) for one in changed} == {True, False}
    assert all("? Likely bad: you take the castle in about" in one["why"] for one in changed)
    kept = [(one, hint) for one, hint in zip(told, hints, strict=True) if not one["was"]]
    assert all(one["proposed"] == hint["action"] for one, hint in kept)


def test_in_the_last_turn_of_the_game_a_bad_storm_may_be_proposed_and_it_is_said_why() -> None:
    position = battle("acre: [saladin] [al-adil] walter@1", first="frank").position
    position.year, position.turn = 1192, 6
    view = game.observe(position, "frank")
    (told,) = shown([{"view": view, "action": {"type": "storm", "blocks": ["walter"]}}])
    assert told["is"]
    assert told["why"].startswith("Likely bad, but the game is over after this turn")
