"""Makes the tables of a database from the models, in a twentieth of the time that the migrations take: python -m
tests.tables

That the migrations make the same is shown by `tests/parts`.
"""

from django.apps import apps
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder


def note_migrations() -> None:
    """Notes that all migrations are applied: what brings a site up to date has nothing to do."""
    recorder = MigrationRecorder(connection)
    recorder.ensure_schema()
    for app, name in MigrationLoader(None).disk_migrations:
        recorder.record_applied(app, name)


def main() -> None:
    """Makes the tables of an empty database."""
    from django.conf import settings
    from django.core.management import call_command

    usual = settings.MIGRATION_MODULES
    settings.MIGRATION_MODULES = {app.label: None for app in apps.get_app_configs()}
    call_command("migrate", run_syncdb=True, verbosity=0)
    settings.MIGRATION_MODULES = usual
    note_migrations()


if __name__ == "__main__":
    import django

    django.setup()
    main()
