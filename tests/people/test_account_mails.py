"""Mails about accounts go through the outbox: no page waits for a mail server, and nothing of what they say stays
behind.
"""

import itertools
import json
import logging
import re
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.core import mail as sent_by_django
from django.core.cache import cache
from django.core.mail.backends.locmem import EmailBackend
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from games.alerts import account_mails, mail_server
from games.models import AccountMail, User
from games.people.account_mails import unseal
from games.watching import health
from tests.games.helpers import prove_second_factor
from tests.people.conftest import PASSWORD, NewPerson, link_in, log_in, prove_password, text

pytestmark = pytest.mark.django_db
State = AccountMail.State


class Hanging(EmailBackend):
    """A mail server that takes the connection and then says nothing until the time is up."""

    asked = 0

    def open(self) -> bool:
        Hanging.asked += 1
        raise TimeoutError("timed out")


class NobodyThere(EmailBackend):
    """A mail server that does not know the address."""

    def send_messages(self, messages: Any) -> int:
        import smtplib

        raise smtplib.SMTPRecipientsRefused({messages[0].to[0]: (550, b"5.1.1 no such user")})


class Talkative(EmailBackend):
    """A mail server that refuses, and repeats what it was sent."""

    def send_messages(self, messages: Any) -> int:
        import smtplib

        raise smtplib.SMTPDataError(554, f"no: {messages[0].to[0]} {messages[0].body}".encode())


@pytest.fixture
def hanging(settings: Any) -> None:
    settings.EMAIL_BACKEND = "tests.people.test_account_mails.Hanging"
    Hanging.asked = 0


def ask_for_password(address: str = "sibylla@example.org") -> Any:
    return Client().post(reverse("account_reset_password"), {"email": address}, follow=True)


def sent() -> list[Any]:
    account_mails.deliver_due()
    return list(sent_by_django.outbox)


def without_tokens(page: str) -> str:
    return "\n".join(line for line in page.splitlines() if "csrfmiddlewaretoken" not in line)


# --- nobody waits
# ---------------------------------------------------------------------------------------------------------------


def test_no_page_talks_to_the_mail_server(sibylla: User, hanging: None) -> None:
    client = Client()
    form = {"username": "Melisende", "email": "melisende@example.org", "password1": PASSWORD, "password2": PASSWORD}
    assert client.post(reverse("signup"), form).status_code == 302
    for address in ("sibylla@example.org", "nobody@example.org"):
        assert "A mail is on its way" in text(ask_for_password(address))
    client = log_in("Sibylla")
    prove_password(client)
    client.post(reverse("account_email"), {"action_add": "", "email": "queen@example.org"})
    client.post(
        reverse("account_change_password"),
        {"oldpassword": PASSWORD, "password1": PASSWORD[::-1], "password2": PASSWORD[::-1]},
    )
    client.post(reverse("leave"), {"password": PASSWORD[::-1], "sure": "on"})
    assert Hanging.asked == 0
    # Those of the account went with it: the last word is to the address it had.
    assert list(AccountMail.objects.order_by("pk").values_list("kind", "state")) == [
        ("email_confirmation_signup", "queued"),
        ("unknown_account", "queued"),
        ("account_deleted", "queued"),
    ]


def test_a_mail_server_that_hangs_is_asked_once_and_all_mails_arrive_when_it_is_back(
    sibylla: User, hanging: None, settings: Any
) -> None:
    with time_machine.travel(timezone.now(), tick=False) as clock:
        for number in range(3):
            ask_for_password(f"nobody-{number}@example.org")
        account_mails.deliver_due()
        account_mails.deliver_due()
        assert Hanging.asked == 1
        assert sorted(AccountMail.objects.values_list("state", "why")) == [("queued", "")] * 2 + [
            ("retry", "TimeoutError")
        ]
        clock.shift(timedelta(seconds=mail_server.RESTS + 1))
        settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
        assert {mail.to[0] for mail in sent()} == {f"nobody-{number}@example.org" for number in range(3)}
        assert not AccountMail.objects.exclude(state=State.SENT).exists()


def test_who_asks_while_the_mail_server_is_away_reads_that_it_takes_longer_with_an_account_and_without(
    sibylla: User,
) -> None:
    cache.set(mail_server.AWAY, timezone.now().timestamp() + 60)
    pages = [
        without_tokens(text(ask_for_password(address))) for address in ("sibylla@example.org", "nobody@example.org")
    ]
    assert "Mails go out late at the moment. Yours will follow by itself." in pages[0]
    assert pages[0] == pages[1]


