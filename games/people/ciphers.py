"""Encryption of database columns that a copy of the database alone must not reveal."""

import base64
import hashlib

from cryptography.fernet import Fernet, MultiFernet
from django.conf import settings


def cipher(purpose: str) -> MultiFernet:
    """Returns the cipher whose key derives from SECRET_KEY; keys of SECRET_KEY_FALLBACKS still decrypt."""
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    return MultiFernet(
        [Fernet(base64.urlsafe_b64encode(hashlib.sha256(f"{purpose} {key}".encode()).digest())) for key in keys]
    )
