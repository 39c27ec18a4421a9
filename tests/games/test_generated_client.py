"""A client that a generator makes of the API's description plays a game to its end with its own types."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest

from games.models import Game, PersonalToken, User
from games.people import tokens

PROGRAM = Path(__file__).with_name("client_program.py")


def generate(site: str, folder: Path) -> str:
    """Has the client made as the package `crusader` in a folder. Returns what the generator said."""
    description, settings = folder / "description.json", folder / "settings.yaml"
    with urlopen(f"{site}/api/v1/schema/?format=json") as answer:
        description.write_bytes(answer.read())
    settings.write_text("post_hooks: []\n")
    command = ["-m", "openapi_python_client", "generate", "--meta", "none", "--path", description, "--config", settings]
    done = subprocess.run(
        [sys.executable, *map(str, command), "--output-path", str(folder / "crusader")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


@pytest.mark.whole
@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("two_years")
def test_a_generated_client_plays_a_game_to_its_end_by_its_types(live_server: Any, tmp_path: Path) -> None:
    said = generate(live_server.url, tmp_path)
    assert "arning" not in said
    word = tokens.make(user=User.objects.create_user("Robert"), name="client", scope=PersonalToken.Scope.PLAY)[1]
    program = f"import random, runpy, sys; random.seed(1187); sys.argv = {[str(PROGRAM), live_server.url, word]!r}; "
    done = subprocess.run(
        [sys.executable, "-c", program + "runpy.run_path(sys.argv[0], run_name='__main__')"],
        env={"PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-4000:]
    game = Game.objects.get()
    assert (game.status, game.solo) == ("over", True)
    found = json.loads(done.stdout)
    assert found["how"] == game.ending
    assert {"OfferMove", "OfferPlayCard", "OfferFire"} <= set(found["offered"])
    assert {"FactGameBegun", "FactCardsRevealed"} <= set(found["told"])