@pytest.mark.databases
def test_of_two_workers_one_sends_these_mails(sibylla: User, mailoutbox: Any) -> None:
    ask_for_password()
    with account_mails.named_lock("account-mails", 60) as first:
        assert first
        assert len(mailoutbox) == 0
    assert len(mailoutbox) == 1


def test_a_mail_whose_worker_died_is_sent_again_under_the_same_name(sibylla: User) -> None:
    ask_for_password()
    (mail,) = account_mails.claim(AccountMail.objects.all())
    name = unseal(mail).headers["Message-ID"]
    assert sent() == []
    AccountMail.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    (again,) = sent()
    assert again.extra_headers["Message-ID"] == name


# --- what others can learn
# ------------------------------------------------------------------------------------------------------


def test_an_address_without_an_account_costs_the_same_row_and_says_as_much(sibylla: User) -> None:
    asked_of_the_database, written = [], []
    for address in ("sibylla@example.org", "nobody@example.org"):
        with CaptureQueriesContext(
            connection,
        ) as asked:
            ask_for_password(address)
        asked_of_the_database.append(len(asked))
        written.append(
            [
                query["sql"].split(" ", 3)[:3]
                for query in asked
                if query["sql"].startswith(("INSERT", "UPDATE", "DELETE"))
            ]
        )
    assert asked_of_the_database[0] == asked_of_the_database[1]
    assert written[0] == written[1]
    assert written[0].count(["INSERT", "INTO", '"games_accountmail"']) == 1
    known, unknown = AccountMail.objects.order_by("pk")
    assert (known.state, known.due_at - known.created_at) == (unknown.state, unknown.due_at - unknown.created_at)


# --- what stays behind
# ----------------------------------------------------------------------------------------------------------


def everything_in_the_table() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT * FROM games_accountmail")
        return json.dumps(cursor.fetchall(), default=str)


def test_neither_link_nor_address_can_be_read_in_the_database(sibylla: User, mailoutbox: Any) -> None:
    ask_for_password()
    table = everything_in_the_table()
    link = link_in(mailoutbox[0])
    for secret in (link, link.rsplit("/", 2)[-2], "sibylla@example.org", "Choose a new password"):
        assert secret not in table


@pytest.mark.parametrize("how", ["sent", "refused", "expired", "unreadable"])
def test_of_a_mail_that_is_settled_nothing_is_left_but_what_became_of_it(
    how: str, sibylla: User, settings: Any
) -> None:
    ask_for_password()
    if how == "refused":
        settings.EMAIL_BACKEND = "tests.people.test_account_mails.NobodyThere"
    if how == "unreadable":
        settings.SECRET_KEY = "another one altogether"
    with time_machine.travel(timezone.now() + timedelta(hours=25 if how == "expired" else 0), tick=False) as clock:
        for _ in range(5 if how == "refused" else 1):
            account_mails.deliver_due()
            clock.shift(timedelta(hours=1))
    mail = AccountMail.objects.get()
    reasons = {"sent": "", "refused": "refused", "expired": "too-old", "unreadable": "unreadable"}
    assert (mail.state, mail.why, mail.sealed) == (State.SENT if how == "sent" else State.FAILED, reasons[how], "")


def test_what_has_run_out_is_forgotten_while_the_mail_server_is_away_too(sibylla: User, hanging: None) -> None:
    ask_for_password()
    account_mails.deliver_due()
    with time_machine.travel(timezone.now() + timedelta(hours=25)):
        cache.set(mail_server.AWAY, timezone.now().timestamp() + 60)
        account_mails.deliver_due()
    assert (AccountMail.objects.get().state, AccountMail.objects.get().sealed) == (State.FAILED, "")


@pytest.mark.databases
def test_the_database_refuses_a_settled_mail_that_still_holds_its_link(sibylla: User) -> None:
    ask_for_password()
    with pytest.raises(IntegrityError), transaction.atomic():
        AccountMail.objects.update(state=State.SENT)


def test_a_server_that_repeats_a_mail_puts_it_neither_into_the_table_nor_into_the_log(
    sibylla: User, settings: Any, caplog: pytest.LogCaptureFixture, mailoutbox: Any
) -> None:
    caplog.set_level(logging.DEBUG)
    ask_for_password()
    found = re.search(r"/account/\S+", unseal(AccountMail.objects.get()).text)
    settings.EMAIL_BACKEND = "tests.people.test_account_mails.Talkative"
    account_mails.deliver_due()
    assert found
    for place in (everything_in_the_table(), caplog.text):
        assert found[0] not in place
        assert "sibylla@example.org" not in place


