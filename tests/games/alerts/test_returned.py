"""Mails that come back: what a relay reports later counts as if it had answered so at once, and nobody can report in
its place.
"""

import io
from datetime import timedelta
from email.message import EmailMessage
from email.utils import parseaddr
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError
from django.utils import timezone

from games.alerts import bounces, delivery_reports, envelopes, returned
from games.models import AccountMail, Game, Notice
from games.models.outgoing import Failure
from tests.games.alerts.conftest import Clock, PostOffice, owner
from tests.games.helpers import Player

pytestmark = pytest.mark.django_db
State = Notice.State
BANNER = "refuses them. Games can be lost by time"


@pytest.fixture(autouse=True)
def bounce_address(settings: Any) -> None:
    settings.BOUNCE_ADDRESS = "bounces@site.example.org"


def one_more_alert(game: Game, player: Player, clock: Clock, number: int) -> Notice:
    """A message that the person has not read, and two hours. The relay takes its mail."""
    Notice.objects.filter(user=player.user, kind="message").exclude(state=State.SENT).delete()
    notice = Notice.objects.create(user=owner(player), game=game, kind="message", turn=number, due_at=game.created_at)
    clock.wait_and_send(hours=2)
    notice.refresh_from_db()
    assert notice.state == State.SENT
    return notice


def block(
    *,
    action: str = "failed",
    status: str = "5.1.1",
    said: str = "550 5.1.1 no such user",
    to: str = "saladin@example.org",
    was: str = "",
) -> str:
    original = f"Original-Recipient: rfc822;{was}\n" if was else ""
    return (
        f"{original}Final-Recipient: rfc822; {to}\nAction: {action}\nStatus: {status}\nDiagnostic-Code: smtp; {said}\n"
    )


def report(
    *blocks: str, words: str = "said: 550 (in reply to RCPT TO command)", kind: str = "message/delivery-status"
) -> bytes:
    """A report as Postfix writes it."""
    fields = "\n".join(
        ["Reporting-MTA: dns; relay.example.org\nArrival-Date: Mon, 2 Nov 2026 09:14:05 +0000\n", *blocks]
    )
    return f"""From: MAILER-DAEMON@relay.example.org (Mail Delivery System)
To: bounces@site.example.org
Subject: Undelivered Mail Returned to Sender
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="=_b"

--=_b
Content-Type: text/plain; charset=us-ascii

I'm sorry to have to inform you that your message could not be delivered.
{words}

--=_b
Content-Type: {kind}

{fields}
--=_b
Content-Type: message/rfc822

Subject: It is your turn

Action: failed
--=_b--
""".encode()


def come_back(message: EmailMessage | Notice, raw: bytes | None = None) -> str:
    to = envelopes.sender(message, "saladin@example.org") if isinstance(message, Notice) else message["Return-Path"]
    return returned.handle_returned_mail(str(to), raw if raw is not None else report(block()))


# --- the envelope
# --------------------------------------------------------------------------------------------------------------


def test_each_mail_has_an_envelope_sender_of_its_own_and_readers_see_the_site(
    game: Game, saladin: Player, clock: Clock, post_office: PostOffice, settings: Any
) -> None:
    senders = []
    taking = post_office.handle_DATA

    async def note(server: Any, session: Any, envelope: Any) -> str:
        senders.append(envelope.mail_from)
        return await taking(server, session, envelope)

    post_office.handle_DATA = note  # type: ignore[method-assign]
    notices = [one_more_alert(game, saladin, clock, number) for number in range(2)]
    assert senders == [envelopes.sender(notice, "saladin@example.org") for notice in notices]
    assert len(set(senders)) == 2
    assert all(sender.startswith("bounces+n") and sender.endswith("@site.example.org") for sender in senders)
    assert {message["From"] for message in post_office.accepted} == {settings.DEFAULT_FROM_EMAIL}
    settings.BOUNCE_ADDRESS = ""
    one_more_alert(game, saladin, clock, 2)
    assert senders[-1] == parseaddr(settings.DEFAULT_FROM_EMAIL)[1], "without the setting it is the site's address"


def test_the_longest_address_is_within_what_servers_must_take(saladin: Player, settings: Any) -> None:
    settings.BOUNCE_ADDRESS = f"{'b' * 30}@site.example.org"
    sender = envelopes.sender(Notice(pk=2**63 - 1), "saladin@example.org")
    assert len(sender.partition("@")[0]) <= 64
    assert sender == sender.lower()


# --- what counts
# ---------------------------------------------------------------------------------------------------------------


