from django.db import migrations

from games.services import packing


def pack(apps, schema_editor):
    connection = schema_editor.connection
    with connection.cursor() as cursor:
        # On PostgreSQL what happens meanwhile is carried over; what is whole already begins where the snapshots begin.
        cursor.execute(
            "SELECT game_id FROM games_snapshot s WHERE wall GROUP BY game_id "
            "HAVING min(seq) <> coalesce((SELECT min(t.seq) FROM games_stretch t WHERE t.game_id = s.game_id), 0) ORDER BY game_id"
        )
        games = [game for (game,) in cursor.fetchall()]
    for game in games:
        packing.put_together(connection, game)
    if connection.vendor == "sqlite":
        packing.pack_events(connection)  # one process serves there, and not while it is migrated


class Migration(migrations.Migration):
    """While the site runs, a game at a time. When it is broken off it goes on where it was."""

    atomic = False
    dependencies = [("games", "0017_packed_columns")]
    operations = [migrations.RunPython(pack, migrations.RunPython.noop)]
