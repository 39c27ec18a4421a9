"""A copy of what the site holds, taken while it runs: the database and the keys that belong to it."""

import json
import os
import shutil
import sqlite3
import subprocess
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection
from django.utils import timezone

from games.models import Game, GameEvent

KEYS = ("secret-key", "vapid.pem")
"""Not the key of the dice: whoever has it and the database can foretell them. It is kept elsewhere."""
DUMP, FILE, WHAT = "database.dump", "database.sqlite3", "what.json"


class Command(BaseCommand):
    help = "Copy database and keys into a new folder below the one given. Safe while the site runs. `restore` is the way back."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        now = timezone.now()
        folder: Path = options["folder"] / f"crusader-{now:%Y%m%d-%H%M%S}"
        os.umask(0o077)  # positions and keys: for the owner alone
        folder.mkdir(parents=True)
        what = {"taken_at": now.isoformat(), "games": Game.objects.count(), "events": GameEvent.objects.count()}
        if connection.vendor == "postgresql":
            run_postgres("pg_dump", "--format=custom", f"--file={folder / DUMP}")
        else:
            copy_sqlite(Path(str(connection.settings_dict["NAME"])), folder / FILE)
        for name in KEYS:
            if (settings.VAR_FOLDER / name).exists():
                shutil.copy(settings.VAR_FOLDER / name, folder / name)
        (folder / WHAT).write_text(json.dumps(what, indent=1))
        self.stdout.write(str(folder))


def run_postgres(program: str, *arguments: str) -> None:
    """Runs one of PostgreSQL's programs on the site's database. The password stays out of the list of processes. Raises CommandError."""
    if shutil.which(program) is None:
        raise CommandError(f"{program} is not there. On Debian: apt-get install postgresql-client, of the server's version or later.")
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
