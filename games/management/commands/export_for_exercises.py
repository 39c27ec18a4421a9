"""Writes the records from which exercises may be made: of finished public games whose two players both allow it."""

import json
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.services.archive.export import export_unnamed, for_exercises


class Command(BaseCommand):
    help = (
        "Write the records of finished public games whose players both allow it, without their names, a file each, for"
        " python -m opponent.lab.exercises --from FILE..."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", type=Path, help="The folder for the files; made where it is missing.")

    def handle(self, *args: object, folder: Path, **options: object) -> None:
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise CommandError(f"{folder} cannot be written to: {error}.") from error
        written = 0
        for game in for_exercises().iterator():
            record = json.dumps(export_unnamed(game), ensure_ascii=False, separators=(",", ":"))
            (folder / f"{game.public_id}.json").write_text(f"{record}\n", encoding="utf-8")
            written += 1
        self.stdout.write(f"{written} records written to {folder}.")