def test_three_mails_in_a_row_that_come_back_stop_the_alerts_and_their_owner_reads_so(
    game: Game, saladin: Player, clock: Clock, post_office: PostOffice
) -> None:
    """One that does not come back begins the count anew."""
    for number, comes_back in enumerate([True, True, False, True, True, True]):
        assert not bounces.is_stopped(owner(saladin), "saladin@example.org")
        notice = one_more_alert(game, saladin, clock, number)
        if comes_back:
            assert come_back(notice) == "Counted as a failure of the class address."
            notice.delete()
    assert bounces.is_stopped(owner(saladin), "saladin@example.org")
    page = saladin.client.get("/settings/").content.decode()
    assert BANNER in page
    assert "no such user" in page


def test_a_report_counts_by_the_class_of_what_the_server_said_and_once(
    game: Game, saladin: Player, clock: Clock, post_office: PostOffice
) -> None:
    for number, (status, said, words, kind) in enumerate(
        (
            ("5.7.26", "550 5.7.26 not accepted, DMARC", "(in reply to end of DATA command)", Failure.POLICY),
            ("5.0.0", "554 transaction failed", "(in reply to end of DATA command)", Failure.POLICY),
            ("5.2.2", "552 5.2.2 mailbox full", "", Failure.LATER),
            ("4.4.1", "connect to mx.example.org[192.0.2.1]:25: Connection timed out", "", Failure.LATER),
            ("5.0.0", "550 User unknown", "", Failure.ADDRESS),
            ("5.4.4", "Host or domain name not found. Name service error for name=example.org", "", Failure.ADDRESS),
        )
    ):
        notice = one_more_alert(game, saladin, clock, number)
        raw = report(block(status=status, said=said), words=words)
        assert come_back(notice, raw) == f"Counted as a failure of the class {kind}."
        notice.refresh_from_db()
        assert (notice.state, notice.failure, notice.sent_at) == (State.RETRY, kind, None)
        assert bool(owner(saladin).mail_trouble.get("failures")) == (kind == Failure.ADDRESS)
        if number == 0:
            clock.wait_and_send(minutes=10)
            notice.refresh_from_db()
            assert notice.state == State.SENT, "what was refused for what the site is goes out again"
    failures = owner(saladin).mail_trouble["failures"]
    clock.forward(hours=2)
    assert come_back(notice) == "Nothing done: this mail has come back before."
    assert owner(saladin).mail_trouble["failures"] == failures


def test_all_alerts_of_a_digest_come_back_together(
    game: Game, saladin: Player, clock: Clock, post_office: PostOffice
) -> None:
    first = one_more_alert(game, saladin, clock, 1)
    other = Notice.objects.create(
        user=owner(saladin), game=game, kind="over", turn=9, due_at=game.created_at, state=State.SENT
    )
    Notice.objects.update(digest="of-the-day", sent_at=timezone.now())
    come_back(first)
    assert set(Notice.objects.filter(pk__in=[first.pk, other.pk]).values_list("failure", flat=True)) == {
        Failure.ADDRESS
    }


def test_a_mail_about_the_account_that_comes_back_is_told_where_its_owner_waits_for_it(saladin: Player) -> None:
    now = timezone.now()
    mail = AccountMail.objects.create(
        user=owner(saladin),
        kind="email_confirmation",
        state=State.SENT,
        sent_at=now,
        due_at=now,
        good_until=now + timedelta(days=1),
    )
    returned.handle_returned_mail(envelopes.sender(mail, "saladin@example.org"), report(block()))
    mail.refresh_from_db()
    assert (mail.state, mail.why, mail.failure) == (State.FAILED, "returned", Failure.ADDRESS)


# --- what does not
# -------------------------------------------------------------------------------------------------------------

NO_REPORT = {
    "a delay": report(block(action="delayed", status="4.4.1", said="421 try again")),
    "a delivery": report(block(action="delivered", status="2.1.5", said="250 ok")),
    "one of two addresses behind it was reached": report(
        block(to="one@example.org", was="saladin@example.org"),
        block(to="two@example.org", was="saladin@example.org", action="relayed", status="2.0.0", said="250 ok"),
    ),
    "of several it was another": report(
        block(to="other@example.org"), block(action="delayed", status="4.0.0", said="450 later")
    ),
    "a vacation": b"From: saladin@example.org\nAuto-Submitted: auto-replied\nSubject: I am away\n\nAction: failed\n",
    "a receipt": report(block())
    .replace(b"report-type=delivery-status", b"report-type=disposition-notification")
    .replace(b"message/delivery-status", b"message/disposition-notification"),
    "spam": b"Subject: cheap swords\nContent-Type: text/html\n\n<b>failed</b>",
    "nothing": b"",
    "no text": bytes(range(256)) * 40,
    "no end": report(block())[:420],
    "no fields": report(""),
    "boundless": report(block()).replace(b'; boundary="=_b"', b""),
    "a boundary that is no word": report(block()).replace(b'boundary="=_b"', b"boundary*0*=x''%ff"),
    "huge": b"X: " + b"a" * 3_000_000 + b"\n" + report(block()),
    "nested without end": b"Content-Type: multipart/report; boundary=b\n\n"
    + b"--b\nContent-Type: multipart/report; boundary=b\n\n" * 3000,
}


