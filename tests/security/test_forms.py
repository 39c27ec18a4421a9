"""Whatever changes something asks for the token of a page of ours, at every address there is."""

import copy
from typing import Any

from django.conf import settings
from django.test import Client
from django.urls import reverse

from games.models import User
from tests.matrix.addresses import all_addresses
from tests.matrix.conftest import NAMES, PEOPLE, World, fingerprint, taken_back, writes
from tests.matrix.rows import ROWS
from tests.matrix.test_matrix import arguments

WITHOUT_TOKEN = {
    "stop-alerts": "mail programs post to it by themselves, without cookies (RFC 8058); the signed link is the proof",
    "mail-events": "the sender of our mails posts to it what became of them; the secret of its webhook is the proof",
}
ADDRESSES = {name: pattern for name, pattern in all_addresses().items() if name in ROWS}


def test_no_address_takes_a_change_without_the_token_of_a_page(world: World) -> None:
    """The owner's session, as another site would have the browser send it: without the token, and with one of its own
    making.
    """
    taken: dict[str, Any] = {}
    owner = User.objects.get(username=NAMES["owner"])
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(owner)
    session = copy.deepcopy(browser.cookies)
    for name, pattern in ADDRESSES.items():
        row = ROWS[name]
        game = world.games[row.game, PEOPLE["owner"]]
        address = reverse(name, kwargs=arguments(pattern, game) | row.args)
        for method in ("post", "put") if name.startswith("api-") else ("post",):
            for headers in ({}, {"X-CSRFToken": "f" * 32}):
                browser.cookies = copy.deepcopy(session)
                kind = "application/json" if name.startswith("api-") else "application/x-www-form-urlencoded"
                before = fingerprint()
                with taken_back(), writes() as written:
                    response = getattr(browser, method)(address, "{}", content_type=kind, headers=headers)
                if response.status_code not in (403, 404, 405) or written or fingerprint() != before:
                    taken[name] = (method, response.status_code, written)
    assert set(taken) <= set(WITHOUT_TOKEN), taken


def test_those_that_need_no_token_are_known() -> None:
    exempt = {
        name
        for name, pattern in ADDRESSES.items()
        if getattr(pattern.callback, "csrf_exempt", False) and not _of_the_api(pattern)
    }
    assert exempt == set(WITHOUT_TOKEN)


def _of_the_api(pattern: Any) -> bool:
    """DRF exempts its views from Django's check and makes the same one itself when somebody is logged in by a
    session.
    """
    view = getattr(pattern.callback, "cls", None)
    return view is not None and [one.__name__ for one in view.authentication_classes] == [
        "ByToken",
        "SessionOrUnauthorized",
    ]


def test_the_api_knows_sessions_and_tokens_in_a_header_alone() -> None:
    """Every other way in (basic passwords, tokens in addresses) would be a door without the check: a browser sends
    those of itself.
    """
    ways = ["games.api.authentication.ByToken", "games.api.authentication.SessionOrUnauthorized"]
    assert settings.REST_FRAMEWORK["DEFAULT_AUTHENTICATION_CLASSES"] == ways
    for name, pattern in ADDRESSES.items():
        view = getattr(pattern.callback, "cls", None)
        if view is not None:
            assert [one.__name__ for one in view.authentication_classes] == ["ByToken", "SessionOrUnauthorized"], name
