"""Seals the secrets of all dice with the present key, so that earlier keys can be thrown away."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from games import sealing
from games.models import Game


class Command(BaseCommand):
    help = "Seal the secrets of all dice with DICE_KEY. Run it after a change of the key, then drop the old one from DICE_KEY_FALLBACKS."

    def handle(self, *args: Any, **options: Any) -> None:
        count = 0
        with transaction.atomic():
            for game in Game.objects.exclude(sealed_secret="").only("public_id", "sealed_secret").iterator():
                try:
                    sealed = sealing.seal_anew(game.sealed_secret)
                except sealing.Unreadable as error:
                    raise CommandError(f"game {game.public_id}: {error} Nothing was changed.") from error
                Game.objects.filter(pk=game.pk).update(sealed_secret=sealed)
                count += 1
        self.stdout.write(f"{count} secrets sealed with the present key.")
