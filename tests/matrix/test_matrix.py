"""Everybody at every address, taken from the URL configuration: who gets what, and that reading changes nothing."""

import copy
import re
from typing import Any

import pytest
from django.core.cache import caches
from django.test import Client
from django.urls import URLPattern, reverse
from django.utils import translation

from games.models import Game, GameEvent, User
from tests.matrix.addresses import all_addresses
from tests.matrix.conftest import NAMES, PEOPLE, World, fingerprint, taken_back, writes
from tests.matrix.rows import ROWS

ADDRESSES = all_addresses()
OF_THE_ADMIN = sorted(name for name in ADDRESSES if name.startswith(("admin:", "without a name: admin/")))
OTHERS = sorted(set(ADDRESSES) - set(OF_THE_ADMIN))


def in_groups(names: list[str]) -> list[Any]:
    """Forty addresses to a test: the world takes longer to make than they take to be asked for, and each leaves it as
    it was.
    """
    return [pytest.param(names[at : at + 40], id=f"{names[at]} and after") for at in range(0, len(names), 40)]


def test_every_address_has_a_row() -> None:
    """Add the row to `tests/matrix/rows.py`, which says how."""
    assert set(OTHERS) == set(ROWS)


@pytest.mark.databases
@pytest.mark.parametrize("names", in_groups(OTHERS))
def test_everybody_gets_what_is_theirs(names: list[str], world: World, subtests: pytest.Subtests) -> None:
    for name in names:
        with subtests.test(name):
            ask_for(name, world)


def ask_for(name: str, world: World) -> None:
    row = ROWS[name]
    forget_limits()
    before = fingerprint()
    expected = {"get": row.get.split(), "post": row.post.split()} | ({"put": row.put.split()} if row.put else {})
    found: dict[str, list[str]] = {method: [] for method in expected}
    for person in PEOPLE:
        game = world.address_of(person, row.game)
        address = reverse(name, kwargs=arguments(ADDRESSES[name], game) | row.args)
        user = User.objects.get(username=NAMES[person]) if person in NAMES else None
        for method in found:
            data = row.body(game, user) if method != "get" else {}
            status, written = request(world.browsers[person], method, address, data, as_json=name.startswith("api-"))
            assert method != "get" or not written, f"{person} changed something by reading: {written}"
            found[method].append(f"{status}+" if written else f"{status}")
    assert fingerprint() == before
    assert found == expected
    for method in {"put", "patch", "delete"} - set(expected):
        status, written = request(world.browsers["owner"], method, address, {}, as_json=True)
        assert status < 500, method
        assert not written


@pytest.mark.parametrize("names", in_groups([name for name in OF_THE_ADMIN if name.startswith("admin:")]))
def test_the_admin_is_for_staff_alone_and_leaves_the_games_be(
    names: list[str], world: World, subtests: pytest.Subtests
) -> None:
    for name in names:
        with subtests.test(name):
            try_in_the_admin(name, world)


def try_in_the_admin(name: str, world: World) -> None:
    forget_limits()
    with translation.override("en"):
        address = reverse(name, kwargs=admin_arguments(name, ADDRESSES[name]))
    before = fingerprint()
    for person in ("owner", "visitor", "staff"):  # the admin asks for nothing but who is staff
        for method in ("get", "head", "post"):
            status, written = request(world.browsers[person], method, address, {}, as_json=False)
            assert not [sql for sql in written if '"games_game' in sql or '"games_seat"' in sql]
            assert method == "post" or not written, f"{person} changed something by reading: {written}"
            if person != "staff":
                assert status in (302, 403, 404, 405), (person, method, status)
                assert not written
    assert fingerprint() == before


def forget_limits() -> None:
    """How often each has come by before does not count."""
    for cache in caches.all():
        cache.clear()


def request(
    browser: Client, method: str, address: str, data: dict[str, Any], *, as_json: bool
) -> tuple[int, list[str]]:
    """Status of the answer, and the statements by which something was written.

    Afterward all is as it was, cookies too.
    """
    cookies = copy.deepcopy(browser.cookies)
    kind = {"content_type": "application/json"} if as_json and method != "get" else {}
    with taken_back(), writes() as written:
        response = getattr(browser, method)(address, data, **kind)
        if getattr(response, "streaming", False):
            b"".join(response.streaming_content)
    browser.cookies = cookies
    return response.status_code, written


def arguments(pattern: URLPattern, game: Game) -> dict[str, Any]:
    """What the address asks for of a game."""
    known = {"game_id": game.public_id, "token": game.invitation_token}
    return {name: known[name] for name in pattern.pattern.converters if name in known}


def admin_arguments(name: str, pattern: URLPattern) -> dict[str, Any]:
    first = {"game": Game, "gameevent": GameEvent, "user": User}
    model = next((model for label, model in first.items() if f"_{label}_" in name), None)
    row = model._default_manager.first() if model else None
    known = {"object_id": row.pk if row else 1, "id": 1, "app_label": "games", "content_type_id": 1}
    names = pattern.pattern.converters or re.compile(str(pattern.pattern)).groupindex
    return {argument: known[argument] for argument in names}
