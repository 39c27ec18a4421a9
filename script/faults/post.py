"""A mail server that takes mails, puts some off, and breaks some conversations off after taking the mail."""

import socket
from collections import Counter
from email import message_from_bytes
from random import Random

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session


class Post:
    """What arrived, by Message-ID. `troubled` says whether it is in the mood for trouble."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.troubled = True
        self.arrived: Counter[str] = Counter()
        self.recipients: dict[str, set[str]] = {}
        self.broken_off = 0

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        chance = self.random.random() if self.troubled else 1.0
        if chance < 0.03:
            return "451 try later"
        assert isinstance(envelope.content, bytes)
        name = message_from_bytes(envelope.content)["Message-ID"].strip()
        self.arrived[name] += 1
        self.recipients.setdefault(name, set()).update(envelope.rcpt_tos)
        if chance < 0.06:
            self.broken_off += 1
            server.transport.abort()
        return "250 OK"


class Server(Controller):
    def __init__(self, post: Post) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        super().__init__(post, hostname="127.0.0.1", port=port)
