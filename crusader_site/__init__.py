"""The Django project: settings, root URLs, ASGI entry point and Celery application."""

from crusader_site.celery import app as celery_app

__all__ = ["celery_app"]
