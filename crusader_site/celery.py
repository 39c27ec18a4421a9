"""The Celery application.

Without a broker (`REDIS_URL`) the server process does its work: `crusader_site.background`.
"""

import os
from typing import Any

from celery import Celery
from celery.signals import after_task_publish, beat_init, task_prerun
from django.db import close_old_connections

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "crusader_site.settings")

app = Celery("crusader_site")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@task_prerun.connect  # type: ignore[untyped-decorator]
def look_after_connections(task: Any, **kwargs: Any) -> None:
    """Makes each process reuse its database connections (`CELERY_DB_REUSE_MAX`) and close broken ones; Celery would
    open one for each task.
    """
    if not task.request.is_eager:
        close_old_connections()
        from games.watching import signs  # noqa: PLC0415 - Django forces it: models are there once applications are ready

        signs.give_sign(signs.Part.COMPUTER if task.name == "games.tasks.play_computer" else signs.Part.WORKER)


@beat_init.connect  # type: ignore[untyped-decorator]
def watch_the_scheduler(**kwargs: Any) -> None:
    """Makes the scheduler's process, and no other, give a sign of life whenever it has sent a task."""
    after_task_publish.connect(give_sign_of_life, weak=False, dispatch_uid="sign of life")


def give_sign_of_life(**kwargs: Any) -> None:
    """Writes the scheduler's sign of life."""
    from games.watching import signs  # noqa: PLC0415 - as above

    close_old_connections()
    signs.give_sign(signs.Part.BEAT)
    close_old_connections()
