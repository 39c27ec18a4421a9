"""Simplifies and smooths lines, and writes them as SVG path data in whole numbers."""

from __future__ import annotations

import itertools
import math

from script.cartography.projection import Point


def simplify(line: list[Point], fineness: float) -> list[Point]:
    """Simplifies a line by Douglas and Peucker's algorithm: keeps the point farthest from the chord while it is far."""
    if len(line) < 3:
        return line
    (ax, ay), (bx, by) = line[0], line[-1]
    length = math.hypot(bx - ax, by - ay)
    far = [
        abs((bx - ax) * (ay - y) - (ax - x) * (by - ay)) / length if length > 1e-9 else math.dist((x, y), (ax, ay))
        for x, y in line[1:-1]
    ]
    worst = max(far)
    if worst < fineness:
        return [line[0], line[-1]]
    middle = far.index(worst) + 1
    return simplify(line[: middle + 1], fineness)[:-1] + simplify(line[middle:], fineness)


def simplify_ring(ring: list[Point], fineness: float) -> list[Point]:
    half = len(ring) // 2
    return simplify(ring[: half + 1], fineness)[:-1] + simplify([*ring[half:], ring[0]], fineness)[:-1]


def straight(line: list[Point], closed: bool = False) -> str:
    """Returns the line unchanged, as path data."""
    points = _whole(line)
    steps = "".join(f"l{_pair(b[0] - a[0], b[1] - a[1])}" for a, b in itertools.pairwise(points))
    return f"M{_pair(*points[0])}{steps}{'z' if closed else ''}"


def smooth(line: list[Point], closed: bool = False) -> str:
    """Rounds a line's corners: curves from middle to middle of its segments, with the corners as control points."""
    points = _whole(line)
    if closed:
        points.append(points[0])
        start = _middle(points[0], points[1])
        corners = [*points[1:], points[1]]
        ends = [_middle(a, b) for a, b in itertools.pairwise(corners)]
        corners = corners[:-1]
    else:
        start, corners = points[0], points[1:-1]
        ends = [_middle(a, b) for a, b in itertools.pairwise(points[1:-1])] + [points[-1]]
    here, parts = start, [f"M{_pair(*start)}"]
    for corner, end in zip(corners, ends, strict=True):
        parts.append(f"q{_pair(corner[0] - here[0], corner[1] - here[1])} {_pair(end[0] - here[0], end[1] - here[1])}")
        here = end
    return "".join(parts) + ("z" if closed else "")


def _whole(line: list[Point]) -> list[tuple[int, int]]:
    points = [(round(x), round(y)) for x, y in line]
    return [points[0], *(b for a, b in itertools.pairwise(points) if a != b)]


def _middle(a: tuple[int, int], b: tuple[int, int]) -> tuple[int, int]:
    return (a[0] + b[0]) // 2, (a[1] + b[1]) // 2


def _pair(x: int, y: int) -> str:
    return f"{x}{'' if y < 0 else ' '}{y}"


def walk(line: list[Point], step: float) -> list[Point]:
    """Yields points along the line, `step` apart."""
    found, left = [], 0.0
    for a, b in itertools.pairwise(line):
        length = math.dist(a, b)
        while left < length:
            share = left / length
            found.append((a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])))
            left += step
        left -= length
    return found


def dense(line: list[Point], step: float) -> list[Point]:
    """The same line with a point at least every `step`."""
    found = [line[0]]
    for a, b in itertools.pairwise(line):
        pieces = max(1, math.ceil(math.dist(a, b) / step))
        found += [(a[0] + (b[0] - a[0]) * i / pieces, a[1] + (b[1] - a[1]) * i / pieces) for i in range(1, pieces + 1)]
    return found


def across(line: list[Point], y: float) -> float:
    """Returns the x at height `y` of a line from north to south."""
    if y <= line[0][1]:
        return line[0][0]
    for a, b in itertools.pairwise(line):
        if a[1] <= y <= b[1]:
            return a[0] + (b[0] - a[0]) * (y - a[1]) / ((b[1] - a[1]) or 1)
    return line[-1][0]


def blur(field: list[list[float]], radius: int, times: int = 2) -> list[list[float]]:
    for _ in range(times):
        field = _blur_rows(_turned(_blur_rows(_turned(field), radius)), radius)
    return field


def _turned(field: list[list[float]]) -> list[list[float]]:
    return [list(column) for column in zip(*field, strict=True)]


def _blur_rows(field: list[list[float]], radius: int) -> list[list[float]]:
    found = []
    for row in field:
        padded = [row[0]] * radius + row + [row[-1]] * radius
        sums = list(itertools.accumulate(padded, initial=0.0))
        found.append([(sums[i + 2 * radius + 1] - sums[i]) / (2 * radius + 1) for i in range(len(row))])
    return found


def contours(field: list[list[float]]) -> list[list[Point]]:
    """Returns the outlines of everything above zero (marching squares). Beyond the edge everything is below."""
    field = [[-1.0] * (len(field[0]) + 2), *([-1.0, *row, -1.0] for row in field), [-1.0] * (len(field[0]) + 2)]
    next_point: dict[Point, Point] = {}
    for j in range(len(field) - 1):
        for i in range(len(field[0]) - 1):
            corners = (field[j][i], field[j][i + 1], field[j + 1][i + 1], field[j + 1][i])
            at = ((i - 1, j - 1), (i, j - 1), (i, j), (i - 1, j))
            cuts = []
            for k in range(4):
                one, other = corners[k], corners[(k + 1) % 4]
                if (one > 0) != (other > 0):
                    share = one / (one - other)
                    a, b = at[k], at[(k + 1) % 4]
                    cuts.append(
                        (one > 0, (round(a[0] + share * (b[0] - a[0]), 6), round(a[1] + share * (b[1] - a[1]), 6)))
                    )
            leaving = [point for inside, point in cuts if inside]
            entering = [point for inside, point in cuts if not inside]
            for start, end in zip(leaving, entering, strict=True):
                next_point[start] = end
    rings = []
    while next_point:
        start, here = next_point.popitem()
        ring = [start]
        while here != start and here in next_point:
            ring.append(here)
            here = next_point.pop(here)
        rings.append(ring)
    return rings
