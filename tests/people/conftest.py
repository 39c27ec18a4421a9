"""People with passwords, and browsers that go through the pages as people do."""

import re
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.conf import settings
from django.core import mail
from django.test import Client
from django.urls import reverse

from games.alerts import account_mails
from games.models import User

PASSWORD = "a-long-way-to-acre"

NewPerson = Callable[..., User]


@pytest.fixture
def within_one_code() -> Iterator[None]:
    """An app's code changes each half minute: the test begins ten seconds after a change."""
    with time_machine.travel(int(time.time()) // 30 * 30 + 10, tick=True):
        yield


@pytest.fixture
def new_person(db: None) -> NewPerson:
    """Somebody with the password above, and a confirmed address if one is given."""

    def create(name: str, address: str = "", *, confirmed: bool = True, **more: Any) -> User:
        user = User.objects.create_user(name, address, PASSWORD, **more)
        if address:
            EmailAddress.objects.create(user=user, email=address, primary=True, verified=confirmed)
        return user

    return create


@pytest.fixture
def sibylla(new_person: NewPerson) -> User:
    return new_person("Sibylla", "sibylla@example.org")


class Delivered(Sequence[Any]):
    """The mails that have arrived, as a list. Reading it first sends what waits in the outbox."""

    def _all(self) -> list[Any]:
        account_mails.deliver_due()
        return list(mail.outbox)

    def __getitem__(self, which: Any) -> Any:
        return self._all()[which]

    def __len__(self) -> int:
        return len(self._all())

    def __eq__(self, other: object) -> bool:
        return self._all() == other


@pytest.fixture
def mailoutbox(mailoutbox: Any) -> Delivered:
    return Delivered()


def log_in(name: str, password: str = PASSWORD, client: Client | None = None) -> Client:
    """A browser in which somebody has logged in at the page."""
    client = client or Client()
    client.post(reverse("login"), {"login": name, "password": password})
    return client


def text(response: Any) -> str:
    assert response.status_code == 200, (response.status_code, response.headers.get("Location"))
    return str(response.content.decode())


def link_in(letter: Any) -> str:
    """The address of the link that a mail asks to follow."""
    found = re.search(rf"{re.escape(settings.SITE_URL)}(/account/\S+)", letter.body)
    assert found, letter.body
    return found[1]


def prove_password(client: Client) -> None:
    """Gives the password once more, as pages for sensitive things ask."""
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
