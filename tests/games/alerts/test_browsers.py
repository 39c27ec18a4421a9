"""A browser belongs to a session: nobody's alerts show on the screen of who comes after them."""

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.alerts import push_and_chat, targets
from games.models import Game, Notice, Sanction, StaffAction, Target, User
from games.people import sanctions
from games.services.alerts import notices
from games.services.alerts.kinds.offers import OfferOfRematch
from tests.games.alerts.conftest import Clock, answered, owner
from tests.games.helpers import Player

pytestmark = pytest.mark.django_db
ENDPOINT = "https://push.example.org/send/abc"
PASSWORD = "acre-jaffa-tyre-1191"


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """What the browser shows."""
    found: list[dict[str, Any]] = []

    def push(target: Target, message: dict[str, Any]) -> Any:
        found.append(message)
        return answered(201)

    monkeypatch.setattr(targets, "_push_to_browser", push)
    return found


@pytest.fixture
def saladin(new_player: Callable[[str], Player]) -> Player:
    player = new_player("Saladin")
    assert player.user is not None
    player.user.set_password(PASSWORD)
    player.user.save()
    return player


def log_in(player: Player, browser: Client | None = None) -> Client:
    browser = browser or Client()
    browser.force_login(owner(player))
    return browser


def subscribe(browser: Client, endpoint: str = ENDPOINT, **more: str) -> None:
    body = {"endpoint": endpoint, "keys": {"p256dh": "x", "auth": "y"}, "name": "Firefox, Linux", **more}
    assert (
        browser.post("/settings/alerts/browser/", json.dumps(body), content_type="application/json").status_code == 201
    )


def look_in(browser: Client, endpoint: str = ENDPOINT) -> int:
    """What a page tells the site where there is a subscription."""
    return browser.post(
        "/settings/alerts/browser/here/", json.dumps({"endpoint": endpoint}), content_type="application/json"
    ).status_code


def alert(player: Player, game: Game, turn: int = 1) -> None:
    """Creates alerts of an offer, due now, and sends them: `notices.queue` would leave out the second, which says the
    same as the first.
    """
    now = timezone.now()
    for target in (None, *Target.objects.filter(user=owner(player))):
        about = {"game": game, "kind": "offer", "turn": turn, "data": {"offer": "rematch"}}
        Notice.objects.create(user=owner(player), target=target, due_at=now, created_at=now, **about)
    push_and_chat.send_due()


def titles(shown: list[dict[str, Any]]) -> list[str]:
    return [message["kind"] for message in shown]


def logs_out(browser: Client, player: Player) -> None:
    browser.post(reverse("logout"))


def logs_in_as_another(browser: Client, player: Player) -> None:
    browser.force_login(User.objects.get(username="Richard"))


def changes_the_password_elsewhere(browser: Client, player: Player) -> None:
    user = owner(player)
    user.set_password("another password 1192")
    user.save()


def ends_the_session_elsewhere(browser: Client, player: Player) -> None:
    Session.objects.get(pk=browser.session.session_key).delete()


def lets_the_session_expire(browser: Client, player: Player) -> None:
    Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))


def lets_the_session_expire_and_be_cleared(browser: Client, player: Player) -> None:
    lets_the_session_expire(browser, player)
    Session.objects.filter(expire_date__lt=timezone.now()).delete()


def is_banned(browser: Client, player: Player) -> None:
    action = StaffAction.objects.create(actor=User.objects.get(username="Richard"), kind="ban")
    Sanction.objects.create(person=owner(player), kind=sanctions.BAN, until=None, action=action)


ENDS = (
    logs_out,
    logs_in_as_another,
    changes_the_password_elsewhere,
    ends_the_session_elsewhere,
    lets_the_session_expire,
    lets_the_session_expire_and_be_cleared,
)


@pytest.mark.parametrize("end", ENDS)
def test_a_browser_shows_nothing_more_of_whoever_is_not_logged_in_there_and_all_that_waited_when_they_are_again(
    end: Callable[[Client, Player], None],
    game: Game,
    richard: Player,
    saladin: Player,
    clock: Clock,
    shown: list[dict[str, Any]],
) -> None:
    browser = log_in(saladin)
    subscribe(browser)
    alert(saladin, game)
    assert titles(shown) == ["offer"]
    end(browser, saladin)
    alert(saladin, game, 2)
    push_and_chat.send_due()
    assert titles(shown)[1:] in ([], ["alerts"])
    assert all("Richard" not in message["text"] for message in shown[1:])
    if "expire" in end.__name__ or "password" in end.__name__:
        assert "You are logged out here." in shown[-1]["text"], "who did not do it themselves there is told"
    before = len(shown)
    assert look_in(log_in(saladin)) == 204
    push_and_chat.send_due()
    assert titles(shown)[before:] == ["offer"]


