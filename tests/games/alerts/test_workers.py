"""Who does the work: beat within the server, or Celery with Redis; killed in the middle, begun by two, and when none is
there.
"""

import asyncio
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from django.conf import settings
from django.core.cache import cache
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from crusader_site.background import Background, Lifespan
from games.alerts import claims, outbox
from games.models import AccountMail, Game, Notice
from games.tasks import send_alerts
from games.watching import alarms, health, signs
from tests.games.alerts.conftest import PostOffice
from tests.games.conftest import started
from tests.games.helpers import Player
from tests.games.test_simultaneous import at_once
from tests.processes import ROOT, site_environment

pytestmark = pytest.mark.django_db(transaction=True)
State = Notice.State


@pytest.fixture
def notice(transactional_db: None, richard: Player, saladin: Player) -> Notice:
    """One alert that is due."""
    started(richard, saladin)
    kept = Notice.objects.filter(user=richard.user, kind="turn").get()
    Notice.objects.exclude(pk=kept.pk).delete()
    Notice.objects.update(due_at=timezone.now() - timedelta(seconds=1))
    return kept


def environment(office: PostOffice | None, *, redis: bool = False, **more: str) -> dict[str, str]:
    """For a process of its own on this test's database."""
    return site_environment(redis=redis, EMAIL_URL=f"smtp://{settings.EMAIL_HOST}:{settings.EMAIL_PORT}", **more)


def wait_until(condition: Any) -> None:
    """Minutes, for a machine that is busy with other things: that is what it takes to say that it never comes."""
    end = time.monotonic() + 300
    while not condition():
        assert time.monotonic() < end, "nothing happened"
        time.sleep(0.05)


