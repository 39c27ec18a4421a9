"""Who does the work: beat within the server, or Celery with Redis; killed in the middle, begun by two, and when none is
there.
"""

import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import pytest
from django.conf import settings
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from crusader_site.background import Background, Lifespan
from games.alerts import claims, outbox
from games.models import AccountMail, Game, Notice
from games.watching import alarms, health, signs
from tests.games.alerts.conftest import PostOffice
from tests.games.conftest import started
from tests.games.helpers import Player
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


SEND = "import django; django.setup(); from games.tasks import send_alerts; send_alerts()"


def wait_until(condition: Any) -> None:
    """Minutes, for a machine that is busy with other things: that is what it takes to say that it never comes."""
    end = time.monotonic() + 300
    while not condition():
        assert time.monotonic() < end, "nothing happened"
        time.sleep(0.05)


def test_an_alert_whose_worker_is_killed_in_the_middle_is_sent_again_under_the_same_name(
    notice: Notice, post_office: PostOffice
) -> None:
    """Killed when the server had taken the mail and not answered yet: the one moment that SMTP leaves open.

    The server itself kills, so that the moment is the same however fast or slow the machine is."""
    victims: SimpleQueue[subprocess.Popen[bytes]] = SimpleQueue()
    taking = post_office.handle_DATA

    async def kill(*conversation: Any) -> str:
        answer = await taking(*conversation)
        worker = victims.get()
        worker.kill()
        worker.wait()
        return answer

    post_office.handle_DATA = kill  # type: ignore[method-assign]
    worker = subprocess.Popen([sys.executable, "-c", SEND], env=environment(post_office), cwd=ROOT)
    victims.put(worker)
    assert worker.wait(300) == -signal.SIGKILL, "it ended without sending"
    post_office.handle_DATA = taking  # type: ignore[method-assign]

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


def test_two_workers_send_an_alert_once(notice: Notice, post_office: PostOffice) -> None:
    workers = [subprocess.Popen([sys.executable, "-c", SEND], env=environment(post_office), cwd=ROOT) for _ in range(2)]
    assert [worker.wait(300) for worker in workers] == [0, 0]
    assert len(post_office.accepted) == 1


def test_a_worker_that_comes_back_late_does_not_write_over_another(notice: Notice, post_office: PostOffice) -> None:
    Notice.objects.update(state=State.SENDING, claim=None)
    late = Notice.objects.get()
    late.claim = notice.token
    claims.settle([late], state=State.FAILED, why="refused")
    notice.refresh_from_db()
    assert notice.state == State.SENDING


# --- the two ways of running
# ------------------------------------------------------------------------------------------------


@pytest.fixture(params=["within the server", "with Redis"])
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
        if not settings.REDIS_URL:
            pytest.skip("needs Redis: script/real_parts .venv/bin/pytest")
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
    import asyncio

    monkeypatch.setattr("crusader_site.background.LOCK_EVERY", 0.05)
    first, second = Background(tmp_path / "lock"), Background(tmp_path / "lock")
    loop = asyncio.get_running_loop()
    first.start(loop)
    await asyncio.to_thread(wait_until, lambda: first.beat is not None)
    second.start(loop)
    await asyncio.sleep(0.2)
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
    notice: Notice, caplog: pytest.LogCaptureFixture
) -> None:
    assert health.outbox_state().state == "ok"
    overdue(minutes=20)
    assert health.outbox_state().state == "late"
    overdue(minutes=61)
    cache.clear()
    assert [alarm.name for alarm in alarms.watch()] == ["AlertsStuck"]
    assert "No alert could be sent for an hour: 1 wait. Last error: none, so no worker runs" in caplog.text


def test_the_alarm_counts_from_the_first_try(notice: Notice) -> None:
    """A retry has a new time at which it is due, again and again."""
    now = timezone.now()
    Notice.objects.update(
        state=State.RETRY, due_at=now + timedelta(minutes=30), overdue_since=now - timedelta(minutes=61), why="451 no"
    )
    assert health.outbox_state().stuck


def test_one_alert_that_cannot_be_sent_is_no_alarm_while_others_are(game: Game, notice: Notice) -> None:
    now = timezone.now()
    Notice.objects.update(state=State.RETRY, overdue_since=now - timedelta(hours=5))
    Notice.objects.create(
        user=notice.user,
        game=game,
        kind="over",
        turn=9,
        state=State.SENT,
        due_at=now,
        sent_at=now - timedelta(minutes=5),
    )
    assert health.outbox_state().state == "late"


def test_the_health_address_says_so(notice: Notice, client: Any) -> None:
    assert client.get("/health/").json() == {
        "status": "ok",
        "database": "ok",
        "alerts": "ok",
        "alerts-waiting": 1,
        "alarms": [],
    }
    overdue(hours=2)
    answer = client.get("/health/")
    assert (answer.status_code, answer.json()["alerts"]) == (503, "stuck")


def test_the_admin_shows_it_to_staff(notice: Notice, rf: Any) -> None:
    from django.template.loader import render_to_string

    overdue(hours=2)
    staff, player = (
        {"user": type("Person", (), {"is_staff": is_staff, "is_anonymous": False})()} for is_staff in (True, False)
    )
    assert "No alert could be sent for an hour: 1 wait" in render_to_string("admin/base_site.html", staff)
    assert "No alert could be sent" not in render_to_string("admin/base_site.html", player)
