"""A restore ends with the backup and nothing but the backup, or with a sentence."""

import json
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from django.db import connection

from games.management.commands import backup
from games.management.commands.backup import FILE, WHAT
from games.models import Notice, User
from tests.games.conftest import started
from tests.games.helpers import BALIAN_TO_ASCALON, DONE, Player, ok
from tests.processes import ROOT, site_environment

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "sqlite", reason="of files that SQLite keeps"),
]
Restore = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def taken(transactional_db: None, tmp_path: Path) -> Path:
    """The backup of a site with one game, whose players are to be told of it."""
    richard, saladin = (
        Player(User.objects.create_user(name, f"{name}@example.org")) for name in ("Richard", "Saladin")
    )
    game = started(richard, saladin)
    ok(richard.act(game, BALIAN_TO_ASCALON))
    ok(richard.act(game, DONE))
    assert Notice.objects.filter(state="queued").exists()
    return backup.back_up(tmp_path / "backups")


@pytest.fixture
def restore(tmp_path: Path) -> Restore:
    """Runs `restore` on a database of its own, as an operator types it."""
    environment = site_environment(
        redis=False, VAR_FOLDER=str(tmp_path / "var"), DATABASE_URL=f"sqlite:///{tmp_path / 'live.sqlite3'}"
    )

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        line = [sys.executable, "manage.py", "restore", *arguments]
        return subprocess.run(line, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120, check=False)

    return run


def events(file: Path) -> int:
    with closing(sqlite3.connect(file)) as found:
        assert found.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return int(found.execute("SELECT COUNT(*) FROM games_gameevent").fetchone()[0])


def leave_a_log(file: Path, taken: Path, acts: int) -> None:
    """Leaves beside this file, which is not there, the log of a site that went on after the backup and was killed."""
    with closing(sqlite3.connect(taken / FILE)) as old, closing(sqlite3.connect(file)) as live:
        old.backup(live)
        live.execute("PRAGMA journal_mode=wal")
        live.execute("PRAGMA wal_autocheckpoint=0")
        for act in range(acts):
            live.execute("UPDATE games_user SET last_name = ?", (f"of Acre, after act {act}",))
            live.execute(f"CREATE TABLE probe_{act} (id INTEGER)")
            live.commit()
        kept = {ending: file.with_name(file.name + ending).read_bytes() for ending in ("-wal", "-shm")}
    file.unlink()
    for ending, content in kept.items():
        file.with_name(file.name + ending).write_bytes(content)


def test_the_log_of_the_database_before_is_moved_aside(taken: Path, restore: Restore, tmp_path: Path) -> None:
    live = tmp_path / "live.sqlite3"
    leave_a_log(live, taken, acts=200)
    done = restore(str(taken))
    assert done.returncode == 0, done.stderr
    assert "all as recorded" in done.stdout
    assert "live.sqlite3-wal belonged to the database that was there" in done.stdout
    assert (tmp_path / "live.sqlite3-wal.before-restore").exists()
    with closing(sqlite3.connect(live)) as found:
        assert not found.execute("SELECT name FROM sqlite_master WHERE name LIKE 'probe_%'").fetchall()
        assert not found.execute("SELECT COUNT(*) FROM games_user WHERE last_name != ''").fetchone()[0]
    assert events(live) == json.loads((taken / WHAT).read_text())["events"] == events(taken / FILE)


@pytest.mark.parametrize("damage", ["a byte", "another count"])
def test_what_is_not_the_backup_that_was_taken_is_refused_and_nothing_is_put_in_place(
    damage: str, taken: Path, restore: Restore, tmp_path: Path
) -> None:
    file, what = taken / FILE, json.loads((taken / WHAT).read_text())
    if damage == "a byte":
        content = bytearray(file.read_bytes())
        content[-3000] ^= 1
        file.write_bytes(content)
    else:
        (taken / WHAT).write_text(json.dumps(what | {"events": what["events"] + 1}))
    done = restore(str(taken))
    assert done.returncode == 1
    assert done.stderr.startswith("CommandError: ")
    assert not (tmp_path / "live.sqlite3").exists() or not (tmp_path / "live.sqlite3").stat().st_size


def test_alerts_that_waited_are_said_before_and_can_be_held(taken: Path, restore: Restore, tmp_path: Path) -> None:
    done = restore(str(taken), "--hold-alerts")
    assert done.returncode == 0, done.stderr
    assert "waited then, and may have been sent since: they are not sent." in done.stdout.splitlines()[0]
    with closing(sqlite3.connect(tmp_path / "live.sqlite3")) as found:
        states = {state for (state,) in found.execute("SELECT state FROM games_notice")}
    assert states == {"dropped"}
