"""One world for the matrix: a public and a private game, running and open, and everybody who may come by."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import pytest
from django.apps import apps
from django.db import connection, transaction
from django.test import Client

from games.models import Game, User
from games.services.lobby import blocking, lobby
from tests.games.helpers import prove_second_factor

# Who comes by, and which of the two games of a kind they come to.
PEOPLE = {
    "owner": "private",
    "opponent": "private",
    "spectator": "public",
    "stranger": "private",
    "visitor": "public",
    "visitor at a private game": "private",
    "blocked": "public",
    "staff": "private",
}
NAMES = {
    "owner": "Richard",
    "opponent": "Saladin",
    "spectator": "Baldwin",
    "stranger": "Baldwin",
    "blocked": "Conrad",
    "staff": "Heraclius",
}
# What staff open is written down.
MAY_CHANGE_BY_READING = ("django_session", "games_staffaction")


@dataclass(frozen=True)
class World:
    browsers: dict[str, Client]
    games: dict[tuple[str, str], Game]

    def address_of(self, person: str, kind: str) -> Game:
        return self.games[kind, PEOPLE[person]]


@pytest.fixture
def world(db: None) -> World:
    users = {
        name: User.objects.create_user(name, password="a-long-way-to-acre") for name in sorted(set(NAMES.values()))
    }
    richard, saladin = users["Richard"], users["Saladin"]
    games = {}
    for visibility in ("public", "private"):
        games["open", visibility] = lobby.create_game(user=richard, side="frank", visibility=visibility).game
        game = lobby.create_game(user=richard, side="frank", visibility=visibility).game
        games["running", visibility] = lobby.join_game(
            user=saladin, game_id=game.public_id, invitation=game.invitation_token
        ).game
    block(richard, users["Conrad"])
    browsers = {}
    for person in PEOPLE:
        browsers[person] = Client(raise_request_exception=True)
        if person in NAMES:
            browsers[person].force_login(users[NAMES[person]])
    heraclius = users["Heraclius"]
    heraclius.is_staff = heraclius.is_superuser = True
    heraclius.save()
    prove_second_factor(browsers["staff"], heraclius)
    return World(browsers, games)


def block(blocker: User, blocked: User) -> None:
    """Richard wants nothing to do with Conrad."""
    blocking.block(user=blocker, other=blocked)


@contextmanager
def taken_back() -> Iterator[None]:
    """What happens inside has not happened afterward, so that one request does not prepare the ground for the next."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


@contextmanager
def writes() -> Iterator[list[str]]:
    """Every statement that changes the database, but for sessions."""
    found: list[str] = []

    def look(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        changes = sql.lstrip().upper().startswith(("INSERT", "UPDATE", "DELETE", "REPLACE", "CREATE", "DROP", "ALTER"))
        if changes and not any(f'"{table}"' in sql for table in MAY_CHANGE_BY_READING):
            found.append(sql)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(look):
        yield found


def fingerprint() -> tuple[int, ...]:
    """How many rows each table has, and the sums of all versions."""
    tables = sorted(
        {model._meta.db_table for model in apps.get_models(include_auto_created=True)} - set(MAY_CHANGE_BY_READING)
    )
    counts = [f'(SELECT COUNT(*) FROM "{table}")' for table in tables]
    sums = [
        "(SELECT SUM(version) FROM games_game)",
        "(SELECT SUM(public_version) FROM games_game)",
        "(SELECT SUM(version) FROM games_seat)",
    ]
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {', '.join(counts + sums)}")
        row: tuple[int, ...] = cursor.fetchone()
    return row
