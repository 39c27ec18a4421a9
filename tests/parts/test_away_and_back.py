"""The site stops and starts again, hours later: its processes find out by themselves that it was away, and nobody has
lost that time.
"""

import time
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import settings
from django.db import close_old_connections, connection
from django.db.models import F

from games import errors
from games.models import Game, GameEvent, Heartbeat, Outage, Seat, User
from games.services.agreements import offers
from games.services.clocks import outages
from games.services.lobby import lobby
from script.parts.site import Beat, Process, Web, Worker
from tests.games.helpers import new_key
from tests.processes import site_environment

PATIENCE = 90.0
NIGHT, HOUR = timedelta(hours=9), timedelta(hours=1)
Parts = Callable[[], list[Process]]


def wait_for(there: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not there():
        assert time.monotonic() < end
        time.sleep(0.1)
        close_old_connections()


@pytest.fixture
def one_process(tmp_path: Path) -> Parts:
    """A site without anything else: its server does the work of the scheduler."""
    environment = site_environment(
        redis=False, VAR_FOLDER=str(tmp_path / "var"), HEARTBEAT_EVERY="1", BACKGROUND_IN_SERVER="1"
    )
    return lambda: [Web("web", tmp_path, environment)]


@pytest.fixture
def several(tmp_path: Path) -> Parts:
    """A scheduler and a worker, as a site with Redis has them."""
    environment = site_environment(redis=True, VAR_FOLDER=str(tmp_path / "var"), HEARTBEAT_EVERY="1")
    return lambda: [Worker("worker", tmp_path, environment), Beat("beat", tmp_path, environment)]


@pytest.mark.django_db(transaction=True)
def test_a_site_of_one_process_gives_back_the_night_it_was_away(one_process: Parts) -> None:
    if connection.vendor == "postgresql" or settings.REDIS_URL:
        return  # a site of one process has neither: the next test is of those
    _away_for_a_night(one_process)


@pytest.mark.real_parts
@pytest.mark.django_db(transaction=True)
@pytest.mark.slow("a real scheduler and worker after an outage")
def test_scheduler_and_worker_give_back_the_night_they_were_away(several: Parts) -> None:
    _away_for_a_night(several)


def _away_for_a_night(parts: Parts) -> None:
    richard, saladin = User.objects.create_user("Richard"), User.objects.create_user("Saladin")
    made = lobby.create_game(user=richard, side="frank", pace="slow").game
    game = lobby.join_game(user=saladin, game_id=made.public_id, invitation=made.invitation_token).game
    _while_running(parts, lambda: Heartbeat.objects.exists())
    # What happened so far was nine hours ago, and Richard had an hour left.
    Heartbeat.objects.update(at=F("at") - NIGHT)
    Seat.objects.filter(game=game, side="frank").update(runs_since=F("runs_since") - NIGHT, time_left=HOUR)
    outages.clear_cache()
    _nothing_to_claim(game, saladin)
    _while_running(parts, lambda: Outage.objects.filter(told_at__isnull=False).exists())
    outages.clear_cache()
    away = Outage.objects.get()
    assert NIGHT <= away.ends_at - away.starts_at < NIGHT + 2 * timedelta(seconds=PATIENCE)
    assert [event.payload["type"] for event in GameEvent.objects.filter(game=game)][-1] == "site-away"
    _nothing_to_claim(game, saladin)


def _while_running(parts: Parts, there: Callable[[], bool]) -> None:
    """Starts the processes, waits until something is there, and stops them."""
    running = parts()
    try:
        for process in running:
            process.start()
        wait_for(there)
    finally:
        for process in running:
            process.stop()


def _nothing_to_claim(game: Game, user: User) -> None:
    with pytest.raises(errors.NotRunOut):
        offers.claim(game_id=game.public_id, user=user, what="win", idempotency_key=new_key())
    assert Game.objects.get(pk=game.pk).status == "active"
