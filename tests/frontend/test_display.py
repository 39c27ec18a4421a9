"""The display settings: kept in the account or in a cookie, and written into each page before anything is drawn."""

import pytest
from django.test import Client
from django.urls import reverse

from frontend import display
from games.models import User
from tests.frontend.conftest import Login

pytestmark = pytest.mark.django_db
DARK = {"theme": "dark", "blocks": "large", "labels": "few", "motion": "fast"}


def first_element(client: Client, page: str = "open-games") -> str:
    text = client.get(reverse(page), headers={"accept-language": "en"}).content.decode()
    return text[text.index("<html") : text.index(">", text.index("<html")) + 1]


def test_a_visitor_s_choices_are_kept_in_the_browser(client: Client) -> None:
    assert first_element(client) == '<html lang="en">'
    assert client.post(reverse("display"), DARK).url == reverse("display")  # type: ignore[attr-defined]
    wanted = '<html lang="en" data-theme="dark" data-blocks="large" data-labels="few" data-motion="fast">'
    assert first_element(client) == wanted
    client.post(reverse("display"), {"theme": ""})
    assert first_element(client) == '<html lang="en">'


def test_the_choices_of_an_account_hold_in_every_browser_and_before_what_the_browser_keeps(login: Login) -> None:
    richard = login("Richard")
    assert richard.post(reverse("display"), {"theme": "dark"}, headers={"x-stay": "1"}).status_code == 204
    elsewhere = login("Richard")
    elsewhere.cookies[display.COOKIE] = "light-largest"
    assert first_element(elsewhere) == '<html lang="en" data-theme="dark">'
    elsewhere.post(reverse("display"), {})
    assert User.objects.get(username="Richard").display == display.USUAL
    richard.cookies[display.COOKIE] = "dark"
    assert first_element(richard) == '<html lang="en">'


@pytest.mark.parametrize("cookie", ["<script>", "dark" * 1000, "theme=dark", "  --  "])
def test_a_cookie_of_something_else_changes_nothing(client: Client, cookie: str) -> None:
    client.cookies[display.COOKIE] = cookie
    assert first_element(client) == '<html lang="en">'


def test_what_cannot_be_chosen_is_refused_with_a_sentence(client: Client) -> None:
    response = client.post(reverse("display"), {"theme": "sepia"}, headers={"accept-language": "en"})
    assert response.status_code == 400
    assert "Select a valid choice" in response.content.decode()
    assert display.COOKIE not in client.cookies


def test_no_word_belongs_to_two_settings() -> None:
    words = [word for choices in display.ALL.values() for word, _name in choices if word]
    assert len({*words, display.USUAL}) == len(words) + 1
    assert display.read(display.serialize(DARK)) == DARK
