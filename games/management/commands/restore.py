"""Restores a backup into an empty database and checks every game."""

import json
import shutil
from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection

from games.management.commands.backup import DUMP, FILE, KEYS, WHAT, run_postgres
from games.models import GameEvent


class Command(BaseCommand):
    help = (
        "Bring a backup back: into an empty PostgreSQL database, or where no SQLite file is. Then rebuild and compare"
        " every game."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("backup", type=Path, help="The folder that `backup` made.")

    def handle(self, *args: object, backup: Path, **options: object) -> None:
        folder = backup
        if not (folder / WHAT).exists():
            raise CommandError(f"{folder} is no backup: {WHAT} is missing.")
        if connection.vendor == "postgresql":
            self._restore_postgresql(folder)
        else:
            self._restore_sqlite(folder)
        self._restore_keys(folder)
        wanted = json.loads((folder / WHAT).read_text())["events"]
        call_command("check_games", stdout=self.stdout)
        found = GameEvent.objects.count()
        if found < wanted:
            raise CommandError(f"The backup was taken of {wanted} events, {found} are there.")

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
        if not (folder / DUMP).exists():
            raise CommandError(
                f"{folder} is no backup of PostgreSQL: set DATABASE_URL to an SQLite file, or take another."
            )
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

    def _restore_sqlite(self, folder: Path) -> None:
        """Puts the backup's SQLite file in the place of an empty database."""
        if not (folder / FILE).exists():
            raise CommandError(
                f"{folder} is no backup of SQLite: set DATABASE_URL to an empty PostgreSQL database, or take another."
            )
        target = Path(str(connection.settings_dict["NAME"]))
        if target.exists() and connection.introspection.table_names():
            raise CommandError(f"{target} is there. Move it away first.")
        connection.close()
        target.unlink(missing_ok=True)
        shutil.copy(folder / FILE, target)
