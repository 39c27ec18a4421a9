"""Cut the coast of the Levant out of Natural Earth's 1:10m land, once.

Natural Earth is in the public domain; the npm package `world-atlas` holds its land as TopoJSON. The package is
fetched into a temporary folder and forgotten: what stays is a short list of longitudes and latitudes.

    .venv/bin/python -m script.cartography.make_coast        # writes script/cartography/coast.json
"""

from __future__ import annotations

import json
import subprocess
import tarfile
import tempfile
from pathlib import Path
from typing import Any

from script.cartography.paths import simplify
from script.cartography.projection import Point

PACKAGE = "world-atlas@2.0.2"
TARGET = Path(__file__).resolve().with_name("coast.json")
WEST, SOUTH, EAST, NORTH = 31.4, 30.8, 36.6, 37.2
# A bend smaller than this many degrees (some 800 m) would not be seen on the sheet.
FINENESS = 0.007


def fetch_land() -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["npm", "pack", "--silent", PACKAGE], cwd=folder, check=True)
        packed = next(Path(folder).glob("*.tgz"))
        with tarfile.open(packed) as archive:
            member = archive.extractfile("package/land-10m.json")
            assert member is not None
            found: dict[str, Any] = json.load(member)
            return found


def arcs(land: dict[str, Any]) -> list[list[Point]]:
    """Decodes TopoJSON arcs: whole numbers, each the difference from the one before."""
    (scale_x, scale_y), (shift_x, shift_y) = land["transform"]["scale"], land["transform"]["translate"]
    lines = []
    for arc in land["arcs"]:
        x = y = 0
        line = []
        for across, up in arc:
            x, y = x + across, y + up
            line.append((x * scale_x + shift_x, y * scale_y + shift_y))
        lines.append(line)
    return lines


def within(point: Point) -> bool:
    return WEST < point[0] < EAST and SOUTH < point[1] < NORTH


def longest_run(lines: list[list[Point]]) -> list[Point]:
    """Returns the longest stretch of shore inside the frame: from the Nile to Cilicia."""
    best: list[Point] = []
    for line in lines:
        run: list[Point] = []
        for point in line:
            if within(point):
                run.append(point)
            else:
                best, run = max(best, run, key=len), []
        best = max(best, run, key=len)
    return best


def main() -> int:
    shore = simplify(longest_run(arcs(fetch_land())), FINENESS)
    if shore[0][1] < shore[-1][1]:
        shore.reverse()
    TARGET.write_text(json.dumps([[round(x, 3), round(y, 3)] for x, y in shore]) + "\n", encoding="utf-8")
    print(f"{len(shore)} points -> {TARGET.name}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
