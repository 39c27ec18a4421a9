"""Games against the computer: Richard plays one side, and the computer moves when a test says so."""

from collections.abc import Callable

import pytest

from games.models import ComputerTurn, Game, User
from games.services.computer import minds, turns
from games.services.lobby import lobby
from tests.games.helpers import Player

Begin = Callable[..., Game]


@pytest.fixture(autouse=True)
def _nothing_remembered() -> None:
    minds.kept.clear()


@pytest.fixture
def richard(db: None) -> Player:
    return Player(User.objects.create_user("Richard"))


@pytest.fixture
def begin(richard: Player) -> Begin:
    def game(level: str = "squire", side: str = "frank", **options: object) -> Game:
        assert richard.user is not None
        made = lobby.create_game(user=richard.user, side=side, computer=level, **options).game  # type: ignore[arg-type]
        return Game.objects.get(pk=made.pk)

    return game


def waits(game: Game) -> bool:
    """Whether the computer was asked."""
    return ComputerTurn.objects.filter(game=game).exists()


def let_it_play() -> int:
    return turns.play_due()
