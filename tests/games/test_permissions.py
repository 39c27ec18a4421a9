"""Requests that no row of the matrix makes: from another site, for another's side, of an account that is out."""

import pytest
from django.test import Client

from games.models import Game
from tests.games.helpers import DONE, Player, new_key

pytestmark = pytest.mark.django_db


def test_a_request_from_another_site_is_refused(game: Game, richard: Player) -> None:
    client = Client(enforce_csrf_checks=True)
    assert richard.user is not None
    client.force_login(richard.user)
    body = {"action": DONE, "version": 3, "key": new_key()}
    response = client.post(f"/api/v1/games/{game.public_id}/actions/", body, content_type="application/json")
    assert (response.status_code, response.json()["code"]) == (403, "page-outdated"), "it has no token of a page"
    assert game.events.count() == 3


def test_a_side_of_the_enemy_cannot_be_looked_through(game: Game, richard: Player, baldwin: Player) -> None:
    for player in (richard, baldwin):
        for path in ("view/", "history/", "history/3/view/", "export/"):
            response = player.get(f"games/{game.public_id}/{path}", side="saracen")
            assert (response.status_code, response.json()["code"]) == (403, "not-your-side")


def test_a_deactivated_account_is_out(game: Game, richard: Player) -> None:
    assert richard.user is not None
    richard.user.is_active = False
    richard.user.save()
    assert richard.get("games/").status_code == 401
    assert richard.view(game)["you"] is None  # as any visitor may see it
