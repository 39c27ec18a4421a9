"""Addresses of browsers and chats that fail for a while: they rest, are tried again by themselves, and what waited
arrives.
"""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import requests
from django.urls import reverse
from django.utils import timezone

from games.alerts import push_and_chat, targets
from games.models import Game, Notice, Target
from tests.games.alerts.conftest import Clock, Internet, PostOffice, answered, owner
from tests.games.helpers import DONE, Player, ok

pytestmark = pytest.mark.django_db
State = Notice.State
HOOK = "https://discord.com/api/webhooks/1/abc"


def alert(player: Player, game: Game, number: int = 1, first: int = 0) -> None:
    """Queues so many alerts of offers, due at once."""
    for turn in range(first, first + number):
        for target in (None, *Target.objects.filter(user=owner(player))):
            offer = {"offer": "rematch"}
            now = timezone.now()
            Notice.objects.create(
                user=owner(player),
                game=game,
                kind="offer",
                turn=turn,
                data=offer,
                target=target,
                due_at=now,
                created_at=now,
            )


def states(player: Player) -> list[str]:
    return list(
        Notice.objects.filter(user=owner(player), target__isnull=False).order_by("pk").values_list("state", flat=True)
    )


class Limited:
    """A chat with Discord's own limit: five messages in two seconds, then 429."""

    def __init__(self, clock: Clock, says_what_is_left: bool) -> None:
        self.clock, self.says = clock, says_what_is_left
        self.taken: list[Any] = []
        self.refused = 0

    def post(self, session: Any, method: str, url: str, **more: Any) -> requests.Response:
        now = timezone.now()
        recent = [moment for moment, _body in self.taken if now - moment < timedelta(seconds=2)]
        if len(recent) >= 5:
            self.refused += 1
            return answered(429, b'{"message": "You are being rate limited.", "retry_after": 1.4}', Retry_After="2")
        self.taken.append((now, more["json"]))
        left = {"X_RateLimit_Remaining": str(4 - len(recent)), "X_RateLimit_Reset_After": "2.0"} if self.says else {}
        return answered(204, **left)


def test_ten_alerts_at_once_arrive_at_a_chat_that_takes_five_in_two_seconds(
    game: Game, saladin: Player, clock: Clock, internet: Internet
) -> None:
    target = targets.add(user=owner(saladin), kind="discord", address=HOOK)
    for says_what_is_left in (True, False):
        chat = Limited(clock, says_what_is_left)
        internet.post = chat.post  # type: ignore[method-assign]
        alert(saladin, game, 10, first=0 if says_what_is_left else 20)
        for _ in range(6):
            push_and_chat.send_due()
            clock.forward(seconds=1)
        assert len(chat.taken) == 10
        assert chat.refused == (0 if says_what_is_left else 1)
        target.refresh_from_db()
        assert (target.resting, target.failures, target.failure) == (False, 0, "")
        clock.forward(hours=1)


def test_several_people_with_the_same_webhook_are_told_one_after_the_other(
    game: Game, new_player: Callable[[str], Player], clock: Clock, internet: Internet
) -> None:
    chat = Limited(clock, False)
    internet.post = chat.post  # type: ignore[method-assign]
    for number in range(8):
        player = new_player(f"Guy{number}")
        targets.add(user=owner(player), kind="discord", address=HOOK)
        alert(player, game)
    for _ in range(5):
        push_and_chat.send_due()
        clock.forward(seconds=1)
    assert len(chat.taken) == 8
    assert chat.refused <= 1


@pytest.mark.parametrize(
    ("trouble", "outage"),
    [
        (503, timedelta(minutes=1)),
        (503, timedelta(days=1)),
        (404, timedelta(hours=1)),
        (404, timedelta(days=1)),
    ],
)
def test_after_an_outage_what_waited_arrives_by_itself_or_is_said_in_one_message(
    trouble: int,
    outage: timedelta,
    game: Game,
    richard: Player,
    saladin: Player,
    clock: Clock,
    internet: Internet,
) -> None:
    target = targets.add(user=owner(saladin), kind="discord", address=HOOK)
    internet.status = trouble
    ok(richard.act(game, DONE))
    alert(saladin, game, 4)
    for _ in range(8):
        clock.wait_and_send(seconds=outage.total_seconds() / 8)
    tried = len(internet.posted)
    internet.status = 204
    if trouble == 404 and outage > timedelta(hours=1):
        assert Target.objects.get().resting, "believed: its owner has to act"
        push_and_chat.queue_trial(target)
        push_and_chat.send_due()
    for _ in range(4):
        clock.wait_and_send(minutes=32)
    assert set(states(saladin)) == {State.SENT}
    said = " ".join(more["json"]["content"] for _url, more in internet.posted[tried:])
    assert "your turn" in said
    if outage > timedelta(hours=1):
        assert "5 alerts have waited for you here. It is your turn in 1 game." in said
    target.refresh_from_db()
    assert (target.resting, target.failures) == (False, 0)


