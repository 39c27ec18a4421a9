"""Processes with the code from before the record was packed, beside new ones, on one PostgreSQL. Goes with the next release.

From the migration until `manage.py pack_record` triggers carry over what the one kind writes to where the other reads. Old processes write
the columns of before, which new ones read where a packed one is NULL; new ones write plain JSON into the packed columns, which the database
can read, and so fill those of before. A database without games has no such time.
"""

import time
from typing import Any

COLUMNS = ("payload", "draws", "events", "state_hash", "prev_hash", "hash")
"""Of events, as they were before."""
BELIEVED_FOR = 20.0
"""Seconds until a process asks again whether there may be old ones."""
_believed: dict[str, Any] = {"on": None, "at": 0.0}

TRIGGERS = """
CREATE OR REPLACE FUNCTION games_both_events() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    NEW.payload := convert_from(NEW.payload_packed, 'UTF8')::jsonb;
    NEW.draws := coalesce(nullif(convert_from(NEW.draws_packed, 'UTF8'), ''), '[]')::jsonb;
    NEW.events := coalesce(nullif(convert_from(NEW.events_packed, 'UTF8'), ''), '[]')::jsonb;
    NEW.state_hash := encode(NEW.state_bytes, 'hex');
    NEW.hash := encode(NEW.hash_bytes, 'hex');
    NEW.prev_hash := coalesce(
        encode(NEW.prev_bytes, 'hex'),
        (SELECT coalesce(e.hash, encode(e.hash_bytes, 'hex')) FROM games_gameevent e WHERE e.game_id = NEW.game_id AND e.seq = NEW.seq - 1),
        ''
    );
    RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER games_both_events BEFORE INSERT ON games_gameevent FOR EACH ROW
    WHEN (get_byte(NEW.payload_packed, 0) = 123) EXECUTE FUNCTION games_both_events();

CREATE OR REPLACE FUNCTION games_both_snapshots() RETURNS trigger LANGUAGE plpgsql AS $$ DECLARE
    pair jsonb := jsonb_build_array(NEW.seq, NEW.position);
BEGIN
    IF NEW.wall THEN
        INSERT INTO games_stretch (game_id, seq, walls, beyond)
            VALUES (NEW.game_id, NEW.seq, convert_to(jsonb_build_array(pair)::text, 'UTF8'), NULL)
            ON CONFLICT (game_id, seq) DO UPDATE SET walls = EXCLUDED.walls;
    ELSE
        UPDATE games_stretch SET beyond = convert_to(pair::text, 'UTF8')
            WHERE id = (SELECT s.id FROM games_stretch s WHERE s.game_id = NEW.game_id ORDER BY s.seq DESC LIMIT 1);
    END IF;
    RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER games_both_snapshots AFTER INSERT OR UPDATE ON games_snapshot FOR EACH ROW
    WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION games_both_snapshots();

CREATE OR REPLACE FUNCTION games_both_stretches() RETURNS trigger LANGUAGE plpgsql AS $$ DECLARE
    pair jsonb;
BEGIN
    IF TG_OP = 'INSERT' AND get_byte(NEW.walls, 0) <> 91 THEN
        RETURN NULL;  -- the migration, which makes them of the snapshots
    END IF;
    DELETE FROM games_snapshot WHERE game_id = NEW.game_id AND NOT wall;
    IF get_byte(NEW.walls, 0) = 91 THEN
        pair := convert_from(NEW.walls, 'UTF8')::jsonb -> -1;
        INSERT INTO games_snapshot (game_id, seq, wall, position)
            VALUES (NEW.game_id, (pair ->> 0)::integer, true, pair -> 1)
            ON CONFLICT (game_id, seq) DO UPDATE SET position = EXCLUDED.position;
    END IF;
    IF get_byte(NEW.beyond, 0) = 91 THEN
        pair := convert_from(NEW.beyond, 'UTF8')::jsonb;
        INSERT INTO games_snapshot (game_id, seq, wall, position)
            VALUES (NEW.game_id, (pair ->> 0)::integer, false, pair -> 1);
    END IF;
    RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER games_both_stretches AFTER INSERT OR UPDATE ON games_stretch FOR EACH ROW
    WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION games_both_stretches();
"""
TABLES = {"games_both_events": "games_gameevent", "games_both_snapshots": "games_snapshot", "games_both_stretches": "games_stretch"}


def begin(connection: Any) -> None:
    with connection.cursor() as cursor:
        cursor.execute(TRIGGERS)
    _believed.update(on=None)


def end(connection: Any) -> None:
    if connection.vendor != "postgresql":
        return
    with connection.cursor() as cursor:
        for name, table in TABLES.items():
            cursor.execute(f"DROP TRIGGER IF EXISTS {name} ON {table}")
            cursor.execute(f"DROP FUNCTION IF EXISTS {name}()")
    _believed.update(on=None)


def is_on(connection: Any) -> bool:
    """Whether there may be processes with the code of before."""
    if connection.vendor != "postgresql" or _believed["on"] is False:
        return False
    now = time.monotonic()
    if _believed["on"] is None or now - _believed["at"] > BELIEVED_FOR:
        with connection.cursor() as cursor:
            cursor.execute("SELECT EXISTS (SELECT 1 FROM pg_trigger WHERE tgname = 'games_both_events')")
            _believed.update(on=cursor.fetchone()[0], at=now)
    return bool(_believed["on"])
