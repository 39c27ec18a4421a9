"""Servers of mail and names on this machine that do as they are told, and people whose addresses are confirmed."""

import contextlib
import socket
import threading
from collections.abc import Callable, Iterator
from datetime import timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

import dns.message
import dns.rdatatype
import dns.resolver
import dns.rrset
import pytest
import requests
import time_machine
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session
from allauth.account.models import EmailAddress
from django.utils import timezone

from games.models import Game, User
from games.tasks import send_alerts, send_to_browsers_and_chats
from tests.games.conftest import started
from tests.games.helpers import Player

PATIENCE = 300
"""Seconds for what takes none: on a machine that is busy with other things anything may."""


class PostOffice:
    """What the mail server has accepted, and how it answers: a reply to each command, or a broken connection."""

    def __init__(self) -> None:
        self.accepted: list[EmailMessage] = []
        self.to_recipient = "250 OK"
        self.to_data = "250 OK"
        self.drop: str = ""
        """Break the connection: "before" the mail is taken, or "after" it is, before the answer."""
        self.conversations = 0

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if self.to_recipient.startswith("250"):
            envelope.rcpt_tos.append(address)
        return self.to_recipient

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        self.conversations += 1
        taken = self.to_data.startswith("250") and self.drop != "before"
        if taken:
            assert isinstance(envelope.content, bytes)
            message = message_from_bytes(envelope.content, policy=policy.default)
            assert isinstance(message, EmailMessage)
            self.accepted.append(message)
        if self.drop:
            server.transport.abort()
        return self.to_data

    def to(self, name: str) -> list[EmailMessage]:
        return [message for message in self.accepted if message["To"] == address_of(name)]


class OnAFreePort(Controller):
    """aiosmtpd asks the port itself whether the server is up, which needs a number known before."""

    def __init__(self, handler: PostOffice) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        super().__init__(handler, hostname="127.0.0.1", port=port, ready_timeout=PATIENCE)


def address_of(name: str) -> str:
    return f"{name.lower()}@example.org"


@pytest.fixture
def post_office(settings: Any) -> Iterator[PostOffice]:
    office = PostOffice()
    controller = OnAFreePort(office)
    controller.start()
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = controller.hostname, controller.port
    settings.EMAIL_TIMEOUT = PATIENCE
    yield office
    controller.stop(no_assert=True)


@pytest.fixture
def new_player(db: None) -> Callable[[str], Player]:
    def make(name: str) -> Player:
        user = User.objects.create_user(name, email=address_of(name))
        EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
        return Player(user)

    return make


class Clock:
    """Goes on by hand."""

    def __init__(self, traveller: Any) -> None:
        self.traveller = traveller

    def forward(self, **passing: float) -> None:
        self.traveller.shift(timedelta(**passing))

    def wait_and_send(self, **passing: float) -> None:
        """Lets time pass, then has the workers look."""
        self.forward(**(passing or {"minutes": 3}))
        send_alerts()
        send_to_browsers_and_chats()


def owner(player: Player) -> User:
    """The player's account as it is in the database now."""
    assert player.user is not None
    return User.objects.get(pk=player.user.pk)


@pytest.fixture
def clock() -> Iterator[Clock]:
    with time_machine.travel(timezone.now().replace(microsecond=0), tick=False) as traveller:
        yield Clock(traveller)


@pytest.fixture
def game(clock: Clock, richard: Player, saladin: Player) -> Game:
    """A game that began long ago: the alerts of its start are over and done with, and Richard places his blocks."""
    game = started(richard, saladin)
    game.notices.all().delete()
    return game


class NameServer:
    """A name server on this machine. It knows these addresses; of what it does not know it says nothing at all."""

    def __init__(self, **known: str) -> None:
        self.known = {f"{name}.example.org.": address for name, address in known.items()}
        self.asked: list[str] = []
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.bind(("127.0.0.1", 0))
        threading.Thread(target=self._answer, daemon=True).start()

    def _answer(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                data, sender = self.socket.recvfrom(4096)
                query = dns.message.from_wire(data)
                (question,) = query.question
                self.asked.append(f"{question.name} {dns.rdatatype.to_text(question.rdtype)}")
                address = self.known.get(str(question.name))
                if address is None:
                    continue
                answer = dns.message.make_response(query)
                if (":" in address) == (question.rdtype == dns.rdatatype.AAAA):
                    answer.answer.append(
                        dns.rrset.from_text(question.name, 60, "IN", dns.rdatatype.to_text(question.rdtype), address)
                    )
                self.socket.sendto(answer.to_wire(), sender)

    def resolver(self) -> dns.resolver.Resolver:
        found = dns.resolver.Resolver(configure=False)
        found.nameservers, found.port = ["127.0.0.1"], self.socket.getsockname()[1]
        return found


@pytest.fixture
def name_server(monkeypatch: pytest.MonkeyPatch) -> Iterator[NameServer]:
    server = NameServer(chat="8.8.8.8", six="2606:4700::6810:84e5", inside="10.0.0.7")
    found = server.resolver()
    monkeypatch.setattr(dns.resolver, "Resolver", lambda: found)
    yield server
    server.socket.close()


class Internet:
    """What was posted where, and how it was answered."""

    def __init__(self) -> None:
        self.posted: list[tuple[str, dict[str, Any]]] = []
        self.status = 204
        self.headers: dict[str, str] = {}
        self.body = b""
        self.error: Exception | None = None

    def post(self, session: Any, method: str, url: str, **more: Any) -> requests.Response:
        if self.error is not None:
            raise self.error
        self.posted.append((url, more))
        return answered(self.status, self.body, **self.headers)


def answered(status: int, body: bytes = b"", **headers: str) -> requests.Response:
    """An answer of a web server."""
    response = requests.Response()
    response.status_code, response._content = status, body
    response.headers.update({name.replace("_", "-"): value for name, value in headers.items()})
    return response


@pytest.fixture
def internet(monkeypatch: pytest.MonkeyPatch) -> Internet:
    net = Internet()
    monkeypatch.setattr(
        "games.alerts.guard.GuardedSession.request",
        lambda session, method, url, **more: net.post(session, method, url, **more),
    )
    return net
