"""A site with games of an earlier release is migrated: what was recorded then is what is there now.

Drilled on either database.
"""

import json
import sqlite3
import subprocess
import sys
from contextlib import closing
from io import StringIO
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.core.management import call_command
from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper

from games.models import Game, User
from tests.games.conftest import started
from tests.games.helpers import BALIAN_TO_ASCALON, DONE, Player, first, ok
from tests.parts.test_backup import Environment, elsewhere, manage  # noqa: F401 - a fixture
from tests.processes import ROOT, site_environment

pytestmark = pytest.mark.django_db(transaction=True)
EARLIER = "0001"
"""The newest migration of the release that is upgraded from. Nothing is released yet, so there is but one."""
SAME = ("games_user", "games_game", "games_seat", "games_gameevent", "games_snapshot")

UPGRADE = """
import sys
import django
django.setup()
from django.core.management import call_command

call_command("migrate", verbosity=0)
call_command("check_games", stdout=sys.stderr)
call_command("export_game", sys.argv[1])
"""


@pytest.fixture
def played(transactional_db: None) -> Game:
    """A game that is over, with plans, some of them taken back, and more walls than one stretch holds."""
    richard, saladin = (Player(User.objects.create_user(name)) for name in ("Richard", "Saladin"))
    game = started(richard, saladin)
    ok(richard.act(game, BALIAN_TO_ASCALON))
    ok(richard.undo(game))
    for player in (richard, saladin):
        ok(player.act(game, DONE))
    for _ in range(12):
        player = richard if "frank" in richard.view(game)["awaited"] else saladin
        view = player.view(game)
        types = sorted({offer["type"] for offer in view["actions"]} - {"take-back-card"})
        ok(player.act(game, DONE if "done" in types else first(view, types[0])))
    ok(richard.resign(game))
    game.refresh_from_db()
    return game


@pytest.fixture
def site(played: Game, tmp_path: Path) -> Environment:
    (tmp_path / "var").mkdir()
    return site_environment(redis=False, VAR_FOLDER=str(tmp_path / "var"))


class Database:
    """The database of another site, whichever kind it is."""

    def __init__(self, environment: Environment) -> None:
        address = environment["DATABASE_URL"]
        is_sqlite = address.startswith("sqlite")
        self.place = "?" if is_sqlite else "%s"
        self.connection: Any = (
            sqlite3.connect(address.removeprefix("sqlite:///")) if is_sqlite else psycopg.connect(address)
        )

    def close(self) -> None:
        self.connection.close()

    def fill(self, table: str) -> None:
        """Copies the rows of this test's database, of each as many columns as the other has."""
        cursor = self.connection.execute(f"SELECT * FROM {table} WHERE 1 = 0")
        names = [column[0] for column in cursor.description]
        with connection.cursor() as here:
            here.execute(f"SELECT {', '.join(names)} FROM {table} ORDER BY id")
            rows = here.fetchall()
        statement = f"INSERT INTO {table} ({', '.join(names)}) VALUES ({', '.join([self.place] * len(names))})"
        for row in rows:
            self.connection.execute(
                statement, [json.dumps(value) if isinstance(value, dict | list) else value for value in row]
            )
        self.connection.commit()


def shape(database: BaseDatabaseWrapper) -> dict[str, Any]:
    """For each table of ours its columns, keys, constraints and indexes; the order of columns and the names of the rest
    are free, and tables of libraries are their authors'.
    """
    look, found = database.introspection, {}
    with database.cursor() as cursor:
        for table in (name for name in look.table_names(cursor) if name.startswith("games_")):
            described = look.get_table_description(cursor, table)
            columns = sorted((c.name, c.type_code, c.internal_size, c.null_ok, c.default) for c in described)
            parts = ({**part, "definition": ""} for part in look.get_constraints(cursor, table).values())
            found[table] = columns, sorted(str(sorted(part.items())) for part in parts)
    return found


@pytest.mark.slow("a whole game of an earlier release over the upgrade of its database")
def test_a_game_of_an_earlier_release_is_checked_and_exports_the_same_after_the_upgrade(
    site: Environment,
    elsewhere: Environment,  # noqa: F811
    played: Game,
) -> None:
    made = manage(elsewhere, "migrate", "games", EARLIER, "--verbosity", "0")
    assert made.returncode == 0, made.stderr
    with closing(Database(elsewhere)) as database:
        for table in SAME:
            database.fill(table)
    done = subprocess.run(
        [sys.executable, "-c", UPGRADE, str(played.public_id)], cwd=ROOT, env=elsewhere, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    address = elsewhere["DATABASE_URL"]
    migrated = connection.copy()
    migrated.settings_dict["NAME"] = (
        address.removeprefix("sqlite:///") if address.startswith("sqlite") else address.rpartition("/")[2]
    )
    with closing(migrated):
        assert shape(migrated) == shape(connection), "tests run on tables made from the models"
    assert f"1 games, {played.version} events: all as recorded." in done.stderr
    here = StringIO()
    call_command("export_game", str(played.public_id), stdout=here)
    # To the seal, which stands for every byte of it in the one form that is hashed.
    assert json.loads(done.stdout) == json.loads(here.getvalue())
