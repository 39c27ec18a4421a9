"""Packing the record of before: the same of every event in other columns, and the positions of snapshots in stretches. Goes with the next
release, when no site has any of it left."""

import json
from collections.abc import Iterator
from typing import Any

from django.db import transaction

from games import side_by_side, triggers
from games.models.packing import as_text, pack
from games.models.stretch import Stretch

SOME = 500
PACKED = {"payload": "payload_packed", "draws": "draws_packed", "events": "events_packed"}
DICTIONARIES = {"payload": "payloads", "draws": "draws", "events": "facts"}
HASHES = {"state_hash": "state_bytes", "prev_hash": "prev_bytes", "hash": "hash_bytes"}
COLUMNS = {**PACKED, **HASHES}


def pack_events(connection: Any) -> int:
    """Says the same of every event in the packed columns, and no more in those of before. Nothing of what was recorded changes, but the
    triggers cannot know that: they are lifted for some events at a time."""
    count = 0
    while some := _unpacked(connection):
        with triggers.lifted(connection, "games_gameevent"), connection.cursor() as cursor:
            changes = [f"{name} = %s" for name in COLUMNS.values()] + [f"{name} = NULL" for name in COLUMNS]
            cursor.executemany(f"UPDATE games_gameevent SET {', '.join(changes)} WHERE id = %s", [_packed(row) for row in some])
        count += len(some)
    return count


def _unpacked(connection: Any) -> list[Any]:
    hash_before = "b.hash" if connection.vendor == "sqlite" else "coalesce(encode(b.hash_bytes, 'hex'), b.hash)"
    before = f"(SELECT {hash_before} FROM games_gameevent b WHERE b.game_id = e.game_id AND b.seq = e.seq - 1)"
    with connection.cursor() as cursor:
        # Backward, so that the hash before is still where it was.
        cursor.execute(
            f"SELECT id, {before}, {', '.join(COLUMNS)} FROM games_gameevent e WHERE payload IS NOT NULL ORDER BY id DESC LIMIT {SOME}"
        )
        return list(cursor.fetchall())


def _packed(row: Any) -> list[Any]:
    number, before, *values = row
    found: list[bytes | None] = []
    for name, value in zip(COLUMNS, values, strict=True):
        if name in DICTIONARIES:
            found.append(pack(_parsed(value), DICTIONARIES[name]))
        else:
            found.append(None if name == "prev_hash" and value and value == before else bytes.fromhex(value or ""))
    return [*found, number]


def _parsed(value: Any) -> Any:
    return json.loads(value) if isinstance(value, str | bytes) else value


def put_together(connection: Any, game: int) -> None:
    """Makes the stretches of a game from its snapshots, while nobody acts in it."""
    with transaction.atomic(using=connection.alias), connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SELECT id FROM games_game WHERE id = %s FOR UPDATE", [game])
        cursor.execute("SELECT seq, wall, position FROM games_snapshot WHERE game_id = %s ORDER BY seq", [game])
        rows = [(seq, wall, _parsed(position)) for seq, wall, position in cursor.fetchall()]
        cursor.execute("DELETE FROM games_stretch WHERE game_id = %s", [game])
        for seq, walls, beyond in _cut(rows):
            cursor.execute(
                "INSERT INTO games_stretch (game_id, seq, walls, beyond) VALUES (%s, %s, %s, %s)",
                [game, seq, pack(walls, "positions"), None if beyond is None else as_text(beyond)],
            )


def _cut(rows: list[Any]) -> Iterator[tuple[int, list[Any], list[Any] | None]]:
    walls = [[seq, position] for seq, wall, position in rows if wall]
    plans = [[seq, position] for seq, wall, position in rows if not wall and walls and seq > walls[-1][0]]
    for start in range(0, len(walls), Stretch.MOST):
        some = walls[start : start + Stretch.MOST]
        yield some[0][0], some, plans[-1] if plans and some[-1] is walls[-1] else None


def finish(connection: Any) -> int:
    """No process has the code of before any more: packs what was kept in its way. Returns how many events that were."""
    side_by_side.end(connection)
    count = pack_events(connection)
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM games_snapshot")
    # Those of running games are packed by the next act; here an act could come between.
    for stretch in Stretch.objects.exclude(game__status="active").iterator():
        stretch.save()
    return count
