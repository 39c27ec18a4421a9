"""An address that refuses mails for good: alerts to it stop, its owner reads of it on every page, and nobody else
does.
"""

import base64
import json
from typing import Any

import pytest
from allauth.account.signals import email_confirmed
from anymail.message import AnymailRecipientStatus
from django.test import Client

from games.alerts import bounces
from games.models import Game, Notice
from tests.games.alerts.conftest import Clock, PostOffice, owner
from tests.games.helpers import DONE, Player, ok

pytestmark = pytest.mark.django_db
NO_SUCH = "550 5.1.1 There is no saladin here"
BANNER = "refuses them. Games can be lost by time"


def one_more_alert(game: Game, player: Player, clock: Clock, number: int) -> Notice:
    """A message that the person has not read, and two hours."""
    Notice.objects.filter(user=player.user, kind="message").delete()
    notice = Notice.objects.create(user=owner(player), game=game, kind="message", turn=number, due_at=game.created_at)
    clock.wait_and_send(hours=2)
    notice.refresh_from_db()
    return notice


def test_after_three_refusals_hours_apart_alerts_to_an_address_stop(
    game: Game,
    saladin: Player,
    clock: Clock,
    post_office: PostOffice,
) -> None:
    post_office.to_recipient = NO_SUCH
    whys = [one_more_alert(game, saladin, clock, number).why for number in range(5)]
    assert whys == [NO_SUCH, NO_SUCH, NO_SUCH, "stopped", "stopped"]
    post_office.to_recipient = "250 OK"
    assert one_more_alert(game, saladin, clock, 9).why == "stopped"
    assert post_office.accepted == []


def test_refusals_within_an_hour_count_once(game: Game, saladin: Player, clock: Clock, post_office: PostOffice) -> None:
    """A mail server that is wrongly set up for some minutes refuses everything meanwhile."""
    for _ in range(9):
        bounces.note_permanent_failure(user=owner(saladin), address="saladin@example.org", error=NO_SUCH)
        clock.forward(minutes=5)
    assert owner(saladin).mail_trouble["failures"] == 1


def test_a_refusal_of_one_mail_is_not_held_against_the_address(
    game: Game, saladin: Player, clock: Clock, post_office: PostOffice
) -> None:
    post_office.to_data = "554 5.7.1 This looks like spam"
    assert one_more_alert(game, saladin, clock, 1).failure == "policy"
    assert owner(saladin).mail_trouble == {}


def test_a_mail_that_is_taken_in_between_begins_the_count_anew(
    game: Game,
    saladin: Player,
    clock: Clock,
    post_office: PostOffice,
) -> None:
    for answer in (NO_SUCH, NO_SUCH, "250 OK", NO_SUCH, NO_SUCH):
        post_office.to_recipient = answer
        one_more_alert(game, saladin, clock, 1)
    assert owner(saladin).mail_trouble["failures"] == 2


def stop(player: Player, **more: Any) -> None:
    bounces.note_permanent_failure(
        user=owner(player), address="saladin@example.org", error=NO_SUCH, at_once=True, **more
    )


def test_every_page_tells_the_owner_at_its_top_and_nobody_else(game: Game, saladin: Player, richard: Player) -> None:
    error = f"{NO_SUCH} <script>alert(1)</script>"
    bounces.note_permanent_failure(user=owner(saladin), address="saladin@example.org", error=error, at_once=True)
    for path in ("/games/", "/settings/", "/lobby/", "/help/", f"/games/{game.public_id}/"):
        page = saladin.client.get(path).content.decode()
        assert BANNER in page
        assert "There is no saladin here" in page
        assert "<script>alert(1)" not in page, "what a server said is text"
        assert BANNER not in richard.client.get(path).content.decode()
    ok(richard.act(game, DONE))


def test_the_owner_can_have_mails_sent_again_and_the_next_refusal_stops_them(
    game: Game,
    saladin: Player,
    clock: Clock,
    post_office: PostOffice,
) -> None:
    stop(saladin)
    answer = saladin.client.post("/settings/alerts/mail/", follow=True).content.decode()
    assert "Mails go out again." in answer
    assert BANNER not in answer
    post_office.to_recipient = NO_SUCH
    assert one_more_alert(game, saladin, clock, 1).why == NO_SUCH
    assert BANNER in saladin.client.get("/settings/").content.decode()
    saladin.client.post("/settings/alerts/mail/")
    post_office.to_recipient = "250 OK"
    assert one_more_alert(game, saladin, clock, 2).state == Notice.State.SENT
    assert owner(saladin).mail_trouble == {}


