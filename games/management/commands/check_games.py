"""Rebuilds every game from its events and compares it with what is stored."""

import uuid

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.models import Game
from games.services.archive.check import Different, first_difference, rebuild_positions


class Command(BaseCommand):
    help = (
        "Rebuild the position of every game from its events, and compare it with the kept positions and the stored"
        " result."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("games", nargs="*", type=uuid.UUID, help="Ids of the games to check; all when left out.")
        parser.add_argument(
            "--rebuild-positions", action="store_true", help="First write the kept positions anew from the events."
        )

    def handle(self, *args: object, games: list[uuid.UUID], rebuild_positions: bool, **options: object) -> None:
        found = Game.objects.order_by("pk")
        if games:
            found = found.filter(public_id__in=games)
        checked = events = 0
        for game in found.iterator():
            difference = _rebuild(game) if rebuild_positions else None
            difference = difference or first_difference(game)
            if difference:
                raise CommandError(f"game {game.public_id}: {difference}")
            checked += 1
            events += game.version
        self.stdout.write(f"{checked} games, {events} events: all as recorded.")


def _rebuild(game: Game) -> str | None:
    """Rebuilds a game's positions. Returns why they cannot be, or None."""
    try:
        rebuild_positions(game)
    except Different as different:
        return str(different)
    return None
