"""Backs up the database and the keys that belong to it, while the site runs."""

import contextlib
import json
import os
import shutil
import sqlite3
import subprocess
import time
from argparse import ArgumentTypeError
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError, connection
from django.utils import timezone

from games.models import Game, GameEvent, SignOfLife
from games.watching import signs

KEYS = ("secret-key", "vapid.pem")
"""Not the key of the dice: a thief who has it and the database can foretell them. It is kept elsewhere."""
DUMP, FILE, WHAT = "database.dump", "database.sqlite3", "what.json"


NAME = "crusader-%Y%m%d-%H%M%S"
"""What a backup's folder is called, by the time it was begun in UTC. One that is being written has a dot before it."""


class Command(BaseCommand):
    help = (
        "Copy database and keys into a new folder below the one given. Safe while the site runs. `restore` is the way"
        " back."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", type=Path)
        parser.add_argument(
            "--keep",
            type=_positive_count,
            metavar="N",
            help="Afterward remove all backups in the folder but the latest N.",
        )
        parser.add_argument(
            "--every", type=_positive_count, metavar="HOURS", help="Go on, and make one whenever the latest is so old."
        )

    def handle(self, *args: object, folder: Path, keep: int | None, every: int | None, **options: object) -> None:
        os.umask(0o077)  # positions and keys: for the owner alone
        while True:
            if every:
                wait_until_due(folder, timedelta(hours=every))
            self.stdout.write(str(self._make_backup(folder)))
            for old in backups(folder)[:-keep] if keep else ():
                shutil.rmtree(folder / old.strftime(NAME))
            if not every:
                return

    def _make_backup(self, folder: Path) -> Path:
        """Makes one backup, and records for the site's alarms that it was made, or why not."""
        try:
            made = back_up(folder)
        except Exception as error:
            with contextlib.suppress(DatabaseError):
                signs.note_failure(SignOfLife.Part.BACKUP, str(error))
            raise
        try:
            signs.note_success(SignOfLife.Part.BACKUP, datetime.strptime(made.name, NAME).replace(tzinfo=UTC))
        except (
            DatabaseError
        ) as error:  # as in a database that the new code has not migrated yet: the backup counts all the same
            self.stderr.write(f"The backup is made. That it was could not be written down: {error}")
        return made


def _positive_count(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise ArgumentTypeError(f"{text!r} is not a whole number of 1 or more")
    return int(text)


def back_up(folder: Path) -> Path:
    """Makes one backup below the folder and returns where it is.

    Raises CommandError; what was begun is then removed.
    """
    now = timezone.now()
    final, unfinished = folder / now.strftime(NAME), folder / now.strftime(f".{NAME}")
    try:
        unfinished.mkdir(parents=True)
    except OSError as error:
        raise CommandError(f"{unfinished} could not be made: {error.strerror}.") from error
    try:
        what = {"taken_at": now.isoformat(), "games": Game.objects.count(), "events": GameEvent.objects.count()}
        if connection.vendor == "postgresql":
            run_postgres("pg_dump", "--format=custom", f"--file={unfinished / DUMP}")
        else:
            copy_sqlite(Path(str(connection.settings_dict["NAME"])), unfinished / FILE)
        for name in KEYS:
            if (settings.VAR_FOLDER / name).exists():
                shutil.copy(settings.VAR_FOLDER / name, unfinished / name)
        (unfinished / WHAT).write_text(json.dumps(what, indent=1))
    except BaseException:
        shutil.rmtree(unfinished)
        raise
    unfinished.rename(final)
    return final


def backups(folder: Path) -> list[datetime]:
    """When the backups in a folder were begun, the oldest first.

    What is not named like a backup, or is not finished, does not count.
    """
    found = []
    for path in folder.glob("crusader-*"):
        with contextlib.suppress(ValueError):
            found.append(datetime.strptime(path.name, NAME).replace(tzinfo=UTC))
    return sorted(found)


def wait_until_due(folder: Path, every: timedelta, sleep: Callable[[float], None] = time.sleep) -> None:
    """Waits until the latest backup of the folder is as old as `every`.

    So a process that is started anew makes none before its time.
    """
    while (latest := backups(folder)[-1:]) and (left := (latest[0] + every - timezone.now()).total_seconds()) > 0:
        connection.close()
        sleep(left)


def run_postgres(program: str, *arguments: str) -> None:
    """Runs one of PostgreSQL's programs on the site's database.

    The password stays out of the list of processes. Raises CommandError.
    """
    if shutil.which(program) is None:
        raise CommandError(
            f"{program} is not there. On Debian: apt-get install postgresql-client, of the server's version or later."
        )
    found = connection.settings_dict
    names = {"PGHOST": "HOST", "PGPORT": "PORT", "PGUSER": "USER", "PGPASSWORD": "PASSWORD", "PGDATABASE": "NAME"}
    environment = os.environ | {name: str(found[key]) for name, key in names.items() if found.get(key)}
    if mode := found["OPTIONS"].get("sslmode"):
        environment["PGSSLMODE"] = mode
    done = subprocess.run([program, *arguments], env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise CommandError(f"{program} failed: {done.stderr.strip()}")


def copy_sqlite(source: Path, target: Path) -> None:
    """SQLite's own copying, which takes what others write meanwhile into account."""
    with sqlite3.connect(source) as here, sqlite3.connect(target) as there:
        here.backup(there)
    here.close()
    there.close()
