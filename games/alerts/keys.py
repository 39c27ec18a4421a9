"""The site's key pair for web push (VAPID): made at the first start, kept in a file only its owner can read."""

import base64
from functools import cache
from pathlib import Path

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from django.conf import settings
from py_vapid import Vapid02

from crusader_site.secret import read_or_create_secret


def _new_key() -> str:
    key = ec.generate_private_key(ec.SECP256R1())
    form = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    return key.private_bytes(*form).decode()


@cache
def _key_pair(path: Path) -> Vapid02:
    return Vapid02.from_pem(read_or_create_secret(path, _new_key).encode())


def vapid() -> Vapid02:
    """Returns the key pair, made now if there is none yet."""
    return _key_pair(Path(settings.VAPID_KEY_FILE))


def public_key() -> str:
    """Returns the public key in the form browsers need to subscribe."""
    point = vapid().public_key.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(point).rstrip(b"=").decode()
