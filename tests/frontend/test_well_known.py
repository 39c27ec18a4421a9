"""What programs ask every site for, and addresses that take nothing but forms."""

import re
from urllib.parse import parse_qs, urlsplit
from xml.etree import ElementTree

import pytest
from django.test import Client
from django.urls import reverse

from tests.frontend.conftest import Login

pytestmark = pytest.mark.django_db


def test_search_engines_are_led_to_open_pages_and_to_no_game() -> None:
    robots = Client().get("/robots.txt").content.decode()
    assert "Disallow: /games/" in robots
    sitemap = urlsplit(re.search(r"^Sitemap: (\S+)$", robots, re.MULTILINE)[1])  # type: ignore[index]
    tree = ElementTree.fromstring(Client().get(sitemap.path).content)
    addresses = [urlsplit(found.text or "") for found in tree.iter("{http://www.sitemaps.org/schemas/sitemap/0.9}loc")]
    assert addresses
    for address in addresses:
        assert address.scheme.startswith("http")
        assert Client().get(address.path).status_code == 200


def test_an_icon_and_the_address_for_security_holes_are_where_programs_look() -> None:
    assert Client().get("/favicon.ico")["Location"].endswith(".svg")
    said = Client().get("/.well-known/security.txt")
    assert said["Content-Type"].startswith("text/plain")
    assert re.search(r"^Contact: mailto:\S+@\S+$", said.content.decode(), re.MULTILINE)
    assert re.search(r"^Expires: 20\d\d-\d\d-\d\dT00:00:00Z$", said.content.decode(), re.MULTILINE)


@pytest.mark.parametrize("path", ["/games/solo/", "/games/search/", "/language/"])
def test_who_opens_the_address_of_a_form_reads_a_sentence(path: str, login: Login) -> None:
    answer = login("Richard").get(path)
    assert answer.status_code == 405
    assert "POST" in answer["Allow"]
    assert "only a button leads here" in answer.content.decode()


def test_who_has_to_log_in_comes_back_to_the_page_with_the_form() -> None:
    for sent_from, back in (
        ("http://testserver/games/open/?pace=slow", "/games/open/?pace=slow"),
        ("http://elsewhere.example/games/open/", reverse("my-games")),
        ("", reverse("my-games")),
    ):
        answer = Client(headers={"referer": sent_from}).post("/games/solo/")
        assert answer.status_code == 302
        assert parse_qs(urlsplit(answer["Location"]).query)["next"] == [back]
