"""The script that checks a game in the browser reckons its draws, its links and its signature as Python does."""

import json
import shutil
import subprocess
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rules.replay import Replay
from tests.rules.recorded_games import read
from tests.rules.recording import signed
from tests.rules.remade import SITE, a_secret_more

SCRIPT = Path(__file__).with_name("checker.mjs")

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="the check is a script")


def checked(*records: Any) -> list[dict[str, Any]]:
    ran = subprocess.run(
        ["node", SCRIPT], input=json.dumps(records), capture_output=True, text=True, check=True, timeout=100
    )
    found: list[dict[str, Any]] = json.loads(ran.stdout)
    return found


@pytest.mark.parametrize("game", ["iron-bridge-forced-marches", "edition-1.4"])
def test_the_script_and_python_check_whole_games_alike(game: str) -> None:
    record = read(game)
    changed = json.loads(json.dumps(record))
    event = next(event for event in changed["events"] if event["n"] > 100 and event["draws"])
    event["draws"][0]["purpose"] += "x"
    found, refused = checked(record, changed)
    replay = Replay(record)
    for one in record["events"]:
        replay.take(one)
    assert set(found.pop("stamps")) == set(replay.stamps())
    draws = sum(len(event["draws"]) for event in record["events"])
    assert found == {"ok": True, "events": len(record["events"]), "draws": draws, "unproven": 0, "signed": None}
    assert (refused["ok"], refused["event"]) == (False, event["n"])


def test_a_record_is_held_to_its_signature_and_its_secrets_to_their_use() -> None:
    record = signed(read("uniform"), SITE)
    renamed = record | {"players": {"frank": "Zengi", "saracen": "Saladin"}}
    whole, forged, more = checked(record, renamed, a_secret_more(read("uniform"), Random(1)))
    assert (whole["ok"], whole["signed"]) == (True, True)
    assert (forged["ok"], forged["what"]) == (False, "signature")
    assert (more["ok"], more["what"]) == (False, "secret")
