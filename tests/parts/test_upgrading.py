"""A site from before its record was packed is migrated: what was recorded then is what is there now."""

import json
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from io import StringIO
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.core.management import call_command
from django.db import connection

from games import side_by_side
from games.models import Game, GameEvent, User
from tests.games.conftest import started
from tests.games.helpers import BALIAN_TO_ASCALON, DONE, Player, first, ok
from tests.parts.test_backup import Environment, elsewhere, manage  # noqa: F401 - a fixture
from tests.processes import ROOT, site_environment

pytestmark = pytest.mark.django_db(transaction=True)
SAME = ("games_user", "games_game", "games_seat")
COLUMNS = ("payload", "draws", "events", "state_hash", "prev_hash", "hash")


@pytest.fixture
def played(transactional_db: None) -> Game:
    """A game that is over, with plans, some of them taken back, and more walls than one stretch holds."""
    richard, saladin = (Player(User.objects.create_user(name)) for name in ("Richard", "Saladin"))
    game = play(richard, saladin)
    ok(richard.resign(game))
    game.refresh_from_db()
    return game


def play(richard: Player, saladin: Player) -> Game:
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
    return game


@pytest.fixture
def site(played: Game, tmp_path: Path) -> Environment:
    (tmp_path / "var").mkdir()
    return site_environment(redis=False, VAR_FOLDER=str(tmp_path / "var"))


class Database:
    """The database of another site, whichever kind it is, as processes with the code of before wrote to it."""

    def __init__(self, environment: Environment) -> None:
        address = environment["DATABASE_URL"]
        self.is_sqlite = address.startswith("sqlite")
        self.place = "?" if self.is_sqlite else "%s"
        self.columns: dict[str, set[str]] = {}
        self.connection: Any = sqlite3.connect(address.removeprefix("sqlite:///")) if self.is_sqlite else psycopg.connect(address)

    def close(self) -> None:
        self.connection.close()

    def insert(self, table: str, row: dict[str, Any]) -> None:
        """Writes what of the row the table had a column for before: there are more of them now."""
        if table not in self.columns:
            cursor = self.connection.execute(f"SELECT * FROM {table} WHERE 1 = 0")
            self.columns[table] = {column[0] for column in cursor.description}
        row = {name: value for name, value in row.items() if name in self.columns[table]}
        names, places = ", ".join(row), ", ".join([self.place] * len(row))
        self.connection.execute(f"INSERT INTO {table} ({names}) VALUES ({places})", list(row.values()))
        self.connection.commit()


def rows_of(table: str, **only: Any) -> Iterator[dict[str, Any]]:
    """Rows of this test's database, as they are stored."""
    where = " AND ".join(f"{name} = %s" for name in only) or "1 = 1"
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT * FROM {table} WHERE {where} ORDER BY id", list(only.values()))
        names = [column[0] for column in cursor.description]
        for values in cursor.fetchall():
            yield dict(zip(names, values, strict=True))


def of_before(event: GameEvent) -> dict[str, Any]:
    """The row of an event as it was written before."""
    (row,) = rows_of("games_gameevent", id=event.pk)
    row = {name: value for name, value in row.items() if not name.endswith(("_packed", "_bytes"))}
    row |= {name: json.dumps(getattr(event, name)) for name in COLUMNS[:3]}
    return row | {name: getattr(event, name) for name in COLUMNS[3:]}


LOOK_TWICE = """
import io, json, sys
import django
django.setup()
from django.core.management import call_command

def said(*command):
    out = io.StringIO()
    call_command(*command, stdout=out)
    return out.getvalue()

found = []
for _ in range(2):
    found.append((said("check_games"), said("export_game", sys.argv[1])))
    said("pack_record")
print(json.dumps(found))
"""


def test_a_game_of_before_goes_over_while_the_site_runs_and_exports_the_same(
    site: Environment,
    elsewhere: Environment,  # noqa: F811
    played: Game,
) -> None:
    events, walls = GameEvent.record_of(played), played.stretches.walls()
    late = 0 if connection.vendor == "sqlite" else 3  # SQLite has no process of before beside the new one
    assert manage(elsewhere, "migrate", "games", "0016").returncode == 0
    with closing(Database(elsewhere)) as database:

        def record(some: list[GameEvent]) -> None:
            for event in some:
                database.insert("games_gameevent", of_before(event))
                if event.seq in walls:
                    row = {"game_id": played.pk, "seq": event.seq, "wall": True, "position": json.dumps(walls[event.seq])}
                    database.insert("games_snapshot", row)

        for table in SAME:
            for row in rows_of(table):
                database.insert(table, row)
        record(events[: len(events) - late])
        migrated = manage(elsewhere, "migrate")
        assert migrated.returncode == 0, migrated.stderr
        record(events[len(events) - late :])
    here = StringIO()
    call_command("export_game", str(played.public_id), stdout=here)
    # Before all of it is packed, and after.
    done = subprocess.run(
        [sys.executable, "-c", LOOK_TWICE, str(played.public_id)], cwd=ROOT, env=elsewhere, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    for checked, exported in json.loads(done.stdout):
        assert checked == f"1 games, {played.version} events: all as recorded.\n"
        # To the seal, which stands for every byte of it in the one form that is hashed.
        assert json.loads(exported) == json.loads(here.getvalue())


@pytest.mark.skipif(connection.vendor != "postgresql", reason="one process serves on SQLite")
def test_what_a_new_process_writes_one_with_the_code_of_before_reads(transactional_db: None) -> None:
    richard, saladin = (Player(User.objects.create_user(name)) for name in ("Richard", "Saladin"))
    early = play(richard, saladin)
    side_by_side.begin(connection)
    try:
        game = play(richard, saladin)
        ok(
            richard.act(early, first(richard.view(early), "play-card"))
            if "frank" in richard.view(early)["awaited"]
            else richard.resign(early)
        )
        read = {row["seq"]: row for row in rows_of("games_gameevent", game_id=game.pk)}
        for event in GameEvent.record_of(game):
            row = read[event.seq]
            assert [json.loads(row[name]) for name in COLUMNS[:3]] == [event.payload, event.draws, event.events]
            assert [row[name] for name in COLUMNS[3:]] == [event.state_hash, event.prev_hash, event.hash]
        for one in (game, early):
            stretch = one.stretches.latest("seq")
            kept = {row["seq"]: json.loads(row["position"]) for row in rows_of("games_snapshot", game_id=one.pk, wall=True)}
            beyond = [[row["seq"], json.loads(row["position"])] for row in rows_of("games_snapshot", game_id=one.pk, wall=False)]
            assert kept.items() <= one.stretches.walls().items()
            assert beyond == ([stretch.beyond] if stretch.beyond else [])
        assert kept_numbers(game) == list(game.stretches.walls())
        call_command("pack_record")
    finally:
        side_by_side.end(connection)
    assert list(rows_of("games_snapshot")) == []
    call_command("check_games")


def kept_numbers(game: Game) -> list[int]:
    return sorted(row["seq"] for row in rows_of("games_snapshot", game_id=game.pk, wall=True))
