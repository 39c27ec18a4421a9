"""Restores a backup into an empty database and checks every game."""

import json
import os
import shutil
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection
from django.utils.dateparse import parse_datetime

from games.management.commands.backup import DUMP, FILE, KEYS, WHAT, count_in, count_rows, digest_of, run_postgres
from games.models import AccountMail, Notice
from games.models.outgoing import UNSETTLED, Outgoing

BESIDE = ("-wal", "-shm", "-journal")
"""What SQLite keeps beside a database file: it would be read into any file of that name."""


class Command(BaseCommand):
    help = (
        "Bring a backup back: into an empty PostgreSQL database, or where no SQLite file is. Then rebuild and compare"
        " every game."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("backup", type=Path, help="The folder that `backup` made.")
        parser.add_argument(
            "--hold-alerts",
            action="store_true",
            help="Do not send the alerts and mails that waited when the backup was taken.",
        )

    def handle(self, *args: object, backup: Path, hold_alerts: bool, **options: object) -> None:
        what = self._read(backup)
        if what["waiting"]:
            done = (
                "they are not sent." if hold_alerts else "they are sent once a worker runs. --hold-alerts holds them."
            )
            self.stdout.write(
                f"The backup was taken at {parse_datetime(what['taken_at']):%Y-%m-%d %H:%M} UTC."
                f" {what['waiting']} alerts and mails waited then, and may have been sent since: {done}"
            )
        if connection.vendor == "postgresql":
            self._restore_postgresql(backup)
        else:
            self._restore_sqlite(backup, what)
        self._restore_keys(backup)
        found = count_rows()
        if different := [f"{found[name]} {name} for {what[name]}" for name in found if found[name] != what[name]]:
            raise CommandError(f"The database is not what the backup holds: {', '.join(different)}. Do not use it.")
        call_command("check_games", stdout=self.stdout)
        if hold_alerts:
            _hold_alerts()

    def _read(self, folder: Path) -> dict[str, Any]:
        """What the backup says of itself. Raises CommandError where it does not agree with that."""
        try:
            what: dict[str, Any] = json.loads((folder / WHAT).read_text())
            wanted = (what["sha256"], what["taken_at"], what["games"], what["events"], what["waiting"])
        except FileNotFoundError:
            raise CommandError(f"{folder} is no backup: {WHAT} is missing.") from None
        except (ValueError, KeyError, TypeError) as error:
            raise CommandError(f"{folder} is no whole backup: {WHAT} cannot be read ({error}).") from error
        name, kind, other = (
            (DUMP, "PostgreSQL", "an SQLite file")
            if connection.vendor == "postgresql"
            else (FILE, "SQLite", "an empty PostgreSQL database")
        )
        if not (folder / name).exists():
            raise CommandError(f"{folder} is no backup of {kind}: set DATABASE_URL to {other}, or take another.")
        if digest_of(folder / name) != wanted[0]:
            raise CommandError(f"{folder / name} is not the file that was backed up. Take another backup.")
        return what

    def _restore_keys(self, folder: Path) -> None:
        """Copies the backup's keys.

        Each start makes the secret key it does not find, this command's too. Where the database is the folder's own,
        and was not there, that key has sealed nothing: it is kept under another name.
        """
        database = Path(str(connection.settings_dict["NAME"])).resolve()
        own = connection.vendor == "sqlite" and database.parent == settings.VAR_FOLDER.resolve()
        for name in KEYS:
            kept, here = folder / name, settings.VAR_FOLDER / name
            if not kept.exists() or (here.exists() and kept.read_bytes() == here.read_bytes()):
                continue
            if here.exists() and not own:
                self.stderr.write(f"{here} differs from the backup's and was left; replace it, or secrets stay shut.")
                continue
            if here.exists():
                here.rename(before := here.with_name(f"{name}.before-restore"))
                self.stdout.write(f"{here} is the backup's now; the one that was there is {before.name}.")
            shutil.copy(kept, here)

    def _restore_postgresql(self, folder: Path) -> None:
        """Restores a PostgreSQL backup into an empty database."""
        if connection.introspection.table_names():
            raise CommandError(
                "The database is not empty. Restore into a new one, look at it, then let DATABASE_URL point there."
            )
        connection.close()
        run_postgres(
            "pg_restore",
            "--no-owner",
            "--exit-on-error",
            f"--dbname={connection.settings_dict['NAME']}",
            str(folder / DUMP),
        )

    def _restore_sqlite(self, folder: Path, what: dict[str, Any]) -> None:
        """Puts the backup's SQLite file in the place of an empty database.

        A log of another database that lies there is moved aside first, even before the file is looked at: SQLite would
        read it into the file.
        """
        target = Path(str(connection.settings_dict["NAME"]))
        if target.exists() and target.stat().st_size and connection.introspection.table_names():
            raise CommandError(f"{target} is there. Move it away first.")
        connection.close()
        copy = target.with_name(f"{target.name}.restored")
        shutil.copy(folder / FILE, copy)
        if count_in(copy) != {name: what[name] for name in ("games", "events", "waiting")}:
            copy.unlink()
            raise CommandError(f"{folder / FILE} does not hold what {WHAT} says. Take another backup.")
        for ending in BESIDE:
            beside = target.with_name(target.name + ending)
            if beside.exists():
                beside.rename(aside := beside.with_name(f"{beside.name}.before-restore"))
                self.stdout.write(f"{beside.name} belonged to the database that was there: it is {aside.name} now.")
        os.replace(copy, target)


def _hold_alerts() -> None:
    """Settles what waits in the outboxes as not needed."""
    settled = {"state": Outgoing.State.DROPPED, "why": "restored", "claim": None, "lease_until": None}
    Notice.objects.filter(state__in=UNSETTLED).update(**settled)
    AccountMail.objects.filter(state__in=UNSETTLED).update(sealed="", **settled)
