"""People and games. Richard plays the Franks, Saladin the Saracens; Baldwin looks on."""

from collections.abc import Callable

import pytest

from games.models import Game, User
from games.services.lobby import lobby
from tests.games.helpers import Player


@pytest.fixture
def new_player(db: None) -> Callable[[str], Player]:
    return lambda name: Player(User.objects.create_user(name))


@pytest.fixture
def richard(new_player: Callable[[str], Player]) -> Player:
    return new_player("Richard")


@pytest.fixture
def saladin(new_player: Callable[[str], Player]) -> Player:
    return new_player("Saladin")


@pytest.fixture
def baldwin(new_player: Callable[[str], Player]) -> Player:
    return new_player("Baldwin")


def started(richard: Player, saladin: Player, **options: str) -> Game:
    assert richard.user is not None
    assert saladin.user is not None
    game = lobby.create_game(user=richard.user, side="frank", **options).game
    return lobby.join_game(user=saladin.user, game_id=game.public_id, invitation=game.invitation_token).game


@pytest.fixture
def game(richard: Player, saladin: Player) -> Game:
    return started(richard, saladin)


@pytest.fixture
def private_game(richard: Player, saladin: Player) -> Game:
    return started(richard, saladin, visibility="private")


@pytest.fixture
def solo_game(richard: Player) -> Game:
    assert richard.user is not None
    return lobby.create_game(user=richard.user, solo=True).game
