"""The programs that `docs/api.md` shows, as they stand there, against a real server."""

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
from games.services.archive.check import first_difference

MOST_LINES = 60
PROGRAMS = ("bot.py", "duel.py")
# Chance that comes out the same each time, and shorter waits than towards a site.
QUICKLY = "import random, runpy, sys, time; random.seed(1187); wait = time.sleep; time.sleep = lambda seconds: wait(min(seconds, 0.1)); "


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The programs of the page as files, and a site that takes as many requests as they send."""
    monkeypatch.setattr(UserRateThrottle, "rate", "100000/min", raising=False)
    found = re.findall(r"```python\n(.*?)```", Path("docs/api.md").read_text(), re.DOTALL)
    assert len(found) == len(PROGRAMS)
    for name, program in zip(PROGRAMS, found, strict=True):
        assert len(program.splitlines()) <= MOST_LINES
        (tmp_path / name).write_text(program)
    return tmp_path


def token_of(name: str) -> str:
    return tokens.make(user=User.objects.create_user(name), name="bot", scope=PersonalToken.Scope.PLAY)[1]


def run(folder: Path, program: str, *arguments: str) -> subprocess.Popen[str]:
    given = f"sys.argv = {[str(folder / program), *arguments]!r}; sys.path.insert(0, {str(folder)!r}); "
    command = [sys.executable, "-c", f"{QUICKLY}{given}runpy.run_path(sys.argv[0], run_name='__main__')"]
    bare = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
    return subprocess.Popen(command, env=bare, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("two_years")
def test_the_bot_of_the_page_plays_a_game_to_its_end_by_a_token(live_server: Any, folder: Path) -> None:
    with run(folder, "bot.py", live_server.url, token_of("Robert")) as bot:
        said, wrong = bot.communicate()
    assert bot.returncode == 0, wrong
    game = Game.objects.get()
    assert (game.status, game.solo) == ("over", True)
    assert json.loads(said)["how"] == game.ending
    assert game.events.count() > 100
    assert not Session.objects.exists()


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("two_years")
def test_two_bots_of_the_page_play_each_other_by_an_invitation(live_server: Any, folder: Path) -> None:
    with run(folder, "duel.py", live_server.url, token_of("Robert")) as first:
        assert first.stdout is not None
        invitation = first.stdout.readline().strip()
        with run(folder, "duel.py", live_server.url, token_of("Usama"), invitation) as second:
            said, wrong = second.communicate()
        assert second.returncode == 0, wrong
        told, wrong = first.communicate()
        assert first.returncode == 0, wrong
    game = Game.objects.get()
    assert (game.status, game.solo, game.visibility) == ("over", False, "private")
    assert json.loads(said) == json.loads(told)
    assert json.loads(said)["how"] == game.ending
    assert {seat.user.username for seat in game.seats.select_related("user") if seat.user} == {"Robert", "Usama"}
    assert all(seat.contribution for seat in game.seats.all())
    assert first_difference(game) is None
