"""Places names and stacks of blocks beside towns, and bends roads, without overlaps.

Every town has a few places for its name and a few for its blocks; town after town takes the pair that collides
least with what the others have taken, and road after road the bend that does, until nothing changes.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass, field
from typing import NamedTuple

from script.cartography.boxes import Box, around, curve, distance
from script.cartography.projection import HEIGHT, WIDTH, Point

NAME_SIZE, VICTORY_SIZE = 26, 30
LETTER = 0.53
"""The width of a letter of the names, in parts of its height; a little much."""
BENDS = (0.05, -0.05, 0.1, -0.1, 0.15, -0.15, 0.2, -0.2, 0.26, -0.26)
CLEARANCE = 40
"""How near the middle of a road may come to a town that it does not serve."""
HARBOR = 30
"""How far the anchor beside a port goes beyond its towers."""
EDGE = 6
RING = 56
"""How far from a town the blocks of others stand: its ring, and what large blocks take beyond their room."""


class Town(NamedTuple):
    id: str
    name: str
    rating: int
    victory: bool
    port: bool


class Slot(NamedTuple):
    box: Box
    anchor: str
    """Which end is nearest the town: start, middle or end."""
    price: float


Road = tuple[str, str, str]
ENGLAND, FRANCE, GERMANIA = Box(20, 18, 312, 124), Box(332, 18, 624, 124), Box(664, 18, 956, 124)
STAGING = {"england": ENGLAND, "france": FRANCE, "germania": GERMANIA}
# Stacks that are better set by hand: where, and which end is nearest the town.
HAND_SET: dict[str, tuple[Box, str]] = {
    "antioch": (Box(908, 124, 1090, 194), "start"),
    "egypt": (Box(8, 1536, 146, HEIGHT - 8), "end"),
    "gaza": (Box(152, 1508, 326, 1556), "end"),
    "jerusalem": (Box(884, 1406, 1084, 1476), "start"),
    "hebron": (Box(888, 1482, 1078, 1546), "start"),
    "damiya": (Box(1132, 1291, 1322, 1357), "start"),
    "dimona": (Box(690, 1592, 876, HEIGHT - 6), "end"),
    "hama": (Box(1458, 386, 1648, 452), "start"),
    "homs": (Box(1435, 592, 1625, 658), "middle"),
    "masyaf": (Box(815, 455, 1005, 521), "end"),
    "saone": (Box(907, 349, 1042, 415), "start"),
    "ramallah": (Box(628, 1338, 812, 1400), "start"),
    "kassab": (Box(784, 268, 914, 330), "start"),
    "shughur": (Box(916, 232, 1074, 286), "end"),
}
LAKES = [Box(968, 1046, 1040, 1128), Box(1108, 1448, 1200, 1536)]


def half_width(town: Town) -> float:
    return (12, 17, 26, 34, 42)[town.rating]


def towers_box(town: Town, at: Point) -> Box:
    half = half_width(town)
    top, bottom = (-13, 13) if town.rating == 0 else (-26, 18)
    if town.victory:
        top -= 18
    return Box(at[0] - half, at[1] + top, at[0] + half, at[1] + bottom)


def mark_box(town: Town, at: Point) -> Box:
    """The towers, and the anchor of a port."""
    towers = towers_box(town, at)
    return towers._replace(left=towers.left - HARBOR - 2) if town.port else towers


def name_slots(town: Town, at: Point) -> list[Slot]:
    size = VICTORY_SIZE if town.victory else NAME_SIZE
    wide, high = size * LETTER * len(town.name) + 6, size * 0.96
    mark = mark_box(town, at)
    middle = at[1] - 2
    left, right = mark.left - 5, mark.right + 5
    above, below = mark.top - 2, mark.bottom + 2

    def slot(x: float, y: float, anchor: str, price: float) -> Slot:
        start = {"start": x, "middle": x - wide / 2, "end": x - wide}[anchor]
        return Slot(Box(start, y, start + wide, y + high), anchor, price)

    if town.id == "egypt":
        return [slot(at[0], below, "middle", 0)]
    if town.id == "gaza":
        return [slot(right, middle + 6, "start", 0), slot(at[0] + 6, below, "start", 0)]
    if town.port:
        # On the water, over the room of its blocks, which so begins at the harbor.
        return [slot(left + HARBOR, at[1] - 25 - high, "end", 0)]
    return [
        slot(at[0], above - high, "middle", 0),
        slot(right, middle - high / 2, "start", 1),
        slot(left, middle - high / 2, "end", 2),
        slot(at[0] + 4, above - high, "start", 2),
        slot(at[0] - 4, above - high, "end", 3),
        slot(right - 4, middle - high - 4, "start", 2),
        slot(left + 4, middle - high - 4, "end", 3),
        slot(right - 4, middle + 4, "start", 3),
        slot(left + 4, middle + 4, "end", 4),
        slot(at[0], below, "middle", 4),
        slot(at[0] + 4, below, "start", 5),
        slot(at[0] - 4, below, "end", 5),
    ]


def stack_slots(town: Town, at: Point) -> list[Slot]:
    """Eight blocks in two rows anywhere; at a port a dozen, on the water beside it and under its name."""
    mark = mark_box(town, at)
    if town.id in HAND_SET:
        return [Slot(*HAND_SET[town.id], 0)]
    if town.port:
        right = mark.left - 2
        # Acre has the most: the siege of the age was there.
        wide, high = (332, 94) if town.id == "acre" else (286, 68)
        return [Slot(Box(max(right - wide, EDGE), at[1] - 23, right, at[1] - 23 + high), "end", 0)]
    # Around Damascus, where the Saracens gather, the desert has room.
    wide, high = (320, 84) if town.id == "damascus" else (200, 70) if town.victory else (190, 66)
    found = []
    for shift in (0, 40, -40, 70, -70):
        start = at[0] - wide / 2 + shift
        price = abs(shift) / 40
        for gap in (8, 32):
            found.append(
                Slot(Box(start, mark.bottom + gap, start + wide, mark.bottom + gap + high), "middle", price + gap / 20)
            )
        found.append(Slot(Box(start, mark.top - 34 - high, start + wide, mark.top - 34), "middle", price + 8))
    for drop in (-30, 0, 22, -52, 40, -74):
        top = at[1] - high / 2 + drop + 8
        price = 3 + abs(drop) / 30
        found.append(Slot(Box(mark.right + 8, top, mark.right + 8 + wide, top + high), "start", price))
        found.append(Slot(Box(mark.left - 8 - wide, top, mark.left - 8, top + high), "end", price + 1))
    return found


@dataclass
class Plan:
    towns: dict[str, Town]
    places: dict[str, Point]
    roads: list[Road]
    ways_in: list[tuple[str, str, Point]] = field(default_factory=list)
    names: dict[str, Slot] = field(default_factory=dict)
    stacks: dict[str, Slot] = field(default_factory=dict)
    bends: dict[tuple[str, str], float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.marks = {id_: mark_box(town, self.places[id_]) for id_, town in self.towns.items()}
        self.lines: dict[tuple[str, str], list[Point]] = {}
        self.around: dict[tuple[str, str], Box] = {}
        for a, b, _ in self.roads:
            self.bend(a, b, 0.05)
        for id_, town in self.towns.items():
            self.names[id_] = name_slots(town, self.places[id_])[0]
            self.stacks[id_] = stack_slots(town, self.places[id_])[0]

    def bend(self, a: str, b: str, bend: float) -> None:
        self.bends[a, b] = bend
        line = curve(self.start(a, b), self.start(b, a), bend)
        self.lines[a, b] = line
        self.around[a, b] = around(line)

    def start(self, town: str, other: str) -> Point:
        """Returns where a road begins: the middle of the town, or the edge of Germania's box."""
        if town == "germania":
            return next(point for name, _, point in self.ways_in if name == other)
        return self.places[town]

    def settle(self, rounds: int = 8) -> None:
        for _ in range(rounds):
            before = (dict(self.names), dict(self.stacks), dict(self.bends))
            for id_, town in self.towns.items():
                self._settle_town(id_, town)
            for a, b, _kind in self.roads:
                self.bend(a, b, min(BENDS, key=lambda bend: self._price_of_bend(a, b, bend)))
            if before == (self.names, self.stacks, self.bends):
                return

    def _settle_town(self, id_: str, town: Town) -> None:
        at = self.places[id_]
        names = sorted(
            ((self._price_of_name(id_, slot), slot) for slot in name_slots(town, at)), key=lambda pair: pair[0]
        )
        stacks = [(self._price_of_stack(id_, slot), slot) for slot in stack_slots(town, at)]
        best = math.inf
        for name_price, name in names:
            for stack_price, stack in stacks:
                price = name_price + stack_price + name.box.shared(stack.box) * 2
                if price < best:
                    best, self.names[id_], self.stacks[id_] = price, name, stack

    def _price_of_name(self, id_: str, slot: Slot) -> float:
        box = slot.box.grown(3)
        price = slot.price + _off_sheet(slot.box) * 30
        for other in self.towns:
            price += 0.5 * box.shared(self.marks[other])
            if other != id_:
                price += 0.5 * box.shared(self.names[other].box) + 0.4 * box.shared(self.stacks[other].box)
        for road, line in self.lines.items():
            if self.around[road].shared(box):
                price += 25 * sum(box.holds(point) for point in line)
        return price + sum(2 * box.shared(other) for other in (*STAGING.values(), *LAKES))

    def _price_of_stack(self, id_: str, slot: Slot) -> float:
        box = slot.box
        price = slot.price + _off_sheet(box) * 30
        for other in self.towns:
            if other != id_:
                price += 0.4 * box.grown(4).shared(self.names[other].box) + 0.3 * box.grown(4).shared(self.marks[other])
                price += 0.2 * box.grown(3).shared(self.stacks[other].box)
                price += 3 * max(0, RING - box.away(self.places[other]))
        for (a, b), line in self.lines.items():
            inside = sum(box.holds(point) for point in line) if self.around[a, b].shared(box) else 0
            price += inside * (0.4 if id_ in (a, b) else 9)
        return price + sum(2 * box.shared(staging) for staging in STAGING.values())

    def _price_of_bend(self, a: str, b: str, bend: float) -> float:
        line = curve(self.start(a, b), self.start(b, a), bend)
        price = abs(bend) * 50
        room = around(line)
        for other in self.towns:
            hits = sum(self.names[other].box.grown(3).holds(point) for point in line)
            price += 25 * hits
            if other in (a, b):
                continue
            near = distance(self.places[other], line)
            if near < CLEARANCE + 12:
                price += (CLEARANCE + 12 - near) * 4
            price += 6 * sum(self.stacks[other].box.holds(point) for point in line)
        for (c, d), there in self.lines.items():
            if (c, d) == (a, b) or not self.around[c, d].grown(30).shared(room):
                continue
            shared = {a, b} & {c, d}
            if not shared:
                price += 60 * sum(distance(point, there) < 9 for point in line[4:-4:3])
            elif len(shared) == 1:
                # Two roads out of one town must part at once.
                one = line[6] if shared == {a} else line[-7]
                price += max(0, 26 - distance(one, there)) * 3
        return price

    def faults(self) -> list[str]:
        """Returns all overlaps that would make the map hard to read."""
        found = self._faults_of_pairs()
        for town in self.towns:
            if self.stacks[town].box.shared(self.names[town].box):
                found.append(f"the stack of {town} covers its own name")
            if self.names[town].box.shared(towers_box(self.towns[town], self.places[town])):
                found.append(f"the name of {town} covers its own mark")
            for box in (self.names[town].box, self.stacks[town].box):
                if _off_sheet(box):
                    found.append(f"{town} runs off the sheet")
                if any(box.shared(staging) for staging in STAGING.values()):
                    found.append(f"{town} runs into a staging box")
            found += self._road_faults(town)
        return found

    def _faults_of_pairs(self) -> list[str]:
        found = []
        for one, other in itertools.combinations(self.towns, 2):
            for what, boxes in (("names", self.names), ("stacks", self.stacks)):
                if boxes[one].box.shared(boxes[other].box):
                    found.append(f"the {what} of {one} and {other} overlap")
        for one, other in itertools.permutations(self.towns, 2):
            if self.names[one].box.shared(self.marks[other]):
                found.append(f"the name of {one} covers {other}")
            if self.stacks[one].box.shared(self.marks[other]):
                found.append(f"the stack of {one} covers {other}")
            if self.stacks[one].box.shared(self.names[other].box):
                found.append(f"the stack of {one} covers the name of {other}")
        return found

    def _road_faults(self, town: str) -> list[str]:
        found = []
        for (a, b), line in self.lines.items():
            if any(self.names[town].box.holds(point) for point in line):
                found.append(f"the road {a}-{b} runs through the name of {town}")
            if town in (a, b):
                continue
            if distance(self.places[town], line) < CLEARANCE:
                found.append(f"the road {a}-{b} runs through {town}")
            if any(self.stacks[town].box.holds(point) for point in line):
                found.append(f"the road {a}-{b} runs under the stack of {town}")
        return found


def _off_sheet(box: Box) -> float:
    return (
        max(0, EDGE - box.left)
        + max(0, EDGE - box.top)
        + max(0, box.right - WIDTH + EDGE)
        + max(0, box.bottom - HEIGHT + EDGE)
    )
