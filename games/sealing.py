"""Encryption of dice secrets for the database; the key is not stored there."""

import secrets
import uuid

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings

from rules.committed import SECRET_BYTES, commitment


class Unreadable(RuntimeError):
    """No key decrypts this secret."""

    def __init__(self) -> None:
        super().__init__(
            "The secret of a game's dice cannot be opened: it was sealed with another DICE_KEY. Add that one to"
            " DICE_KEY_FALLBACKS."
        )


def draw_secret(game_id: uuid.UUID) -> tuple[str, str]:
    """Draws a secret for the dice of a game. Returns the commitment to it, and the secret sealed."""
    secret = secrets.token_bytes(SECRET_BYTES)
    return commitment(str(game_id), secret), seal(secret)


def seal(secret: bytes) -> str:
    """The secret encrypted with `DICE_KEY`."""
    return _cipher().encrypt(secret).decode()


def unseal(sealed: str) -> bytes:
    """Raises Unreadable."""
    try:
        return _cipher().decrypt(sealed.encode())
    except InvalidToken as error:
        raise Unreadable from error


def can_unseal(sealed: str) -> bool:
    """Whether one of the keys opens it."""
    try:
        unseal(sealed)
    except Unreadable:
        return False
    return True


def seal_anew(sealed: str) -> str:
    """Encrypts the secret again with the present key. Raises Unreadable."""
    try:
        return _cipher().rotate(sealed.encode()).decode()
    except InvalidToken as error:
        raise Unreadable from error


def _cipher() -> MultiFernet:
    return MultiFernet([Fernet(key) for key in (settings.DICE_KEY, *settings.DICE_KEY_FALLBACKS)])
