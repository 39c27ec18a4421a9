"""The part of `script/bootstrap` that needs Django: database, static files of a production site, a first account."""

import secrets
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from games.models import User

FIRST_ACCOUNT = "admin"


class Command(BaseCommand):
    help = "Bring the database up to date and see that there is an account to log in with."

    def handle(self, *args: Any, **options: Any) -> None:
        executor = MigrationExecutor(connection)
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            call_command("migrate", interactive=False, verbosity=0)
        if settings.PRODUCTION:
            call_command("collectstatic", interactive=False, verbosity=0)
        self._see_to_an_account()

    def _see_to_an_account(self) -> None:
        first = User.objects.filter(is_superuser=True, is_active=True).order_by("pk").first()
        if first is not None:
            name = first.get_username()
            self.stdout.write(f"Account: {name} (for a new password: .venv/bin/python manage.py changepassword {name})")
            return
        password = secrets.token_urlsafe(12)
        User.objects.create_superuser(FIRST_ACCOUNT, password=password)
        self.stdout.write(f"A first account was made. Name: {FIRST_ACCOUNT}   Password: {password}   (shown this once)")
        self.stdout.write("It may play at once. For /admin/ set up a second factor first: Settings, Second factor.")
