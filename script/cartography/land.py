"""The land as SVG path data: shore, waters, relief and realms, warped with the towns."""

from __future__ import annotations

import itertools
import json
import math
from collections.abc import Callable
from pathlib import Path

from script.cartography import paths
from script.cartography.boxes import Box, distance
from script.cartography.geography import DESERT_EDGE, ENDS, LAKES, RANGES, RIVERS
from script.cartography.projection import EAST_SCALE, HEIGHT, PORTS, WIDTH, Point, base, by_latitude, thin_plate
from script.cartography.slots import STAGING, Plan

COAST = Path(__file__).resolve().parent / "coast.json"
STIFFNESS = 0.35
REALMS = ("antioch", "tripoli", "jerusalem", "syria", "egypt")
CELL = 12
WAVES = (47.4, 32.4, 19.4, 8.4)
"""Distances from the shore at which lines are drawn in the sea, in units of the map."""
BEYOND_X, BEYOND_Y = 700, 700
"""How far the ground goes on beyond the sheet: a frame of another shape shows some of it."""
BLUR = 3

REALM_NAMES = [Box(980, 396, 1350, 444), Box(715, 702, 1030, 740)]
"""Where terrain.js writes the names of realms across hills."""

ToSheet = Callable[[float, float], Point]


def bend_with_towns(where: dict[str, tuple[float, float]], places: dict[str, Point]) -> ToSheet:
    """Returns the function from latitude and longitude to the sheet that keeps everything between the towns it lies
    between.
    """
    moves = [(base(*where[town]), places[town]) for town in where if town not in PORTS and town != "egypt"]
    moves += [((x, y), (x, y)) for _, _, x, y in PORTS.values()]
    # The shore between the ports stays as well, and so do the corners of the sheet.
    ports = [(x, y) for _, _, x, y in PORTS.values()]
    moves += [(((a[0] + b[0]) / 2, (a[1] + b[1]) / 2),) * 2 for a, b in itertools.pairwise(ports)]
    moves += [((x, y), (x, y)) for x in (0, 300) for y in (0, 500, 1000, 1400)] + [
        ((x, -100), (x, -100)) for x in (700, 1200, 1900)
    ]
    warp = thin_plate(moves, STIFFNESS)
    return lambda latitude, longitude: warp(*base(latitude, longitude))


def shore() -> list[Point]:
    """Returns the shore from the gulf of Alexandretta to the Nile.

    Between ports its bays are kept shallow: the scale is four times the world's.
    """
    line = [(longitude, latitude) for longitude, latitude in json.loads(COAST.read_text(encoding="utf-8"))]
    start = next(i for i, (longitude, latitude) in enumerate(line) if longitude > 35.7 and latitude < 36.5)
    points: list[Point] = [(690, -150), (672, -60), (664, 40)]
    for longitude, latitude in line[start:]:
        x, y, along = by_latitude(latitude)
        inland = (longitude - along) * EAST_SCALE
        points.append((x + 24 * math.tanh(inland / 50), y) if longitude > 34.25 else base(latitude, longitude))
    return paths.simplify(_to_ports(paths.dense(points, 12)), 1.3)


def _to_ports(line: list[Point]) -> list[Point]:
    """Moves the shore to the towns: near a port it passes slightly west of its mark, whatever the warp left over."""
    for _, _, x, y in PORTS.values():
        target = (x - 20, y + 2)
        near = min(line, key=lambda point: math.dist(point, target))
        shift = (target[0] - near[0], target[1] - near[1])
        line = [
            (px + shift[0] * fade, py + shift[1] * fade)
            for px, py in line
            for fade in [math.exp(-((math.dist((px, py), near) / 60) ** 2))]
        ]
    return [
        (min([x, *(px - 13 + (y - py) ** 2 / 40 for _, _, px, py in PORTS.values() if abs(y - py) < 90)]), y)
        for x, y in line
    ]


def land_outline(line: list[Point]) -> list[Point]:
    north, west, south, east = -BEYOND_Y, -BEYOND_X, HEIGHT + BEYOND_Y, WIDTH + BEYOND_X
    return [(line[0][0], north), *line, (west, line[-1][1]), (west, south), (east, south), (east, north)]


def waves(outline: list[Point]) -> list[str]:
    """Lines along the shore, as engravers draw water, the outer ones first.

    Drawn up here, for a browser takes long over wide strokes.
    """
    from shapely import Polygon

    land = Polygon([(round(x), round(y)) for x, y in outline])
    return [paths.straight(list(land.buffer(away).exterior.simplify(0.8).coords), closed=True) for away in WAVES]


def rivers(to_sheet: ToSheet) -> list[tuple[float, str]]:
    found = []
    for name, (width, line) in RIVERS.items():
        points = [to_sheet(*point) for point in line]
        start, end = ENDS.get(name, (None, None))
        found.append((width, paths.smooth(_drawn_to(points, start, end))))
    return found


def _drawn_to(line: list[Point], start: Point | None, end: Point | None) -> list[Point]:
    """Moves the line so that its ends are at given points, less and less toward its other end."""
    first, last = start or line[0], end or line[-1]
    shifts = ((first[0] - line[0][0], first[1] - line[0][1]), (last[0] - line[-1][0], last[1] - line[-1][1]))
    found = []
    for i, (x, y) in enumerate(line):
        share = i / (len(line) - 1)
        near, far = max(0, 1 - 2 * share), max(0, 2 * share - 1)
        found.append((x + shifts[0][0] * near + shifts[1][0] * far, y + shifts[0][1] * near + shifts[1][1] * far))
    return found


