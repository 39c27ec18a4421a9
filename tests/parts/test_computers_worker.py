"""The computer's turns as the site plays them with Redis: by a Celery worker of a queue of its own, which may die at
any moment.
"""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest
from django.conf import settings
from django.db import transaction
from django.utils import timezone

from crusader_site.celery import app
from games.models import ComputerTurn, Game, User
from games.services.after_commit import waking
from games.services.archive.check import first_difference
from games.services.lobby import lobby
from script.parts.site import ComputersWorker
from tests.games.helpers import Player, first, ok
from tests.processes import site_environment

pytestmark = [pytest.mark.real_parts, pytest.mark.django_db(transaction=True)]
PATIENCE = 60.0


def wait_for(there: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not there():
        assert time.monotonic() < end
        time.sleep(0.02)


@pytest.fixture
def worker(tmp_path: Path, transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[ComputersWorker]:
    """A worker on this test's database, to which this process sends tasks as a web process does."""
    monkeypatch.setitem(app.conf, "task_always_eager", False)
    monkeypatch.setitem(app.conf, "broker_url", settings.REDIS_URL)
    monkeypatch.setattr(waking, "listeners", [])
    environment = site_environment(redis=True, VAR_FOLDER=str(tmp_path / "var"), PGAPPNAME="computer")
    found = ComputersWorker("computer", tmp_path, environment)
    try:
        yield found
    finally:
        found.kill()


def is_blocked(watching: psycopg.Connection[tuple[int]]) -> bool:
    """Whether the worker stands in the middle of an act, before a row that somebody else holds."""
    found = watching.execute(
        "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'computer' AND wait_event_type = 'Lock'"
    )
    row = found.fetchone()
    return row is not None and row[0] > 0


def test_a_worker_that_is_killed_in_the_middle_of_an_act_loses_nothing_and_the_next_does_it_once(
    worker: ComputersWorker,
) -> None:
    """The hand-over sends the task, the worker takes the turn and gets as far as its act, dies by SIGKILL, and another
    plays on.
    """
    person = User.objects.create_user("Richard")
    richard = Player(person)
    game = Game.objects.get(pk=lobby.create_game(user=person, side="frank", computer="knight").game.pk)
    address = site_environment(redis=False)["DATABASE_URL"]
    with psycopg.connect(address, autocommit=True) as watching:
        view = richard.view(game)
        ok(richard.act(game, first(view, "done"), version=view["version"]))
        with transaction.atomic():
            before = Game.objects.select_for_update().get(pk=game.pk).version
            worker.start(wait=False)
            wait_for(lambda: is_blocked(watching))
            worker.kill()
            wait_for(lambda: not is_blocked(watching))
    left = ComputerTurn.objects.get(game=game)
    assert left.leased_until is not None
    assert left.leased_until > timezone.now(), "nobody else takes it before its lease ends"
    game.refresh_from_db()
    assert game.version == before
    ComputerTurn.objects.update(leased_until=timezone.now())
    worker.start(wait=False)
    waking.notify_computer()  # as the clock does
    wait_for(lambda: not ComputerTurn.objects.filter(game=game).exists())
    game.refresh_from_db()
    events = list(game.events.order_by("seq").values_list("seq", "idempotency_key"))
    assert [seq for seq, _key in events] == list(range(1, game.version + 1))
    keys = [key for _seq, key in events if key is not None]
    assert len(set(keys)) == len(keys)
    assert game.version > before
    assert first_difference(game) is None
    assert richard.view(game)["awaited"] != ["saracen"]
