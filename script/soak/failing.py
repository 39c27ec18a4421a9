"""Transports that fail in every class, for a minute, an hour and a day, in simulated time: what arrives, and who is
told.

Four people, of whom one gets mails alone, one a chat, one a browser, and one all three, are told of three things while
a transport fails: mails, then chats and browsers, then all together. Then the failure ends; owners whom the site has
told act, and what was due has to have arrived everywhere once.
"""

import itertools
import smtplib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from io import BytesIO
from typing import Any

import requests
from django.core.mail.backends.base import BaseEmailBackend

CLASSES = ("later", "address", "gone", "policy", "ours")
LASTING = {"a minute": timedelta(minutes=1), "an hour": timedelta(hours=1), "a day": timedelta(days=1)}
WAYS = (("mail",), ("chat", "push"), ("mail", "chat", "push"))
UNTOLD_AFTER = timedelta(minutes=75)
"""So much later than due without a word on a page or by another way is a person left in the dark."""
NOTICED_WITHIN = {"policy": timedelta(minutes=15), "ours": timedelta(minutes=15), "later": timedelta(minutes=75)}
"""Within so long of mails that do not go out the site has to notice."""
RECOVERY = timedelta(hours=2)


@dataclass
class Transports:
    """What fails at the moment and how, and what each way has taken: identities of alerts by their recipients."""

    failing: frozenset[str] = frozenset()
    how: str = ""
    taken: Counter[tuple[str, str, str]] = field(default_factory=Counter)

    def fails(self, way: str) -> bool:
        return way in self.failing


TRANSPORTS = Transports()


class Backend(BaseEmailBackend):
    """Django's mail backend of a server that fails as it is told."""

    def open(self) -> bool:
        if TRANSPORTS.fails("mail") and TRANSPORTS.how == "ours":
            raise smtplib.SMTPHeloError(501, b"5.5.4 Invalid domain name")
        return True

    def send_messages(self, messages: Any) -> int:
        for message in messages:
            if TRANSPORTS.fails("mail"):
                raise _of_mail(message.to[0])
            TRANSPORTS.taken["mail", message.to[0], message.extra_headers["Message-ID"]] += 1
        return len(messages)


def _of_mail(to: str) -> smtplib.SMTPException:
    if TRANSPORTS.how == "policy":
        return smtplib.SMTPDataError(550, b"5.7.26 Unauthenticated mail is not accepted: DMARC")
    answer = (451, b"4.3.0 try later") if TRANSPORTS.how == "later" else (550, b"5.1.1 There is nobody")
    return smtplib.SMTPRecipientsRefused({to: answer})


STATUS = {
    "chat": {"later": 503, "address": 404, "gone": 410, "policy": 403, "ours": 413},
    "push": {"later": 503, "address": 301, "gone": 410, "policy": 403, "ours": 400},
}


def answer_of(target: Any, message: Any) -> requests.Response:
    """Takes the place of the request to a chat or push service."""
    way = "push" if target.kind == "push" else "chat"
    answer = requests.Response()
    answer.raw = BytesIO(b"<html>blocked" if TRANSPORTS.how == "policy" else b"")
    answer.status_code = STATUS[way][TRANSPORTS.how] if TRANSPORTS.fails(way) else 204
    if not TRANSPORTS.fails(way):
        for one in message.get("alerts", [message]):
            TRANSPORTS.taken[way, target.address, one["id"]] += 1
    return answer


@dataclass
class Verdict:
    """What went wrong, by scenario; and how much was looked at."""

    figures: Counter[str] = field(default_factory=Counter)
    faults: Counter[str] = field(default_factory=Counter)
    where: dict[str, set[str]] = field(default_factory=dict)

    def wrong(self, what: str, scenario: str, number: int = 1) -> None:
        if number:
            self.faults[what] += number
            self.where.setdefault(what, set()).add(scenario)


FAULTS = ("due alerts lost", "sent twice", "owners untold", "operator untold")