def test_an_alert_whose_worker_died_in_the_middle_is_sent_again_under_the_same_name(
    notice: Notice, post_office: PostOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It died when the server had taken the mail: the one moment that SMTP leaves open."""
    with monkeypatch.context() as patch:
        patch.setattr(outbox, "settle", Mock(side_effect=SystemExit))
        with pytest.raises(SystemExit):
            outbox.deliver(notice.pk)
    notice.refresh_from_db()
    assert notice.state == State.SENDING
    outbox.recover()
    outbox.deliver(notice.pk)
    assert len(post_office.accepted) == 1, "its lease has not ended"

    outbox.recover(timezone.now() + claims.LEASE + timedelta(seconds=1))
    Notice.objects.update(due_at=timezone.now())
    outbox.deliver(notice.pk)
    first, second = post_office.accepted
    assert first["Message-ID"] == second["Message-ID"]
    notice.refresh_from_db()
    assert (notice.state, notice.attempts) == (State.SENT, 2)
    Notice.objects.update(state=State.SENDING, claim=None)
    late = Notice.objects.get()
    late.claim = notice.token
    claims.settle([late], state=State.FAILED, why="refused")
    notice.refresh_from_db()
    assert notice.state == State.SENDING, "a worker that comes back late does not write over another"


@pytest.mark.databases
def test_two_workers_send_an_alert_once(notice: Notice, post_office: PostOffice) -> None:
    at_once(send_alerts, send_alerts)
    assert len(post_office.accepted) == 1


# --- the two ways of running
# ------------------------------------------------------------------------------------------------


WITH_REDIS = pytest.param("with Redis", marks=(pytest.mark.databases, pytest.mark.real_parts))


@pytest.fixture(params=["within the server", WITH_REDIS])
def running(request: pytest.FixtureRequest, notice: Notice, post_office: PostOffice, tmp_path: Path) -> Iterator[str]:
    """The processes that a site of this kind runs, with a schedule for the impatient."""
    python = [sys.executable, "-m"]
    with_redis = request.param == "with Redis"
    wanted = {"VAR_FOLDER": str(tmp_path), "ALERTS_EVERY": "0.5"}
    processes = []
    if not with_redis:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        commands = [
            [*python, "uvicorn", "crusader_site.asgi:application", "--port", str(port), "--log-level", "warning"]
        ]
    else:
        celery = [*python, "celery", "-A", "crusader_site"]
        commands = [
            [*celery, "worker", "--concurrency", "1", "--loglevel", "WARNING"],
            [*celery, "beat", "--loglevel", "WARNING", "--schedule", str(tmp_path / "beat")],
        ]
    log = (tmp_path / "log").open("w")
    for command in commands:
        processes.append(
            subprocess.Popen(
                command, env=environment(post_office, redis=with_redis, **wanted), cwd=ROOT, stdout=log, stderr=log
            )
        )
    yield str(request.param)
    for process in processes:
        process.terminate()
    for process in processes:
        process.wait(timeout=300)


def test_what_is_due_is_sent_by_itself(running: str, notice: Notice, post_office: PostOffice) -> None:
    Client().post(reverse("account_reset_password"), {"email": "nobody@example.org"})
    for kind in (Notice, AccountMail):
        wait_until(lambda kind=kind: kind._default_manager.filter(state=State.SENT).exists())  # type: ignore[misc]
    assert {message["To"] for message in post_office.accepted} == {"richard@example.org", "nobody@example.org"}
    wait_until(lambda: set(signs.known()) == {"beat", "worker", "computer"})


async def test_of_two_servers_one_works_and_the_other_takes_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("crusader_site.background.LOCK_EVERY", 0.05)
    first, second = Background(tmp_path / "lock"), Background(tmp_path / "lock")
    loop = asyncio.get_running_loop()
    first.start(loop)
    await asyncio.to_thread(wait_until, lambda: first.beat is not None)
    tried = threading.Event()
    waits = second.over.wait
    monkeypatch.setattr(second.over, "wait", lambda seconds: tried.set() or waits(seconds))
    second.start(loop)
    await asyncio.to_thread(wait_until, tried.is_set)
    assert second.beat is None
    await asyncio.to_thread(first.stop)
    await asyncio.to_thread(wait_until, lambda: second.beat is not None)
    await asyncio.to_thread(second.stop)


async def test_the_server_starts_and_ends_the_work(settings: Any, tmp_path: Path) -> None:
    settings.VAR_FOLDER = tmp_path
    settings.BACKGROUND_IN_SERVER = True
    messages = iter(["lifespan.startup", "lifespan.shutdown"])
    sent: list[str] = []

    async def receive() -> dict[str, str]:
        return {"type": next(messages)}

    async def send(message: dict[str, str]) -> None:
        sent.append(message["type"])

    await Lifespan()({"type": "lifespan"}, receive, send)
    assert sent == ["lifespan.startup.complete", "lifespan.shutdown.complete"]


# --- the alarm
# --------------------------------------------------------------------------------------------------------------


def overdue(**since: float) -> None:
    Notice.objects.update(due_at=timezone.now() - timedelta(**since))


def test_the_alarm_is_raised_when_nothing_could_be_sent_for_an_hour(
    notice: Notice, client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    assert health.outbox_state().state == "ok"
    told = client.get("/health/").json()
    assert told == {"status": "ok", "database": "ok", "alerts": "ok", "alerts-waiting": 1, "alarms": []}
    overdue(minutes=20)
    assert health.outbox_state().state == "late"
    overdue(minutes=61)
    cache.clear()
    assert [alarm.name for alarm in alarms.watch()] == ["AlertsStuck"]
    said = "No alert could be sent for an hour: 1 wait"
    assert f"{said}. Last error: none, so no worker runs" in caplog.text
    answer = client.get("/health/")
    assert (answer.status_code, answer.json()["alerts"]) == (503, "stuck")
    for is_staff in (True, False):
        person = {"user": type("Person", (), {"is_staff": is_staff, "is_anonymous": False})()}
        assert (said in render_to_string("admin/base_site.html", person)) == is_staff


def test_the_alarm_counts_from_the_first_try_and_one_alert_alone_is_none(game: Game, notice: Notice) -> None:
    """A retry has a new time at which it is due, again and again."""
    now = timezone.now()
    Notice.objects.update(
        state=State.RETRY, due_at=now + timedelta(minutes=30), overdue_since=now - timedelta(minutes=61), why="451 no"
    )
    assert health.outbox_state().stuck
    sent = {"state": State.SENT, "due_at": now, "sent_at": now - timedelta(minutes=5)}
    Notice.objects.create(user=notice.user, game=game, kind="over", turn=9, **sent)
    assert health.outbox_state().state == "late", "others are sent"
