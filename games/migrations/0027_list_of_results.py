"""Finished games in the order in which lists show them."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0026_personal_tokens"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="game",
            index=models.Index(condition=models.Q(("solo", False), ("status", "over")), fields=["-ended_at", "-id"], name="game_results"),
        ),
    ]
