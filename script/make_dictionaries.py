#!/usr/bin/env python3
"""Trains the dictionaries that compress positions and events (`games/models/packing.py`) on the recorded games of the
tests.

usage: script/make_dictionaries.py NUMBER. A number that is in use already must never be made anew: what was packed by
it could not be read.
"""

import json
import lzma
import os
import sys
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "crusader_site.settings")
TAKEN_UP = {"payloads": (8, 10_000), "draws": (30, 4_000), "facts": (20, 20_000), "positions": (330, 8_000)}
"""A text is taken up if what is there already does not press it into so many bytes, until the dictionary is so long.

The figures are those that gave the fewest bytes for other games."""
PARTS = {"payload": "payloads", "draws": "draws", "events": "facts"}


def texts() -> Iterator[tuple[str, Any]]:
    from rules.replay import Replay

    for path in sorted((ROOT / "tests" / "recorded").glob("*.json.xz")):
        record = json.loads(lzma.decompress(path.read_bytes()))
        replay = Replay(record)
        for event in record["events"]:
            replay.take(event)
            yield from ((name, event[part]) for part, name in PARTS.items() if event[part])
            if event["wall"] and replay.position is not None:
                yield "positions", replay.position.to_json()


def gathered(found: Iterable[bytes], least: int, most: int) -> bytes:
    words = b""
    for text in found:
        packer = zlib.compressobj(6, zlib.DEFLATED, -15, 8, zlib.Z_DEFAULT_STRATEGY, words or b" ")
        if len(packer.compress(text) + packer.flush()) > least:
            words += text
        if len(words) > most:
            break
    return words


def main(number: int) -> None:
    import django

    django.setup()
    from games.models.packing import as_text

    found: dict[str, list[bytes]] = {name: [] for name in TAKEN_UP}
    for name, value in texts():
        found[name].append(as_text(value))
    for name, all_texts in found.items():
        path = ROOT / "games" / "models" / "dictionaries" / f"{name}-{number}.txt"
        if path.exists():
            raise SystemExit(f"{path} is in use.")
        # By turns of all games, so that each has its say.
        mixed = [text for start in range(97) for text in all_texts[start::97]]
        path.write_bytes(gathered(mixed, *TAKEN_UP[name]))


if __name__ == "__main__":
    main(int(sys.argv[1]))