def test_neither_what_is_no_report_of_a_failure_nor_what_a_stranger_sends_changes_anything(
    game: Game, saladin: Player, clock: Clock, post_office: PostOffice
) -> None:
    notice = one_more_alert(game, saladin, clock, 1)
    for name, raw in NO_REPORT.items():
        assert come_back(notice, raw).startswith("Nothing done"), name
    for address in forged(notice):
        assert returned.handle_returned_mail(address, report(block())).startswith("Nothing done"), address
    owner(saladin).emailaddress_set.update(email="sultan@example.org")
    assert come_back(notice).startswith("Nothing done"), "its address was given up"
    owner(saladin).emailaddress_set.update(email="saladin@example.org")
    clock.forward(days=16)
    assert come_back(notice).startswith("Nothing done"), "it comes after weeks"
    notice.refresh_from_db()
    assert notice.state == State.SENT
    assert owner(saladin).mail_trouble == {}


def forged(notice: Notice) -> list[str]:
    true = envelopes.sender(notice, "saladin@example.org")
    own = envelopes.sender(notice, "richard@example.org")
    later = Notice(pk=notice.pk + 1)
    return [
        "",
        "bounces@site.example.org",
        "bounces+@site.example.org",
        "bounces+n1@site.example.org",
        true[:-25] + "a@site.example.org",
        own,
        true.replace("+n", "+a"),
        true.replace("+n", "+x"),
        envelopes.sender(later, "saladin@example.org").replace(f"+n{later.pk}", f"+n{notice.pk}"),
        "bounces+n" + "z" * 13 + "-" + "a" * 16 + "@site.example.org",
        "bounces+n" + "z" * 500 + "-" + "a" * 16 + "@site.example.org",
        "<script>@site.example.org, " + "x" * 5000,
    ]


# --- the command
# ---------------------------------------------------------------------------------------------------------------


def pipe(raw: bytes, monkeypatch: pytest.MonkeyPatch, *address: str) -> str:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(raw)))
    said = io.StringIO()
    call_command("take_bounce", *address, stdout=said)
    return said.getvalue()


def test_a_mail_server_pipes_mails_in(
    game: Game, saladin: Player, clock: Clock, post_office: PostOffice, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    """In UTF-8 too, with the address in capitals, and after the key of the site has changed. Without the address the
    mail's own headers say to whom it came.
    """
    for number, header in enumerate(("", "To", "Delivered-To", "X-Original-To")):
        notice = one_more_alert(game, saladin, clock, number)
        to = envelopes.sender(notice, "saladin@example.org")
        raw = report(block(), kind="message/global-delivery-status")
        if header:
            raw = raw.replace(b"To: bounces@site.example.org", f"{header}: Site <{to}>".encode())
            assert pipe(raw, monkeypatch).startswith("Counted"), header
        else:
            settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another key of fifty letters", [settings.SECRET_KEY]
            assert pipe(raw + b"\n" * 3_000_000, monkeypatch, to.upper()).startswith("Counted")
        bounces.reset_failures(user=owner(saladin), address="saladin@example.org")
        type(owner(saladin)).objects.update(mail_trouble={})


def test_while_the_database_is_away_the_mail_server_keeps_the_report(monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*args: object) -> str:
        raise OperationalError("the server closed the connection")

    monkeypatch.setattr(returned, "handle_returned_mail", away)
    with pytest.raises(CommandError) as error:
        pipe(b"", monkeypatch, "bounces@site.example.org")
    assert error.value.returncode == 75


def test_whatever_a_server_said_is_read_somehow() -> None:
    for text in ("", "no words of SMTP", "5.1.1", "550", "550-5.1.1 one\n550 5.1.1 two", "9" * 5000, "\x00\udcff"):
        assert 400 <= delivery_reports.read_answer(text).code < 600
