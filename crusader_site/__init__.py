"""The site: settings, addresses, the ASGI entry point and the Celery application."""

from crusader_site.celery import app as celery_app

__all__ = ["celery_app"]
