"""Signing up and in, and what others can learn of it."""

from collections.abc import Callable, Iterator
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


def test_a_name_and_a_password_are_enough(client: Client, mailoutbox: list[Any]) -> None:
    sign_up(client, "Sibylla")
    assert logged_in_as(client) == "Sibylla"
    assert mailoutbox == []


@pytest.mark.parametrize(
    ("name", "reason"),
    [("sibylla@example.org", "A name has no @"), ("S" * 31, "at most 30 characters"), ("Queen Sibylla", "no spaces")],
)
def test_a_name_that_would_mislead_is_refused(client: Client, name: str, reason: str) -> None:
    assert reason in text(sign_up(client, name))
    assert not User.objects.exists()


@pytest.mark.parametrize(("told", "kept"), [("Asia/Jerusalem", "Asia/Jerusalem"), ("Nowhere/Else", "UTC"), ("", "UTC")])
def test_the_time_zone_of_the_browser_is_kept_if_it_is_one(client: Client, told: str, kept: str) -> None:
    sign_up(client, "Sibylla", time_zone=told)
    assert User.objects.get().time_zone == kept


def test_the_language_chosen_before_goes_into_the_account(client: Client) -> None:
    client.post(reverse("language"), {"language": "pl"})
    sign_up(client, "Sibylla")
    assert User.objects.get().language == "pl"


@pytest.mark.parametrize("said", ["Sibylla", "sibylla", "SIBYLLA", "sibylla@example.org", "Sibylla@Example.org"])
def test_one_logs_in_by_name_or_mail(sibylla: User, said: str) -> None:
    assert logged_in_as(log_in(said)) == "Sibylla"


def test_an_address_that_two_gave_and_nobody_confirmed_names_neither(new_person: NewPerson) -> None:
    for name in ("Sibylla", "Isabella"):
        new_person(name, "queen@example.org", confirmed=False)
    assert logged_in_as(log_in("queen@example.org")) is None
    assert logged_in_as(log_in("Isabella")) == "Isabella"


def test_whoever_confirmed_an_address_is_named_by_it(new_person: NewPerson) -> None:
    new_person("Isabella", "queen@example.org", confirmed=False)
    new_person("Sibylla", "queen@example.org")
    assert logged_in_as(log_in("queen@example.org")) == "Sibylla"


def test_a_closed_account_is_not_let_in(sibylla: User) -> None:
    sibylla.is_active = False
    sibylla.save()
    assert logged_in_as(log_in("Sibylla")) is None


def test_the_login_leads_to_no_other_site(sibylla: User, client: Client) -> None:
    form = {"login": "Sibylla", "password": PASSWORD, "next": "https://elsewhere.example/"}
    assert client.post(reverse("login"), form)["Location"] == reverse("my-games")


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


@pytest.mark.parametrize(
    ("known", "unknown"), [("Sibylla", "Melisende"), ("sibylla@example.org", "melisende@example.org")]
)
def test_a_wrong_password_and_an_unknown_name_get_the_same_answer_for_the_same_work(
    sibylla: User, monkeypatch: pytest.MonkeyPatch, known: str, unknown: str
) -> None:
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


def test_the_sixth_wrong_password_is_one_too_many_even_for_who_knows_it_then(sibylla: User) -> None:
    for _ in range(5):
        log_in("Sibylla", "not this one")
    response = Client().post(reverse("login"), {"login": "Sibylla", "password": PASSWORD})
    assert "Too many failed login attempts" in text(response)


def test_strangers_are_limited_alike(sibylla: User) -> None:
    for _ in range(5):
        log_in("Melisende", "not this one")
    assert "Too many failed login attempts" in text(
        Client().post(reverse("login"), {"login": "Melisende", "password": "x"})
    )
    assert logged_in_as(log_in("Sibylla")) == "Sibylla"


@pytest.mark.parametrize(
    ("limit", "address", "fields"),
    [
        ("signup", "signup", lambda n: {"username": f"Guy{n}", "password1": PASSWORD, "password2": PASSWORD}),
        ("login", "login", lambda n: {"login": f"Guy{n}", "password": "x"}),
        ("reset_password", "account_reset_password", lambda n: {"email": "guy@example.org"}),
    ],
)
def test_forms_take_so_many_posts_and_no_more(
    settings: Any, limit: str, address: str, fields: Callable[[int], dict[str, str]]
) -> None:
    settings.ACCOUNT_RATE_LIMITS = {limit: "2/m/ip"}
    statuses = [Client().post(reverse(address), fields(number)).status_code for number in range(3)]
    assert statuses[2] == 429
    assert 429 not in statuses[:2]
    assert Client().get(reverse(address)).status_code == 200


def test_the_page_that_says_so_is_one_of_the_site(settings: Any, client: Client) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"login": "1/m/ip"}
    answers = [client.post(reverse("login"), {"login": "Guy", "password": "x"}) for _ in range(2)]
    assert "Too much at once" in answers[1].content.decode()


@pytest.mark.parametrize(
    "name",
    [
        "signup",
        "login",
        "logout",
        "account_reset_password",
        "account_email",
        "account_change_password",
        "preferences",
        "leave",
        "export-data",
    ],
)
def test_a_form_sent_by_another_site_is_refused(name: str, sibylla: User) -> None:
    client = Client(enforce_csrf_checks=True)
    if name not in ("signup", "login", "account_reset_password"):
        client.force_login(sibylla)
    assert client.post(reverse(name), {"login": "Sibylla", "password": PASSWORD}).status_code == 403
