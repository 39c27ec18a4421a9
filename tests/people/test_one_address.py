"""Many people behind one address: a class of thirty plays, signs up and logs in; strangers shut nobody out."""

from typing import Any

import pytest
from django.http import HttpRequest
from django.test import Client
from django.urls import reverse

from games.accounts.adapter import AccountAdapter
from games.limits import network_of, plain_address
from games.models import Game, User
from tests.people.conftest import PASSWORD
from tests.people.test_signing_in import logged_in_as, sign_up

CLASS = 30
AT_SCHOOL: dict[str, Any] = {"REMOTE_ADDR": "::ffff:203.0.113.9"}


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("203.0.113.9", "203.0.113.9"),
        ("::ffff:203.0.113.9", "203.0.113.9"),
        ("::FFFF:CB00:7109", "203.0.113.9"),
        ("0:0:0:0:0:ffff:cb00:7109", "203.0.113.9"),
        ("64:ff9b::cb00:7109", "203.0.113.9"),
        ("2001:db8:1:2:3::4", "2001:db8:1:2::"),
        ("fe80::1%eth0", "fe80::"),
        ("", ""),
        ("unix:", "unix:"),
    ],
)
def test_an_address_counts_as_the_one_that_is_meant(written: str, meant: str) -> None:
    assert network_of(written) == meant


def test_the_library_of_accounts_counts_by_the_same_address() -> None:
    request = HttpRequest()
    request.META["REMOTE_ADDR"] = "::ffff:203.0.113.9"
    assert AccountAdapter(request).get_client_ip(request) == plain_address("::ffff:203.0.113.9") == "203.0.113.9"


@pytest.mark.django_db
@pytest.mark.usefixtures("api_rates_of_the_site")
def test_a_class_behind_one_address_plays_signs_up_and_logs_in_at_once(settings: Any) -> None:
    """By the limits of a site that nobody configured, within a minute; a third mistypes the password once."""
    settings.PROCESSOR_SECONDS = 12.0
    for number in range(CLASS):
        pupil = Client(**AT_SCHOOL)
        assert pupil.get(reverse("home")).status_code == 200
        begun = pupil.post(reverse("play-now"), {"side": "saracen"})
        assert begun.status_code == 302, f"pupil {number}: {begun.status_code}"
        assert pupil.get(begun["Location"]).status_code == 200
    assert Game.objects.count() == CLASS
    for number in range(CLASS):
        other = Client(**AT_SCHOOL)
        sign_up(other, f"Pupil{number}")
        assert logged_in_as(other) == f"Pupil{number}"
    for number in range(CLASS):
        back = Client(**AT_SCHOOL)
        if number % 3 == 0:
            back.post(reverse("account_login"), {"login": f"Pupil{number}", "password": "mistyped"})
        back.post(reverse("account_login"), {"login": f"Pupil{number}", "password": PASSWORD})
        assert logged_in_as(back) == f"Pupil{number}"


@pytest.mark.django_db
def test_wrong_passwords_of_strangers_shut_nobody_else_out() -> None:
    User.objects.create_user("Sibylla", password=PASSWORD)
    for number in range(11):
        stranger = Client(REMOTE_ADDR=f"::ffff:198.51.100.{number}")
        stranger.post(reverse("account_login"), {"login": f"Nobody{number}", "password": "guessed"})
    client = Client(REMOTE_ADDR="::ffff:203.0.113.9")
    client.post(reverse("account_login"), {"login": "Sibylla", "password": PASSWORD})
    assert logged_in_as(client) == "Sibylla"
