"""The admin looks at games and changes nothing of them."""

from collections.abc import Callable

import pytest
from django.test import Client

from games.models import Game, User
from tests.games.conftest import started
from tests.games.helpers import BALIAN_TO_ASCALON, Player, prove_second_factor

pytestmark = pytest.mark.django_db


@pytest.fixture
def heraclius() -> Client:
    client = Client()
    user = User.objects.create_superuser("Heraclius")
    client.force_login(user)
    prove_second_factor(client, user)
    return client


def test_staff_see_games_and_events(heraclius: Client, game: Game) -> None:
    event = game.events.latest("seq")
    for path in ("game/", f"game/{game.pk}/change/", "gameevent/", f"gameevent/{event.pk}/change/", "user/", "user/add/"):
        assert heraclius.get(f"/admin/games/{path}").status_code == 200, path
    assert "nomads" not in heraclius.get("/admin/games/gameevent/").content.decode()


def test_what_is_hidden_in_a_running_game_is_not_in_the_admin(heraclius: Client, game: Game, richard: Player) -> None:
    richard.act(game, BALIAN_TO_ASCALON)
    address = f"/admin/games/gameevent/{game.events.latest('seq').pk}/change/"
    assert "balian" not in heraclius.get(address).content.decode()
    richard.resign(game)
    assert "balian" in heraclius.get(address).content.decode()


@pytest.mark.parametrize("path", ["game/add/", "game/{game}/delete/", "gameevent/add/", "gameevent/{event}/delete/"])
def test_nobody_adds_or_deletes(path: str, heraclius: Client, game: Game) -> None:
    address = path.format(game=game.pk, event=game.events.latest("seq").pk)
    assert heraclius.get(f"/admin/games/{address}").status_code == 403
    assert heraclius.post(f"/admin/games/{address}", {"post": "yes"}).status_code == 403


def test_nobody_changes(heraclius: Client, game: Game) -> None:
    for address in (f"game/{game.pk}/change/", f"gameevent/{game.events.latest('seq').pk}/change/"):
        assert heraclius.post(f"/admin/games/{address}", {"status": "over"}).status_code == 403
    game.refresh_from_db()
    assert game.status == "active"


def test_staff_see_nothing_of_the_record_of_a_game_they_play(new_player: Callable[[str], Player]) -> None:
    godfrey, saladin = new_player("Godfrey"), new_player("Saladin")
    assert godfrey.user is not None
    godfrey.user.is_staff = godfrey.user.is_superuser = True
    godfrey.user.save()
    prove_second_factor(godfrey.client, godfrey.user)
    game = started(godfrey, saladin)
    event = game.events.latest("seq")
    assert str(game.public_id) not in godfrey.client.get("/admin/games/gameevent/").content.decode()
    assert godfrey.client.get(f"/admin/games/gameevent/{event.pk}/change/").status_code == 302
    assert godfrey.client.get(f"/admin/games/game/{game.pk}/change/").status_code == 200


def test_players_have_no_admin(richard: Player, game: Game) -> None:
    for path in ("", "game/", "gameevent/"):
        assert richard.client.get(f"/admin/games/{path}").status_code == 302
