"""Games with clocks, and time that goes on by hand."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine

from games.models import Game
from games.services.lobby import lobby
from games.services.sweeps import clock_reminders
from tests.games.helpers import DONE, Json, Player, first, new_key, ok

MONDAY = datetime(2027, 1, 11, 9, tzinfo=UTC)
DAY, HOUR, MINUTE = timedelta(days=1), timedelta(hours=1), timedelta(minutes=1)


class Time:
    """Goes on by hand, and knows what clocks show."""

    def __init__(self, traveller: Any) -> None:
        self.traveller = traveller

    def forward(self, by: timedelta) -> None:
        self.traveller.shift(by)

    def sweep(self, by: timedelta = timedelta(0)) -> None:
        self.forward(by)
        clock_reminders.ring_due()


@pytest.fixture
def time(settings: Any) -> Iterator[Time]:
    """It is Monday morning. Nobody has to log in again for a year."""
    settings.SESSION_COOKIE_AGE = 365 * 24 * 3600
    with time_machine.travel(MONDAY, tick=False) as traveller:
        yield Time(traveller)


@pytest.fixture
def richard(time: Time, new_player: Callable[[str], Player]) -> Player:
    return new_player("Richard")


@pytest.fixture
def saladin(time: Time, new_player: Callable[[str], Player]) -> Player:
    return new_player("Saladin")


@pytest.fixture
def new_game(time: Time, richard: Player, saladin: Player) -> Callable[..., Game]:
    def start(pace: str = "slow", **options: Any) -> Game:
        assert richard.user is not None
        assert saladin.user is not None
        game = lobby.create_game(user=richard.user, side="frank", pace=pace, **options).game
        return lobby.join_game(user=saladin.user, game_id=game.public_id, invitation=game.invitation_token).game

    return start


@pytest.fixture
def game(new_game: Callable[..., Game]) -> Game:
    """A slow game: Richard, who plays the Franks, is to place his blocks."""
    return new_game()


def clock(player: Player, game: Game, side: str) -> Json:
    found: Json = player.view(game)["time"]["sides"][side]
    return found


def left(player: Player, game: Game, side: str) -> timedelta:
    return timedelta(seconds=clock(player, game, side)["left"])


def post(player: Player, game: Game, what: str, **body: Any) -> Any:
    return player.post(f"games/{game.public_id}/{what}/", {"key": new_key(), **body})


def deploy(richard: Player, saladin: Player, game: Game) -> None:
    """Both finish their deployment; then both choose a card."""
    ok(richard.act(game, DONE))
    ok(saladin.act(game, DONE))


def play_card(player: Player, game: Game) -> None:
    ok(player.act(game, first(player.view(game), "play-card")))
