import secrets
from collections.abc import Callable
from pathlib import Path

from cryptography.fernet import Fernet
from django.apps import AppConfig
from django.conf import settings

from crusader_site import reports
from crusader_site.secret import DICE_KEY_FILE, SECRET_KEY_FILE, SIGNING_KEY_FILE, read_or_create_secret

KEYS: dict[str, tuple[str, Callable[[], str]]] = {
    "SECRET_KEY": (SECRET_KEY_FILE, lambda: secrets.token_urlsafe(64)),
    "DICE_KEY": (DICE_KEY_FILE, lambda: Fernet.generate_key().decode()),
    "SIGNING_KEY": (SIGNING_KEY_FILE, lambda: secrets.token_hex(32)),
}
"""For each key: its file on a local site, and how a new one is made."""


class SiteConfig(AppConfig):
    """Prepares every process of the site at start: folders, missing keys, error reports."""

    name = "crusader_site"

    def ready(self) -> None:
        """Makes missing folders and keys, and starts error reports."""
        make_folders()
        make_missing_keys()
        if settings.SENTRY_DSN:
            reports.start(settings.SENTRY_DSN, release=settings.SENTRY_RELEASE, environment=settings.SENTRY_ENVIRONMENT)


def make_folders() -> None:
    """Creates the data folder, readable only by its owner, and the folder of static files."""
    settings.VAR_FOLDER.mkdir(mode=0o700, parents=True, exist_ok=True)  # sessions and hidden blocks lie there
    Path(settings.STATIC_ROOT).mkdir(
        parents=True, exist_ok=True
    )  # empty on a local site: whitenoise warns when it is not there


def make_missing_keys() -> None:
    """Creates keys that neither the environment nor a file sets, for a local site.

    A production site has to set them.
    """
    for name in settings.KEYS_TO_MAKE:
        file, make = KEYS[name]
        setattr(settings, name, read_or_create_secret(settings.VAR_FOLDER / file, make))
