from django.db import migrations


class Migration(migrations.Migration):
    """No table changes: what is migrated is given the triggers of `games.triggers` afterward, of which there are more now."""

    dependencies = [("games", "0023_names_look_different")]

    operations = []
