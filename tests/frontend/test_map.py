"""The map as it is drawn by hand: names, rooms for blocks, roads and shore hold together."""

import itertools
import json
import math
import re
from pathlib import Path
from typing import Any

import pytest
from django.utils.translation import override

from frontend.texts import TEXTS
from rules.atlas import ROADS, TOWN_IDS, TOWNS

SCRIPTS = Path(__file__).resolve().parent.parent.parent / "frontend" / "static" / "frontend" / "js" / "map"
SEA, EDGE_OF_STACKS = 60, 40
"""How far a port may stand from the water; how near the middle of a road may come to a town that it does not serve."""

Point = tuple[float, float]
Box = tuple[float, float, float, float]


def read(module: str, name: str) -> Any:
    """The value of an exported constant, which the script writes as JSON but for the last comma."""
    found = re.search(
        rf"^export const {name} = (?:/\*\* @type \{{any\}} \*/ \()?(.*?)\)?;$",
        (SCRIPTS / module).read_text(),
        re.S | re.M,
    )
    assert found, name
    return json.loads(re.sub(r",(\s*[}\]])", r"\1", found[1]))


SIZE: dict[str, int] = read("layout.js", "size")
PLACES: dict[str, Point] = read("layout.js", "places")
NAMES: dict[str, tuple[float, float, str]] = read("layout.js", "names")
STANDS: dict[str, tuple[float, float, float, float, str]] = read("layout.js", "stands")
STAGING: dict[str, Box] = read("layout.js", "staging")
ROAD_PATHS: list[tuple[str, str, str, str]] = read("layout.js", "roads")
BY_ID = {town.id: town for town in TOWNS}


def name_box(town: str) -> Box:
    """Where a name is: letters are half as wide as high."""
    x, y, anchor = NAMES[town]
    victory = town in BY_ID and BY_ID[town].victory
    high = 30 if victory else 26
    wide = len(BY_ID[town].name if town in BY_ID else town) * high * 0.5
    left = {"start": x, "middle": x - wide / 2, "end": x - wide}[anchor]
    return left, y - high * 0.72, left + wide, y + high * 0.2


def mark_box(town: str) -> Box:
    x, y = PLACES[town]
    rating = BY_ID[town].rating if town in BY_ID else 1
    half = rating * 8.5 + 2 if rating else 9
    return x - half, y - (26 if rating else 11), x + half, y + (17 if rating else 12)


def stand_box(town: str) -> Box:
    left, top, width, height, _ = STANDS[town]
    return left, top, left + width, top + height


