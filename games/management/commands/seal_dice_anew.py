"""Seals the secrets of all dice with the present key, so that earlier keys can be thrown away."""

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from games import sealing
from games.models import Game, NextDice, SoughtDice


class Command(BaseCommand):
    help = (
        "Seal the secrets of all dice with DICE_KEY. Run it after a change of the key, then drop the old one from"
        " DICE_KEY_FALLBACKS."
    )

    def handle(self, *args: object, **options: object) -> None:
        count = 0
        with transaction.atomic():
            for model, name in ((Game, "public_id"), (NextDice, "game_id"), (SoughtDice, "game_id")):
                for found in model._default_manager.exclude(sealed_secret="").only(name, "sealed_secret").iterator():
                    try:
                        sealed = sealing.seal_anew(found.sealed_secret)
                    except sealing.Unreadable as error:
                        raise CommandError(f"game {getattr(found, name)}: {error} Nothing was changed.") from error
                    model._default_manager.filter(pk=found.pk).update(sealed_secret=sealed)
                    count += 1
        self.stdout.write(f"{count} secrets sealed with the present key.")
