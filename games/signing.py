"""The key by which the site signs results: it lies in no database. Ed25519, so that the same is always signed alike."""

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.conf import settings


def sign(statement: bytes) -> str:
    """The signature, as 128 hexadecimal digits."""
    return _key().sign(statement).hex()


def public_key() -> str:
    """By which anybody can check what is signed now, as 64 hexadecimal digits."""
    return _key().public_key().public_bytes_raw().hex()


def public_keys() -> list[str]:
    """That key, and those before it: what was signed with them still counts."""
    return list(dict.fromkeys([public_key(), *settings.SIGNING_KEYS_BEFORE]))


def _key() -> Ed25519PrivateKey:
    return Ed25519PrivateKey.from_private_bytes(bytes.fromhex(settings.SIGNING_KEY))