def test_who_logs_in_after_somebody_gets_their_own_alerts_only(
    game: Game, richard: Player, saladin: Player, clock: Clock, shown: list[dict[str, Any]]
) -> None:
    browser = log_in(saladin)
    subscribe(browser)
    # The cookie alone is gone, as when it is deleted: the session goes on.
    other = log_in(richard)
    assert look_in(other) == 404
    assert look_in(other, "https://push.example.org/send/unknown") == 404
    alert(saladin, game)
    assert shown == []
    subscribe(other)
    alert(richard, game, 2)
    alert(saladin, game, 3)
    assert len(shown) == 1
    assert Target.objects.get(user=owner(richard)).asleep is False
    assert Target.objects.get(user=owner(saladin)).asleep is True
    assert "You are logged out there" in log_in(saladin).get("/settings/alerts/").content.decode()
    assert look_in(log_in(saladin), "https://push.example.org/send/unknown") == 404
    alert(richard, game, 4)
    assert len(shown) == 2, "which puts nobody else's browser to sleep"


def test_a_banned_player_s_browser_rests(
    game: Game, richard: Player, saladin: Player, clock: Clock, shown: list[dict[str, Any]]
) -> None:
    subscribe(log_in(saladin))
    is_banned(Client(), saladin)
    notices.queue(user=owner(saladin), game=game, alert=OfferOfRematch(), turn=1, grace=timedelta(0))
    push_and_chat.send_due()
    assert [message["kind"] for message in shown] in ([], ["alerts"])


def test_a_new_subscription_takes_over_what_waits_for_the_old_one(
    game: Game,
    richard: Player,
    saladin: Player,
    clock: Clock,
    shown: list[dict[str, Any]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    browser = log_in(saladin)
    subscribe(browser)
    working = targets._push_to_browser
    monkeypatch.setattr(targets, "_push_to_browser", lambda target, message: answered(410))
    alert(saladin, game)
    monkeypatch.setattr(targets, "_push_to_browser", working)
    subscribe(browser, "https://push.example.org/send/new", before=ENDPOINT)
    push_and_chat.send_due()
    assert titles(shown) == ["offer"]
    assert Target.objects.get().address.endswith("new")
    assert Notice.objects.filter(user=owner(saladin), target__isnull=False).count() == 1


def look_in_anew(browser: Client, endpoint: str, before: str, **more: object) -> int:
    """What a page tells the site whose browser has replaced its subscription."""
    body = {"endpoint": endpoint, "keys": {"p256dh": "x", "auth": "z"}, "before": before, **more}
    return browser.post("/settings/alerts/browser/here/", json.dumps(body), content_type="application/json").status_code


def test_a_subscription_that_a_browser_replaced_by_itself_goes_on_and_nobody_takes_over_another_s(
    game: Game, richard: Player, saladin: Player, shown: list[dict[str, Any]]
) -> None:
    browser = log_in(saladin)
    subscribe(browser)
    assert look_in_anew(log_in(richard), ENDPOINT + "2", ENDPOINT) == 404
    assert look_in_anew(browser, ENDPOINT + "2", ENDPOINT + "3") == 404
    assert look_in_anew(browser, "http://127.0.0.1/", ENDPOINT) == 400
    assert look_in_anew(browser, ENDPOINT + "2", ENDPOINT, keys=["p256dh"]) == 400
    for body in ("", "x", "[]", "{}", json.dumps({"endpoint": "x" * 9000})):
        answer = browser.post("/settings/alerts/browser/here/", body, content_type="application/json")
        assert answer.status_code == 400
    assert Target.objects.get().address == ENDPOINT
    assert look_in_anew(browser, ENDPOINT + "2", ENDPOINT) == 204
    target = Target.objects.get()
    assert (target.address, target.keys["auth"], target.name) == (ENDPOINT + "2", "z", "Firefox, Linux")
    alert(saladin, game)
    assert titles(shown) == ["offer"]
