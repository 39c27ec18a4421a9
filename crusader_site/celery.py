"""The Celery application. Without a broker (`REDIS_URL`) the server process does its work: `crusader_site.background`."""

import os
from typing import Any

from celery import Celery
from celery.signals import task_prerun
from django.db import close_old_connections

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "crusader_site.settings")

app = Celery("crusader_site")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@task_prerun.connect  # type: ignore[untyped-decorator]
def look_after_connections(task: Any, **kwargs: Any) -> None:
    """Makes each process reuse its database connections (`CELERY_DB_REUSE_MAX`) and close broken ones; Celery would open one for each
    task.
    """
    if not task.request.is_eager:
        close_old_connections()
