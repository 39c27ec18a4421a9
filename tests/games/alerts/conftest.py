"""A mail server on this machine that does as it is told, and people whose addresses are confirmed."""

import socket
from collections.abc import Callable, Iterator
from datetime import timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

import pytest
import time_machine
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session
from allauth.account.models import EmailAddress
from django.utils import timezone

from games.models import Game, User
from games.tasks import send_alerts
from tests.games.conftest import started
from tests.games.helpers import Player


class PostOffice:
    """What the mail server has accepted, and how it answers: a reply to each command, or a broken connection."""

    def __init__(self) -> None:
        self.accepted: list[EmailMessage] = []
        self.to_recipient = "250 OK"
        self.to_data = "250 OK"
        self.drop: str = ""
        """Break the connection: "before" the mail is taken, or "after" it is, before the answer."""
        self.conversations = 0

    async def handle_RCPT(self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]) -> str:
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
        super().__init__(handler, hostname="127.0.0.1", port=port)


def address_of(name: str) -> str:
    return f"{name.lower()}@example.org"


@pytest.fixture
def post_office(settings: Any) -> Iterator[PostOffice]:
    office = PostOffice()
    controller = OnAFreePort(office)
    controller.start()
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = controller.hostname, controller.port
    settings.EMAIL_TIMEOUT = 5
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
        """Lets time pass, then has the worker look."""
        self.forward(**(passing or {"minutes": 3}))
        send_alerts()


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
