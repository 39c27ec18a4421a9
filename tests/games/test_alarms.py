"""The site's alarms: each goes up with its fault and down when it is mended, in the log, at `/health/` and before
staff.
"""

from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from games.management.commands import backup
from games.models import ComputerTurn, SignOfLife, User
from games.services.lobby import lobby
from games.watching import alarms, signs
from tests.games.helpers import undone

pytestmark = pytest.mark.django_db
Part = SignOfLife.Part


@pytest.fixture(autouse=True)
def fresh() -> None:
    """No sign of life of an earlier test, and no alarm that it logged."""
    signs._last.clear()
    cache.clear()


def up() -> list[str]:
    return [alarm.name for alarm in alarms.raised_alarms(alarms.site_state())]


def all_live() -> None:
    for part in (Part.BEAT, Part.WORKER, Part.COMPUTER):
        signs.give_sign(part)


def test_a_site_that_was_never_told_to_expect_anything_raises_no_alarm() -> None:
    assert up() == []


def test_the_first_start_of_a_site_says_what_to_expect_of_it(settings: Any) -> None:
    settings.PRODUCTION = True
    signs.expect(*alarms.parts_to_expect())
    assert up() == []
    with time_machine.travel(timezone.now() + timedelta(minutes=3)):
        assert up() == ["BeatSilent"], "nobody has begun to work"
        all_live()
        assert up() == []
    with time_machine.travel(timezone.now() + timedelta(hours=27)):
        signs._last.clear()
        all_live()
        assert up() == ["BackupOld"], "no backup was ever made"


def test_a_later_start_does_not_take_the_dead_for_living() -> None:
    signs.expect(Part.BEAT)
    with time_machine.travel(timezone.now() + timedelta(minutes=3)):
        signs.expect(Part.BEAT)
        assert up() == ["BeatSilent"]


def test_who_gives_no_sign_of_life_for_two_minutes_is_taken_for_dead() -> None:
    for dead, raised in [
        ([], []),
        ([Part.BEAT], ["BeatSilent"]),
        ([Part.WORKER], ["WorkerSilent"]),
        ([Part.COMPUTER], ["ComputerSilent"]),
        ([Part.WORKER, Part.COMPUTER], ["WorkerSilent", "ComputerSilent"]),
        # Who is handed nothing has nothing to do: one alarm for one fault.
        ([Part.BEAT, Part.WORKER, Part.COMPUTER], ["BeatSilent"]),
    ]:
        with undone(dead, raised):
            signs._last.clear()
            all_live()
            with time_machine.travel(timezone.now() + timedelta(seconds=119)):
                assert up() == []
            with time_machine.travel(timezone.now() + timedelta(seconds=125)):
                signs._last.clear()
                for part in (Part.BEAT, Part.WORKER, Part.COMPUTER):
                    if part not in dead:
                        signs.give_sign(part)
                assert up() == raised


def test_a_sign_of_life_is_written_once_in_twenty_seconds(django_assert_num_queries: Any) -> None:
    signs.give_sign(Part.BEAT)
    with django_assert_num_queries(0):
        signs.give_sign(Part.BEAT)


def test_a_turn_of_the_computer_that_waits_for_ten_minutes_is_an_alarm_until_it_is_taken() -> None:
    richard = User.objects.create_user("Richard")
    game = lobby.create_game(user=richard, side="frank", computer="knight").game
    now = timezone.now()
    ComputerTurn.objects.update_or_create(game=game, defaults={"asked_at": now - timedelta(minutes=9)})
    assert up() == []
    ComputerTurn.objects.update(asked_at=now - timedelta(minutes=11))
    assert up() == ["ComputerLate"]
    ComputerTurn.objects.update(leased_until=now + timedelta(seconds=30))
    assert up() == []
    ComputerTurn.objects.update(failures=4)  # taken again and again, and it fails each time
    assert up() == ["ComputerLate"]


# --- backups
# -----------------------------------------------------------------------------------------------------------------


def test_a_backup_that_fails_is_an_alarm_until_one_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "full").write_text("a file where the folder should be")
    with pytest.raises(CommandError):
        call_command("backup", str(tmp_path / "full"))
    (alarm,) = alarms.raised_alarms(alarms.site_state())
    assert alarm.name == "BackupFailed"
    assert "could not be made: Not a directory" in alarm.says
    monkeypatch.setattr(backup, "back_up", lambda folder: folder / timezone.now().strftime(backup.NAME))
    call_command("backup", str(tmp_path / "room"), stdout=StringIO())
    assert up() == []


def test_a_backup_is_old_after_twenty_six_hours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backup, "back_up", lambda folder: folder / timezone.now().strftime(backup.NAME))
    call_command("backup", str(tmp_path), stdout=StringIO())
    with time_machine.travel(timezone.now() + timedelta(hours=25, minutes=59)):
        assert up() == []
    with time_machine.travel(timezone.now() + timedelta(hours=26, minutes=1)):
        assert up() == ["BackupOld"]


def test_a_backup_whose_process_was_killed_is_told_of_by_systemd(caplog: pytest.LogCaptureFixture) -> None:
    call_command("report_failed_backup")
    assert up() == ["BackupFailed"]
    assert "journalctl -u crusader-backup" in caplog.text


def test_what_a_backup_said_itself_of_its_failure_stays(tmp_path: Path) -> None:
    signs.note_failure(Part.BACKUP, "pg_dump failed: no space left on device")
    call_command("report_failed_backup")
    assert SignOfLife.objects.get(part=Part.BACKUP).error == "pg_dump failed: no space left on device"


# --- who is told
# -------------------------------------------------------------------------------------------------------------


def test_the_log_tells_each_alarm_once_in_some_minutes_with_its_place_in_the_guide(
    caplog: pytest.LogCaptureFixture,
) -> None:
    signs.note_failure(Part.BACKUP, "no space left")
    for _ in range(3):
        alarms.watch()
    (line,) = [record.getMessage() for record in caplog.records if record.levelname == "ERROR"]
    assert line.startswith("BackupFailed: The last backup failed: no space left (since ")
    assert line.endswith("What to do: docs/operations.md#backupfailed")


def test_the_health_address_names_the_alarms_that_are_up(client: Client) -> None:
    answer = client.get("/health/")
    assert (answer.status_code, answer.json()["status"], answer.json()["alarms"]) == (200, "ok", [])
    signs.note_failure(Part.BACKUP, "/var/lib/crusader-backups: no space left")
    answer = client.get("/health/")
    (alarm,) = answer.json()["alarms"]
    assert (answer.status_code, answer.json()["status"]) == (503, "alarm")
    assert (alarm["alarm"], alarm["guide"]) == ("BackupFailed", "docs/operations.md#backupfailed")
    assert "/var/lib" not in answer.content.decode(), "anybody may ask"


def test_staff_read_of_an_alarm_and_nobody_else_does(rf: Any) -> None:
    from django.template.loader import render_to_string

    signs.note_failure(Part.BACKUP, "no space left")
    staff, player = (
        {"user": type("Person", (), {"is_staff": is_staff, "is_anonymous": False})()} for is_staff in (True, False)
    )
    assert "The last backup failed: no space left" in render_to_string("admin/base_site.html", staff)
    assert "The last backup failed" not in render_to_string("admin/base_site.html", player)
