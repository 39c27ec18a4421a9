"""A backup is one when it was restored: drilled on the database of the test run, whichever it is."""

import subprocess
import sys
import uuid
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import psycopg
import pytest
import time_machine
from django.core.management import CommandError, call_command
from django.db import connection

from games.management.commands import backup
from games.models import User
from games.services.lobby import lobby
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


@pytest.mark.slow("a backup taken, restored and checked by the commands that an operator types")
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


@pytest.mark.skipif(connection.vendor != "sqlite", reason="With PostgreSQL the database does not lie beside the key.")
def test_a_site_that_starts_from_nothing_takes_the_secret_key_of_the_backup(
    site: Environment, tmp_path: Path, settings: Any
) -> None:
    """Without SECRET_KEY each start makes a key where none is: `restore` as well, and before it whatever was tried
    first.
    """
    settings.VAR_FOLDER = tmp_path / "var"
    taken = backup.back_up(tmp_path / "backups")
    new = tmp_path / "new"
    nothing = {name: value for name, value in site.items() if name not in ("SECRET_KEY", "DATABASE_URL")} | {
        "VAR_FOLDER": str(new)
    }
    assert manage(nothing, "restore", str(tmp_path)).returncode != 0  # no backup, but a key was made
    made = (new / "secret-key").read_text()
    restored = manage(nothing, "restore", str(taken))
    assert restored.returncode == 0, restored.stderr
    assert (new / "secret-key").read_text() == "a secret"
    assert (new / "secret-key.before-restore").read_text() == made
    assert "is the backup's now" in restored.stdout


def test_the_key_of_a_site_that_has_another_database_is_left(
    site: Environment, elsewhere: Environment, tmp_path: Path, settings: Any
) -> None:
    settings.VAR_FOLDER = tmp_path / "var"
    taken = backup.back_up(tmp_path / "backups")
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "secret-key").write_text("in use")
    restored = manage(elsewhere, "restore", str(taken))
    assert (tmp_path / "other" / "secret-key").read_text() == "in use"
    assert "differs from the backup's and was left" in restored.stderr


def test_what_is_no_backup_is_not_restored(site: Environment, elsewhere: Environment, tmp_path: Path) -> None:
    refused = manage(elsewhere, "restore", str(tmp_path))
    assert refused.returncode != 0
    assert "is no backup" in refused.stderr


NIGHT = datetime(1191, 7, 12, 3, 10, tzinfo=UTC)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Backups without the database: their folders are the subject."""
    monkeypatch.setattr(backup, "run_postgres", lambda *_: None)
    monkeypatch.setattr(backup, "copy_sqlite", lambda *_: None)


def test_a_backup_that_keeps_three_removes_all_older_ones_and_nothing_else(quick: None, tmp_path: Path) -> None:
    (tmp_path / "crusader-of-my-own").mkdir()
    for day in range(5):
        with time_machine.travel(NIGHT + timedelta(days=day), tick=False):
            call_command("backup", tmp_path, keep=3)
    names = [f"crusader-119107{day}-031000" for day in (14, 15, 16)]
    assert sorted(path.name for path in tmp_path.iterdir()) == [*names, "crusader-of-my-own"]


def test_a_backup_that_fails_removes_what_it_began_and_no_older_one(
    quick: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    call_command("backup", tmp_path)
    before = list(tmp_path.iterdir())

    def fail(*_: object) -> None:
        raise CommandError("No room is left.")

    monkeypatch.setattr(backup, "run_postgres", fail)
    monkeypatch.setattr(backup, "copy_sqlite", fail)
    with pytest.raises(CommandError, match="No room"), time_machine.travel(NIGHT, tick=False):
        call_command("backup", tmp_path, keep=1)
    assert list(tmp_path.iterdir()) == before


def test_backups_day_by_day_wait_until_the_latest_is_a_day_old(quick: None, tmp_path: Path) -> None:
    """An operator who starts the process anew, ten times an hour, still gets one a day, and keeps the old ones."""
    waited: list[float] = []
    with time_machine.travel(NIGHT, tick=False) as clock:
        backup.wait_until_due(tmp_path, timedelta(hours=24), waited.append)
        backup.back_up(tmp_path)
        clock.shift(timedelta(hours=5))

        def sleep(seconds: float) -> None:
            waited.append(seconds)
            clock.shift(seconds)

        backup.wait_until_due(tmp_path, timedelta(hours=24), sleep)
    assert waited == [19 * 3600]


@pytest.mark.parametrize("wrong", [["--keep", "0"], ["--keep", "all"], ["--every", "-1"]])
def test_a_count_that_is_none_is_refused_before_anything_is_removed(wrong: list[str], tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="is not a whole number"):
        call_command("backup", str(tmp_path), *wrong)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_made_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(CommandError, match="could not be made: Not a directory"):
        call_command("backup", str(tmp_path / "file"))
