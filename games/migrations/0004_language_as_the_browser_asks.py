from django.db import migrations, models


def forget_what_nobody_chose(apps, schema_editor):
    """English was written into every account, whatever its owner reads; there was no way to choose."""
    apps.get_model("games", "User").objects.filter(language="en").update(language="")


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0003_snapshot_wall"),
    ]

    operations = [
        migrations.AlterField(
            model_name="user",
            name="language",
            field=models.CharField(
                blank=True,
                choices=[("en", "English"), ("fr", "French"), ("pl", "Polish")],
                default="",
                help_text="Empty: as the browser asks.",
                max_length=8,
                verbose_name="language",
            ),
        ),
        migrations.RunPython(forget_what_nobody_chose, migrations.RunPython.noop),
    ]
