#!/usr/bin/env python3
"""Draw up where each town stands on the map, from where it stands in the world.

Takes the latitude and longitude of the towns and the roads from `rules.atlas`, spreads the towns until no
name, town or short row of blocks covers another, and writes the result as an ES module that the game page
draws. The module is committed: this script runs only when the layout is to change.

    python script/make_map_layout.py            # writes frontend/static/frontend/js/layout.js
    python script/make_map_layout.py --check    # says what collides, writes nothing

The same input always gives the same layout: nothing here is random.
"""

from __future__ import annotations

import argparse
import itertools
import json
import math
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from rules.atlas import ROADS, SARACEN, TOWN_IDS, TOWNS  # noqa: E402

STATIC = ROOT / "frontend" / "static" / "frontend"
TARGET = STATIC / "js" / "layout.js"
PICTURE = STATIC / "map.svg"

WIDTH, HEIGHT = 1440, 1660
# What each town needs for itself, measured from its mark: its name above, a row of blocks below.
BOX_WIDTH, BOX_HEIGHT = 150, 106
MARGIN = (90, 70, 90, 90)  # left, top, right, bottom
# How much of that two neighbors may lose to each other before it shows.
SLACK = 12
# How near a road may come to the mark of a town that it does not serve.
CLEARANCE = 40

# Not a town of the rules, but a place on the map.
MASYAF = (35.07, 36.34)

COAST = [
    "st-simeon",
    "latakia",
    "margat",
    "tartus",
    "tripoli",
    "botron",
    "beirut",
    "sidon",
    "tyre",
    "acre",
    "caesarea",
    "jaffa",
    "ascalon",
    "gaza",
    "egypt",
]

# Which latitude is drawn how far down the sheet, by the ports.
PARALLELS = (
    (36.5, 40), (36.2, 110), (35.52, 340), (35.15, 445), (34.89, 545), (34.44, 655), (34.25, 755), (33.89, 855),
    (33.56, 950), (33.27, 1050), (32.93, 1150), (32.5, 1250), (32.05, 1350), (31.67, 1440), (31.2, 1540), (30.9, 1600),
)  # fmt: skip

# Moves by hand, in map units, where the spreading alone leaves a road through a town or a cramped corner.
NUDGES: dict[str, tuple[float, float]] = {"kassab": (-20, 0)}

Point = list[float]


def read() -> tuple[dict[str, tuple[float, float]], list[tuple[str, str, str]]]:
    """Latitude and longitude of the towns by id, and the roads between them as (town, town, kind)."""
    towns = {town.id: (town.latitude, town.longitude) for town in TOWNS} | {"masyaf": MASYAF}
    roads = [(TOWN_IDS[road.a], TOWN_IDS[road.b], "major" if road.major else "minor") for road in ROADS if road.b >= 0]
    return towns, roads


def project(latitude: float, longitude: float) -> Point:
    """Latitude and longitude as a first guess on the sheet.

    Half the towns lie in the southern third and thirteen ports on one line, so the sheet is stretched from
    north to south to space the ports evenly, and sheared from west to east to give the south its room.
    """
    north = (latitude - 31.0) / 5.3
    scale = 690 * (1 - north) + 620 * north
    west = 34.28 * (1 - north) + 35.42 * north
    return [150 + scale * (longitude - west), down_the_sheet(latitude)]


def down_the_sheet(latitude: float) -> float:
    for (upper, top), (lower, bottom) in itertools.pairwise(PARALLELS):
        if latitude >= lower:
            return top + (upper - latitude) / (upper - lower) * (bottom - top)
    return HEIGHT - MARGIN[3]


def spread(towns: dict[str, tuple[float, float]], roads: list[tuple[str, str, str]]) -> dict[str, Point]:
    """Push the towns apart until their boxes are clear of one another, held by a spring to where they belong."""
    belongs = {town: project(*where) for town, where in towns.items()}
    belongs["egypt"] = [100, HEIGHT - 100]
    for town, (right, down) in NUDGES.items():
        belongs[town][0] += right
        belongs[town][1] += down
    places = {town: list(point) for town, point in belongs.items()}
    rounds = 4000
    for turn in range(rounds):
        spring = 0.03 * max(0, 1 - 1.2 * turn / rounds) ** 2
        for town, place in places.items():
            place[0] += (belongs[town][0] - place[0]) * spring
            place[1] += (belongs[town][1] - place[1]) * spring
        _part_boxes(places)
        if rounds // 4 < turn < rounds * 4 // 5:
            _part_roads(places, roads)
        for place in places.values():
            place[0] = min(max(place[0], MARGIN[0]), WIDTH - MARGIN[2])
            place[1] = min(max(place[1], MARGIN[1]), HEIGHT - MARGIN[3])
    return {town: [round(place[0]), round(place[1])] for town, place in places.items()}


def _part_boxes(places: dict[str, Point]) -> None:
    for one, other in itertools.combinations(places.values(), 2):
        across, down = other[0] - one[0], other[1] - one[1]
        over_x, over_y = BOX_WIDTH - abs(across), BOX_HEIGHT - abs(down)
        if over_x <= 0 or over_y <= 0:
            continue
        if over_x < over_y:
            push = math.copysign(over_x / 2, across) * 0.5
            one[0] -= push
            other[0] += push
        else:
            push = math.copysign(over_y / 2, down) * 0.5
            one[1] -= push
            other[1] += push


