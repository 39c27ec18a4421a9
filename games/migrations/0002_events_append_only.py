from django.db import migrations

from games import triggers


def create(apps, schema_editor):
    triggers.create_triggers(schema_editor.connection)


def drop(apps, schema_editor):
    triggers.drop_triggers(schema_editor.connection)


class Migration(migrations.Migration):
    dependencies = [("games", "0001_initial")]

    operations = [migrations.RunPython(create, drop)]
