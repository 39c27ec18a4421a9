"""Draw up the map: where towns, names and blocks stand, how roads bend, and the land under them.

Takes the towns and roads from `rules.atlas`, their places and the shore from this folder, and writes two ES modules
that the game page draws. What it writes is committed: it runs only when the map is to change, and `make_relief.py`
after it, which shades the hills. The same input gives the same map. It needs `shapely` (`.venv/bin/pip install
shapely`).

    .venv/bin/python -m script.cartography.make_map            # writes layout.js, land.js
    .venv/bin/python -m script.cartography.make_map --check    # says what collides, writes nothing
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from rules.atlas import ROADS, TOWN_IDS, TOWNS
from script.cartography import land, paths
from script.cartography.boxes import control
from script.cartography.projection import HEIGHT, WIDTH
from script.cartography.slots import GERMANIA, STAGING, Plan, Road, Slot, Town
from script.cartography.towns import LONGEST, MASYAF, places

STATIC = Path(__file__).resolve().parents[2] / "frontend" / "static" / "frontend"


# Where the German entry roads leave their box.
WAYS_IN = [
    ("st-simeon", "germania", (700.0, GERMANIA.bottom)),
    ("antioch", "germania", (870.0, GERMANIA.bottom)),
    ("aleppo", "germania", (GERMANIA.right, 70.0)),
]
# Not ports, but on the shore: their names and blocks stand on the water as well.
ON_THE_SHORE = {"botron"}


def make_plan() -> Plan:
    towns = {
        town.id: Town(
            town.id, LONGEST.get(town.id, town.name), town.rating, town.victory, town.port or town.id in ON_THE_SHORE
        )
        for town in TOWNS
    }
    towns["masyaf"] = Town("masyaf", "Masyaf", 1, False, False)
    plan = Plan(towns, places(), make_roads(), WAYS_IN)
    plan.settle()
    return plan


def make_roads() -> list[Road]:
    return [
        ("germania" if road.b < 0 else TOWN_IDS[road.b], TOWN_IDS[road.a], "major" if road.major else "minor")
        for road in ROADS
    ]


def make_land(plan: Plan) -> dict[str, Any]:
    to_sheet = land.bend_with_towns(
        {town.id: (town.latitude, town.longitude) for town in TOWNS} | {"masyaf": MASYAF}, plan.places
    )
    shore = land.shore()
    hills, shade = land.relief(plan, to_sheet)
    outline = land.land_outline(shore)
    return {
        "land": paths.straight(outline, closed=True),
        "waves": land.waves(outline),
        "realms": land.realms(plan, {town.id: town.region.lower() for town in TOWNS}),
        "rivers": land.rivers(to_sheet),
        "lakes": land.lakes(),
        "hills": hills,
        "shade": shade,
        "desert": land.desert(plan, to_sheet),
    }


def layout_module(plan: Plan) -> str:
    def name(slot: Slot) -> str:
        x = {"start": slot.box.left, "middle": (slot.box.left + slot.box.right) / 2, "end": slot.box.right}[slot.anchor]
        # Letters stand on a line a quarter of their height above the bottom of their box.
        return json.dumps([round(x), round(slot.box.bottom - 0.24 * (slot.box.bottom - slot.box.top)), slot.anchor])

    def stand(slot: Slot) -> str:
        box = slot.box
        return json.dumps(
            [round(box.left), round(box.top), round(box.right - box.left), round(box.bottom - box.top), slot.anchor]
        )

    def road(a: str, b: str, kind: str) -> str:
        start, end = plan.start(a, b), plan.start(b, a)
        x, y = control(start, end, plan.bends[a, b])
        path = f"M{start[0]:.0f} {start[1]:.0f}Q{x:.0f} {y:.0f} {end[0]:.0f} {end[1]:.0f}"
        return json.dumps([a, b, kind, path])

    def table(rows: dict[str, str]) -> list[str]:
        return [f'  "{key}": {row},' for key, row in sorted(rows.items())]

    boxes = {
        box: json.dumps([round(side) for side in (b.left, b.top, b.right - b.left, b.bottom - b.top)])
        for box, b in STAGING.items()
    }
    lines = [
        "// Where things stand on the map. Written by script/cartography/make_map.py: change that, not this.",
        f"export const size = {json.dumps({'width': WIDTH, 'height': HEIGHT})};",
        "/** The towns. @type {Record<string, [number, number]>} */",
        "export const places = {",
        *table({town: json.dumps([round(x), round(y)]) for town, (x, y) in plan.places.items()}),
        "};",
        "/** Their names: x, y of the line, which end stands at x. @type {Record<string, [number, number, string]>} */",
        "export const names = {",
        *table({town: name(slot) for town, slot in plan.names.items()}),
        "};",
        (
            "/** The room for blocks: left, top, width, height, which end is nearest the town. No name or other town"
            " lies in it."
        ),
        " * @type {Record<string, [number, number, number, number, string]>} */",
        "export const stands = {",
        *table({town: stand(slot) for town, slot in plan.stacks.items()}),
        "};",
        (
            "/** The boxes outside the map: left, top, width, height. @type {Record<string, [number, number, number,"
            " number]>} */"
        ),
        "export const staging = {",
        *table(boxes),
        "};",
        (
            '/** The roads: two ends, kind, path from the first to the second. @type {[string, string, "major" |'
            ' "minor", string][]} */'
        ),
        "export const roads = [",
        *(f"  {road(a, b, kind)}," for a, b, kind in plan.roads),
        "];",
        "",
    ]
    return "\n".join(lines)


def land_module(made: dict[str, Any]) -> str:
    lines = [
        "// The land, as path data. Written by script/cartography/make_map.py from Natural Earth (public domain) and"
        " geography.py."
    ]
    lines += [f"export const {key} = {json.dumps(value, separators=(',', ':'))};" for key, value in made.items()]
    return "\n".join([*lines, ""])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="say what collides, write nothing")
    parser.add_argument("--folder", type=Path, help="write both there, to look at them first")
    options = parser.parse_args()
    plan = make_plan()
    found = plan.faults()
    for fault in found:
        print(fault)
    if options.check:
        return 1 if found else 0
    made = make_land(plan)
    scripts = options.folder or STATIC / "js" / "map"
    (scripts / "layout.js").write_text(layout_module(plan), encoding="utf-8")
    (scripts / "land.js").write_text(land_module(made), encoding="utf-8")
    print(f"{len(plan.places)} towns, {len(plan.roads)} roads, {len(found)} faults")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
