"""Every endpoint against every kind of person."""

from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern

from games.models import Game, GameEvent
from games.urls import urlpatterns
from tests.games.helpers import DONE, Player, new_key
from tests.matrix.conftest import taken_back
from tests.matrix.rows import ROWS

READING = {
    "api-game": "",
    "api-view": "view/",
    "api-history": "history/",
    "api-history-view": "history/3/view/",
    "api-export": "export/",
    "api-replay": "replay/",
    "api-replay-marks": "replay/marks/",
}
WITH_AN_ACCOUNT = {"api-export"}  # everything else that shows a public game is for spectators without one as well
ACTING: dict[str, tuple[str, Any]] = {
    "api-actions": ("actions/", {"action": DONE, "version": 3}),
    "api-undo": ("undo/", {"version": 3}),
    "api-restart-turn": ("restart-turn/", {"version": 3}),
    "api-resign": ("resign/", {}),
}
SETTING_UP: dict[str, tuple[str, Any]] = {"api-join": ("join/", {}), "api-cancel": ("cancel/", {})}
OWN = {"api-orders": "orders/"}
IN_THE_MATRIX = {name for name in ROWS if name.startswith("api-")}
EVERYBODY = {"api-games", "api-invitation", "api-schema", "api-schema-sockets", "api-unknown"}

# What each person gets: status of reading, of acting, of joining and of canceling.
EXPECTED = {
    ("public", "awaited player"): (200, {200, 409}, 409, 409),
    ("public", "other player"): (200, {200, 409}, 409, 403),
    ("public", "spectator"): (200, {403}, 409, 403),
    ("public", "visitor"): (200, {401}, 401, 401),
    ("private", "awaited player"): (200, {200, 409}, 409, 409),
    ("private", "other player"): (200, {200, 409}, 409, 403),
    ("private", "spectator"): (404, {404}, 404, 404),
    ("private", "visitor"): (404, {401}, 401, 401),
}


@pytest.fixture
def people(richard: Player, saladin: Player, baldwin: Player) -> dict[str, Player]:
    return {"awaited player": richard, "other player": saladin, "spectator": baldwin, "visitor": Player(None)}


def test_no_endpoint_is_missing_here() -> None:
    names = {pattern.name for pattern in urlpatterns if isinstance(pattern, URLPattern)}
    assert names == {*READING, *ACTING, *SETTING_UP, *OWN, *IN_THE_MATRIX, *EVERYBODY}


@pytest.mark.django_db
@pytest.mark.parametrize("name", [*READING, *ACTING, *SETTING_UP])
def test_who_may_do_what(
    name: str, people: dict[str, Player], game: Game, private_game: Game, subtests: pytest.Subtests
) -> None:
    for visibility, person in EXPECTED:
        with subtests.test(visibility=visibility, person=person), taken_back():
            ask_for(name, visibility, person, people[person], game if visibility == "public" else private_game)


def ask_for(name: str, visibility: str, person: str, player: Player, game: Game) -> None:
    reading, acting, joining, canceling = EXPECTED[visibility, person]
    address = f"games/{game.public_id}/"
    count = GameEvent.objects.count()
    if name in READING:
        expected = 401 if name in WITH_AN_ACCOUNT and person == "visitor" else reading
        assert player.get(address + READING[name]).status_code == expected
    elif name in ACTING:
        path, body = ACTING[name]
        status = player.post(address + path, body | {"key": new_key()}).status_code
        assert status in acting
        assert (GameEvent.objects.count() > count) == (status == 200)
    else:
        path, body = SETTING_UP[name]
        assert player.post(address + path, body).status_code == (joining if name == "api-join" else canceling)
    if name not in ACTING:
        assert GameEvent.objects.count() == count


@pytest.mark.django_db
@pytest.mark.parametrize("name", OWN)
def test_what_is_ones_own_is_for_players(
    name: str, people: dict[str, Player], game: Game, private_game: Game, subtests: pytest.Subtests
) -> None:
    for visibility, person in EXPECTED:
        chosen = game if visibility == "public" else private_game
        expected = EXPECTED[visibility, person][1] - {409}
        path = f"/api/v1/games/{chosen.public_id}/{OWN[name]}"
        client = people[person].client
        with subtests.test(visibility=visibility, person=person), taken_back():
            saved = client.put(path, {"orders": {}}, content_type="application/json")
            assert {client.get(path).status_code, saved.status_code} == expected


@pytest.mark.django_db
def test_visitors_may_read_the_description_of_the_api_and_nothing_else() -> None:
    visitor = Player(None)
    assert visitor.get("schema/").status_code == 200
    for path in ("games/", "invitations/x/"):
        response = visitor.get(path)
        assert (response.status_code, response.json()["code"]) == (401, "not-authenticated")


@pytest.mark.django_db
def test_a_request_from_another_site_is_refused(game: Game, richard: Player) -> None:
    client = Client(enforce_csrf_checks=True)
    assert richard.user is not None
    client.force_login(richard.user)
    body = {"action": DONE, "version": 3, "key": new_key()}
    response = client.post(f"/api/v1/games/{game.public_id}/actions/", body, content_type="application/json")
    assert (response.status_code, response.json()["code"]) == (403, "page-outdated"), "it has no token of a page"
    assert game.events.count() == 3


@pytest.mark.django_db
def test_a_side_of_the_enemy_cannot_be_looked_through(game: Game, richard: Player, baldwin: Player) -> None:
    for player in (richard, baldwin):
        for path in ("view/", "history/", "history/3/view/", "export/"):
            response = player.get(f"games/{game.public_id}/{path}", side="saracen")
            assert (response.status_code, response.json()["code"]) == (403, "not-your-side")


@pytest.mark.django_db
def test_a_deactivated_account_is_out(game: Game, richard: Player) -> None:
    assert richard.user is not None
    richard.user.is_active = False
    richard.user.save()
    assert richard.get("games/").status_code == 401
    assert richard.view(game)["you"] is None  # as any visitor may see it
