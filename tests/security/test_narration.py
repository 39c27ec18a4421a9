"""What the narrator, the headline and mails tell is made of the reader's own news: two worlds that differ in what the
other side hides are told in the same words."""

import json
import shutil
import subprocess
from pathlib import Path
from random import Random
from typing import Any
from uuid import UUID

import pytest

from games.alerts import summary
from games.services.record.state import state_seen_by_viewer
from games.services.views import history
from games.services.views.view import view_of
from games.weights import FOR_SCRIPTS
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
    given = json.dumps({"entries": others, "side": duel.enemy, "view": view, "weights": FOR_SCRIPTS})
    ran = subprocess.run(["node", SCRIPT], input=given, capture_output=True, text=True, check=True, timeout=60)
    return {"script": json.loads(ran.stdout), "mail": summary.summary_lines(access, duel.enemy)}


def in_both(duel: Duel, pair: Pair, eyes: str) -> list[str]:
    found = []
    for change in (pair.one, pair.other):
        with the_same_chance("narration"), world(change):
            found.append(json.dumps(told(duel, eyes)))
    return found


@pytest.mark.parametrize("number", range(2))
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
