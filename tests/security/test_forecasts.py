"""A storm's forecast is made of what besiegers may know: two worlds that differ in the garrison that hides behind the
walls are forecast in the same words."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from frontend import facts, texts
from rules import game
from tests.rules.combat import battle

SCRIPT = Path(__file__).with_name("forecast.mjs")

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="the forecast is a script")


def forecast(garrison: str, viewer: str = "frank") -> str:
    """What the besiegers of Acre, or somebody else, is told of the fire of this garrison."""
    table = battle(f"acre: {garrison} king-guy walter", first="frank")
    assert table.step == "storm"
    page = facts.names() | {"texts": texts.all_texts()}
    view = game.observe(table.position, viewer) | {"you": "frank"}
    given = json.dumps({"page": page, "view": view, "blocks": ["king-guy", "walter"]})
    ran = subprocess.run(["node", SCRIPT], input=given, capture_output=True, text=True, check=True, timeout=60)
    return ran.stdout.strip()


def test_a_hidden_garrison_is_forecast_in_the_same_words_whoever_it_is() -> None:
    strong, weak = "[saladin] [al-adil]", "[kurds-1@1] [turks-1@1]"
    assert forecast(strong) == forecast(weak)
    assert "Still face-down (rule 6.51): 2 enemy blocks, each with 1 to 4 steps" in forecast(strong)
    # Or this would say nothing: made of what the garrison's side is sent it differs.
    assert forecast(strong, "saracen") != forecast(weak, "saracen")
