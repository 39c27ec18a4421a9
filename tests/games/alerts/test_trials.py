"""Trials and alerts to browsers and chats are sent by a worker, side by side, and a person whose addresses hang
hinders nobody else.
"""

import threading
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import requests
import time_machine
from django.db import IntegrityError, transaction
from django.utils import timezone

from games.alerts import guard, push_and_chat, targets
from games.models import Game, Notice, Target, Trial
from games.services.alerts import notices
from games.services.alerts.kinds.messages import Message
from tests.games.alerts.conftest import Internet, NameServer, answered, owner
from tests.games.helpers import Player

pytestmark = pytest.mark.django_db
State = Trial.State
PAGE = "/settings/alerts/"
HOOK = "https://chat.example.org/hook"


def add(player: Player, number: int = 1, kind: str = "json") -> Target:
    return targets.add(user=owner(player), kind=kind, address=f"{HOOK}/{number}")


def try_out(player: Player, target: Target) -> Any:
    return player.client.post(f"{PAGE}{target.pk}/try/", follow=True)


def page_of(player: Player) -> str:
    return str(player.client.get(PAGE).content.decode())


# --- in the request
# -------------------------------------------------------------------------------------------------------------


def test_posts_of_addresses_whose_names_nobody_knows_keep_nobody_waiting(
    saladin: Player, richard: Player, name_server: NameServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guard, "RESOLVE_SECONDS", 0.1)
    for _ in range(3):
        answer = saladin.client.post(f"{PAGE}chat/", {"kind": "json", "address": "https://silent.example.org/hook"})
        assert answer.status_code == 302
    assert richard.client.get(PAGE).status_code == 200
    assert name_server.asked == []
    push_and_chat.send_due()
    assert name_server.asked == ["silent.example.org. AAAA"]
    assert "The trial did not arrive: The server did not answer in time." in page_of(saladin)


@pytest.mark.databases
def test_a_person_has_one_trial_under_way_whichever_address_it_is_of(
    saladin: Player, richard: Player, internet: Internet
) -> None:
    first, second, other = add(saladin, 1), add(saladin, 2), add(richard)
    try_out(saladin, first)
    for target in (first, second):
        assert b"A trial is under way already." in try_out(saladin, target).content
    form = {"kind": "discord", "address": f"{HOOK}/3", "name": "Our channel"}
    page = saladin.client.post(f"{PAGE}chat/", form, follow=True).content.decode()
    for said in ("Saved.", "A trial is under way already.", "Our channel"):
        assert said in page, "an address that is given meanwhile is kept"
    with pytest.raises(IntegrityError), transaction.atomic():
        Trial.objects.create(user=owner(saladin), target=second, due_at=timezone.now())
    try_out(richard, other)
    push_and_chat.send_due()
    assert sorted(url for url, _ in internet.posted) == [f"{HOOK}/1", f"{HOOK}/1"]
    assert set(Trial.objects.values_list("target", flat=True)) == {first.pk, other.pk}


def test_trials_have_a_rate_of_their_own(saladin: Player, richard: Player, internet: Internet, settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"trial": "2/10m/user"}
    target, other = add(saladin), add(richard)
    for _ in range(2):
        assert b"These were many trials" not in try_out(saladin, target).content
        push_and_chat.send_due()
    assert b"These were many trials. No further one was sent: wait a few minutes." in try_out(saladin, target).content
    assert b"These were many trials" not in try_out(richard, other).content
    push_and_chat.send_due()
    assert len(internet.posted) == 3


# --- what its owner sees
# --------------------------------------------------------------------------------------------------------


def test_the_page_says_that_a_trial_is_on_its_way_and_then_what_came_of_it(saladin: Player, internet: Internet) -> None:
    saladin.client.post(f"{PAGE}chat/", {"kind": "json", "address": HOOK, "name": "Our channel"})
    page = page_of(saladin)
    assert "A trial is on its way" in page
    assert "data-under-way" in page
    assert "<button disabled>Try it</button>" in page
    push_and_chat.send_due()
    page = page_of(saladin)
    assert "A trial was sent. Look whether it has arrived." in page
    assert "data-under-way" not in page
    assert "<button>Try it</button>" in page

    internet.status = 404
    try_out(saladin, Target.objects.get())
    push_and_chat.send_due()
    assert page_of(saladin).count("The server answered with the error 404.") == 1
    with time_machine.travel(timezone.now() + timedelta(hours=2)):
        assert "The trial did not arrive" not in page_of(saladin), "later it is one failure among others"
        assert "The server answered with the error 404." in page_of(saladin)