def _part_roads(places: dict[str, Point], roads: list[tuple[str, str, str]]) -> None:
    for a, b, _ in roads:
        for town, place in places.items():
            if town in (a, b):
                continue
            foot = nearest(place, places[a], places[b])
            across, down = place[0] - foot[0], place[1] - foot[1]
            distance = math.hypot(across, down)
            if 0 < distance < CLEARANCE:
                push = (CLEARANCE - distance) / distance * 0.2
                place[0] += across * push
                place[1] += down * push
                for end in (places[a], places[b]):
                    end[0] -= across * push / 2
                    end[1] -= down * push / 2


def nearest(point: Point, a: Point, b: Point) -> Point:
    """The point of the segment a-b nearest to `point`."""
    along_x, along_y = b[0] - a[0], b[1] - a[1]
    length = along_x**2 + along_y**2 or 1
    share = ((point[0] - a[0]) * along_x + (point[1] - a[1]) * along_y) / length
    share = min(max(share, 0), 1)
    return [a[0] + share * along_x, a[1] + share * along_y]


def crosses(a: Point, b: Point, c: Point, d: Point) -> bool:
    def side(p: Point, q: Point, r: Point) -> float:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0


def faults(places: dict[str, Point], roads: list[tuple[str, str, str]]) -> list[str]:
    """Everything that would make the map hard to read."""
    found = []
    for (one, p), (other, q) in itertools.combinations(places.items(), 2):
        if abs(p[0] - q[0]) < BOX_WIDTH - SLACK and abs(p[1] - q[1]) < BOX_HEIGHT - SLACK:
            found.append(f"{one} and {other} overlap")
    for a, b, _ in roads:
        for town, place in places.items():
            if town not in (a, b) and math.dist(place, nearest(place, places[a], places[b])) < CLEARANCE - 8:
                found.append(f"the road {a}-{b} runs through {town}")
    for (a, b, _), (c, d, _) in itertools.combinations(roads, 2):
        if len({a, b, c, d}) == 4 and crosses(places[a], places[b], places[c], places[d]):
            found.append(f"the roads {a}-{b} and {c}-{d} cross")
    return found


def coast(places: dict[str, Point]) -> list[list[int]]:
    """The shore from north to south: a little west of each port, with a point between each pair."""
    shore = [[places[town][0] - 46, places[town][1] + 6] for town in COAST]
    shore[-1] = [places["egypt"][0] + 66, places["egypt"][1] - 70]
    points = [[shore[0][0] + 30, 0], [shore[0][0] + 12, shore[0][1] - 60]]
    for one, other in itertools.pairwise(shore):
        points.append(one)
        # Between two towns the shore leans inland a little, so that the ports stand out as headlands.
        points.append([(one[0] + other[0]) / 2 + 14, (one[1] + other[1]) / 2])
    points.append(shore[-1])
    points.append([0, places["egypt"][1] - 84])
    return [[round(x), round(y)] for x, y in points]


def picture(places: dict[str, Point], roads: list[tuple[str, str, str]]) -> str:
    """The map as a picture for the front page. Attributes only, no style: it must look the same under any policy."""
    shore = " ".join(f"{x},{y}" for x, y in coast(places))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="Georgia, serif">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#efe5cd"/>',
        f'<polygon points="0,0 {shore}" fill="#bcd5dd" stroke="#7fa6b4" stroke-width="3"/>',
    ]
    for a, b, kind in roads:
        (ax, ay), (bx, by) = places[a], places[b]
        look = 'stroke-width="7"' if kind == "major" else 'stroke-width="3.5" stroke-dasharray="9 7"'
        parts.append(f'<line x1="{ax}" y1="{ay}" x2="{bx}" y2="{by}" stroke="#6b5a42" {look}/>')
    for town in TOWNS:
        x, y = places[town.id]
        color = "#a3530f" if town.kingdom == SARACEN else "#2b569c"
        half = 8 + town.rating * 4
        if town.rating:
            parts.append(f'<rect x="{x - half}" y="{y - half}" width="{2 * half}" height="{2 * half}" rx="3" fill="{color}"/>')
        else:
            parts.append(f'<circle cx="{x}" cy="{y}" r="9" fill="#fffdf8" stroke="{color}" stroke-width="4"/>')
        weight = "bold" if town.victory else "normal"
        parts.append(
            f'<text x="{x}" y="{y - half - 8}" font-size="{30 if town.victory else 25}" font-weight="{weight}" text-anchor="middle"'
            f' fill="#2a2620" stroke="#f6eedb" stroke-width="4" paint-order="stroke">{town.name}</text>'
        )
    return "\n".join([*parts, "</svg>", ""])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="say what collides, write nothing")
    options = parser.parse_args()
    towns, roads = read()
    places = spread(towns, roads)
    found = faults(places, roads)
    for fault in found:
        print(fault)
    if options.check:
        return 1 if found else 0
    lines = [
        "// Where the towns stand on the map. Written by script/make_map_layout.py: change that, not this.",
        f"export const size = {json.dumps({'width': WIDTH, 'height': HEIGHT})};",
        "/** @type {Record<string, [number, number]>} */",
        "export const places = {",
        *(f'  "{town}": [{x}, {y}],' for town, (x, y) in sorted(places.items())),
        "};",
        '/** @type {[string, string, "major" | "minor"][]} */',
        "export const roads = [",
        *(f'  ["{a}", "{b}", "{kind}"],' for a, b, kind in roads),
        "];",
        "/** The shore from north to south. @type {[number, number][]} */",
        f"export const shore = {json.dumps(coast(places))};",
        "",
    ]
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    TARGET.write_text("\n".join(lines), encoding="utf-8")
    PICTURE.write_text(picture(places, roads), encoding="utf-8")
    print(f"{len(places)} towns, {len(roads)} roads -> {TARGET.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