def lakes() -> dict[str, str]:
    found = {}
    for name, (middle, place, scale, line) in LAKES.items():
        points = [
            (place[0] + (lon - middle[0]) * scale[0], place[1] - (lat - middle[1]) * scale[1]) for lat, lon in line
        ]
        found[name] = paths.smooth(points, closed=True)
    return found


def relief(plan: Plan, to_sheet: ToSheet) -> tuple[str, str]:
    """Returns small hills in rows along the crests: (outlines, shaded sides).

    None overlaps a name, a town or a road.
    """
    hills: list[tuple[float, float, float]] = []
    for height, rows, crest in RANGES:
        size = 10.0 if height == 1 else 15.0
        line = paths.walk([to_sheet(*point) for point in crest], size * 2.1)
        for row in range(rows):
            for i, (x, y) in enumerate(line):
                scatter = math.sin(i * 12.9 + row * 78.2 + x) * 43758.5
                wobble = scatter - math.floor(scatter)
                at = (
                    x + (row - (rows - 1) / 2) * size * 2.3 + (wobble - 0.5) * 14,
                    y + (wobble * 17 % 1 - 0.5) * 12 + row * 7,
                )
                if _free(plan, Box(at[0] - size, at[1] - size * 1.3, at[0] + size, at[1] + 4)):
                    hills.append((*at, size * (0.8 + 0.4 * wobble)))
    hills.sort(key=lambda hill: hill[1])
    outline, shade = [], []
    for x, y, size in hills:
        half, tall, down = round(size), round(size * 1.25), f"q{round(size * 0.3)} {round(size * 0.75)} "
        outline.append(
            f"M{round(x) - half} {round(y)}q{round(half * 0.7)} {-round(tall * 0.4)} {half} {-tall}{down}{half} {tall}"
        )
        shade.append(f"M{round(x)} {round(y) - tall}{down}{half} {tall}h{-round(half * 0.75)}z")
    return "".join(outline), "".join(shade)


def _free(plan: Plan, box: Box) -> bool:
    if not (box.left > 20 and box.right < WIDTH - 20 and box.top > 20 and box.bottom < HEIGHT - 12):
        return False
    taken = (
        REALM_NAMES + [slot.box for slot in plan.names.values()] + list(plan.marks.values()) + list(STAGING.values())
    )
    if any(box.shared(other.grown(5)) for other in taken):
        return False
    middle = ((box.left + box.right) / 2, (box.top + box.bottom) / 2)
    return all(distance(middle, line) > (box.right - box.left) / 2 + 3 for line in plan.lines.values())


def desert(plan: Plan, to_sheet: ToSheet) -> str:
    """Dots beyond the edge of the sown land, thicker with the distance."""
    edge = [to_sheet(*point) for point in DESERT_EDGE]
    dots = []
    for i in range(2800):
        # A low-discrepancy scatter looks like sand; a true grid would look like cloth.
        x = (i * 0.754877666 % 1) * (WIDTH + BEYOND_X)
        y = (i * 0.569840296 % 1) * (HEIGHT + 2 * BEYOND_Y) - BEYOND_Y
        beyond = x - paths.across(edge, y)
        sinai = 250 < x < 560 and y > 1600 - (x - 250) * 0.05 and y < HEIGHT + 80
        if not sinai and (beyond < 0 or (i * 0.3819 % 1) > 0.25 + min(0.5, beyond / 300)):
            continue
        if all(not slot.box.grown(6).holds((x, y)) for slot in plan.names.values()) and all(
            not mark.grown(8).holds((x, y)) for mark in plan.marks.values()
        ):
            dots.append((round(x), round(y)))
    dots.sort()
    return "".join(f"M{x} {y}h0" for x, y in dots)


def realms(plan: Plan, regions: dict[str, str]) -> dict[str, str]:
    """Returns the outline of each realm: the land nearest its towns, with rounded corners."""
    across, down = (WIDTH + 2 * BEYOND_X) // CELL + 1, (HEIGHT + 2 * BEYOND_Y) // CELL + 1
    owners = [
        [_owner(plan, regions, (i * CELL - BEYOND_X, j * CELL - BEYOND_Y)) for i in range(across)] for j in range(down)
    ]
    fields = {
        realm: paths.blur([[1.0 if owner == realm else 0.0 for owner in row] for row in owners], BLUR)
        for realm in REALMS
    }
    found = {}
    for realm in REALMS:
        lead = [
            [
                fields[realm][j][i] - max(fields[other][j][i] for other in REALMS if other != realm)
                for i in range(across)
            ]
            for j in range(down)
        ]
        rings = paths.contours(lead)
        rings = [[(x * CELL - BEYOND_X, y * CELL - BEYOND_Y) for x, y in ring] for ring in rings if len(ring) > 12]
        found[realm] = "".join(paths.smooth(paths.simplify_ring(ring, 4), closed=True) for ring in rings)
    return found


def _owner(plan: Plan, regions: dict[str, str], point: Point) -> str:
    nearest = min(
        (town for town in plan.places if town in regions),
        key=lambda town: math.dist(plan.places[town], point) + (60 if town == "gaza" else 0),
    )
    return regions[nearest]
