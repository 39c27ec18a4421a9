from django.db import migrations


class Migration(migrations.Migration):
    """Where the triggers of `games.triggers` began, which come after every migration."""

    dependencies = [("games", "0001_initial")]

    operations = []