def meet(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def holds(box: Box, point: Point) -> bool:
    return box[0] < point[0] < box[2] and box[1] < point[1] < box[3]


def along(path: str, pieces: int = 40) -> list[Point]:
    """Points of a bent road."""
    a, b, c = ((float(x), float(y)) for x, y in re.findall(r"(-?[\d.]+) (-?[\d.]+)", path))
    ts = [i / pieces for i in range(pieces + 1)]
    return [
        (
            (1 - t) ** 2 * a[0] + 2 * t * (1 - t) * b[0] + t * t * c[0],
            (1 - t) ** 2 * a[1] + 2 * t * (1 - t) * b[1] + t * t * c[1],
        )
        for t in ts
    ]


LINES = {(a, b): along(path) for a, b, _, path in ROAD_PATHS}


def outline() -> list[Point]:
    """The corners of the land."""
    x = y = 0.0
    points = []
    for letter, across, down in re.findall(r"([Ml])(-?\d+) ?(-?\d+)", read("land.js", "land")):
        x, y = (float(across), float(down)) if letter == "M" else (x + float(across), y + float(down))
        points.append((x, y))
    return points


def inside(point: Point, ring: list[Point]) -> bool:
    crossings = 0
    for (ax, ay), (bx, by) in itertools.pairwise([*ring, ring[0]]):
        if (ay > point[1]) != (by > point[1]) and point[0] < ax + (point[1] - ay) * (bx - ax) / (by - ay):
            crossings += 1
    return crossings % 2 == 1


def test_every_town_has_a_place_a_name_and_room_for_blocks() -> None:
    towns = {*TOWN_IDS, "masyaf"}
    assert set(PLACES) == set(NAMES) == set(STANDS) == towns
    assert set(STAGING) == {"england", "france", "germania"}


def test_every_road_is_drawn_once_from_town_to_town_in_its_kind() -> None:
    wanted = sorted(
        (sorted(("germania" if road.b < 0 else TOWN_IDS[road.b], TOWN_IDS[road.a])), "major" if road.major else "minor")
        for road in ROADS
    )
    assert sorted((sorted((a, b)), kind) for a, b, kind, _ in ROAD_PATHS) == wanted
    for (a, b), line in LINES.items():
        for town, end in ((a, line[0]), (b, line[-1])):
            if town in PLACES:
                assert math.dist(PLACES[town], end) < 1, (a, b)


@pytest.mark.parametrize("boxes", [name_box, stand_box, mark_box])
def test_no_two_names_nor_two_stacks_nor_two_marks_meet(boxes: Any) -> None:
    assert [pair for pair in itertools.combinations(PLACES, 2) if meet(boxes(pair[0]), boxes(pair[1]))] == []


def test_no_stack_covers_a_name_or_a_mark() -> None:
    pairs = itertools.product(PLACES, PLACES)
    assert [
        pair
        for pair in pairs
        if meet(stand_box(pair[0]), name_box(pair[1])) or meet(stand_box(pair[0]), mark_box(pair[1]))
    ] == []


def realm_boxes() -> dict[str, Box]:
    """Where the names of realms are, in two lines: as wide as the longest line of all languages."""
    module = (SCRIPTS / "terrain.js").read_text()
    spots = re.search(r"const REALMS = \{(.*)\};", module)
    assert spots
    found = {}
    for realm, x, y in re.findall(r"(\w+): \[(\d+), (\d+)\]", spots[1]):
        lines: list[str] = []
        for language in ("en", "fr", "pl"):
            with override(language):
                lines += str(TEXTS[f"region-{realm}"]).split(" ", 1)
        # Syria's letters are larger, and far apart.
        size, apart = (46, 0.5) if realm == "syria" else (26, 0.1)
        half = max(map(len, lines)) * size * (0.5 + apart) / 2
        found[realm] = (int(x) - half, int(y) - size * 0.72, int(x) + half, int(y) + 36)
    return found


def test_the_names_of_realms_keep_out_of_the_room_for_blocks_and_of_names() -> None:
    realms = realm_boxes()
    assert set(realms) == {"antioch", "tripoli", "jerusalem", "syria"}
    pairs = itertools.product(realms, PLACES)
    assert [
        (realm, town)
        for realm, town in pairs
        if any(meet(realms[realm], box(town)) for box in (stand_box, name_box, mark_box))
    ] == []


def test_no_name_covers_a_mark() -> None:
    assert [pair for pair in itertools.product(PLACES, PLACES) if meet(name_box(pair[0]), mark_box(pair[1]))] == []


def test_no_road_runs_through_a_name() -> None:
    found = [
        (town, road)
        for town, road in itertools.product(PLACES, LINES)
        if any(holds(name_box(town), point) for point in LINES[road])
    ]
    assert found == []


def test_no_road_runs_through_a_town_or_under_a_stack_that_it_does_not_serve() -> None:
    for road, line in LINES.items():
        for town in set(PLACES) - set(road):
            assert min(math.dist(PLACES[town], point) for point in line) > EDGE_OF_STACKS - 2, (road, town)
            assert not any(holds(stand_box(town), point) for point in line), (road, town)


def test_no_two_roads_run_side_by_side_as_one() -> None:
    for (one, a), (other, b) in itertools.combinations(LINES.items(), 2):
        near = sum(min(math.dist(point, there) for there in b) < 12 for point in a[8:-8])
        # They may cross, and they may leave a town together, but not go on so.
        assert near < 8, (one, other)


def test_roads_bend_gently() -> None:
    for road, line in LINES.items():
        length = sum(math.dist(a, b) for a, b in itertools.pairwise(line))
        assert length < 1.2 * math.dist(line[0], line[-1]), road


def test_everything_is_on_the_sheet_and_clear_of_the_boxes_beside_the_map() -> None:
    sheet = (0, 0, SIZE["width"], SIZE["height"])
    staging = [(left, top, left + width, top + height) for left, top, width, height in STAGING.values()]
    for town in PLACES:
        for box in (name_box(town), mark_box(town), stand_box(town)):
            assert sheet[0] <= box[0] <= box[2] <= sheet[2], (town, box)
            assert sheet[1] <= box[1] <= box[3] <= sheet[3], (town, box)
            assert not any(meet(box, other) for other in staging), town


def test_ports_stand_on_the_shore_and_the_other_towns_on_land() -> None:
    land = outline()
    for town in TOWNS:
        place = PLACES[town.id]
        shore = min(math.dist(place, point) for a, b in itertools.pairwise(land) for point in between(a, b))
        assert inside(place, land), town.id
        if town.port:
            assert shore < SEA, (town.id, shore)


def between(a: Point, b: Point) -> list[Point]:
    pieces = max(1, int(math.dist(a, b) / 8))
    return [(a[0] + (b[0] - a[0]) * i / pieces, a[1] + (b[1] - a[1]) * i / pieces) for i in range(pieces + 1)]


def test_the_shore_runs_from_north_to_south_as_in_the_world() -> None:
    ports = [town for town in TOWNS if town.port and town.id != "egypt"]
    by_latitude = sorted(ports, key=lambda town: -town.latitude)
    assert by_latitude == sorted(ports, key=lambda town: PLACES[town.id][1])


def test_acre_has_room_for_a_siege_of_a_dozen() -> None:
    """Castle and field apart, in two rows, each block at least 38 units wide: twice that on the screen where the page
    looks closely.
    """
    _, _, width, height, _ = STANDS["acre"]
    block, apart, edge = 59, 14, 4
    scale = min((width - apart) / (7 * block), (height - 7) / (2 * (block + edge)))
    assert scale * (block - 3) >= 38


def test_the_hills_are_one_small_picture_that_reaches_beyond_the_sheet() -> None:
    """terrain.js lays it where it belongs."""
    drawn = (SCRIPTS.parent.parent / "relief.webp").read_bytes()
    assert drawn[:4] == b"RIFF"
    assert drawn[12:16] == b"VP8X", "the size stands in front"
    assert len(drawn) < 20_000
    wide, high = (int.from_bytes(drawn[at : at + 3], "little") + 1 for at in (24, 27))
    found = re.search(r"HILLS_BEYOND = (\d+);", (SCRIPTS / "terrain.js").read_text())
    assert found
    beyond = 2 * int(found[1])
    assert wide / high == pytest.approx((SIZE["width"] + beyond) / (SIZE["height"] + beyond), abs=0.01)


def test_the_map_is_light() -> None:
    """Compressed together, as pages load them in one bundle."""
    import gzip

    modules = ("land.js", "layout.js", "map.js", "marks.js", "terrain.js", "camera.js", "extent.js", "pointers.js")
    packed = len(gzip.compress(b"".join((SCRIPTS / module).read_bytes() for module in modules), 9))
    assert packed < 27_000
