"""The part of `script/bootstrap` that needs Django: database, static files of a production site, a first account."""

import secrets
import time

import psycopg
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.db import OperationalError, connection
from django.db.migrations.executor import MigrationExecutor

from games.models import Game, User, names
from games.watching import alarms, signs
from rules import game as rules_game

FIRST_ACCOUNT = "admin"
LOCK_FOR = "3s"
"""As long as a change of a table waits for those who use it, and everybody else behind it."""
PAUSE, TRIES = 2.0, 60
ONE_AT_A_TIME = 1187
"""The number of PostgreSQL's advisory lock by which of several processes that start at once one migrates."""


def migrate_patiently() -> None:
    """Brings the database up to date while the site runs on it.

    Raises OperationalError when a table is not free for two minutes.
    """
    if connection.vendor != "postgresql":
        call_command("migrate", interactive=False, verbosity=0)
        return
    with connection.cursor() as cursor:
        cursor.execute("SET statement_timeout = 0; SET lock_timeout = 0")
        cursor.execute("SELECT pg_advisory_lock(%s)", [ONE_AT_A_TIME])
        cursor.execute("SELECT set_config('lock_timeout', %s, false)", [LOCK_FOR])
    try:
        for left in reversed(range(TRIES)):
            try:
                call_command("migrate", interactive=False, verbosity=0)
            except OperationalError as error:
                if not left or not isinstance(error.__cause__, psycopg.errors.LockNotAvailable):
                    raise
                time.sleep(PAUSE)
            else:
                return
    finally:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [ONE_AT_A_TIME])
            cursor.execute("RESET lock_timeout; RESET statement_timeout")


class Command(BaseCommand):
    help = "Bring the database up to date and see that there is an account to log in with."

    def handle(self, *args: object, **options: object) -> None:
        executor = MigrationExecutor(connection)
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            migrate_patiently()
        if User.objects.filter(
            username_folded=""
        ).exists():  # made while the site was upgraded, by processes with the earlier code
            names.renew(User)
        if Game.objects.filter(status=Game.Status.ACTIVE).exclude(rules_version=rules_game.VERSION).exists():
            call_command("replay_games")
        if settings.PRODUCTION:
            call_command("collectstatic", interactive=False, verbosity=0)
        signs.expect(*alarms.parts_to_expect())
        self._see_to_an_account()

    def _see_to_an_account(self) -> None:
        """Makes the first administrator's account unless there is one, and prints its name."""
        first = User.objects.filter(is_superuser=True, is_active=True).order_by("pk").first()
        if first is not None:
            name = first.get_username()
            self.stdout.write(f"Account: {name} (for a new password: .venv/bin/python manage.py changepassword {name})")
            return
        password = secrets.token_urlsafe(12)
        User.objects.create_superuser(FIRST_ACCOUNT, password=password)
        self.stdout.write(f"A first account was made. Name: {FIRST_ACCOUNT}   Password: {password}   (shown this once)")
        self.stdout.write("It may play at once. For /admin/ set up a second factor first: Settings, Second factor.")