@pytest.mark.parametrize("how", ["again", "another address"])
def test_what_was_not_sent_meanwhile_is_sent_when_mails_go_out_again(
    how: str, game: Game, saladin: Player, clock: Clock, post_office: PostOffice
) -> None:
    stop(saladin)
    held_back = one_more_alert(game, saladin, clock, 1)
    assert held_back.why == "stopped"
    if how == "again":
        saladin.client.post("/settings/alerts/mail/")
    else:
        address = owner(saladin).emailaddress_set.get()
        address.email = "sultan@example.org"
        address.save()
        assert not bounces.is_stopped(owner(saladin), address.email)
        email_confirmed.send(sender=type(address), request=None, email_address=address)
    assert BANNER not in saladin.client.get("/settings/").content.decode()
    clock.wait_and_send()
    held_back.refresh_from_db()
    assert held_back.state == Notice.State.SENT


# --- what the sender reports later
# --------------------------------------------------------------------------------------------

SECRET = "sender:a-secret-of-the-webhook"


@pytest.fixture
def postmark(settings: Any) -> None:
    settings.EMAIL_BACKEND = "anymail.backends.postmark.EmailBackend"
    settings.ANYMAIL = {"POSTMARK_SERVER_TOKEN": "token", "WEBHOOK_SECRET": SECRET}


def report(kind: str, secret: str = SECRET, **more: Any) -> int:
    """What Postmark posts about a mail to Saladin."""
    body = {
        "RecordType": kind,
        "Email": "saladin@example.org",
        "Recipient": "Saladin@Example.org",
        "MessageID": "1",
        **more,
    }
    given = base64.b64encode(secret.encode()).decode()
    client = Client(enforce_csrf_checks=True)
    return client.post(
        "/mail/events/", json.dumps(body), "application/json", headers={"authorization": f"Basic {given}"}
    ).status_code


HARD = {"Type": "HardBounce", "TypeCode": "1", "Description": "The server was unable to deliver", "Details": NO_SUCH}


def test_bounces_that_the_sender_reports_stop_alerts_though_its_server_takes_each_mail(
    postmark: None,
    game: Game,
    saladin: Player,
    clock: Clock,
) -> None:
    for _ in range(3):
        bounces.reset_failures(user=owner(saladin), address="saladin@example.org")
        assert report("Bounce", **HARD) == 200
        clock.forward(hours=5)
    assert bounces.is_stopped(owner(saladin), "saladin@example.org")
    assert "There is no saladin here" in saladin.client.get("/settings/").content.decode()
    assert report("Delivery") == 200
    assert owner(saladin).mail_trouble == {}


def test_a_provider_s_report_finds_the_alert_by_what_was_sent_along(
    postmark: None, game: Game, saladin: Player, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[Any] = []
    monkeypatch.setattr(
        "anymail.backends.postmark.EmailBackend.post_to_esp", lambda backend, payload, message: sent.append(message)
    )
    monkeypatch.setattr(
        "anymail.backends.postmark.EmailBackend.parse_recipient_status",
        lambda *args: {"saladin@example.org": AnymailRecipientStatus("1", "queued")},
    )
    notice = Notice.objects.create(user=owner(saladin), game=game, kind="message", turn=1, due_at=game.created_at)
    clock.wait_and_send(hours=2)
    (message,) = sent
    assert (
        report(
            "Bounce", **HARD | {"Details": "smtp;550 5.7.26 This mail is unauthenticated"}, Metadata=message.metadata
        )
        == 200
    )
    notice.refresh_from_db()
    assert (notice.state, notice.failure) == (Notice.State.RETRY, "policy")
    assert owner(saladin).mail_trouble == {}


def test_without_the_secret_or_with_garbage_nobody_stops_another_s_mails(postmark: None, saladin: Player) -> None:
    for secret in ("", "sender:guessed", "a" * 5000):
        assert report("SpamComplaint", secret) == 400
    given = base64.b64encode(SECRET.encode()).decode()
    for body in (
        *("", "[", "[]", "7"),
        *('{"RecordType": 5}', '{"RecordType": "Bounce", "Email": []}', '"' + "x" * 70000 + '"'),
    ):
        answer = Client().post("/mail/events/", body, "application/json", headers={"authorization": f"Basic {given}"})
        assert answer.status_code in (200, 400, 413)
    assert report("Bounce", **HARD | {"Details": "smtp;550 5.7.26 This mail is unauthenticated (DMARC)"}) == 200
    assert owner(saladin).mail_trouble == {}, "nor does a bounce for what the site is"
    assert report("SpamComplaint", Type="SpamComplaint", TypeCode="512") == 200
    page = saladin.client.get("/settings/").content.decode()
    assert "one to saladin@example.org was marked as spam" in page, "a complaint counts at once"


def test_a_site_that_sends_otherwise_or_has_no_secret_takes_no_events(settings: Any, saladin: Player) -> None:
    assert report("SpamComplaint") == 404
    for backend, anymail in (
        ("postmark", {}),
        ("postmark", {"WEBHOOK_SECRET": ""}),
        ("test", {"WEBHOOK_SECRET": SECRET}),
    ):
        settings.EMAIL_BACKEND, settings.ANYMAIL = f"anymail.backends.{backend}.EmailBackend", anymail
        assert report("SpamComplaint") == 404
