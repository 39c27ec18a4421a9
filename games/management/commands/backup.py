"""Backs up the database and the keys that belong to it, while the site runs."""

import contextlib
import hashlib
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
from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from games.models import AccountMail, Game, GameEvent, Notice, SignOfLife
from games.models.outgoing import UNSETTLED
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
        copy, counts = _copy_postgresql(unfinished) if connection.vendor == "postgresql" else _copy_sqlite(unfinished)
        what = {"taken_at": now.isoformat(), "sha256": digest_of(copy), **counts}
        for name in KEYS:
            if (settings.VAR_FOLDER / name).exists():
                shutil.copy(settings.VAR_FOLDER / name, unfinished / name)
        (unfinished / WHAT).write_text(json.dumps(what, indent=1))
    except BaseException:
        shutil.rmtree(unfinished)
        raise
    unfinished.rename(final)
    return final


COUNTED = {"games": Game.objects, "events": GameEvent.objects}
WAITING = (Notice, AccountMail)
"""Outboxes: what waits in a backup may have been sent since it was taken."""


def _copy_postgresql(folder: Path) -> tuple[Path, dict[str, int]]:
    """Dumps the database into the folder. Returns the file, and what it holds: both are of one snapshot."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        cursor.execute("SELECT pg_export_snapshot()")
        (snapshot,) = cursor.fetchone()
        counts = count_rows()
        run_postgres("pg_dump", "--format=custom", f"--snapshot={snapshot}", f"--file={folder / DUMP}")
    return folder / DUMP, counts


def _copy_sqlite(folder: Path) -> tuple[Path, dict[str, int]]:
    """Copies the database into the folder. Returns the file, and what it holds."""
    copy_sqlite(Path(str(connection.settings_dict["NAME"])), folder / FILE)
    return folder / FILE, count_in(folder / FILE)


def count_rows() -> dict[str, int]:
    """The numbers of games and events, and of alerts and mails that wait, in the site's database."""
    waiting = sum(outbox.objects.filter(state__in=UNSETTLED).count() for outbox in WAITING)
    return {name: rows.count() for name, rows in COUNTED.items()} | {"waiting": waiting}


def count_in(file: Path) -> dict[str, int]:
    """The same in an SQLite file, which is looked at alone. Raises CommandError for one that is damaged."""
    try:
        with contextlib.closing(sqlite3.connect(f"file:{file}?mode=ro&immutable=1", uri=True)) as found:
            (state,) = found.execute("PRAGMA integrity_check").fetchone()
            if state != "ok":
                raise CommandError(f"{file} is damaged: {state}")

            def count(table: str, where: str = "1") -> int:
                return int(found.execute(f'SELECT COUNT(*) FROM "{table}" WHERE {where}').fetchone()[0])

            waits = f"state IN ({', '.join(repr(str(state)) for state in UNSETTLED)})"
            waiting = sum(count(outbox._meta.db_table, waits) for outbox in WAITING)
            return {name: count(rows.model._meta.db_table) for name, rows in COUNTED.items()} | {"waiting": waiting}
    except sqlite3.DatabaseError as error:
        raise CommandError(f"{file} is damaged: {error}") from error


def digest_of(file: Path) -> str:
    """SHA-256 of a file, in hexadecimal."""
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


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
