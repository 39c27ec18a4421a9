"""The computer's processes killed at moments drawn by lot, in games against a person who plays by lot.

`KILLS=100 .venv/bin/pytest tests/parts/test_computer_killed.py` kills as many; a whole run of the tests kills a few.
"""

import os
import signal
from collections import Counter
from multiprocessing import get_context
from random import Random

import pytest
from django.db import connections
from django.utils import timezone

from games.models import ComputerTurn, Game, User
from games.services.archive.check import first_difference
from games.services.computer import turns
from games.services.lobby import lobby
from tests.games.helpers import Player, choose, ok

KILLS = int(os.environ.get("KILLS", "4"))
MOST_TRIES = 60


def play_due(seconds: float | None) -> bool:
    """Plays what is due in a process of its own, which is killed after so many seconds. Returns whether it was."""
    connections.close_all()
    child = get_context("fork").Process(target=turns.play_due)
    child.start()
    if seconds is not None:
        child.join(seconds)
        child.kill()
    child.join()
    assert child.exitcode in (0, -signal.SIGKILL)
    return child.exitcode == -signal.SIGKILL


def finish_turn(game: Game, random: Random, counts: Counter[str]) -> None:
    """Gives the computer's turn to one process after the other, of which the first may be killed, until it is
    played.
    """
    for attempt in range(MOST_TRIES):
        before = version_of(game)
        killed = play_due(random.uniform(0.0, 0.25) if attempt < 3 and counts["killed"] < KILLS else None)
        counts["killed"] += killed
        counts["killed after an act that was kept"] += killed and version_of(game) > before
        assert version_of(game) >= before, "an act was lost"
        if not ComputerTurn.objects.filter(game=game).exists():
            return
        ComputerTurn.objects.filter(game=game).update(leased_until=timezone.now())
    raise AssertionError("the turn was never finished")


def version_of(game: Game) -> int:
    return Game.objects.values_list("version", flat=True).get(pk=game.pk)


@pytest.mark.django_db(transaction=True)
def test_a_computer_killed_at_any_moment_loses_no_act_does_none_twice_and_finishes_its_turn() -> None:
    random, counts, person = Random(1), Counter[str](), User.objects.create_user("Richard")
    richard, games = Player(person), list[Game]()
    while counts["killed"] < KILLS:
        side = random.choice(("frank", "saracen"))
        game = Game.objects.get(pk=lobby.create_game(user=person, side=side, computer="knight").game.pk)
        games.append(game)
        while counts["killed"] < KILLS and Game.objects.get(pk=game.pk).status == Game.Status.ACTIVE:
            if ComputerTurn.objects.filter(game=game).exists():
                finish_turn(game, random, counts)
            else:
                view = richard.view(game)
                assert view["actions"], "nobody decides"
                ok(richard.act(game, choose(view, random, seldom=("take-back-card",))))
    for game in games:
        game.refresh_from_db()
        keys = [key for key in game.events.values_list("idempotency_key", flat=True) if key is not None]
        assert len(keys) == len(set(keys))
        assert list(game.events.order_by("seq").values_list("seq", flat=True)) == list(range(1, game.version + 1))
        assert first_difference(game) is None
    print(dict(counts))
