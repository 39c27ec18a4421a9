"""Fields for compressed JSON, with dictionaries trained on recorded games, and for hashes.

In Python both are what they always are, in the record, in exports, in the chain: only the database sees bytes. It cannot look into them,
so what SQL asks for needs a column of its own. Of 260 bytes that say what an event was, 40 are left; of 1,540 of a position, 80.
"""

import json
import zlib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.db import models

DICTIONARIES = Path(__file__).with_name("dictionaries")
LATEST = 1
"""The number of the dictionaries by which is packed. Earlier ones stay for good and as they are: a value names the one it was packed by."""


def as_text(value: Any) -> bytes:
    """The value's JSON without spaces, keys in order: equal values give equal bytes."""
    return json.dumps(value, separators=(",", ":"), sort_keys=True).encode()


def pack(value: Any, dictionary: str) -> bytes:
    """A byte with the number of the dictionary and the value's JSON, compressed; nothing for an empty list, which most draws are."""
    if isinstance(value, list) and not value:
        return b""
    packer = _packer(dictionary, LATEST).copy()
    return bytes([LATEST]) + packer.compress(as_text(value)) + packer.flush()


def unpack(packed: bytes, dictionary: str) -> Any:
    """What `pack` was given. Raises ValueError for what it did not make."""
    packed = bytes(packed)
    if not packed:
        return []
    try:
        unpacker = zlib.decompressobj(-zlib.MAX_WBITS, _words(dictionary, packed[0]))
        return json.loads(unpacker.decompress(packed[1:]) + unpacker.flush())
    except (zlib.error, OSError) as error:
        raise ValueError(f"This was not packed with {dictionary}-{packed[0]}.") from error


@cache
def _words(dictionary: str, number: int) -> bytes:
    return (DICTIONARIES / f"{dictionary}-{number}.txt").read_bytes()


@cache
def _packer(dictionary: str, number: int) -> "zlib._Compress":
    """To be copied, which takes a fraction of the time of reading the dictionary anew."""
    return zlib.compressobj(6, zlib.DEFLATED, -zlib.MAX_WBITS, 8, zlib.Z_DEFAULT_STRATEGY, _words(dictionary, number))


if TYPE_CHECKING:
    _Field = models.Field[Any, Any]
else:
    _Field = models.Field


class _Bytes(_Field):
    """Bytes in the database, something else in Python. SQL can be asked whether they are the same, or NULL, and no more."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs | {"editable": False})

    def deconstruct(self) -> Any:
        name, path, args, kwargs = super().deconstruct()
        del kwargs["editable"]
        return name, path, args, kwargs

    def to_bytes(self, value: Any) -> bytes:
        raise NotImplementedError

    def to_value(self, stored: bytes) -> Any:
        raise NotImplementedError

    def get_internal_type(self) -> str:
        return "BinaryField"

    def get_placeholder(self, value: Any, compiler: Any, connection: Any) -> Any:
        return connection.ops.binary_placeholder_sql(value)

    def get_db_prep_value(self, value: Any, connection: Any, prepared: bool = False) -> Any:
        # A migration gives the default of a column as the bytes it is.
        stored = value if value is None or isinstance(value, bytes) else self.to_bytes(value)
        return stored if stored is None else connection.Database.Binary(stored)

    def from_db_value(self, value: Any, expression: Any, connection: Any) -> Any:
        return None if value is None else self.to_value(value)

    def value_to_string(self, obj: models.Model) -> Any:
        """What `dumpdata` writes: the value itself, as of a JSONField."""
        return self.value_from_object(obj)


class PackedJSONField(_Bytes):
    """JSON, packed with the dictionary of this name."""

    def __init__(self, *args: Any, dictionary: str, **kwargs: Any) -> None:
        self.dictionary = dictionary
        super().__init__(*args, **kwargs)

    def deconstruct(self) -> Any:
        name, path, args, kwargs = super().deconstruct()
        return name, path, args, kwargs | {"dictionary": self.dictionary}

    def to_bytes(self, value: Any) -> bytes:
        return pack(value, self.dictionary)

    def to_value(self, stored: bytes) -> Any:
        return unpack(stored, self.dictionary)


class FingerprintField(_Bytes):
    """A hash in hexadecimal digits, or "" where there is none; half as many bytes in the database."""

    def to_bytes(self, value: Any) -> bytes:
        return bytes.fromhex(value)

    def to_value(self, stored: bytes) -> Any:
        return bytes(stored).hex()


__all__ = ["FingerprintField", "PackedJSONField", "pack", "unpack"]
