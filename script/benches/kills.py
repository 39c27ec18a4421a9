"""Kills the computer's worker in the middle of its turns. usage: script/bench kills [--kills N] [--seed S] [--json]

Games of a knight against a person who plays by lot, on SQLite in a folder of its own. Each turn of the computer is given to a process that
gets SIGKILL after a time by lot; then its lease is taken for over, and the next process has the turn, until one lives. Looks whether the
record is whole and replays to the position kept, whether any act was done twice, and whether the computer's turn was always finished. Ends
with status 1 otherwise.
"""

import argparse
import json
import os
import signal
import sys
import tempfile
import uuid
from multiprocessing import get_context
from random import Random
from typing import Any

LEVEL = "knight"
MOST_TRIES = 60


def think(delay: float | None) -> bool:
    """Has a process of its own play what is due, and kills it after so many seconds. Returns whether it was killed."""
    from django.db import connections

    from games.services.computer import turns

    connections.close_all()
    child = get_context("fork").Process(target=turns.play_due)
    child.start()
    if delay is not None:
        child.join(delay)
        child.kill()
    child.join()
    if child.exitcode not in (0, -signal.SIGKILL):
        raise ChildProcessError(child.exitcode)
    return child.exitcode == -signal.SIGKILL


def move(game_id: uuid.UUID, person: Any, random: Random) -> bool:
    """Takes one decision of the person's by lot. Returns whether there was one."""
    from games.access import find_game
    from games.services.play import play
    from games.services.record.state import load_state
    from games.services.views.view import view_of
    from tests.games.helpers import choose

    access = find_game(user=person, game_id=game_id)
    (side,) = access.sides
    view = view_of(load_state(access), side)
    if not view["actions"]:
        return False
    action = choose(view, random, seldom=("take-back-card",))
    play.submit(game_id=game_id, user=person, actions=[action], expected_version=view["version"], idempotency_key=uuid.uuid4())
    return True


def drill(kills: int, seed: int) -> dict[str, int]:
    """Plays until so many processes were killed."""
    from django.utils import timezone

    from games.models import ComputerTurn, Game, User
    from games.services.archive.check import first_difference
    from games.services.lobby import lobby

    random = Random(seed)
    person = User.objects.create_user("Richard")
    found = {"killed": 0, "turns": 0, "with-acts-kept": 0, "games": 0, "events": 0, "lost": 0, "twice": 0, "stuck": 0}
    games: list[Game] = []
    while found["killed"] < kills:
        game = lobby.create_game(user=person, side=random.choice(("frank", "saracen")), computer=LEVEL).game
        games.append(game)
        while found["killed"] < kills and Game.objects.get(pk=game.pk).status == Game.Status.ACTIVE:
            if not ComputerTurn.objects.filter(game=game).exists():
                if not move(game.public_id, person, random):
                    found["stuck"] += 1  # nobody decides
                    break
                continue
            found["turns"] += 1
            for attempt in range(MOST_TRIES):
                before = Game.objects.get(pk=game.pk).version
                killed = think(random.uniform(0.0, 0.25) if attempt < 3 and found["killed"] < kills else None)
                found["killed"] += killed
                found["with-acts-kept"] += killed and Game.objects.get(pk=game.pk).version > before
                if Game.objects.get(pk=game.pk).version < before:
                    found["lost"] += 1
                if not ComputerTurn.objects.filter(game=game).exists():
                    break
                ComputerTurn.objects.filter(game=game).update(leased_until=timezone.now())
            else:
                found["stuck"] += 1
                break
    for game in games:
        game.refresh_from_db()
        keys = [key for key in game.events.values_list("idempotency_key", flat=True) if key is not None]
        found["twice"] += len(keys) - len(set(keys))
        numbers = list(game.events.order_by("seq").values_list("seq", flat=True))
        found["lost"] += numbers != list(range(1, game.version + 1)) or first_difference(game) is not None
        found["events"] += len(numbers)
    return found | {"games": len(games)}


def main() -> None:
    """Reads the arguments of the command, kills workers, and prints what was lost."""
    parser = argparse.ArgumentParser(prog="script/bench kills")
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"VAR_FOLDER": folder, "DJANGO_SETTINGS_MODULE": "crusader_site.settings", "LOG_LEVEL": "CRITICAL"}
        for name in ("DATABASE_URL", "REDIS_URL", "PRODUCTION", "DEBUG"):
            os.environ.pop(name, None)
        import django
        from django.core.management import call_command

        django.setup()
        call_command("migrate", verbosity=0)
        found = drill(given.kills, given.seed)
    print(json.dumps(found) if given.json else "\n".join(f"{name}: {count}" for name, count in found.items()))
    sys.exit(1 if found["lost"] or found["twice"] or found["stuck"] else 0)


if __name__ == "__main__":
    main()