def test_staff_see_what_became_of_a_mail_and_neither_words_nor_address(sibylla: User, new_person: NewPerson) -> None:
    ask_for_password()
    mail = AccountMail.objects.get()
    staff = new_person("Heraclius", is_staff=True, is_superuser=True)
    client = log_in("Heraclius")
    prove_second_factor(client, staff)
    for address in ("", f"{mail.pk}/change/"):
        shown = text(client.get(f"/admin/games/accountmail/{address}"))
        assert "password_reset_key" in shown
        assert mail.sealed not in shown
        assert "sibylla@example.org" not in shown


def test_the_file_of_ones_own_data_holds_no_link(sibylla: User) -> None:
    ask_for_password()
    mail = AccountMail.objects.get()
    file = text(log_in("Sibylla").post(reverse("export-data")))
    assert json.loads(file)["more"]["games.accountmail"][0]["kind"] == "password_reset_key"
    assert mail.sealed not in file


def test_after_two_weeks_nobody_knows_that_there_was_a_mail(sibylla: User, hanging: None) -> None:
    ask_for_password()
    AccountMail.objects.update(created_at=timezone.now() - timedelta(days=15))
    assert account_mails.forget() == 0, "not settled"
    AccountMail.objects.update(state=State.DROPPED, sealed="")
    assert account_mails.forget() == 1


# --- what is not worth sending any more
# -------------------------------------------------------------------------------------------


def test_a_link_for_a_password_that_was_changed_meanwhile_is_not_sent(sibylla: User) -> None:
    ask_for_password()
    sibylla.set_password("jerusalem-is-not-enough")
    sibylla.save()
    assert sent() == []
    assert (AccountMail.objects.get().state, AccountMail.objects.get().why) == (State.DROPPED, "link-used")


def test_a_link_that_confirms_an_address_taken_back_meanwhile_is_not_sent(new_person: NewPerson) -> None:
    new_person("Isabella", "isabela@example.org", confirmed=False)
    client = log_in("Isabella")
    prove_password(client)
    client.post(reverse("account_email"), {"action_send": "", "email": "isabela@example.org"})
    client.post(reverse("account_email"), {"action_remove": "", "email": "isabela@example.org"})
    assert sent() == []
    assert AccountMail.objects.get().why == "link-used"


def test_what_an_account_was_to_be_told_goes_with_it(sibylla: User) -> None:
    ask_for_password()
    log_in("Sibylla").post(reverse("leave"), {"password": PASSWORD, "sure": "on"})
    assert [mail.subject for mail in sent()] == ["Your account is deleted"]


def test_a_closed_account_is_sent_no_link(sibylla: User) -> None:
    ask_for_password()
    User.objects.update(is_active=False)
    assert sent() == []
    assert AccountMail.objects.get().why == "closed"


def test_no_try_is_put_off_beyond_the_life_of_the_link(sibylla: User, hanging: None) -> None:
    with time_machine.travel(timezone.now(), tick=False) as clock:
        ask_for_password()
        mail = AccountMail.objects.get()
        for _ in itertools.takewhile(lambda _: mail.state in (State.QUEUED, State.RETRY), range(100)):
            account_mails.deliver_due()
            mail.refresh_from_db()
            assert mail.due_at < mail.good_until
            clock.shift(timedelta(hours=1))
    assert (mail.state, mail.why) == (State.FAILED, "too-old")


# --- what its reader and the operator see
# ---------------------------------------------------------------------------------------


def test_who_waits_for_the_mail_that_confirms_an_address_reads_how_it_stands(
    new_person: NewPerson, settings: Any
) -> None:
    new_person("Isabella", "isabella@example.org", confirmed=False)
    client = log_in("Isabella")
    prove_password(client)
    client.post(reverse("account_email"), {"action_send": "", "email": "isabella@example.org"})
    assert "The mail: being sent" in text(client.get(reverse("account_email")))
    settings.EMAIL_BACKEND = "tests.people.test_account_mails.NobodyThere"
    account_mails.deliver_due()
    assert "The mail: the mail server refused the address; next try" in text(client.get(reverse("account_email")))


def test_mails_of_accounts_that_cannot_be_sent_raise_the_alarm(sibylla: User) -> None:
    ask_for_password()
    assert health.outbox_state().state == "ok"
    AccountMail.objects.update(due_at=timezone.now() - timedelta(minutes=61))
    assert health.outbox_state().stuck
