"""The operator's test mail goes the way of all mails, and says in a sentence what is wrong."""

from io import StringIO

import pytest
from aiosmtpd.controller import Controller
from django.core.management import CommandError, call_command

from script.parts.servers import free_port


class Keeping:
    """Takes every mail, but for those to one address."""

    def __init__(self) -> None:
        self.mails: list[bytes] = []
        self.senders: list[str] = []

    async def handle_RCPT(
        self, server: object, session: object, envelope: object, address: str, options: list[str]
    ) -> str:
        if address == "nobody@example.org":
            return "550 5.1.1 There is no nobody"
        envelope.rcpt_tos.append(address)  # type: ignore[attr-defined]
        return "250 OK"

    async def handle_DATA(self, server: object, session: object, envelope: object) -> str:
        self.mails.append(envelope.content)  # type: ignore[attr-defined]
        self.senders.append(envelope.mail_from)  # type: ignore[attr-defined]
        return "250 OK"


@pytest.fixture
def smtp(settings: pytest.FixtureRequest) -> Keeping:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"  # type: ignore[attr-defined]
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", free_port()  # type: ignore[attr-defined]
    return Keeping()


def send(address: str) -> str:
    said = StringIO()
    call_command("send_test_mail", address, stdout=said)
    return said.getvalue()


def test_the_test_mail_arrives_and_the_server_that_took_it_is_named(smtp: Keeping, settings: object) -> None:
    settings.BOUNCE_ADDRESS = "bounces@site.example.org"  # type: ignore[attr-defined]
    port: int = settings.EMAIL_PORT  # type: ignore[attr-defined]
    controller = Controller(smtp, hostname="127.0.0.1", port=port)
    controller.start()
    try:
        assert f"The server 127.0.0.1:{port} took the mail" in send("king@example.org")
        with pytest.raises(CommandError, match=r"did not take the mail: SMTPRecipientsRefused.*There is no nobody"):
            send("nobody@example.org")
    finally:
        controller.stop()
    assert b"To: king@example.org" in smtp.mails[0]
    assert f"From: {settings.DEFAULT_FROM_EMAIL}".encode() in smtp.mails[0]  # type: ignore[attr-defined]
    assert smtp.senders == ["bounces@site.example.org"], "what comes of it comes back as all mails do"
    assert len(smtp.mails) == 1


def test_a_server_that_is_not_there_is_a_sentence(smtp: Keeping) -> None:
    with pytest.raises(
        CommandError, match=r"The server 127\.0\.0\.1:\d+ did not take the mail: ConnectionRefusedError"
    ):
        send("king@example.org")


def test_what_is_no_address_is_said_to_be_none(smtp: Keeping) -> None:
    with pytest.raises(CommandError, match="'king' is no mail address"):
        send("king")
