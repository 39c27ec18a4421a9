"""The switch of languages: kept in the account and in a cookie, and leading back to where one was."""

import pytest
from django.test import Client
from django.urls import reverse

from games.models import User
from tests.frontend.conftest import Login, user


@pytest.mark.django_db
def test_the_browser_decides_until_somebody_chooses(client: Client) -> None:
    page = client.get(reverse("home"), headers={"accept-language": "pl, en;q=0.5"})
    assert '<html lang="pl">' in page.content.decode()
    assert page["Content-Language"] == "pl"
    assert '<html lang="en">' in client.get(reverse("home"), headers={"accept-language": "de"}).content.decode()


@pytest.mark.django_db
def test_a_choice_is_kept_in_a_cookie_and_leads_back(client: Client) -> None:
    response = client.post(reverse("language"), {"language": "fr", "next": "/games/open/?page=2"})
    assert response["Location"] == "/games/open/?page=2"
    assert client.cookies["django_language"]["max-age"] >= 300 * 24 * 3600
    assert '<html lang="fr">' in client.get(reverse("home"), headers={"accept-language": "pl"}).content.decode()


def test_a_choice_is_kept_in_the_account(login: Login) -> None:
    login("Richard").post(reverse("language"), {"language": "pl"})
    assert user("Richard").language == "pl"
    elsewhere = login("Richard")
    page = elsewhere.get(reverse("new-game"), headers={"accept-language": "fr"})
    assert '<html lang="pl">' in page.content.decode()
    assert page["Content-Language"] == "pl"


def test_the_account_counts_more_than_a_cookie_left_in_the_browser(login: Login) -> None:
    client = login("Richard")
    User.objects.filter(username="Richard").update(language="fr")
    client.cookies["django_language"] = "pl"
    assert '<html lang="fr">' in client.get(reverse("new-game")).content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("back", ["https://elsewhere.example/", "//elsewhere.example", "javascript:alert(1)"])
def test_the_switch_leads_to_no_other_site(client: Client, back: str) -> None:
    assert client.post(reverse("language"), {"language": "fr", "next": back})["Location"] == reverse("home")


@pytest.mark.django_db
def test_only_languages_of_the_site_are_taken(client: Client) -> None:
    assert client.post(reverse("language"), {"language": "tlh"}).status_code == 400
    assert client.post(reverse("language"), {}).status_code == 400
    assert client.get(reverse("language")).status_code == 405


def test_refusals_of_the_api_speak_the_language_of_the_account(login: Login) -> None:
    client = login("Richard")
    game = client.post(reverse("start-solo"))["Location"].split("/")[2]
    client.post(reverse("language"), {"language": "pl"})
    action = {"version": 0, "side": "frank", "action": {"type": "place", "block": "saladin", "town": "egypt"}}
    view = client.get(reverse("api-view", args=[game])).json()
    sent = client.post(
        reverse("api-actions", args=[game]),
        action | {"version": view["version"], "key": "7b0b0b0e-0000-4000-8000-000000000001"},
        "application/json",
    )
    assert sent.status_code == 422, sent.content
    assert sent.json()["reason"] == "To nie jest twój bloczek: Saladyn."
    assert sent.json()["detail"] == sent.json()["reason"]
