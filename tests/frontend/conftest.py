"""Visitors and players of the pages."""

from collections.abc import Callable

import pytest
from django.test import Client

from games.models import Game, User
from games.services.lobby import lobby

Login = Callable[[str], Client]


@pytest.fixture
def login(db: None) -> Login:
    """A browser of somebody with an account of this name, made if there is none."""

    def log_in(name: str) -> Client:
        user = User.objects.filter(username=name).first() or User.objects.create_user(name)
        client = Client()
        client.force_login(user)
        return client

    return log_in


def user(name: str) -> User:
    return User.objects.get(username=name)


@pytest.fixture
def private_open_game(login: Login) -> Game:
    """Richard waits for whom he sent the link."""
    login("Richard")
    return lobby.create_game(user=user("Richard"), side="frank", visibility="private").game


@pytest.fixture
def private_game(private_open_game: Game, login: Login) -> Game:
    """Richard plays Saladin; nobody else may know."""
    login("Saladin")
    token = private_open_game.invitation_token
    return lobby.join_game(user=user("Saladin"), game_id=private_open_game.public_id, invitation=token).game
