"""Recomputes figures and ratings of all finished games."""

from django.core.management.base import BaseCommand

from games.services.results import results


class Command(BaseCommand):
    help = "Takes the figures of every finished game from its record and computes all ratings from the first game on."

    def handle(self, *args: object, **options: object) -> None:
        with_figures, rated = results.rebuild()
        self.stdout.write(f"Figures of {with_figures} games, {rated} of them rated.")
