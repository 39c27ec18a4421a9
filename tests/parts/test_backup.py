"""A backup is one when it was restored: drilled on the database of the test run, whichever it is."""

import subprocess
import sys
import uuid
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from django.db import connection

from games.models import User
from games.services import lobby
from tests.games.conftest import started
from tests.games.helpers import BALIAN_TO_ASCALON, DONE, Player, ok
from tests.processes import ROOT, site_environment

pytestmark = pytest.mark.django_db(transaction=True)
Environment = dict[str, str]

CHANGE = """
from django.db import connection, DatabaseError
from games import triggers
delete = "DELETE FROM games_gameevent WHERE id = (SELECT max(id) FROM games_gameevent)"
cursor = connection.cursor()
try:
    cursor.execute(delete)
except DatabaseError as error:
    print(error)
triggers.drop_triggers(connection)
cursor.execute("PRAGMA foreign_keys=off" if connection.vendor == "sqlite" else "SELECT 1")
cursor.execute(delete)
"""


@pytest.fixture
def site(transactional_db: None, tmp_path: Path) -> Environment:
    """A site on this test's database, with a game that has begun and a solo game."""
    richard, saladin = (Player(User.objects.create_user(name)) for name in ("Richard", "Saladin"))
    game = started(richard, saladin)
    ok(richard.act(game, BALIAN_TO_ASCALON))
    ok(richard.act(game, DONE))
    assert richard.user is not None
    lobby.create_game(user=richard.user, solo=True)
    (tmp_path / "var").mkdir()
    (tmp_path / "var" / "secret-key").write_text("a secret")
    return site_environment(redis=False, VAR_FOLDER=str(tmp_path / "var"))


@pytest.fixture
def elsewhere(site: Environment, tmp_path: Path) -> Iterator[Environment]:
    """The same site with no database yet."""
    other = site | {"VAR_FOLDER": str(tmp_path / "other")}
    if connection.vendor == "sqlite":
        yield other | {"DATABASE_URL": f"sqlite:///{tmp_path / 'other.sqlite3'}"}
        return
    name = f"restored_{uuid.uuid4().hex[:8]}"
    with psycopg.connect(site["DATABASE_URL"], autocommit=True) as server:
        server.execute(f'CREATE DATABASE "{name}"'.encode())
        yield other | {"DATABASE_URL": site["DATABASE_URL"].rsplit("/", 1)[0] + f"/{name}"}
        server.execute(f'DROP DATABASE "{name}" WITH (FORCE)'.encode())


def manage(environment: Environment, *arguments: str) -> subprocess.CompletedProcess[str]:
    line = [sys.executable, "manage.py", *arguments]
    return subprocess.run(line, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)


def test_a_restored_copy_verifies_game_by_game_and_one_that_was_changed_does_not(
    site: Environment, elsewhere: Environment, tmp_path: Path
) -> None:
    taken = manage(site, "backup", str(tmp_path / "backups"))
    assert taken.returncode == 0, taken.stderr
    folder = Path(taken.stdout.strip())
    assert folder.stat().st_mode & 0o077 == 0
    restored = manage(elsewhere, "restore", str(folder))
    assert (restored.returncode, "2 games" in restored.stdout) == (0, True), restored.stderr
    assert (Path(elsewhere["VAR_FOLDER"]) / "secret-key").read_text() == "a secret"
    again = manage(elsewhere, "restore", str(folder))
    assert again.returncode != 0
    assert "not empty" in again.stderr or "Move it away" in again.stderr

    changed = manage(elsewhere, "shell", "-c", CHANGE)
    assert (changed.returncode, "written once" in changed.stdout) == (0, True), changed.stderr
    assert manage(elsewhere, "check_games").returncode == 1


def test_what_is_no_backup_is_not_restored(site: Environment, elsewhere: Environment, tmp_path: Path) -> None:
    refused = manage(elsewhere, "restore", str(tmp_path))
    assert refused.returncode != 0
    assert "is no backup" in refused.stderr
