import datetime
from typing import Any

from django.db import migrations, models
from django.utils import timezone


def start_counting(apps: Any, schema_editor: Any) -> None:
    """Games without a reserve count for how long each side is asked, too: from their last wall on. What was used before is not known."""
    seats = apps.get_model("games", "Seat").objects.filter(game__status="active", game__solo=False, runs_since=None, time_left=None)
    for seat in seats.filter(awaited_at_wall=True).select_related("game").iterator():
        seat.runs_since = seat.game.moved_at or seat.game.started_at or seat.game.created_at
        seat.done_at = None if seat.awaited else timezone.now()
        seat.save(update_fields=["runs_since", "done_at"])


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0012_who_was_late"),
    ]

    operations = [
        migrations.AddField(
            model_name="game",
            name="held_at",
            field=models.DateTimeField(
                blank=True,
                help_text="Since when nobody may move, as the site’s rules are others than the game’s.",
                null=True,
                verbose_name="held",
            ),
        ),
        migrations.AddField(
            model_name="pairing",
            name="extended_to",
            field=models.DateTimeField(
                blank=True, help_text="By the grace, since it stood still when its round ended.", null=True, verbose_name="extended to"
            ),
        ),
        migrations.AddField(
            model_name="pairing",
            name="frank_used_before",
            field=models.DurationField(
                blank=True,
                help_text="Before the turn in which the end of the round found them.",
                null=True,
                verbose_name="time the Franks used before",
            ),
        ),
        migrations.AddField(
            model_name="pairing",
            name="saracen_used_before",
            field=models.DurationField(
                blank=True,
                help_text="Before the turn in which the end of the round found them.",
                null=True,
                verbose_name="time the Saracens used before",
            ),
        ),
        migrations.AddField(
            model_name="seat",
            name="time_used",
            field=models.DurationField(
                default=datetime.timedelta(0), help_text="For how long this side was asked in all.", verbose_name="time used"
            ),
        ),
        migrations.AddField(
            model_name="seat",
            name="used_at_turn",
            field=models.DurationField(default=datetime.timedelta(0), verbose_name="time used at the start of the turn"),
        ),
        migrations.AddField(
            model_name="tournament",
            name="grace_days",
            field=models.PositiveSmallIntegerField(
                default=7,
                help_text="For a game that stands still by a pause or a vacation when its round ends.",
                verbose_name="days of grace",
            ),
        ),
        migrations.AlterField(
            model_name="tournamentact",
            name="kind",
            field=models.CharField(
                choices=[
                    ("created", "created the tournament"),
                    ("signed-up", "signed up"),
                    ("left", "left the tournament"),
                    ("started", "the tournament started"),
                    ("canceled", "the tournament was canceled"),
                    ("paired", "a round was paired"),
                    ("begun", "a round began"),
                    ("exchanged", "exchanged two players"),
                    ("decided", "set a result"),
                    ("changed", "a result changed with its game"),
                    ("extended", "extended the time"),
                    ("hand", "chose how rounds begin"),
                    ("ended", "the tournament ended"),
                    ("waiting", "joined the waiting list"),
                    ("moved-up", "moved up from the waiting list"),
                    ("replaced", "replaced a player"),
                    ("challenged", "made a challenge"),
                    ("answered", "answered a challenge"),
                    ("settled", "a challenge was decided"),
                    ("placed", "gave a player another place"),
                    ("idle", "moved down for being idle"),
                    ("reminded", "reminded who is late"),
                    ("away", "planned a vacation past the end of a round"),
                    ("paused", "a game was paused"),
                    ("grace", "a game stood still at the end of its round"),
                    ("overtime", "a game went on after the end of its round"),
                ],
                max_length=16,
                verbose_name="kind",
            ),
        ),
        migrations.CreateModel(
            name="Heartbeat",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField(verbose_name="at")),
            ],
            options={
                "verbose_name": "heartbeat",
                "verbose_name_plural": "heartbeats",
                "constraints": [models.CheckConstraint(condition=models.Q(("pk", 1)), name="heartbeat_one")],
            },
        ),
        migrations.CreateModel(
            name="Outage",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("starts_at", models.DateTimeField(verbose_name="from")),
                ("ends_at", models.DateTimeField(verbose_name="until")),
                (
                    "told_up_to",
                    models.BigIntegerField(
                        default=0, help_text="Games are told in the order of their numbers.", verbose_name="told up to game"
                    ),
                ),
                (
                    "told_at",
                    models.DateTimeField(blank=True, help_text="When the last game had it in its log.", null=True, verbose_name="told"),
                ),
            ],
            options={
                "verbose_name": "outage",
                "verbose_name_plural": "outages",
                "ordering": ["starts_at"],
                "constraints": [models.CheckConstraint(condition=models.Q(("ends_at__gt", models.F("starts_at"))), name="outage_forward")],
            },
        ),
        migrations.RunPython(start_counting, migrations.RunPython.noop),
    ]
