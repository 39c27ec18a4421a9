"""What the narrator, the headline and mails tell is made of the reader's own news: two worlds that differ in what the
other side hides are told in the same words."""

import json
import re
import shutil
import subprocess
from pathlib import Path
from random import Random
from typing import Any
from uuid import UUID

import pytest

from games import words
from games.alerts import summary
from games.services.record.state import state_seen_by_viewer
from games.services.views import history
from games.services.views.view import view_of
from games.weights import FOR_SCRIPTS
from rules import game
from rules.notation import parse_action
from tests.rules.test_winter import end_movement, wintering
from tests.security.worlds import Duel, Pair, begin, further, next_act, pairs, play_on, the_same_chance, world

SCRIPT = Path(__file__).with_name("narration.mjs")
MOST_PAIRS = 3

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(shutil.which("node") is None, reason="the narrator is a script"),
]


def told(duel: Duel, eyes: str) -> dict[str, Any]:
    """What the other side did, told to the hider's enemy from what these eyes are sent, and what a mail says of it."""
    access = duel.access(eyes)
    entries = history.entries(access, eyes, history.history_lines(access, eyes))
    others = [entry for entry in entries if entry["side"] == duel.hider and not entry["undone"]]
    view = view_of(state_seen_by_viewer(duel.access(duel.enemy), duel.enemy), duel.enemy)
    return {
        "script": by_the_script(others, entries, duel.enemy, view),
        "mail": summary.summary_lines(access, duel.enemy),
    }


def by_the_script(others: list[Any], entries: list[Any], side: str, view: Any) -> Any:
    """What the scripts of the page make of the other side's entries, and of all."""
    given = json.dumps({"entries": others, "all": entries, "side": side, "view": view, "weights": FOR_SCRIPTS})
    ran = subprocess.run(["node", SCRIPT], input=given, capture_output=True, text=True, check=True, timeout=60)
    return json.loads(ran.stdout)


def in_both(duel: Duel, pair: Pair, eyes: str) -> list[str]:
    found = []
    for change in (pair.one, pair.other):
        with the_same_chance("narration"), world(change):
            found.append(json.dumps(told(duel, eyes)))
    return found


@pytest.mark.parametrize("number", [0, pytest.param(1, marks=pytest.mark.whole)])
def test_two_worlds_are_told_in_the_same_words_and_steps(number: int) -> None:
    random = Random(f"narration {number}")
    duel = begin(number)
    assert play_on(duel, random, 40)
    compared, differ = 0, 0
    for pair in list(pairs(duel, random))[:MOST_PAIRS]:
        act = next_act(duel, pair, random)
        after = further(duel, pair, act, UUID(int=random.getrandbits(128), version=4)) if act else pair
        one, other = in_both(duel, after, duel.enemy)
        assert one == other, pair.kind
        assert json.loads(one)["script"]["steps"]
        compared += 1
        # Or this would say nothing: made of what the hider is sent it differs.
        differ += len(set(in_both(duel, after, duel.hider))) > 1
    assert compared
    assert differ


HUNGRY = (
    "aleppo: zangi@1 sanjar@1 yazkuj@1 kurds-2@2\nhoms: kurds-1@1 turks-1@1\nacre: king-guy@2 conrad balian@1 walter\n"
)
ORDERS = {
    "frank": ("disband conrad", "replace balian", "done"),
    "saracen": ("disband kurds-2", "replace zangi", "replace kurds-1", "done"),
}


def winter_told(names: dict[str, str], eyes: str) -> str:
    """How a year ends for these eyes in a world where the Saracens' blocks bear these names."""

    def renamed(line: str) -> str:
        return re.sub(r"[\w-]+", lambda word: names.get(word[0], word[0]), line)

    table = end_movement(wintering(renamed(HUNGRY)))
    position, facts = table.position, []
    # The last to end the movement has begun the winter.
    seen = [{"type": "winter-begun", "year": 1188}]
    for side, orders in ORDERS.items():
        for order in orders:
            position, facts = game.apply(position, side, parse_action(renamed(order)), table.dice)[:2]
            seen += [fact for each in facts if (fact := each.seen_by(eyes)) is not None]
    assert position.year == 1189
    told = words.with_sentences(seen, eyes)
    entries = [{"n": 1, "side": "saracen", "kind": "action", "undone": False, "events": told}]
    return json.dumps(by_the_script(entries, entries, eyes, game.observe(position, eyes)))


def test_a_winter_is_told_alike_whichever_hidden_blocks_went_and_regained() -> None:
    """H31, H32: the enemy learns how many went and where; neither who they were nor whose steps came back."""
    other = {"kurds-2": "zangi", "zangi": "kurds-2", "sanjar": "kurds-1", "kurds-1": "sanjar"}
    told = winter_told({}, "frank")
    assert told == winter_told(other, "frank")
    assert json.loads(told)["year"]["lost"]["saracen"] == [{"town": "aleppo", "count": 1, "blocks": []}]
    assert "balian" in told
    assert not re.search("zangi|sanjar|yazkuj|kurds|turks", told)
    assert winter_told({}, "saracen") != winter_told(other, "saracen")
