"""The whole record of a game, as a file."""

import json
import uuid
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.models import Game
from games.services.archive.export import record


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

    def handle(self, *args: Any, **options: Any) -> None:
        game = Game.objects.filter(public_id=options["game"]).first()
        if game is None:
            raise CommandError(f"There is no game {options['game']}.")
        if game.status != Game.Status.OVER and not options["with_secret"]:
            raise CommandError(
                "This game is not over: its record holds hidden blocks and the secret of its dice. Give --with-secret to move it."
            )
        text = json.dumps(record(game), ensure_ascii=False, separators=(",", ":")) + "\n"
        if options["output"] is None:
            self.stdout.write(text, ending="")
            return
        options["output"].write_text(text, encoding="utf-8")
        self.stdout.write(f"{game.version} events written to {options['output']}.")
