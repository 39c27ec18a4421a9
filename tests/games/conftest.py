"""People and games. Richard plays the Franks, Saladin the Saracens; Baldwin looks on."""

from collections.abc import Callable
from typing import Any

import pytest

from games.models import Game, User
from games.services.lobby import lobby
from rules.ruleset import Ruleset
from tests.games.helpers import Player


def end_with(year: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games that begin in this process end with that year."""
    last = Ruleset().last_year
    usual = Ruleset.__init__.__defaults__ or ()
    assert usual.count(last) == 1
    monkeypatch.setattr(Ruleset.__init__, "__defaults__", tuple(year if value == last else value for value in usual))
    assert Ruleset().last_year == year


@pytest.fixture
def one_year(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games that begin in this process end with 1187, in a sixth of the acts: for what is there from the first act to
    an end.
    """
    end_with(Ruleset().first_year, monkeypatch)


@pytest.fixture
def two_years(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games that begin in this process end with 1188: every phase comes up, for draws begin in that year, in a third of
    the acts.
    """
    end_with(Ruleset().first_year + 1, monkeypatch)


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


def started(richard: Player, saladin: Player, **options: Any) -> Game:
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
