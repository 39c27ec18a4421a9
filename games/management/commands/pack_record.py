"""After an upgrade from a release that did not pack the record: packs what it recorded."""

from typing import Any

from django.core.management.base import BaseCommand
from django.db import connection

from games.services import packing


class Command(BaseCommand):
    help = "Pack what was recorded by an earlier release. Run it once no process of that release is left; games go on meanwhile."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"{packing.finish(connection)} events were packed.")
