"""Columns for the forms of a name by which names are compared."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0020_trials"),
    ]

    operations = [
        migrations.AlterModelManagers(name="user", managers=[]),
        migrations.AddField(
            model_name="user", name="username_folded", field=models.CharField(db_default="", editable=False, max_length=1000)
        ),
        migrations.AddField(
            model_name="user", name="username_skeleton", field=models.CharField(db_default="", editable=False, max_length=1000)
        ),
        migrations.AddField(
            model_name="user",
            name="username_shared",
            field=models.BooleanField(
                db_default=False,
                editable=False,
                help_text="The account is from before names had to look different, and an older one has a name that looks the same.",
                verbose_name="name looks like another",
            ),
        ),
    ]
