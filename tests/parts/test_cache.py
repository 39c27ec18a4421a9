"""Requests while Redis takes connections and never answers: stopped, not gone."""

import socket
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import caches
from django.test import Client
from django.urls import reverse
from kombu.exceptions import OperationalError

from crusader_site.celery import app
from crusader_site.runtime import cache
from crusader_site.runtime.cache import FallbackCache
from games.models import User
from games.services.record import appending


class Silent:
    """A server that says nothing, and counts who connects."""

    def __init__(self) -> None:
        self.connected: list[socket.socket] = []
        self._listening = socket.create_server(("127.0.0.1", 0))
        threading.Thread(target=self._take, daemon=True).start()

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self._listening.getsockname()[1]}/0"

    def _take(self) -> None:
        try:
            while True:
                self.connected.append(self._listening.accept()[0])
        except OSError:
            return

    def close(self) -> None:
        self._listening.close()
        for one in self.connected:
            one.close()


@pytest.fixture
def stopped() -> Iterator[Silent]:
    server = Silent()
    yield server
    server.close()


PASSWORD = "a-long-way-to-acre"
HURRIED = {"OPTIONS": {"socket_timeout": 0.05}}


def test_a_redis_that_never_answers_is_asked_once_by_the_whole_process(stopped: Silent) -> None:
    kept = FallbackCache(stopped.url, HURRIED)
    kept.clear()
    assert kept.add("tries", 1, 60)
    assert [kept.incr("tries") for _ in range(10)] == list(range(2, 12))
    other_thread = FallbackCache(stopped.url, HURRIED)
    assert other_thread.get("tries") == 11
    assert len(stopped.connected) == 1


def test_a_redis_that_was_left_alone_for_a_while_is_tried_again(
    stopped: Silent, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache, "LEFT_ALONE_FOR", 0.001)
    kept = FallbackCache(stopped.url, HURRIED)
    kept.get("tries")
    threading.Event().wait(0.01)
    kept.get("tries")
    assert len(stopped.connected) == 2


@pytest.mark.django_db
def test_people_sign_up_and_log_in_while_redis_never_answers(stopped: Silent, settings: Any) -> None:
    """Limits of both are counted in the cache. A request that waited for it without end would never be answered."""
    settings.CACHES = settings.CACHES | {
        "default": {"BACKEND": "crusader_site.runtime.cache.FallbackCache", "LOCATION": stopped.url, **HURRIED}
    }
    assert isinstance(caches["default"], FallbackCache)
    form = {"username": "Melisende", "email": "melisende@example.org", "password1": PASSWORD, "password2": PASSWORD}
    assert Client().post(reverse("signup"), form).status_code == 302
    assert User.objects.filter(username="Melisende").exists()
    client = Client()
    assert client.post(reverse("login"), {"login": "Melisende", "password": "guessed"}).status_code == 200
    assert "_auth_user_id" not in client.session
    assert client.post(reverse("login"), {"login": "Melisende", "password": PASSWORD}).status_code == 302
    assert client.get(reverse("my-games")).status_code == 200
    assert len(stopped.connected) == 1


def test_who_hands_a_task_to_a_redis_that_never_answers_gives_up(
    stopped: Silent, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At the end of a game, behind its commit: the player waits for the answer."""
    monkeypatch.setitem(app.conf, "task_always_eager", False)
    monkeypatch.setitem(app.conf, "broker_url", stopped.url)
    given = app.conf.broker_transport_options
    assert 0 < given["socket_timeout"] <= 5
    monkeypatch.setitem(app.conf, "broker_transport_options", given | {"socket_timeout": 0.05})
    monkeypatch.setattr(app.amqp, "_producer_pool", None)
    with pytest.raises(OperationalError):
        appending._queue_results()
    assert stopped.connected
