"""Sets up a site of its own in a folder, with SQLite and no outside services, for a bench that plays in simulated
time.
"""

import os


def set_up(folder: str, **settings: str) -> None:
    """Sets the environment of this process, `settings` included, then sets up Django and migrates an empty database in
    the folder.
    """
    os.environ |= {
        "VAR_FOLDER": folder,
        "DJANGO_SETTINGS_MODULE": "crusader_site.settings",
        "DICE_WAIT_HOURS": "0",
        "LOG_LEVEL": "CRITICAL",
        **settings,
    }
    for name in ("DATABASE_URL", "REDIS_URL", "PRODUCTION", "DEBUG"):
        os.environ.pop(name, None)
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connection

    call_command("migrate", verbosity=0)
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA synchronous=OFF")  # the folder goes with the run
