"""Projects latitude and longitude onto the sheet.

Half the towns lie in the southern third and fifteen stand on one shore, so this is no projection of the
school atlas: the ports are set by hand, evenly down the sheet, and every other place is carried along with them.
What the towns inland are moved beyond that, to give each its room, bends the land smoothly with them.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Mapping, Sequence

Point = tuple[float, float]
Warp = Callable[[float, float], Point]

WIDTH, HEIGHT = 1840, 1660
EAST_SCALE = 840
"""Units a degree of longitude, inland."""
SINAI_SCALE = 112
"""The same along the shore of Sinai: the long desert way to Egypt is cut short."""

# Latitude, longitude, and where that stands on the sheet.
PORTS: dict[str, tuple[float, float, float, float]] = {
    "st-simeon": (36.13, 35.93, 655, 200),
    "latakia": (35.52, 35.78, 640, 312),
    "margat": (35.15, 35.95, 690, 410),
    "tartus": (34.89, 35.89, 706, 508),
    "tripoli": (34.44, 35.85, 716, 610),
    "botron": (34.25, 35.66, 680, 708),
    "beirut": (33.89, 35.5, 640, 806),
    "sidon": (33.56, 35.37, 596, 904),
    "tyre": (33.27, 35.2, 550, 1004),
    "acre": (32.93, 35.08, 500, 1110),
    "caesarea": (32.5, 34.89, 446, 1240),
    "jaffa": (32.05, 34.75, 402, 1340),
    "ascalon": (31.67, 34.55, 362, 1438),
    "gaza": (31.5, 34.47, 342, 1538),
}
EGYPT: tuple[float, float, float, float] = (31.05, 32.6, 225, 1602)
# The sheet beyond the first and the last port: latitude, the shore's longitude, x, y.
BEYOND = ((37.3, 36.0, 700, -40), (36.55, 36.0, 668, 110)), ((31.2, 34.3, 330, 1640), (30.6, 34.2, 320, 1800))


def base(latitude: float, longitude: float) -> Point:
    """Projects to the sheet before manual corrections: y by latitude, x by the distance from the shore."""
    x, y, shore = by_latitude(latitude)
    inland = longitude - shore
    if inland > -0.12:
        return x + inland * EAST_SCALE, y
    return _sinai(latitude, longitude) if latitude < 31.75 else (x + (inland + 0.12) * 300 - 0.12 * EAST_SCALE, y)


def by_latitude(latitude: float) -> tuple[float, float, float]:
    """Returns the shore's point at this latitude, and its longitude: x, y, longitude."""
    rows = [(lat, lon, x, y) for lat, lon, x, y in (*BEYOND[0], *PORTS.values(), *BEYOND[1])]
    latitude = min(max(latitude, rows[-1][0]), rows[0][0])
    for (upper, lon_a, x_a, y_a), (lower, lon_b, x_b, y_b) in itertools.pairwise(rows):
        if latitude >= lower:
            share = (upper - latitude) / (upper - lower)
            return x_a + share * (x_b - x_a), y_a + share * (y_b - y_a), lon_a + share * (lon_b - lon_a)
    raise AssertionError(latitude)


def _sinai(latitude: float, longitude: float) -> Point:
    """Projects points west of Gaza, where the shore runs toward the Nile, along the shore."""
    along = 34.35 - longitude
    middle = 31.32 - 0.19 * math.sin(min(along, 1.6) / 1.6 * math.pi)
    return 262 - along * SINAI_SCALE, 1556 - 26 * along - (latitude - middle) * 260


def thin_plate(moves: Mapping[Point, Point] | Sequence[tuple[Point, Point]], stiffness: float) -> Warp:
    """Returns the smoothest warp of the sheet that maps each first point nearly to its second (thin-plate spline).

    ``stiffness`` says how much nearness is given up for smoothness: where two neighbors were moved apart in
    opposite ways the land between them must not fold.
    """
    pairs = list(moves.items()) if isinstance(moves, Mapping) else list(moves)
    size = len(pairs)
    rows = []
    for i, ((x, y), _) in enumerate(pairs):
        rows.append(
            [_kernel(x - u, y - v) + (stiffness if i == j else 0) for j, ((u, v), _) in enumerate(pairs)] + [1, x, y]
        )
    for power in range(3):
        rows.append([(1, x, y)[power] for (x, y), _ in pairs] + [0, 0, 0])
    shifts = [[to[axis] - at[axis] for at, to in pairs] + [0, 0, 0] for axis in (0, 1)]
    weights_x, weights_y = _solve(rows, shifts)

    def warp(x: float, y: float) -> Point:
        kernels = [_kernel(x - u, y - v) for (u, v), _ in pairs] + [1, x, y]
        across = sum(weight * kernel for weight, kernel in zip(weights_x, kernels, strict=True))
        down = sum(weight * kernel for weight, kernel in zip(weights_y, kernels, strict=True))
        return x + across, y + down

    assert len(weights_x) == size + 3
    return warp


def _kernel(across: float, down: float) -> float:
    square = (across * across + down * down) / 1e4
    return square * math.log(square) if square else 0


def _solve(rows: list[list[float]], sides: list[list[float]]) -> list[list[float]]:
    """Gaussian elimination with pivots, for small systems."""
    table = [row + [side[i] for side in sides] for i, row in enumerate(rows)]
    size = len(rows)
    for i in range(size):
        pivot = max(range(i, size), key=lambda row: abs(table[row][i]))
        table[i], table[pivot] = table[pivot], table[i]
        for row in range(size):
            if row == i:
                continue
            share = table[row][i] / table[i][i]
            if share:
                table[row] = [there - share * here for there, here in zip(table[row], table[i], strict=True)]
    return [[table[i][size + side] / table[i][i] for i in range(size)] for side in range(len(sides))]
