"""Mail addresses and passwords: given, confirmed, changed, forgotten."""

import re
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.conf import settings
from django.test import Client
from django.urls import reverse

from games.models import User
from games.people.mail import confirmed_address, unconfirmed_address
from tests.people.conftest import PASSWORD, NewPerson, link_in, log_in, prove_password, text

pytestmark = pytest.mark.django_db


@pytest.fixture
def isabella(new_person: NewPerson) -> User:
    return new_person("Isabella", "isabella@example.org", confirmed=False)


def test_an_address_counts_when_its_link_was_followed_and_the_button_pressed(
    client: Client, mailoutbox: list[Any]
) -> None:
    form = {"username": "Sibylla", "email": "sibylla@example.org", "password1": PASSWORD, "password2": PASSWORD}
    client.post(reverse("signup"), form)
    user = User.objects.get()
    assert "You get no alerts yet: sibylla@example.org" in text(client.get(reverse("my-games")))
    link = link_in(mailoutbox[0])
    assert "Is <strong>sibylla@example.org</strong> the address of Sibylla?" in text(client.get(link))
    assert confirmed_address(user) is None
    assert client.post(link)["Location"] == reverse("account_email")
    assert confirmed_address(user) == "sibylla@example.org"
    assert "no alerts" not in text(client.get(reverse("my-games")))


def test_who_gave_no_address_is_told_what_that_means(new_person: NewPerson) -> None:
    new_person("Sibylla")
    assert "You get no alerts: the site has no mail address of yours." in text(
        log_in("Sibylla").get(reverse("my-games"))
    )


def test_the_link_works_in_another_browser_and_logs_nobody_out(
    isabella: User, sibylla: User, mailoutbox: list[Any]
) -> None:
    prove_and_post(log_in("Isabella"), action_send="", email="isabella@example.org")
    reader = log_in("Sibylla")
    text(reader.get(link_in(mailoutbox[0])))
    assert "Log out Sibylla" in text(reader.get(reverse("my-games")))
    Client().post(link_in(mailoutbox[0]))
    assert confirmed_address(isabella) == "isabella@example.org"


def test_an_address_is_confirmed_for_one_account_only(
    sibylla: User, new_person: NewPerson, mailoutbox: list[Any]
) -> None:
    melisende = new_person("Melisende", "sibylla@example.org", confirmed=False)
    client = log_in("Melisende")
    prove_and_post(client, action_send="", email="sibylla@example.org")
    assert "confirmed for another account already" in text(client.get(link_in(mailoutbox[0])))
    client.post(link_in(mailoutbox[0]))
    assert confirmed_address(melisende) is None
    assert confirmed_address(sibylla) == "sibylla@example.org"


def test_a_spoiled_link_says_what_to_do(client: Client) -> None:
    assert "This link has run out" in text(client.get(reverse("account_confirm_email", args=["spoiled"])))


def prove_and_post(client: Client, **fields: str) -> Any:
    prove_password(client)
    return client.post(reverse("account_email"), fields, follow=True)


def test_a_new_address_counts_when_it_is_confirmed_and_the_old_one_is_told(
    sibylla: User, mailoutbox: list[Any]
) -> None:
    client = log_in("Sibylla")
    page = prove_and_post(client, action_add="", email="queen@example.org")
    assert "<strong>queen@example.org</strong> is not confirmed yet" in text(page)
    assert (confirmed_address(sibylla), unconfirmed_address(sibylla)) == ("sibylla@example.org", "queen@example.org")
    client.post(link_in(mailoutbox[0]))
    sibylla.refresh_from_db()
    assert (confirmed_address(sibylla), sibylla.email) == ("queen@example.org", "queen@example.org")
    told = mailoutbox[-1]
    assert told.to == ["sibylla@example.org"]
    assert "was changed from sibylla@example.org to queen@example.org" in " ".join(str(told.body).split())
    assert "Hello Sibylla," in told.body


def test_an_address_is_changed_by_who_knows_the_password_only(sibylla: User) -> None:
    client = log_in("Sibylla")
    response = client.post(reverse("account_email"), {"action_add": "", "email": "thief@example.org"})
    assert response["Location"].startswith(reverse("account_reauthenticate"))
    assert EmailAddress.objects.count() == 1


