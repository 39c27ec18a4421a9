"""Writes the icons of the app: `frontend/static/frontend/icon-192.png` and `icon-512.png`, as `icon.svg` has them, with
Python alone.

The edge outside the shield's square is filled too, so that systems may cut the icon round.

    .venv/bin/python -m script.cartography.make_icons
"""

import struct
import zlib
from pathlib import Path

TARGET = Path(__file__).resolve().parents[2] / "frontend" / "static" / "frontend"
SIZES = (192, 512)
BLUE, WHITE = (0x2B, 0x56, 0x9C), (0xFF, 0xFF, 0xFF)


def in_cross(x: float, y: float) -> bool:
    """Whether a point of the 32 by 32 drawing lies in the cross."""
    return (13 <= x < 19 and 7 <= y < 25) or (7 <= x < 25 and 13 <= y < 19)


def drawn(size: int) -> bytes:
    """Returns the icon as a PNG of so many pixels."""
    rows = []
    for row in range(size):
        y = (row + 0.5) * 32 / size
        rows.append(
            b"\0"
            + b"".join(bytes(WHITE if in_cross((column + 0.5) * 32 / size, y) else BLUE) for column in range(size))
        )
    return _png(size, size, 2, rows)


def png_of_grays(rows: list[bytearray]) -> bytes:
    """Returns a PNG of rows of grays, a byte a pixel."""
    return _png(len(rows[0]), len(rows), 0, [b"\0" + row for row in rows])


def _png(width: int, height: int, kind: int, rows: list[bytes]) -> bytes:
    header = struct.pack(">IIBBBBB", width, height, 8, kind, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + _chunk(b"IHDR", header)
        + _chunk(b"IDAT", zlib.compress(b"".join(rows), 9))
        + _chunk(b"IEND", b"")
    )


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def main() -> None:
    """Writes both files."""
    for size in SIZES:
        (TARGET / f"icon-{size}.png").write_bytes(drawn(size))


if __name__ == "__main__":
    main()
