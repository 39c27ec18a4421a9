"""Browsers and chats: what they are told, what their owners see when it fails, and when they rest."""

import json
from typing import Any

import pytest
import requests
from django.utils import translation
from django.utils.translation import gettext

from games.alerts import keys, push_and_chat, targets
from games.models import Game, Notice, Target, Trial, User
from tests.games.alerts.conftest import Clock, Internet, PostOffice, owner
from tests.games.helpers import DONE, Player, ok

pytestmark = pytest.mark.django_db
State = Notice.State
HOOK = "https://discord.com/api/webhooks/1/abc"


def test_each_chat_and_program_is_told_in_its_own_way(
    game: Game, richard: Player, saladin: Player, clock: Clock, internet: Internet, post_office: PostOffice
) -> None:
    for kind in ("discord", "slack", "json"):
        targets.add(user=owner(saladin), kind=kind, address=f"{HOOK}/{kind}")
    ok(richard.act(game, DONE))
    clock.wait_and_send()
    clock.wait_and_send(hours=1)
    told = {url.rpartition("/")[2]: more["json"] for url, more in internet.posted}
    assert len(internet.posted) == 3
    link = f"http://127.0.0.1:8000/games/{game.public_id}/"
    mentions: dict[str, Any] = {"parse": []}
    said = f"**Richard – Saladin**: It is your turn. {link}"
    assert told["discord"] == {"content": said, "allowed_mentions": mentions}
    assert told["slack"] == {"text": f"Richard – Saladin: It is your turn. {link}"}
    assert {"kind": "turn", "game": str(game.public_id), "text": "It is your turn."}.items() <= told["json"].items()
    assert len(post_office.to("Saladin")) == 1


def test_a_failure_is_shown_to_its_owner_in_their_language_and_tried_again(
    game: Game, richard: Player, saladin: Player, clock: Clock, internet: Internet, post_office: PostOffice
) -> None:
    User.objects.filter(pk=owner(saladin).pk).update(language="pl")
    target = targets.add(user=owner(saladin), kind="discord", address=HOOK, name="Our channel")
    internet.status = 500
    ok(richard.act(game, DONE))
    clock.wait_and_send()
    target.refresh_from_db()
    with translation.override("pl"):
        said = gettext("The server answered with the error {status}.").format(status=500)
    assert "error" not in said
    assert said in saladin.client.get("/settings/alerts/").content.decode()
    assert "Our channel" not in richard.client.get("/settings/alerts/").content.decode()
    internet.status = 204
    clock.wait_and_send(minutes=2)
    target.refresh_from_db()
    assert (target.failures, target.last_error) == (0, "")
    assert set(Notice.objects.filter(user=owner(saladin)).values_list("state", flat=True)) <= {"sent", "dropped"}


def trouble_of_trial(target: Target) -> str:
    """What its owner reads of a trial; empty if it went well."""
    assert push_and_chat.queue_trial(target)
    push_and_chat.send_due()
    trial = Trial.objects.get(target=target)
    assert trial.state in (State.SENT, State.FAILED)
    return trial.why


def test_an_address_that_is_wrong_for_two_hours_is_stopped_until_a_trial_arrives(
    game: Game, richard: Player, saladin: Player, clock: Clock, internet: Internet, post_office: PostOffice
) -> None:
    target = targets.add(user=owner(saladin), kind="json", address=HOOK)
    internet.status = 404
    ok(richard.act(game, DONE))
    for _ in range(6):
        clock.wait_and_send(minutes=20)
        target.refresh_from_db()
        assert not target.resting
    clock.wait_and_send(minutes=60)
    target.refresh_from_db()
    assert target.resting
    assert b"It takes nothing any more, until a trial arrives" in saladin.client.get("/settings/alerts/").content

    internet.status = 204
    saladin.client.post(f"/settings/alerts/{target.pk}/try/")
    push_and_chat.send_due()
    target.refresh_from_db()
    assert (target.resting, target.failures, target.failure) == (False, 0, "")


