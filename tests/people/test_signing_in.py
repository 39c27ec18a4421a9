"""Signing up and in, and what others can learn of it."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.contrib.auth.hashers import MD5PasswordHasher
from django.test import Client
from django.urls import reverse

import crusader_site.settings
from games.models import User
from tests.people.conftest import PASSWORD, NewPerson, log_in, text

pytestmark = pytest.mark.django_db


def sign_up(client: Client, name: str, **fields: str) -> Any:
    return client.post(reverse("signup"), {"username": name, "password1": PASSWORD, "password2": PASSWORD, **fields})


def logged_in_as(client: Client) -> str | None:
    key = client.session.get("_auth_user_id")
    return User.objects.get(pk=key).username if key else None


def test_passwords_are_kept_with_argon2() -> None:
    assert crusader_site.settings.PASSWORD_HASHERS[0].endswith(".Argon2PasswordHasher")


def test_a_name_and_a_password_are_enough_and_language_and_time_zone_of_the_browser_are_kept(
    mailoutbox: list[Any],
) -> None:
    for told, kept in (("Asia/Jerusalem", "Asia/Jerusalem"), ("Nowhere/Else", "UTC"), ("", "UTC")):
        client = Client()
        client.post(reverse("language"), {"language": "pl"})
        name = f"Sibylla{len(told)}"
        sign_up(client, name, time_zone=told)
        assert logged_in_as(client) == name
        person = User.objects.get(username=name)
        assert (person.language, person.time_zone) == ("pl", kept)
    assert mailoutbox == []


def test_one_logs_in_by_name_or_mail_unless_the_account_is_closed(sibylla: User, client: Client) -> None:
    for said in ("Sibylla", "SIBYLLA", "sibylla@example.org", "Sibylla@Example.org"):
        assert logged_in_as(log_in(said)) == "Sibylla"
    form = {"login": "Sibylla", "password": PASSWORD, "next": "https://elsewhere.example/"}
    assert client.post(reverse("login"), form)["Location"] == reverse("my-games"), "the login leads to no other site"
    sibylla.is_active = False
    sibylla.save()
    assert logged_in_as(log_in("Sibylla")) is None


def test_an_address_that_two_gave_names_who_confirmed_it(new_person: NewPerson) -> None:
    for name in ("Melisende", "Isabella"):
        new_person(name, "queen@example.org", confirmed=False)
    assert logged_in_as(log_in("queen@example.org")) is None
    assert logged_in_as(log_in("Isabella")) == "Isabella"
    new_person("Sibylla", "queen@example.org")
    assert logged_in_as(log_in("queen@example.org")) == "Sibylla"


# --- what others can learn
# --------------------------------------------------------------------------------------------------


@contextmanager
def counted_hashing(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Every password that is hashed, which is what takes the time."""
    hashed: list[str] = []
    encode = MD5PasswordHasher.encode

    def counting(self: MD5PasswordHasher, password: str, salt: str) -> str:
        hashed.append(password)
        return encode(self, password, salt)

    with monkeypatch.context() as patch:
        patch.setattr(MD5PasswordHasher, "encode", counting)
        yield hashed


def test_a_wrong_password_and_an_unknown_name_get_the_same_answer_for_the_same_work(
    sibylla: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    for known, unknown in (("Sibylla", "Melisende"), ("sibylla@example.org", "melisende@example.org")):
        pages, work = [], []
        for said in (known, unknown):
            with counted_hashing(monkeypatch) as hashed:
                page = text(Client().post(reverse("login"), {"login": said, "password": "not this one"}))
            pages.append(page.replace(said, "NAME"))
            work.append(len(hashed))
        assert without_tokens(pages[0]) == without_tokens(pages[1])
        assert work == [1, 1]


def without_tokens(page: str) -> str:
    return "\n".join(line for line in page.splitlines() if "csrfmiddlewaretoken" not in line)


def test_an_address_that_has_an_account_can_be_given_again_and_nothing_tells(
    sibylla: User, mailoutbox: list[Any]
) -> None:
    answers = []
    for name, address in (("Melisende", "sibylla@example.org"), ("Isabella", "isabella@example.org")):
        client = Client()
        response = sign_up(client, name, email=address)
        answers.append((response.status_code, response["Location"], logged_in_as(client) == name))
        assert address in text(client.get(reverse("my-games")))
    assert answers[0] == answers[1]
    assert [mail.subject for mail in mailoutbox] == ["Welcome to Crusader Rex: confirm your mail address"] * 2


def test_asking_for_a_new_password_tells_nobody_whether_there_is_an_account(
    sibylla: User, mailoutbox: list[Any]
) -> None:
    pages = []
    for address in ("sibylla@example.org", "nobody@example.org"):
        response = Client().post(reverse("account_reset_password"), {"email": address}, follow=True)
        pages.append(without_tokens(text(response)))
        assert mailoutbox[-1].to == [address]
    assert pages[0] == pages[1]
    assert [mail.subject for mail in mailoutbox] == [
        "A new password for Crusader Rex",
        "There is no account with this address",
    ]


# --- limits
# -----------------------------------------------------------------------------------------------------------------


def test_the_sixth_wrong_password_is_one_too_many_of_a_name_whether_there_is_an_account_or_not(
    sibylla: User, new_person: NewPerson
) -> None:
    new_person("Isabella")
    for name in ("Melisende", "Sibylla"):
        assert logged_in_as(log_in("Isabella")) == "Isabella"
        for _ in range(5):
            log_in(name, "not this one")
        answer = Client().post(reverse("login"), {"login": name, "password": PASSWORD})
        assert "Too many failed login attempts" in text(answer)


def test_forms_take_so_many_posts_and_no_more(settings: Any) -> None:
    new = {"password1": PASSWORD, "password2": PASSWORD}
    for limit, address, fields in (
        ("signup", "signup", lambda number: {"username": f"Guy{number}", **new}),
        ("login", "login", lambda number: {"login": f"Guy{number}", "password": "x"}),
        ("reset_password", "account_reset_password", lambda number: {"email": "guy@example.org"}),
    ):
        settings.ACCOUNT_RATE_LIMITS = {limit: "2/m/ip"}
        answers = [Client().post(reverse(address), fields(number)) for number in range(3)]
        assert answers[2].status_code == 429
        assert "Too much at once" in answers[2].content.decode(), "the page that says so is one of the site"
        assert 429 not in [answer.status_code for answer in answers[:2]]
        assert Client().get(reverse(address)).status_code == 200


def test_a_form_sent_by_another_site_is_refused(sibylla: User) -> None:
    for names, person in (
        (("signup", "login", "account_reset_password"), None),
        (("logout", "account_email", "account_change_password", "preferences", "leave", "export-data"), sibylla),
    ):
        client = Client(enforce_csrf_checks=True)
        if person:
            client.force_login(person)
        for name in names:
            answer = client.post(reverse(name), {"login": "Sibylla", "password": PASSWORD})
            assert answer.status_code == 403, name
