"""Secrets of a local site: created at the first start, each in a file only its owner can read."""

import os
from collections.abc import Callable
from pathlib import Path

SECRET_KEY_FILE, DICE_KEY_FILE, SIGNING_KEY_FILE = "secret-key", "dice-key", "signing-key"
"""Names of files in ``VAR_FOLDER``."""


def read_secret(path: Path) -> str:
    """Returns the secret in the file; an empty text if there is no file."""
    return path.read_text().strip() if path.exists() else ""


def read_or_create_secret(path: Path, make: Callable[[], str]) -> str:
    """Returns the secret in the file, creating it first if there is none. Safe when two processes start at once."""
    if not path.exists():
        draft = path.with_name(f"{path.name}.{os.getpid()}")
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w") as file:
            file.write(make())
        try:
            os.link(draft, path)  # fails if the other process was first: its secret counts
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return path.read_text().strip()
