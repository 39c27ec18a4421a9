"""How much may be asked for: forms, requests, sockets; and that nobody escapes a limit by pretending to be many."""

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from rest_framework.throttling import AnonRateThrottle

from crusader_site.asgi import application
from games import limits
from games.alerts import unsubscribing
from games.closing import TOO_MANY
from games.consumers import GameConsumer, UserConsumer
from games.models import Game, User
from games.origin import is_same_origin
from tests.games.conftest import started
from tests.games.helpers import Player, refused


def test_a_person_may_send_so_many_forms_and_no_more(richard: Player, saladin: Player, settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"post": "3/m/key"}
    sent = [richard.client.post(reverse("language"), {"language": "fr"}).status_code for _ in range(4)]
    assert sent[:3] == [302, 302, 302]
    assert sent[3] == 429
    assert saladin.client.post(reverse("language"), {"language": "fr"}).status_code == 302
    assert richard.client.get(reverse("my-games")).status_code == 200
    with time_machine.travel(timezone.now() + timedelta(seconds=61)):
        assert richard.client.post(reverse("language"), {"language": "fr"}).status_code == 302


def test_the_page_that_refuses_a_form_is_one_of_the_site(richard: Player, settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"post": "1/m/key"}
    answers = [richard.client.post(reverse("start-solo")) for _ in range(2)]
    assert "Too much at once" in answers[1].content.decode()
    assert Game.objects.count() == 1


def test_visitors_are_counted_by_address(client: Client, db: None, settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"post": "2/m/key"}
    statuses = [
        client.post(reverse("language"), {"language": "fr"}, REMOTE_ADDR=address).status_code
        for address in ("1.2.3.4",) * 3 + ("1.2.3.5",)
    ]
    assert statuses == [302, 302, 429, 302]


@pytest.mark.parametrize("name", ["post", "api"])
def test_a_visitor_is_not_many_by_forging_where_requests_come_from(
    name: str, db: None, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"post": "3/m/key"}
    monkeypatch.setattr(AnonRateThrottle, "rate", "3/min", raising=False)
    forged = [{"HTTP_X_FORWARDED_FOR": f"9.9.9.{number}", "HTTP_X_REAL_IP": f"9.9.9.{number}"} for number in range(4)]
    if name == "post":
        statuses = [Client().post(reverse("language"), {"language": "fr"}, **headers).status_code for headers in forged]
    else:
        statuses = [Client().get("/api/v1/schema/", **headers).status_code for headers in forged]
    assert statuses[3] == 429
    assert 429 not in statuses[:3]


def scope(user: Any, address: str = "1.2.3.4", forwarded: str = "") -> Any:
    headers = [(b"x-forwarded-for", forwarded.encode())] if forwarded else []
    return {"user": user, "client": (address, 5000), "headers": headers}


def test_sockets_are_counted_for_each_person_and_each_address(
    richard: Player, saladin: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    from django.contrib.auth.models import AnonymousUser

    monkeypatch.setattr(limits, "MOST_SOCKETS_OF_VISITORS", 1)
    sockets = limits.Sockets(2)
    taken = [sockets.take(scope(richard.user)) for _ in range(3)]
    assert [one is None for one in taken] == [False, False, True]
    assert sockets.take(scope(saladin.user)) is not None
    sockets.give_back(taken[0])
    assert sockets.take(scope(richard.user)) is not None
    visitor = AnonymousUser()
    assert sockets.take(scope(visitor)) is not None
    assert sockets.take(scope(visitor, forwarded="9.9.9.9")) is None, "a header of the visitor's own is not believed"
    assert sockets.take(scope(visitor, "1.2.3.5")) is not None


def test_behind_a_proxy_visitors_are_told_apart_by_what_the_proxy_wrote(settings: Any, db: None) -> None:
    from django.contrib.auth.models import AnonymousUser

    settings.BEHIND_PROXY = True
    sockets = limits.Sockets(2)
    assert sockets.take(scope(AnonymousUser(), "10.0.0.1", "9.9.9.9, 5.6.7.8")) == "address 5.6.7.8"


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("consumer", "path"), [(GameConsumer, "/ws/games/{}/"), (UserConsumer, "/ws/user/")])
async def test_the_socket_too_many_is_refused_and_one_closed_makes_room(
    consumer: Any, path: str, new_player: Callable[[str], Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(consumer, "sockets", limits.Sockets(2))
    richard, saladin = await sync_to_async(new_player)("Richard"), await sync_to_async(new_player)("Saladin")
    game = await sync_to_async(started)(richard, saladin)
    cookies = richard.client.cookies.output(header="", sep=";").strip()
    headers = [(b"host", b"testserver"), (b"origin", b"http://testserver"), (b"cookie", cookies.encode())]

    def socket() -> WebsocketCommunicator:
        return WebsocketCommunicator(application, path.format(game.public_id), headers=headers)

    kept = [socket(), socket()]
    assert [(await one.connect())[0] for one in kept] == [True, True]
    assert await refused(socket()) == TOO_MANY
    await kept[0].disconnect()
    again = socket()
    assert (await again.connect())[0]
    assert json.loads(await again.receive_from())
    for one in (again, kept[1]):
        await one.disconnect()
    assert not consumer.sockets.kept


@pytest.mark.parametrize(
    ("origin", "https_only", "taken"),
    [
        ("https://example.org", True, True),
        ("http://example.org", True, False),
        ("http://example.org", False, True),
        ("ftp://example.org", False, False),
        ("https://example.org.evil.example", True, False),
        ("https://example.org@evil.example", True, False),
        ("https://evil.example#example.org", True, False),
        ("null", True, False),
        ("", True, False),
        ("https://play.example.net", True, True),
    ],
)
def test_a_socket_is_opened_by_pages_of_the_site_alone(
    origin: str, https_only: bool, taken: bool, settings: Any
) -> None:
    settings.SECURE_SSL_REDIRECT = https_only
    settings.CSRF_TRUSTED_ORIGINS = ["https://play.example.net"]
    headers = [(b"host", b"example.org"), (b"origin", origin.encode())]
    assert is_same_origin({"headers": headers}) is taken


def test_a_link_that_stops_mails_works_for_a_year_and_not_for_ever(richard: Player) -> None:
    assert isinstance(richard.user, User)
    token = unsubscribing.token(user=richard.user, kind="turn", game=None)
    begun = timezone.now()
    with time_machine.travel(begun + timedelta(days=365)):
        assert unsubscribing.read(token) is not None
    with time_machine.travel(begun + timedelta(days=401)):
        assert unsubscribing.read(token) is None
        answer = Client().post(reverse("stop-alerts", args=[token]))
        assert answer.status_code == 404
        assert "too old" in answer.content.decode()


def test_links_for_passwords_and_addresses_are_good_for_days_only(settings: Any) -> None:
    assert settings.PASSWORD_RESET_TIMEOUT <= 24 * 3600
    assert settings.ACCOUNT_EMAIL_CONFIRMATION_EXPIRE_DAYS <= 3
