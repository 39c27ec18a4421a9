"""The program that `docs/api.md` shows, as it stands there, against a real server."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from rest_framework.throttling import UserRateThrottle

from games.models import Game, PersonalToken, User
from games.people import tokens

MOST_LINES = 60


def bot_of_the_page() -> str:
    page = Path("docs/api.md").read_text()
    found = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    assert len(found) == 1
    assert len(found[0].splitlines()) <= MOST_LINES
    return str(found[0])


@pytest.mark.django_db(transaction=True)
def test_the_bot_of_the_page_plays_a_whole_game_by_a_token(live_server: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(UserRateThrottle, "rate", "100000/min", raising=False)
    program = tmp_path / "bot.py"
    program.write_text(bot_of_the_page())
    robert = User.objects.create_user("Robert")
    word = tokens.make(user=robert, name="bot", scope=PersonalToken.Scope.PLAY)[1]
    bare = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
    arguments = [str(program), live_server.url, word]
    seeded = f"import random, runpy, sys; random.seed(1187); sys.argv = {arguments!r}; runpy.run_path(sys.argv[0])"
    done = subprocess.run([sys.executable, "-c", seeded], env=bare, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    game = Game.objects.get()
    assert (game.status, game.solo) == ("over", True)
    assert json.loads(done.stdout)["how"] == game.ending
    assert game.events.count() > 100
    assert not Session.objects.exists()
