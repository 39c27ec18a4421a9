from typing import Any

from django.apps import AppConfig
from django.db import connections
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _

from games import triggers


def keep_triggers(using: str, **kwargs: Any) -> None:
    triggers.create_triggers(connections[using])


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("Games")

    def ready(self) -> None:
        post_migrate.connect(keep_triggers, sender=self)

        from games.people import second_factor

        second_factor.connect()