def test_a_trial_that_nobody_sends_for_minutes_hinders_neither_the_page_nor_the_next_one(
    saladin: Player, internet: Internet
) -> None:
    target = add(saladin)
    try_out(saladin, target)
    with time_machine.travel(timezone.now() + timedelta(minutes=6)):
        page = page_of(saladin)
        assert "The trial could not be sent for minutes. Try it again later." in page
        assert "<button disabled>" not in page
        try_out(saladin, target)
        push_and_chat.send_due()
        assert len(internet.posted) == 1
        push_and_chat.queue_trial(target)
        Trial.objects.filter(state=State.QUEUED).update(created_at=timezone.now() - timedelta(minutes=6))
        push_and_chat.send_due()
    assert len(internet.posted) == 1, "it comes late rather never than after minutes"
    late = Trial.objects.latest("pk")
    assert (late.state, late.why) == (State.FAILED, "It could not be sent for minutes.")


def test_who_tries_a_browser_that_has_withdrawn_or_meets_a_fault_of_ours_is_told_so(
    saladin: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(targets, "_push_to_browser", lambda target, message: answered(410))
    target = add(saladin, kind="push")
    try_out(saladin, target)
    push_and_chat.send_due()
    assert "The trial did not arrive: The browser takes no alerts any more." in page_of(saladin)
    target.refresh_from_db()
    assert target.resting
    monkeypatch.setattr(targets, "_post_to_webhook", lambda target, message: {}["none"])
    try_out(saladin, add(saladin, 2))
    push_and_chat.send_due()
    assert "The trial did not arrive: It could not be sent." in page_of(saladin)


# --- side by side
# ---------------------------------------------------------------------------------------------------------------


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The owners of the addresses in the order in which these were written to."""
    found: list[int] = []

    def post(target: Target, message: dict[str, str]) -> requests.Response:
        found.append(target.user_id)
        return answered(204)

    monkeypatch.setattr(targets, "_post_to_webhook", post)
    return found


def test_whoever_has_many_addresses_goes_before_nobody(
    game: Game, richard: Player, saladin: Player, told: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(targets.MOST_TARGETS):
        add(saladin, number)
    add(richard)
    for player in (saladin, richard):
        notices.queue(user=owner(player), game=game, alert=Message(), turn=1, grace=timedelta(0))
    with monkeypatch.context() as patch:
        patch.setattr(push_and_chat, "A_RUN", -1.0)
        push_and_chat.send_due()
        assert sorted(told) == sorted([owner(richard).pk, owner(saladin).pk])
        push_and_chat.send_due()
        assert len(told) == 3, "what is left follows, one at a time"
    push_and_chat.send_due()
    assert len(told) == targets.MOST_TARGETS + 1, "in a run that is not held up, all of it"
    assert not Notice.objects.filter(target__isnull=False).exclude(state=State.SENT).exists()


def test_several_people_are_written_to_side_by_side(
    new_player: Callable[[str], Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each waits for all of the others: one after the other, nobody would ever be done."""
    together = threading.Barrier(push_and_chat.PEOPLE_AT_ONCE)
    monkeypatch.setattr(targets, "_post_to_webhook", lambda target, message: answered(200 + 0 * together.wait(20)))
    for number in range(push_and_chat.PEOPLE_AT_ONCE):
        push_and_chat.queue_trial(add(new_player(f"Guy{number}"), number))
    push_and_chat.send_due()
    assert set(Trial.objects.values_list("state", flat=True)) == {State.SENT}


def test_of_two_workers_one_writes_to_addresses_and_another_takes_over_from_one_that_died(
    saladin: Player, told: list[int]
) -> None:
    push_and_chat.queue_trial(add(saladin))
    with push_and_chat.named_lock("outside", 60):
        push_and_chat.send_due()
    assert told == []
    list(push_and_chat._claim_parcels())
    push_and_chat.send_due()
    assert told == []
    Trial.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    push_and_chat.send_due()
    assert told == [owner(saladin).pk]