class Trial:
    """One scenario after the other in one database, whose clock goes on."""

    def __init__(self, traveller: Any, now: datetime) -> None:
        self.traveller, self.now = traveller, now
        self.verdict, self.numbers = Verdict(), itertools.count(1)

    def run(self) -> Verdict:
        for ways, how, (name, lasting) in itertools.product(WAYS, CLASSES, LASTING.items()):
            if not (ways == ("mail",) and how == "gone"):  # mail has no such answer
                self._scenario(ways, how, name, lasting)
        return self.verdict

    def _scenario(self, ways: tuple[str, ...], how: str, name: str, lasting: timedelta) -> None:
        from django.core.cache import cache

        from games.models import Notice

        cache.clear()
        scenario = f"{'+'.join(ways)}, {how}, {name}"
        people = list(self._people())
        TRANSPORTS.failing, TRANSPORTS.how, TRANSPORTS.taken = frozenset(ways), how, Counter()
        begun = self.now
        self._alert(people, 2)
        untold: set[int] = set()
        noticed: datetime | None = None
        half = begun + lasting / 2
        while self.now < begun + lasting:
            self._step(_tick(lasting))
            if half is not None and self.now >= half:
                self._alert(people, 1)
                half = None
            untold |= {user.pk for user in people if self._is_in_the_dark(user)}
            noticed = noticed or (self.now if self._is_noticed() else None)
        if half is not None:
            self._alert(people, 1)
        self.verdict.wrong("owners untold", scenario, len(untold))
        self._judge_operator(scenario, ways, how, lasting, begun, noticed)
        TRANSPORTS.failing = frozenset()
        self._owners_act(people)
        end = self.now + RECOVERY
        while self.now < end:
            self._step(timedelta(minutes=5))
        self._judge(scenario, list(Notice.objects.filter(user__in=people).select_related("user", "target")))
        for user in people:
            user.alert_targets.all().delete()
        self.verdict.figures["scenarios"] += 1

    def _people(self) -> Iterator[Any]:
        from allauth.account.models import EmailAddress

        from games.alerts import targets
        from games.models import User

        for ways in (("mail",), ("chat",), ("push",), ("mail", "chat", "push")):
            number = next(self.numbers)
            user = User.objects.create(
                username=f"Reader{number:04}", email=f"reader{number:04}@example.org", language="en"
            )
            EmailAddress.objects.create(user=user, email=user.email, verified="mail" in ways, primary=True)
            for way in ways:
                if way != "mail":
                    kind = "push" if way == "push" else "discord"
                    targets.add(user=user, kind=kind, address=f"https://{way}.example.org/{number}", name=way)
            yield user

    def _alert(self, people: list[Any], number: int) -> None:
        from games.models import Game, Notice, Target
        from games.services.lobby import lobby

        game: Game = Game.objects.first() or lobby.create_game(user=people[0], side="frank", unlimited=True).game
        for user, _time in itertools.product(people, range(number)):
            # Not by `notices.queue`, which leaves out what says the same as one that waits.
            turn, data = next(self.numbers), {"offer": "rematch", "from": "Guy"}
            for target in (None, *Target.objects.filter(user=user)):
                about = {"game": game, "kind": "offer", "turn": turn, "data": data}
                Notice.objects.create(user=user, target=target, due_at=self.now, created_at=self.now, **about)

    def _step(self, passing: timedelta) -> None:
        from games.alerts import account_mails, outbox, push_and_chat

        self.now += passing
        self.traveller.move_to(self.now)
        outbox.recover()
        for key in outbox.due_digests():
            outbox.deliver_digest(key)
        for pk in outbox.due_singles():
            outbox.deliver(pk)
        push_and_chat.send_due()
        account_mails.deliver_due()
        self.verdict.figures["looks of the worker"] += 1

    def _is_in_the_dark(self, user: Any) -> bool:
        """Whether something is overdue for this person that no page says and nothing else brought."""
        from games.models import Notice

        user.refresh_from_db()
        late = (
            Notice.objects.filter(user=user, created_at__lt=self.now - UNTOLD_AFTER)
            .exclude(why="no-address")
            .exclude(state="sent")
        )
        arrived = set(Notice.objects.filter(user=user, state="sent").values_list("turn", flat=True))
        return any(turn not in arrived for turn in late.values_list("turn", flat=True)) and not self._is_told(user)

    def _is_told(self, user: Any) -> bool:
        from games.alerts import bounces, delivery_problems

        stopped = bounces.is_stopped(user, user.email) or bounces.late_since(user, user.email) is not None
        return bool(delivery_problems.unread_failures(user)) or stopped or bool(user.mail_trouble.get("failures"))

    def _is_noticed(self) -> bool:
        from games.watching import health

        return health.outbox_state(self.now).state not in ("ok", "late")

    def _judge_operator(
        self,
        scenario: str,
        ways: tuple[str, ...],
        how: str,
        lasting: timedelta,
        begun: datetime,
        noticed: datetime | None,
    ) -> None:
        within = NOTICED_WITHIN.get(how)
        if (
            "mail" in ways
            and within is not None
            and lasting > within
            and (noticed is None or noticed - begun > within + _tick(lasting))
        ):
            self.verdict.wrong("operator untold", scenario)

    def _owners_act(self, people: list[Any]) -> None:
        """Owners whom a page tells do what it says: they try a chat again, or have mails sent again."""
        from games.alerts import bounces, delivery_problems, outbox, push_and_chat

        for user in people:
            user.refresh_from_db()
            stopped = {line.name for line in delivery_problems.unread_failures(user) if line.stopped}
            for target in user.alert_targets.filter(resting=True, name__in=stopped):
                push_and_chat.queue_trial(target)
                push_and_chat.send_due()
            if bounces.is_stopped(user, user.email):
                bounces.try_again(user)
                outbox.requeue_unmailed(user)

    def _judge(self, scenario: str, notices: list[Any]) -> None:
        from games.people.mail import confirmed_address

        for notice in notices:
            if notice.target is None and confirmed_address(notice.user) is None:
                continue
            times = TRANSPORTS.taken[_identity(notice)]
            self.verdict.figures["due alerts"] += 1
            self.verdict.wrong("due alerts lost", scenario, int(times == 0))
            self.verdict.wrong("sent twice", scenario, max(0, times - 1))


def _tick(lasting: timedelta) -> timedelta:
    return max(timedelta(seconds=15), lasting / 96)


def _identity(notice: Any) -> tuple[str, str, str]:
    from games.links import domain

    if notice.target is None:
        return "mail", notice.user.email, f"<alert-{notice.token.hex}@{domain()}>"
    return "push" if notice.target.kind == "push" else "chat", notice.target.address, notice.token.hex
