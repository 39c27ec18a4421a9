"""Axis-parallel boxes and lines on the sheet, and whether they overlap."""

from __future__ import annotations

import math
from typing import NamedTuple

from script.cartography.projection import Point


class Box(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float

    def grown(self, by: float) -> Box:
        return Box(self.left - by, self.top - by, self.right + by, self.bottom + by)

    def shared(self, other: Box) -> float:
        """Returns the area of the overlap."""
        across = min(self.right, other.right) - max(self.left, other.left)
        down = min(self.bottom, other.bottom) - max(self.top, other.top)
        return across * down if across > 0 and down > 0 else 0

    def away(self, point: Point) -> float:
        """Returns how far a point lies from the box; 0 inside."""
        return math.hypot(
            max(self.left - point[0], 0, point[0] - self.right), max(self.top - point[1], 0, point[1] - self.bottom)
        )

    def holds(self, point: Point) -> bool:
        return self.left < point[0] < self.right and self.top < point[1] < self.bottom


def curve(a: Point, b: Point, bend: float, pieces: int = 28) -> list[Point]:
    """Returns points along the curved road from `a` to `b`."""
    middle = control(a, b, bend)
    found = []
    for i in range(pieces + 1):
        t = i / pieces
        found.append(tuple((1 - t) ** 2 * a[k] + 2 * t * (1 - t) * middle[k] + t**2 * b[k] for k in (0, 1)))
    return found  # type: ignore[return-value]


def control(a: Point, b: Point, bend: float) -> Point:
    """Returns the control point of a road's curve: off its middle by `bend` of its length, to the left of a-b where
    positive.
    """
    return (a[0] + b[0]) / 2 + (b[1] - a[1]) * bend, (a[1] + b[1]) / 2 - (b[0] - a[0]) * bend


def distance(point: Point, line: list[Point]) -> float:
    return min(math.dist(point, other) for other in line)


def around(line: list[Point]) -> Box:
    """Returns the bounding box of a line, never empty."""
    across, down = [x for x, _ in line], [y for _, y in line]
    return Box(min(across) - 1, min(down) - 1, max(across) + 1, max(down) + 1)
