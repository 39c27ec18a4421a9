"""Probes, figures and the log: what machines are told of a process, and never of a game."""

import asyncio
import json
import logging
import re
import threading
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.db import OperationalError
from django.http import HttpResponse
from django.urls import reverse

from crusader_site import health, logs, watch
from crusader_site.runtime.handler import OneThreadHandler
from crusader_site.threads import MOST_THREADS
from games.models import User
from games.services.lobby import lobby
from tests.parts.conftest import ask
from tests.parts.test_handler import answering, told

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("fresh_readiness")]
TOKEN = "a-token-of-twenty-characters"


@pytest.fixture
def lines() -> Iterator[list[str]]:
    """The log as production writes it."""
    found: list[str] = []
    configuration = logs.configuration(as_json=True, level="INFO", requests=True)["formatters"]["line"]
    formatter = configuration.pop("()")(**configuration)

    class Keeping(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            found.append(formatter.format(record))

    handler, root = Keeping(), logging.getLogger()
    before = watch.logger.level
    root.addHandler(handler)
    watch.logger.setLevel(logging.INFO)
    yield found
    watch.logger.setLevel(before)
    root.removeHandler(handler)


def broken(*args: Any, **kwargs: Any) -> Any:
    raise OperationalError("the server closed the connection: host=10.0.0.7 user=site")


# --- probes
# -----------------------------------------------------------------------------------------------------------------


async def test_a_probe_needs_neither_the_sites_name_nor_its_protocol(settings: Any) -> None:
    settings.SECURE_SSL_REDIRECT = True
    strict = watch.Monitored(OneThreadHandler())
    assert (await ask("/help/", application=strict)).status == 301
    for path in ("/health/live", "/health/live/", "/health/ready"):
        answer = await ask(path, host="10.0.0.1:8001", application=strict)
        assert (answer.status, answer.json["status"]) == (200, "ok"), path
        assert answer.headers["cache-control"] == "no-store"


async def test_a_process_without_its_database_lives_but_is_not_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "connection", SimpleNamespace(cursor=broken, close=lambda: None))
    assert (await ask("/health/live")).status == 200
    answer = await ask("/health/ready")
    assert (answer.status, answer.json["database"]) == (503, "down")
    assert b"10.0.0.7" not in answer.body


async def test_a_process_newer_than_the_database_is_not_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("django.db.migrations.executor.MigrationExecutor.migration_plan", lambda *args: ["0099_later"])
    answer = await ask("/health/ready")
    assert (answer.status, answer.json["database"]) == (503, "not migrated")


async def test_without_redis_a_process_stays_in_service_and_says_so(settings: Any) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    answer = await ask("/health/ready")
    assert (answer.status, answer.json) == (200, {"status": "ok", "database": "ok", "threads": "ok", "redis": "down"})


async def test_a_process_whose_threads_all_hang_is_not_ready_until_one_is_free(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "BELIEVED_FOR", 0.0)
    monkeypatch.setattr(health, "LONGEST_WAIT", 0.0)
    freed = threading.Event()
    taken: list[object] = []

    def hang(request: object) -> HttpResponse:
        taken.append(request)
        freed.wait(60)
        return HttpResponse()

    server = answering(hang)
    asked = [asyncio.create_task(told(server)) for _ in range(MOST_THREADS)]
    async with asyncio.timeout(60):
        while len(taken) < MOST_THREADS:
            await asyncio.sleep(0.01)
    answer = await ask("/health/ready")
    assert (answer.status, answer.json["threads"]) == (200, "ok"), "all work, nobody waits"
    asked.append(asyncio.create_task(told(server)))
    async with asyncio.timeout(60):
        while (await ask("/health/ready")).status == 200:
            await asyncio.sleep(0.01)
    answer = await ask("/health/ready")
    assert (answer.status, answer.json["status"], answer.json["threads"]) == (503, "down", "used up")
    assert (await ask("/health/live")).status == 200
    freed.set()
    assert {messages[0]["status"] for messages in await asyncio.gather(*asked)} == {200}
    assert (await ask("/health/ready")).status == 200


async def test_probes_without_end_ask_the_database_once_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    look = health.Readiness._check_parts
    monkeypatch.setattr(health.Readiness, "_check_parts", lambda self: asked.append(1) or look(self))  # type: ignore[func-returns-value]
    monkeypatch.setattr(health, "BELIEVED_FOR", 3600)
    for _ in range(20):
        await ask("/health/ready")
    assert len(asked) == 1


async def test_a_probe_is_read_and_not_posted_to() -> None:
    assert (await ask("/health/live", method="HEAD")).body == b""
    assert (await ask("/health/live", method="POST")).status in (403, 404)


# --- figures
# ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("given", [{}, {"authorization": "Bearer wrong"}, {"authorization": ""}])
async def test_figures_are_for_who_knows_the_token(given: dict[str, str], settings: Any) -> None:
    settings.METRICS_TOKEN = TOKEN
    assert (await ask("/metrics", **given)).status == 404


async def test_without_a_token_there_are_no_figures(settings: Any) -> None:
    settings.METRICS_TOKEN = ""
    assert (await ask("/metrics", authorization="Bearer ")).status == 404


