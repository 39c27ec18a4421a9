"""A backup is one when it was restored: drilled on the database of the test run, whichever it is."""

import os
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection

from games import triggers
from games.management.commands import backup
from games.models import GameEvent, User
from games.services.lobby import lobby
from tests.games.conftest import started
from tests.games.helpers import BALIAN_TO_ASCALON, DONE, Player, ok
from tests.processes import on_an_empty_database

pytestmark = pytest.mark.django_db(transaction=True)
DELETE = "DELETE FROM games_gameevent WHERE id = (SELECT max(id) FROM games_gameevent)"


@pytest.fixture(autouse=True)
def _mask_of_this_process() -> Iterator[None]:
    """The command changes it, for what it writes is for the owner alone."""
    before = os.umask(0o022)
    yield
    os.umask(before)


@pytest.fixture
def taken(transactional_db: None, tmp_path: Path, settings: Any) -> Path:
    """A backup of a site with a game that has begun and a solo game."""
    richard, saladin = (Player(User.objects.create_user(name)) for name in ("Richard", "Saladin"))
    game = started(richard, saladin)
    ok(richard.act(game, BALIAN_TO_ASCALON))
    ok(richard.act(game, DONE))
    assert richard.user is not None
    lobby.create_game(user=richard.user, solo=True)
    settings.VAR_FOLDER = tmp_path / "var"
    settings.VAR_FOLDER.mkdir()
    (settings.VAR_FOLDER / "secret-key").write_text("a secret")
    said = StringIO()
    call_command("backup", str(tmp_path / "backups"), stdout=said)
    return Path(said.getvalue().strip())


def restore(folder: Path) -> tuple[str, str]:
    """What the command says, and what it warns of."""
    said, warned = StringIO(), StringIO()
    call_command("restore", str(folder), stdout=said, stderr=warned)
    return said.getvalue(), warned.getvalue()


@pytest.mark.databases
def test_a_restored_copy_verifies_game_by_game_and_one_that_was_changed_does_not(
    taken: Path, tmp_path: Path, settings: Any
) -> None:
    assert taken.stat().st_mode & 0o077 == 0
    settings.VAR_FOLDER = tmp_path / "new"
    settings.VAR_FOLDER.mkdir()
    with on_an_empty_database(tmp_path / "elsewhere"):
        with pytest.raises(CommandError, match="is no backup"):
            restore(tmp_path)
        said, _ = restore(taken)
        assert "2 games" in said
        assert (settings.VAR_FOLDER / "secret-key").read_text() == "a secret"
        with pytest.raises(CommandError, match=r"not empty|Move it away"):
            restore(taken)
        with connection.cursor() as cursor:
            with pytest.raises(DatabaseError, match="written once"):
                cursor.execute(DELETE)
            triggers.drop_triggers(connection)
            cursor.execute("PRAGMA foreign_keys=off" if connection.vendor == "sqlite" else "SELECT 1")
            cursor.execute(DELETE)
        with pytest.raises(CommandError, match="game "):
            call_command("check_games")
    assert GameEvent.objects.count() > 0, "this is the site's own database again"


def test_a_site_that_starts_from_nothing_takes_the_secret_key_of_the_backup_and_any_other_keeps_its_own(
    taken: Path, tmp_path: Path, settings: Any
) -> None:
    """Without SECRET_KEY each start makes a key where none is: `restore` as well, and before it whatever was tried
    first. With PostgreSQL the database does not lie beside the key.
    """
    for folder in ("new", "other"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "secret-key").write_text("made at the start")
    settings.VAR_FOLDER = tmp_path / "new"
    with on_an_empty_database(tmp_path / "new"):
        said, _ = restore(taken)
    if connection.vendor == "sqlite":
        assert (tmp_path / "new" / "secret-key").read_text() == "a secret"
        assert (tmp_path / "new" / "secret-key.before-restore").read_text() == "made at the start"
        assert "is the backup's now" in said
    settings.VAR_FOLDER = tmp_path / "other"
    with on_an_empty_database(tmp_path / "elsewhere"):
        _, warned = restore(taken)
    assert (tmp_path / "other" / "secret-key").read_text() == "made at the start"
    assert "differs from the backup's and was left" in warned


NIGHT = datetime(1191, 7, 12, 3, 10, tzinfo=UTC)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Backups without the database: their folders are the subject."""

    def copy(folder: Path) -> tuple[Path, dict[str, int]]:
        (folder / "database").touch()
        return folder / "database", {}

    for vendor in ("postgresql", "sqlite"):
        monkeypatch.setattr(backup, f"_copy_{vendor}", copy)


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

    for vendor in ("postgresql", "sqlite"):
        monkeypatch.setattr(backup, f"_copy_{vendor}", fail)
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
