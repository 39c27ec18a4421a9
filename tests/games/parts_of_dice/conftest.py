"""Games whose dice wait for the players' parts, up to a day."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine

from games.models import Game, GameEvent, Seat
from games.services.lobby import starting
from tests.games.helpers import Json, Player, ok, part_of

MINE, THEIRS = "0123456789abcdef" * 2, "fedcba9876543210" * 2
HANDICAP = {"ruleset": {"handicap": 2}}


@pytest.fixture(autouse=True)
def _waiting(settings: Any) -> None:
    settings.DICE_WAIT_HOURS = 24


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel("2026-11-01T12:00:00Z", tick=False) as traveller:
        yield traveller


def created(player: Player, randomness: str = MINE, **options: Any) -> Json:
    """A game whose creator gave their part with it."""
    found: Json = ok(player.post("games/", {"side": "frank", **part_of(player), "randomness": randomness, **options}))
    return found


def game_of(summary: Json) -> Game:
    return Game.objects.get(public_id=summary["id"])


def at(game: Json, verb: str) -> str:
    return f"games/{game['id']}/{verb}/"


def parts(game: Json) -> dict[str, str]:
    return dict(Seat.objects.filter(game__public_id=game["id"]).values_list("side", "contribution"))


def begun_with(game: Json) -> Any:
    """What the event of the start says of the parts; None before it."""
    events = GameEvent.objects.filter(game__public_id=game["id"], kind="system")
    return next((event.payload["contributions"] for event in events if event.payload["type"] == "start"), None)


def starts(event: Json) -> bool:
    return bool(event["payload"].get("type") == "start")


def draws(event: Json) -> bool:
    return bool(event["draws"])


@pytest.fixture
def without_richard(richard: Player, saladin: Player, clock: time_machine.Traveller) -> Game:
    """A game that began without a part of the Franks, a day after Saladin had joined."""
    game = ok(richard.post("games/", {"side": "frank", **HANDICAP}))
    ok(saladin.post(at(game, "join"), {"randomness": THEIRS}))
    clock.shift(timedelta(hours=24))
    assert starting.begin_overdue() == 1
    return game_of(game)
