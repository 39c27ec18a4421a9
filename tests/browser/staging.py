"""Games that begin in the middle: a solo game whose positions are replaced by a position of the test's own.

Run as a program it does so in the database that the environment names: `python -m tests.browser.staging GAME < position.json`.
"""

import json
import subprocess
import sys
from pathlib import Path

from rules.position import Position

ROOT = Path(__file__).resolve().parent.parent.parent


def stage(environment: dict[str, str], game: str, position: Position) -> None:
    """Let the game with this id stand at the position. Pages see it when they ask again."""
    problems = position.problems()
    assert problems == [], problems
    data = json.dumps(position.to_json())
    subprocess.run(
        [sys.executable, "-m", "tests.browser.staging", game], input=data, text=True, cwd=ROOT, env=environment, check=True, timeout=60
    )


def main() -> None:
    import django

    django.setup()
    from django.db import transaction

    from games.models import Game, Stretch

    with transaction.atomic():
        game = Game.objects.get(public_id=sys.argv[1])
        position = Position.from_json(json.load(sys.stdin))
        Stretch.objects.filter(game=game).delete()
        Stretch.begin(game, game.version, position.to_json())
        Game.objects.filter(pk=game.pk).update(year=position.year, turn=position.turn)
        for seat in game.seats.all():
            seat.awaited = seat.awaited_at_wall = seat.side in position.awaited
            seat.version += 1
            seat.save()


if __name__ == "__main__":
    main()
