"""Imports a game from the record of another installation."""

from pathlib import Path

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.models import User, names
from games.services.archive.importing import NotImported, import_game
from rules import reading


class Command(BaseCommand):
    help = (
        "Bring a game here from the record that another installation exported. It is checked first, as `python3 -m"
        " rules verify` does."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--owner", required=True, metavar="NAME", help="Who counts as the creator of the game here."
        )
        parser.add_argument(
            "--frank", metavar="NAME", help="Who sits on the side of the Franks here; nobody when left out."
        )
        parser.add_argument("--saracen", metavar="NAME", help="Who sits on the side of the Saracens here.")

    def handle(
        self, *args: object, file: str, owner: str, frank: str | None, saracen: str | None, **options: object
    ) -> None:
        try:
            record = reading.read(file)
        except (OSError, reading.NotARecord) as error:
            raise CommandError(f"{file} cannot be read: {error}") from error
        creator = _find_person(owner)
        players = {
            side: _find_person(name) if name else None for side, name in (("frank", frank), ("saracen", saracen))
        }
        try:
            game = import_game(record, owner=creator, players=players)
        except NotImported as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{game.version} events of game {game.public_id}, {game.get_status_display()}.")


def _find_person(name: str) -> User:
    person: User | None = names.find(name, left_at=None)
    if person is None:
        raise CommandError(f"There is nobody called {name} here.")
    return person
