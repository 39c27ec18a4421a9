from django.apps import AppConfig
from django.db import connections
from django.db.models.signals import post_migrate, pre_migrate
from django.utils.translation import gettext_lazy as _

from games import triggers


def drop_triggers_first(using: str, **kwargs: object) -> None:
    """Drops the triggers before a migration on SQLite.

    There a migration writes changed tables anew, and no table can be renamed that a trigger of another table names.
    """
    if connections[using].vendor == "sqlite":
        triggers.drop_triggers(connections[using])


def keep_triggers(using: str, **kwargs: object) -> None:
    """Creates the triggers that keep the record, after each migration."""
    triggers.create_triggers(connections[using])


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("Games")

    def ready(self) -> None:
        """Connects signals, and registers tasks."""
        pre_migrate.connect(drop_triggers_first, sender=self)
        post_migrate.connect(keep_triggers, sender=self)

        # Django forces these: they import models, which are there once applications are ready.
        from allauth.account.signals import email_confirmed  # noqa: PLC0415
        from anymail.signals import tracking  # noqa: PLC0415

        from games import admin_changes as changes  # noqa: PLC0415
        from games import tasks  # noqa: F401, PLC0415 - registered here, for services queue some by name
        from games.accounts import ended  # noqa: PLC0415
        from games.alerts import (  # noqa: PLC0415
            bounces,
            delivery_problems,
            outbox,
            returned,
        )
        from games.people import second_factor  # noqa: PLC0415

        second_factor.connect()
        changes.listen()
        ended.connect()
        tracking.connect(returned.follow_event, dispatch_uid="bounces")
        bounces.mails_stopped.connect(delivery_problems.mail_stopped, dispatch_uid="mails stopped")
        email_confirmed.connect(outbox.on_address_confirmed, dispatch_uid="alerts held back")
