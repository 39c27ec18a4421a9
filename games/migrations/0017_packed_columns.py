import django.db.models.deletion
from django.db import migrations, models

from games import side_by_side
from games.models.packing import FingerprintField, PackedJSONField

BEFORE = {
    "payload": models.JSONField(verbose_name="payload", null=True),
    "draws": models.JSONField(blank=True, default=list, verbose_name="draws", null=True),
    "events": models.JSONField(blank=True, default=list, verbose_name="events", null=True),
    "state_hash": models.CharField(blank=True, editable=False, max_length=64, verbose_name="hash of the position", null=True),
    "prev_hash": models.CharField(blank=True, editable=False, max_length=64, verbose_name="hash before", null=True),
    "hash": models.CharField(blank=True, editable=False, max_length=64, verbose_name="hash", null=True),
}
"""The columns that this takes the place of. Processes with the code of before use them; they go with the next release."""
PACKED = {
    "payload": PackedJSONField(db_column="payload_packed", dictionary="payloads", verbose_name="payload"),
    "draws": PackedJSONField(blank=True, db_column="draws_packed", default=list, dictionary="draws", verbose_name="draws"),
    "events": PackedJSONField(blank=True, db_column="events_packed", default=list, dictionary="facts", verbose_name="events"),
    "state_hash": FingerprintField(blank=True, db_column="state_bytes", verbose_name="hash of the position"),
    "prev_hash": FingerprintField(blank=True, db_column="prev_bytes", null=True, verbose_name="hash before"),
    "hash": FingerprintField(blank=True, db_column="hash_bytes", verbose_name="hash"),
}


def nullable(field):
    """As the database has it until the next release: old processes do not name these columns."""
    field = field.clone()
    field.null, field.default = True, models.NOT_PROVIDED
    return field


def begin(apps, schema_editor):
    connection = schema_editor.connection
    if connection.vendor != "postgresql":
        return
    with connection.cursor() as cursor:
        for name in BEFORE:
            cursor.execute(f"ALTER TABLE games_gameevent ALTER COLUMN {name} DROP DEFAULT")
        # A table of which no model speaks would stand in the way of whatever empties the others.
        for name, found in connection.introspection.get_constraints(cursor, "games_snapshot").items():
            if found["foreign_key"]:
                cursor.execute(f'ALTER TABLE games_snapshot DROP CONSTRAINT "{name}"')
    if apps.get_model("games", "Game").objects.using(connection.alias).exists():
        side_by_side.begin(connection)


class Migration(migrations.Migration):
    """Beside the columns of before come packed ones, and beside the snapshots the stretches of positions."""

    dependencies = [("games", "0016_lists_at_any_size")]

    operations = [
        # Before anything else: SQLite writes the table anew for it, with the columns that the model has.
        migrations.AlterField(
            "gameevent",
            "game",
            models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="events",
                to="games.game",
                verbose_name="game",
            ),
        ),
        *(migrations.AlterField("gameevent", name, field) for name, field in BEFORE.items()),
        migrations.SeparateDatabaseAndState(
            state_operations=[*(migrations.RemoveField("gameevent", name) for name in BEFORE), migrations.DeleteModel("Snapshot")]
        ),
        *(migrations.AddField("gameevent", name, nullable(field)) for name, field in PACKED.items()),
        migrations.SeparateDatabaseAndState(
            state_operations=[migrations.AlterField("gameevent", name, field) for name, field in PACKED.items()]
        ),
        migrations.CreateModel(
            name="Stretch",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seq", models.PositiveIntegerField(verbose_name="number of the first wall")),
                (
                    "walls",
                    PackedJSONField(
                        dictionary="positions",
                        verbose_name="positions at walls",
                    ),
                ),
                (
                    "beyond",
                    PackedJSONField(
                        dictionary="positions",
                        null=True,
                        verbose_name="position beyond the last wall",
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=models.PROTECT,
                        related_name="stretches",
                        to="games.game",
                        verbose_name="game",
                    ),
                ),
            ],
            options={"verbose_name": "stretch of positions", "verbose_name_plural": "stretches of positions"},
        ),
        migrations.AddConstraint("stretch", models.UniqueConstraint(fields=("game", "seq"), name="stretch_once_a_wall")),
        migrations.RemoveConstraint("notice", "notice_once_a_target"),
        migrations.AddConstraint(
            "notice",
            models.UniqueConstraint(
                condition=models.Q(("target__isnull", False)),
                fields=("user", "game", "turn", "kind", "target"),
                name="notice_once_a_target",
            ),
        ),
        migrations.RunPython(begin, migrations.RunPython.noop),
    ]
