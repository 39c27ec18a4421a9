"""Writes the forms of existing names. Where names look alike, all accounts but the oldest are marked as sharing theirs."""

from typing import Any

from django.db import migrations

from games.people import names


def write(apps: Any, editor: Any) -> None:
    names.renew(apps.get_model("games", "User"))


class Migration(migrations.Migration):
    atomic = False  # the columns before are there for all already, and nobody waits for the names

    dependencies = [
        ("games", "0021_forms_of_names"),
    ]

    operations = [migrations.RunPython(write, migrations.RunPython.noop)]
