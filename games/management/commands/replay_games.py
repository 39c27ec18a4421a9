"""Plays every unfinished game again under the present rules."""

import uuid
from collections import Counter

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.models import Game
from games.services.archive.check import Different
from games.services.play.rules_upgrade import Verdict, move, replay_under_present_rules, unfinished
from rules import game as rules_game


class Command(BaseCommand):
    help = (
        "Play every unfinished game again under the present rules, and say of each: same, differs at an event, or"
        " illegal at an event. Games that give the same are taken to these rules; the others are held until they are"
        " migrated or their rules are back."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--dry-run", action="store_true", help="Say what would be, and change nothing.")
        parser.add_argument(
            "--migrate",
            nargs="+",
            type=uuid.UUID,
            default=[],
            metavar="ID",
            help="Take these games to the present rules though they differ.",
        )

    def handle(self, *args: object, dry_run: bool, migrate: list[uuid.UUID], verbosity: int, **options: object) -> None:
        counts: Counter[str] = Counter()
        games = unfinished()
        unknown = set(migrate) - {game.public_id for game in games}
        if unknown:
            raise CommandError(f"There are no such unfinished games: {', '.join(map(str, sorted(unknown)))}")
        for game in games:
            wanted = game.public_id in migrate
            try:
                found = replay_under_present_rules(game) if dry_run else move(game, migrate=wanted)
            except Different as different:
                found = Verdict("differs", 0, str(different))
            counts[found.word] += 1
            if found.word != "same" or verbosity > 1 or dry_run:
                done = "" if found.word == "same" or dry_run else f" - {_outcome(game, wanted)}"
                self.stdout.write(f"{game.public_id}: {found}{done}")
        counted = ", ".join(
            f"{counts[word]} {said}" for word, said in (("same", "same"), ("differs", "differ"), ("illegal", "illegal"))
        )
        self.stdout.write(f"{len(games)} unfinished games under the rules {rules_game.VERSION}: {counted}.")


def _outcome(game: Game, migrate: bool) -> str:
    """What became of a game that the present rules play otherwise."""
    if game.rules_version == rules_game.VERSION:
        return "left as it is"
    return "migrated" if migrate else f"held with the rules {game.rules_version}"