async def test_figures_count_requests_by_the_pattern_of_their_address(settings: Any) -> None:
    settings.METRICS_TOKEN = TOKEN
    user = await sync_to_async(User.objects.create_user)("Richard")
    game = (await sync_to_async(lobby.create_game)(user=user, solo=True)).game
    await ask(f"/games/{game.public_id}/")
    await ask("/nothing/here/")
    answer = await ask("/metrics", authorization=f"Bearer {TOKEN}")
    text = answer.body.decode()
    assert answer.status == 200
    assert 'crusader_requests_total{method="GET",route="/games/<uuid:game_id>/",status="' in text
    assert 'route="none",status="404"' in text
    assert "crusader_alerts_waiting" in text
    assert str(game.public_id) not in text
    assert "Richard" not in text


async def test_figures_are_had_without_the_database(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from crusader_site import metrics

    settings.METRICS_TOKEN = TOKEN
    monkeypatch.setattr(metrics, "_outbox", broken)
    monkeypatch.setattr(metrics.IN_THE_DATABASE, "_until", 0.0)
    answer = await ask("/metrics", authorization=f"Bearer {TOKEN}")
    monkeypatch.setattr(metrics.IN_THE_DATABASE, "_until", 0.0)
    assert (answer.status, "crusader_database_up 0.0" in answer.body.decode()) == (200, True)


# --- the log
# ----------------------------------------------------------------------------------------------------------------


async def test_each_request_is_a_line_with_the_number_that_its_answer_bears(lines: list[str]) -> None:
    answer = await ask("/help/")
    told = [json.loads(line) for line in lines if '"route"' in line]
    assert told[-1] | {"ms": 0, "timestamp": ""} == {
        "event": "request",
        "request": answer.headers["x-request-id"],
        "method": "GET",
        "route": "/help/",
        "status": 200,
        "ms": 0,
        "level": "info",
        "logger": "crusader_site.requests",
        "timestamp": "",
    }


async def test_what_opens_doors_is_not_in_the_log(lines: list[str]) -> None:
    user = await sync_to_async(User.objects.create_user)("Richard")
    game = (await sync_to_async(lobby.create_game)(user=user, side="frank", visibility="private")).game
    assert (await ask(f"/invitations/{game.invitation_token}/")).status == 200
    logging.getLogger("games").error("Refused: /invitations/%s/", game.invitation_token)
    text = "\n".join(lines)
    assert game.invitation_token not in text
    assert "secret=1" not in text
    assert "/invitations/<str:token>/" in text
    assert "/invitations/***/" in text


@pytest.mark.parametrize(
    ("name", "secret"),
    [
        ("account_reset_password_from_key", {"uidb36": "1", "key": "d1-opens-it"}),
        ("account_confirm_email", {"key": "MQ:opens-it"}),
        ("stop-alerts", {"token": "opens-it"}),
        ("invitation", {"token": "opens-it"}),
    ],
)
async def test_addresses_that_open_something_are_struck_out_of_the_log(
    name: str, secret: dict[str, str], lines: list[str]
) -> None:
    address = reverse(name, kwargs=secret)
    logging.getLogger("django.request").error("Internal Server Error: %s", address)
    assert "opens-it" not in lines[-1]
    assert "/***/" in lines[-1]


async def test_a_failure_is_logged_without_the_values_of_variables(lines: list[str]) -> None:
    def play(hidden: str) -> None:
        raise RuntimeError("it went wrong")

    try:
        play("saladin-is-at-" + "acre")
    except RuntimeError:
        logging.getLogger("games").exception("An act failed.")
    told = json.loads(lines[-1])
    assert "RuntimeError: it went wrong" in told["exception"]
    assert "saladin-is-at-acre" not in lines[-1]


@pytest.mark.parametrize(
    ("behind", "given", "kept"),
    [(True, "0123abcd-proxy", True), (False, "0123abcd-proxy", False), (True, "a b\n", False)],
)
async def test_only_a_proxys_number_is_believed(behind: bool, given: str, kept: bool, settings: Any) -> None:
    settings.BEHIND_PROXY = behind
    number = (await ask("/help/", x_request_id=given)).headers["x-request-id"]
    assert (number == given) is kept
    assert re.fullmatch(r"[0-9A-Za-z-]{8,64}", number)


# --- failures
# ---------------------------------------------------------------------------------------------------------------


async def test_a_page_without_the_database_says_that_nothing_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("frontend.views.plain.render", broken)
    answer = await ask("/help/")
    assert (answer.status, answer.headers["retry-after"]) == (503, "5")
    assert "No move is lost" in answer.body.decode()
    assert answer.headers["x-request-id"] in answer.body.decode()
    assert "10.0.0.7" not in answer.body.decode()


async def test_a_fault_of_ours_tells_nothing_of_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    def fault(*args: Any, **kwargs: Any) -> Any:
        raise RuntimeError("saladin is at acre")

    monkeypatch.setattr("frontend.views.plain.render", fault)
    answer = await ask("/help/")
    assert answer.status == 500
    assert "saladin" not in answer.body.decode().lower()


async def test_the_api_asks_to_send_the_same_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.api.authentication.SessionOrUnauthorized.authenticate", broken)
    answer = await ask("/api/v1/games/")
    assert (answer.status, answer.json["code"], answer.headers["content-type"]) == (
        503,
        "away",
        "application/problem+json",
    )
    assert "under the same key" in answer.json["detail"]
    assert "10.0.0.7" not in answer.body.decode()
