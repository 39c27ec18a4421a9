"""A simulated unreliable mail server, and its mailboxes, which recognize a repeat by its Message-ID, as real ones
do.
"""

import re
import smtplib
from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random
from typing import Any

from django.core.mail.backends.base import BaseEmailBackend
from django.utils import timezone

GAME = re.compile(r"/games/([0-9a-f-]{36})/")


class Killed(BaseException):
    """The simulated death of the worker: no exception handler may run."""


@dataclass(frozen=True)
class Letter:
    """A mail in a mailbox."""

    at: datetime
    to: str
    message_id: str
    digest: bool
    games: tuple[str, ...]
    kind: str = ""
    turn: int = 0


@dataclass
class Post:
    """The simulated server: its present failure mode, and the mails it has taken."""

    random: Random = field(default_factory=lambda: Random(1))
    mood: str = "accepts"
    chance_of_death: float = 0.0
    letters: list[Letter] = field(default_factory=list)
    accepted: Counter[str] = field(default_factory=Counter)
    answers: Counter[str] = field(default_factory=Counter)
    failing_since: datetime | None = None
    """When a mail was first not taken, since the last one that was."""
    taken_at: datetime | None = None

    def answer(self, what: str) -> None:
        self.answers[what] += 1
        if what == "accepted":
            self.failing_since, self.taken_at = None, timezone.now()
        elif not what.startswith("worker"):
            self.failing_since = self.failing_since or timezone.now()

    def take(self, message: Any) -> None:
        name = message.extra_headers["Message-ID"]
        self.accepted[name] += 1
        self.answer("accepted")
        if self.accepted[name] > 1:
            return
        news = re.split(r"\n(?:Also waiting for you:?|-- )\n", message.body)[0]
        games = tuple(dict.fromkeys(GAME.findall(news)))
        self.letters.append(Letter(timezone.now(), message.to[0], name, name.startswith("<digest"), games))


POST = Post()


class Backend(BaseEmailBackend):
    """Django's mail backend for this server."""

    def open(self) -> bool:
        if POST.mood == "away":
            POST.answer("connection refused")
            raise ConnectionRefusedError("refused")
        if POST.random.random() < POST.chance_of_death:
            POST.answer("worker killed before")
            raise Killed
        return True

    def send_messages(self, messages: Any) -> int:
        for message in messages:
            if POST.mood == "refuses":
                POST.answer("451 try later")
                raise smtplib.SMTPRecipientsRefused({message.to[0]: (451, b"try later")})
            if POST.mood == "breaks":
                POST.answer("connection broken")
                raise smtplib.SMTPServerDisconnected("broken before it was taken")
            POST.take(message)
            if POST.random.random() < POST.chance_of_death:
                POST.answer("worker killed after acceptance")
                raise Killed
        return len(messages)


HOUR = timedelta(hours=1)
LOOKS_EVERY = timedelta(minutes=10)
SLACK = timedelta(minutes=2)


class Operator:
    """Part of the world: asks for the alarms while the mail server takes nothing, and after it has taken mails
    again.
    """

    post: Any
    now: datetime
    figures: Counter[str]

    def plan(self, moment: datetime, what: str, about: Any = None) -> None:
        """Of the world."""
        raise NotImplementedError

    def operator_looks(self, since: datetime) -> None:
        """Counts an hour of failures of which no alarm tells; looks again for as long as they last."""
        from games.watching import alarms

        if self.post.failing_since is None or self.post.failing_since < since:
            if self.post.mood != "accepts":
                self.plan(self.now + LOOKS_EVERY, "operator_looks", since)
            return
        lasting = self.now - self.post.failing_since
        if lasting < HOUR + SLACK:
            self.plan(self.post.failing_since + HOUR + SLACK, "operator_looks", since)
            return
        alarmed = any(alarm.name.startswith("Alerts") for alarm in alarms.raised_alarms(alarms.site_state(self.now)))
        self.figures["hours of failures that the operator was told of" if alarmed else "operator untold"] += 1
        self.plan(self.now + HOUR, "operator_looks", since)

    def operator_is_at_ease(self, since: datetime) -> None:
        """Counts alarms still up after the mail server has recovered and taken a mail."""
        from games.watching import alarms

        if (
            self.post.mood == "accepts"
            and self.post.failing_since is None
            and self.post.taken_at is not None
            and self.post.taken_at > since
        ):
            up = [
                alarm.name
                for alarm in alarms.raised_alarms(alarms.site_state(self.now))
                if alarm.name in ("AlertsStuck", "AlertsRefused")
            ]
            self.figures["operator told without need"] += bool(up)