def test_a_server_in_an_outage_is_asked_seldom_and_not_before_it_says(
    game: Game, saladin: Player, clock: Clock, internet: Internet
) -> None:
    for number, (kind, status, header, asked) in enumerate(
        (
            ("slack", 503, None, 7),  # in an hour
            ("json", 503, "0", 7),
            ("json", 429, "3500", 1),
            ("json", 429, (timezone.now() + timedelta(hours=3, seconds=3500)).strftime("%a, %d %b %Y %H:%M:%S GMT"), 1),
        )
    ):
        Target.objects.all().delete()
        targets.add(user=owner(saladin), kind=kind, address=f"{HOOK}/{number}")
        internet.status, internet.headers = status, {"Retry_After": header} if header else {}
        internet.posted.clear()
        alert(saladin, game, 2, first=10 * number)
        for _ in range(11):
            push_and_chat.send_due()
            clock.forward(minutes=5)
        assert 1 <= len(internet.posted) <= asked, (status, header)
        if asked == 1:
            internet.status = 204
            clock.forward(seconds=220)
            push_and_chat.send_due()
            assert len(internet.posted) == 3
            clock.forward(seconds=80)
        else:
            clock.forward(minutes=5)


def test_a_program_gets_each_of_the_alerts_that_waited(
    game: Game, saladin: Player, clock: Clock, internet: Internet
) -> None:
    targets.add(user=owner(saladin), kind="json", address=HOOK)
    internet.status = 503
    alert(saladin, game, 5)
    push_and_chat.send_due()
    internet.status = 204
    clock.forward(hours=1)
    push_and_chat.send_due()
    told = internet.posted[-1][1]["json"]
    assert told["kind"] == "waiting"
    assert len({one["id"] for one in told["alerts"]}) == 5
    assert {one["kind"] for one in told["alerts"]} == {"offer"}


def test_what_comes_up_while_an_address_takes_nothing_waits_for_it_two_weeks(
    game: Game, richard: Player, saladin: Player, clock: Clock, internet: Internet, post_office: PostOffice
) -> None:
    target = targets.add(user=owner(saladin), kind="discord", address=HOOK)
    internet.status = 410
    alert(saladin, game)
    push_and_chat.send_due()
    target.refresh_from_db()
    assert target.resting
    clock.forward(days=10)
    ok(richard.act(game, DONE))
    clock.wait_and_send(days=3)
    assert push_and_chat.drop_stale() == 0
    assert set(states(saladin)) == {State.RETRY, State.QUEUED}
    assert "waits, since nothing can be sent this way" in saladin.client.get(reverse("my-alerts")).content.decode()
    clock.forward(days=2)
    assert push_and_chat.drop_stale() == 1
    internet.status = 204
    push_and_chat.queue_trial(target)
    push_and_chat.send_due()
    assert sorted(states(saladin)) == [State.DROPPED, State.SENT]
    assert [more["json"]["content"] for _url, more in internet.posted][-1].startswith(
        "**Richard – Saladin**: It is your turn."
    )


def test_what_is_done_meanwhile_is_not_told_afterwards(
    game: Game, richard: Player, saladin: Player, clock: Clock, internet: Internet, post_office: PostOffice
) -> None:
    targets.add(user=owner(saladin), kind="discord", address=HOOK)
    internet.status = 503
    ok(richard.act(game, DONE))
    clock.wait_and_send()
    (waiting,) = Notice.objects.filter(user=owner(saladin), target__isnull=False)
    assert waiting.state == State.RETRY
    ok(saladin.act(game, DONE))
    waiting.refresh_from_db()
    assert (waiting.state, waiting.why) == (State.DROPPED, "taken")
    clock.wait_and_send(hours=1)
    waiting.refresh_from_db()
    assert waiting.state == State.DROPPED
