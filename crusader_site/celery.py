"""The Celery application. Without a broker (`REDIS_URL`) the server process does its work: `crusader_site.background`."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "crusader_site.settings")

app = Celery("crusader_site")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
