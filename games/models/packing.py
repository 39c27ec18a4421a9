"""Model fields for compressed JSON, with dictionaries trained on recorded games, and for hashes.

In Python both are what they always are, in the record, in exports, in the chain: only the database sees bytes. It
cannot look into them, so what SQL asks for needs a column of its own. Of 260 bytes that say what an event was, 40 are
left; of 1,540 of a position, 80.
"""

import json
import zlib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import orjson
from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper

from games.shapes import JsonValue, PassedOn, Untyped

DICTIONARIES = Path(__file__).with_name("dictionaries")
LATEST = 1
"""The number of the dictionaries by which is packed.

Earlier ones stay for good and as they are: a value names the one it was packed by.
"""


def as_text(value: object) -> bytes:
    """The value's JSON without spaces, keys sorted: equal values give equal bytes."""
    try:
        written = orjson.dumps(value, option=orjson.OPT_SORT_KEYS)
        if written.isascii() and b"\x7f" not in written:
            return written  # the rest is stored as escapes, as it always was
    except orjson.JSONEncodeError:
        pass  # whole numbers beyond 64 bits, say
    return json.dumps(value, separators=(",", ":"), sort_keys=True).encode()


def pack(value: object, dictionary: str) -> bytes:
    """Compresses JSON: a byte with the number of the dictionary, then the data; empty for an empty list, as most draws
    are.
    """
    if isinstance(value, list) and not value:
        return b""
    packer = _packer(dictionary, LATEST).copy()
    return bytes([LATEST]) + packer.compress(as_text(value)) + packer.flush()


def unpack(packed: bytes, dictionary: str) -> object:
    """Reverses `pack`. Raises ValueError for invalid data."""
    packed = bytes(packed)
    if not packed:
        return []
    try:
        unpacker = zlib.decompressobj(-zlib.MAX_WBITS, _dictionary_bytes(dictionary, packed[0]))
        return json.loads(unpacker.decompress(packed[1:]) + unpacker.flush())
    except (zlib.error, OSError) as error:
        raise ValueError(f"This was not packed with {dictionary}-{packed[0]}.") from error


@cache
def _dictionary_bytes(dictionary: str, number: int) -> bytes:
    return (DICTIONARIES / f"{dictionary}-{number}.txt").read_bytes()


@cache
def _packer(dictionary: str, number: int) -> "zlib._Compress":
    """A compressor with its dictionary loaded, to be copied, which is much faster than loading it again."""
    return zlib.compressobj(
        6, zlib.DEFLATED, -zlib.MAX_WBITS, 8, zlib.Z_DEFAULT_STRATEGY, _dictionary_bytes(dictionary, number)
    )


if TYPE_CHECKING:
    _Field = models.Field[JsonValue, JsonValue]
else:
    _Field = models.Field


class _Bytes(_Field):
    """Base of fields stored as bytes with another type in Python.

    In SQL they can only be compared for equality or with NULL.
    """

    def __init__(self, *args: PassedOn, **kwargs: PassedOn) -> None:
        super().__init__(*args, **kwargs | {"editable": False})

    def deconstruct(self) -> tuple[str, str, Sequence[object], dict[str, object]]:
        name, path, args, kwargs = super().deconstruct()
        del kwargs["editable"]
        return name, path, args, kwargs

    def to_bytes(self, value: object) -> bytes:
        raise NotImplementedError

    def to_value(self, stored: bytes) -> object:
        raise NotImplementedError

    def get_internal_type(self) -> str:
        return "BinaryField"

    def get_placeholder(self, value: object, compiler: object, connection: Untyped) -> object:
        return connection.ops.binary_placeholder_sql(value)

    def get_db_prep_value(self, value: object, connection: Untyped, prepared: bool = False) -> object:
        # A migration gives the default of a column as the bytes it is.
        stored = value if value is None or isinstance(value, bytes) else self.to_bytes(value)
        return stored if stored is None else connection.Database.Binary(stored)

    def from_db_value(self, value: bytes | None, expression: object, connection: BaseDatabaseWrapper) -> object:
        return None if value is None else self.to_value(value)

    def value_to_string(self, obj: models.Model) -> JsonValue:
        """Returns what `dumpdata` writes: the value itself, as for a JSONField."""
        return self.value_from_object(obj)


class PackedJSONField(_Bytes):
    """JSON compressed with the dictionary of this name."""

    def __init__(self, *args: object, dictionary: str, **kwargs: object) -> None:
        self.dictionary = dictionary
        super().__init__(*args, **kwargs)

    def deconstruct(self) -> tuple[str, str, Sequence[object], dict[str, object]]:
        name, path, args, kwargs = super().deconstruct()
        return name, path, args, kwargs | {"dictionary": self.dictionary}

    def to_bytes(self, value: object) -> bytes:
        return pack(value, self.dictionary)

    def to_value(self, stored: bytes) -> object:
        return unpack(stored, self.dictionary)


class FingerprintField(_Bytes):
    """A hash in hexadecimal digits, or "" for none, stored as bytes at half the size."""

    def to_bytes(self, value: JsonValue) -> bytes:
        return bytes.fromhex(value)

    def to_value(self, stored: bytes) -> object:
        return bytes(stored).hex()


__all__ = ["FingerprintField", "PackedJSONField", "pack", "unpack"]
