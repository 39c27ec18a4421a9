"""Writes the whole record of a game to a file."""

import json
import uuid
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.models import Game
from games.services.archive.export import export_record


class Command(BaseCommand):
    help = "Write the record of a game as JSON, as `python3 -m rules verify` and `manage.py import_game` read it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", type=uuid.UUID, help="The id of the game.")
        parser.add_argument("--output", type=Path, help="The file to write; standard output when left out.")
        parser.add_argument(
            "--with-secret",
            action="store_true",
            help="A running game too. Its secret foretells every die to come: to move it elsewhere, never to show it.",
        )

    def handle(self, *args: object, game: uuid.UUID, output: Path | None, with_secret: bool, **options: object) -> None:
        found = Game.objects.filter(public_id=game).first()
        if found is None:
            raise CommandError(f"There is no game {game}.")
        if found.status != Game.Status.OVER and not with_secret:
            raise CommandError(
                "This game is not over: its record holds hidden blocks and the secret of its dice. Give --with-secret"
                " to move it."
            )
        text = json.dumps(export_record(found), ensure_ascii=False, separators=(",", ":")) + "\n"
        if output is None:
            self.stdout.write(text, ending="")
            return
        output.write_text(text, encoding="utf-8")
        self.stdout.write(f"{found.version} events written to {output}.")