def test_an_error_tells_nothing_of_the_network_inside_and_a_redirect_says_so(
    saladin: Player, internet: Internet
) -> None:
    target = targets.add(user=owner(saladin), kind="json", address=HOOK)
    internet.status = 301
    assert "leads elsewhere" in trouble_of_trial(target)
    internet.error = requests.ConnectionError("10.0.0.7 port 443: Connection refused")
    assert trouble_of_trial(target) == "The server could not be reached."


def test_what_leads_inside_or_is_one_too_many_is_refused_where_it_is_given(saladin: Player) -> None:
    for address in ("https://127.0.0.1/x", "http://discord.com/x", "https://printer/x", "gopher://x"):
        answer = saladin.client.post("/settings/alerts/chat/", {"kind": "discord", "address": address})
        assert answer.status_code == 200
        assert b"errorlist" in answer.content
    inside = {"endpoint": "https://127.0.0.1/x", "keys": {"p256dh": "a", "auth": "b"}}
    for body in ({}, [], "x", inside, {"endpoint": 7, "keys": 8}):
        assert subscribe(saladin, body).status_code == 400
    assert not Target.objects.exists()
    for number in range(targets.MOST_TARGETS):
        targets.add(user=owner(saladin), kind="json", address=f"{HOOK}/{number}")
    with pytest.raises(targets.BadTarget):
        targets.add(user=owner(saladin), kind="json", address=f"{HOOK}/more")


def test_only_its_owner_can_remove_or_try_it(saladin: Player, richard: Player, internet: Internet) -> None:
    target = targets.add(user=owner(saladin), kind="discord", address=HOOK)
    assert richard.client.post(f"/settings/alerts/{target.pk}/remove/").status_code == 404
    assert richard.client.post(f"/settings/alerts/{target.pk}/try/").status_code == 404
    assert saladin.client.post(f"/settings/alerts/{target.pk}/remove/").status_code == 302
    assert not Target.objects.exists()
    assert internet.posted == []


# Keys of a browser, as they come with a subscription.
P256DH = "BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM"
AUTH = "tBHItJI5svbpez7KI4CCXg"
SUBSCRIPTION = {
    "endpoint": "https://push.example.org/send/abc",
    "keys": {"p256dh": P256DH, "auth": AUTH},
    "name": "Firefox, Linux",
}


def subscribe(player: Player, body: Any) -> Any:
    return player.client.post("/settings/alerts/browser/", json.dumps(body), content_type="application/json")


def test_a_browser_gets_its_alerts_encrypted_and_signed(
    settings: Any,
    tmp_path: Any,
    game: Game,
    richard: Player,
    saladin: Player,
    clock: Clock,
    internet: Internet,
    post_office: PostOffice,
) -> None:
    settings.VAPID_KEY_FILE = str(tmp_path / "vapid.pem")
    assert subscribe(saladin, SUBSCRIPTION).status_code == 201
    internet.status = 201
    ok(richard.act(game, DONE))
    clock.wait_and_send()
    ((url, more),) = internet.posted
    assert url == "https://push.example.org/send/abc"
    assert more["headers"]["authorization"].startswith("vapid t=")
    assert keys.public_key() in more["headers"]["authorization"]
    assert b"your turn" not in more["data"]
    assert oct((tmp_path / "vapid.pem").stat().st_mode)[-3:] == "600"
    internet.status = 410
    ok(saladin.act(game, DONE))
    clock.wait_and_send()
    target = Target.objects.get()
    assert (target.resting, target.failure) == (True, "gone"), "a browser that has withdrawn is stopped at once"
    assert len(post_office.to("Saladin")) == 2


def test_the_worker_is_served_from_the_root(saladin: Player) -> None:
    answer = saladin.client.get("/worker.js")
    assert answer["Content-Type"] == "text/javascript; charset=utf-8"
    assert b"showNotification" in answer.content