def test_an_address_can_be_removed(sibylla: User) -> None:
    prove_and_post(log_in("Sibylla"), action_remove="", email="sibylla@example.org")
    sibylla.refresh_from_db()
    assert (confirmed_address(sibylla), sibylla.email) == (None, "")


def test_a_forgotten_password_is_replaced_by_a_link_that_works_once(sibylla: User, mailoutbox: list[Any]) -> None:
    elsewhere = log_in("Sibylla")
    client = Client()
    client.post(reverse("account_reset_password"), {"email": "sibylla@example.org"})
    link = link_in(mailoutbox[0])
    form = client.get(link)["Location"]
    assert link.rsplit("-", 1)[-1] not in form
    new = "jerusalem-is-not-enough"
    assert client.post(form, {"password1": new, "password2": new})["Location"] == reverse("my-games")
    assert "has been used already" in text(Client().get(link))
    assert elsewhere.get(reverse("my-games")).status_code == 302
    assert log_in("Sibylla", new).get(reverse("my-games")).status_code == 200
    assert mailoutbox[-1].subject == "Your password was changed"


def test_the_password_is_changed_with_the_old_one_and_a_mail_says_so(sibylla: User, mailoutbox: list[Any]) -> None:
    client, elsewhere = log_in("Sibylla"), log_in("Sibylla")
    new = {"password1": "jerusalem-is-not-enough", "password2": "jerusalem-is-not-enough"}
    address = reverse("account_change_password")
    assert "errorlist" in text(client.post(address, {"oldpassword": "guessed", **new}))
    assert client.post(address, {"oldpassword": PASSWORD, **new})["Location"] == reverse("settings")
    assert client.get(reverse("my-games")).status_code == 200
    assert elsewhere.get(reverse("my-games")).status_code == 302
    assert mailoutbox[-1].subject == "Your password was changed"


def test_mails_have_a_text_and_a_page_in_the_language_of_the_account_and_ask_for_no_answer(
    sibylla: User, mailoutbox: list[Any]
) -> None:
    Client().post(reverse("account_reset_password"), {"email": "sibylla@example.org"})
    mail = mailoutbox[0]
    page, kind = mail.alternatives[0]
    assert kind == "text/html"
    assert mail.extra_headers["Auto-Submitted"] == "auto-generated"
    link = link_in(mail)
    assert f'href="{settings.SITE_URL}{link}"' in page
    assert "Choose a new password</a>" in page
    assert "<script" not in page
    assert "src=" not in page
    sibylla.language = "fr"
    sibylla.save()
    Client().post(reverse("account_reset_password"), {"email": "sibylla@example.org"})
    assert '<html lang="fr">' in mailoutbox[-1].alternatives[0][0]


def test_mails_lead_to_the_site_whatever_host_the_request_names(
    sibylla: User, isabella: User, mailoutbox: list[Any], settings: Any
) -> None:
    settings.ALLOWED_HOSTS = ["testserver", "other.example.org"]
    settings.SITE_URL = "https://crusader.example.org"
    anybody, isabellas = (Client(headers={"host": "other.example.org:1337"}) for _ in range(2))
    for address in ("sibylla@example.org", "nobody@example.org"):
        anybody.post(reverse("account_reset_password"), {"email": address})
    form = {"username": "Melisende", "email": "melisende@example.org", "password1": PASSWORD, "password2": PASSWORD}
    anybody.post(reverse("signup"), form)
    prove_and_post(log_in("Isabella", client=isabellas), action_send="", email="isabella@example.org")
    log_in("Sibylla", client=anybody)
    anybody.post(
        reverse("account_change_password"),
        {"oldpassword": PASSWORD, "password1": f"{PASSWORD}-1", "password2": f"{PASSWORD}-1"},
    )
    assert len(mailoutbox) == 5
    for mail in mailoutbox:
        for text_or_page in (mail.body, mail.alternatives[0][0]):
            assert set(re.findall(r"https?://[^/\s\"<]+", text_or_page)) == {"https://crusader.example.org"}, (
                mail.subject
            )
            assert "Sent by crusader.example.org" in " ".join(text_or_page.split())
