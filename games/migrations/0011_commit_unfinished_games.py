import secrets

from django.db import migrations

from games import sealing
from rules.committed import SECRET_BYTES, commitment


def commit(apps, schema_editor):
    """Games under way go on with committed dice. Their chain of hashes begins with the next event, over a fingerprint of those before."""
    for game in apps.get_model("games", "Game").objects.filter(status__in=("open", "active"), commitment=""):
        secret = secrets.token_bytes(SECRET_BYTES)
        game.commitment = commitment(str(game.public_id), secret)
        game.sealed_secret = sealing.seal(secret)
        game.save(update_fields=["commitment", "sealed_secret"])


class Migration(migrations.Migration):
    dependencies = [("games", "0010_committed_dice_and_chain")]

    operations = [migrations.RunPython(commit, migrations.RunPython.noop)]
