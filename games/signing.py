"""Ed25519 signatures of results, with a key from the settings."""

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.conf import settings


def sign(statement: bytes) -> str:
    """The signature, as 128 hexadecimal digits."""
    return _private_key().sign(statement).hex()


def public_key() -> str:
    """The public key of the present signatures, as 64 hexadecimal digits."""
    return _private_key().public_key().public_bytes_raw().hex()


def public_keys() -> list[str]:
    """The present public key and earlier ones, whose signatures still count."""
    return list(dict.fromkeys([public_key(), *settings.SIGNING_KEYS_BEFORE]))


def _private_key() -> Ed25519PrivateKey:
    return Ed25519PrivateKey.from_private_bytes(bytes.fromhex(settings.SIGNING_KEY))
