"""Pictures of a chronicle as SVG: the board at a year's end, and the curve of the chance to win."""

import json
import re
from collections.abc import Iterable, Sequence
from functools import cache
from math import hypot
from pathlib import Path
from typing import Any, NamedTuple

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from games.chronicle.making import Board
from games.chronicle.phrases import names, with_label
from games.words import town_name
from rules.atlas import SIDES, TOWNS

MAP_SCRIPTS = Path(__file__).parent / "static/frontend/js/map"
STYLES = Path(__file__).parent / "static/frontend/css/chronicle.css"
CURVE = 600, 160
"""Width and height of the curve."""
YEAR_WIDTH = 38
"""Width of a year's number below the curve; a shorter year has none."""
SHARES = (1, 0.5, 0)
"""Chances that are written beside the curve."""
LETTER = 20
"""Width of a letter of a town's name on the board, about."""
Box = tuple[int, int, int, int]
"""Left, top, right, bottom."""


class Label(NamedTuple):
    """Where a name stands: the middle of its base line, and half of its width."""

    x: int
    y: int
    half: int

    @property
    def box(self) -> Box:
        """The room that it takes."""
        return self.x - self.half, self.y - 30, self.x + self.half, self.y + 8


@cache
def places() -> dict[str, tuple[int, int]]:
    """Returns the places of towns on the sheet, as the board's scripts have them."""
    return {town: (x, y) for town, (x, y) in _table_of_script("places").items()}


@cache
def stands() -> dict[str, tuple[int, int, int, int, str]]:
    """The room for blocks at each town: left, top, width, height, and which end is nearest the town."""
    return {town: tuple(room) for town, room in _table_of_script("stands").items()}


def _table_of_script(name: str) -> dict[str, Any]:
    """Returns one of the tables of the board's script `layout.js`."""
    text = (MAP_SCRIPTS / "layout.js").read_text()
    found = re.search(rf"export const {name} = (\{{.*?\}});", text, re.DOTALL)
    assert found is not None
    return dict(json.loads(re.sub(r",\s*\}", "}", found[1])))


@cache
def land() -> str:
    """The shore as path data."""
    found = re.search(r'export const land = "([^"]*)"', (MAP_SCRIPTS / "land.js").read_text())
    assert found is not None
    return found[1]


@cache
def light_styles() -> str:
    """The styles of the pictures for one that stands alone: by day, with its colors in figures."""
    styles = STYLES.read_text()
    colors = dict(re.findall(r"(--c-\w+): light-dark\((#\w+),", styles))
    rules = [line for line in styles.splitlines() if line.startswith((".chronicle-map", ".chronicle-curve"))]
    return re.sub(r"var\((--c-\w+)\)", lambda found: colors[found[1]], "\n".join(rules))


def alone(picture: SafeString) -> str:
    """A picture as a file of its own."""
    head, tag, rest = str(picture).partition(">")
    return f'{head} xmlns="http://www.w3.org/2000/svg"{tag}<style>{light_styles()}</style>{rest}'


def board_picture(board: Board, label: str, marches: Iterable[Sequence[str]] = ()) -> SafeString:
    """The board: each town with the blocks of both sides; the seven cities are large and in the color of their
    holder. Each march is an arrow over these towns.
    """
    shown = [town for town in TOWNS if town.id in places()]
    labels = place_names(board)
    towns = [_town_svg(town.id, board, labels.get(town.id), victory=town.victory) for town in shown]
    towns += [_march_svg(towns) for towns in marches if all(town in places() for town in towns)]
    template = (
        '<svg class="chronicle-map" viewBox="150 120 1660 1580" role="img" aria-label="{}">'
        '<rect class="water" x="150" y="120" width="1660" height="1580"/>'
        # The land goes on beyond the picture: it is cut off there where its place has another shape, too.
        '<svg x="150" y="120" width="1660" height="1580" viewBox="150 120 1660 1580">'
        '<path class="ground" d="{}"/></svg>{}</svg>'
    )
    return format_html(template, label, land(), mark_safe("".join(towns)))


def curve_picture(
    points: Sequence[tuple[int, float]],
    ends: Sequence[tuple[int, int]],
    decisions: Iterable[tuple[int, float]],
    label: str,
) -> SafeString:
    """The chance of the Franks over the entries of the record.

    `ends`: each year with the entry at its end, where a line stands; `decisions`: entries with the chance before them,
    which are numbered as in the list of decisions.
    """
    width, height = CURVE
    first, last = points[0][0], max(points[-1][0], points[0][0] + 1)

    def across(number: int) -> int:
        return round(width * (max(first, min(number, last)) - first) / (last - first))

    def down(chance: float) -> int:
        return round(height * (1 - chance))

    line = " ".join(f"{across(number)},{down(chance)}" for number, chance in points)
    places = [across(end) for _year, end in ends]
    marks = format_html_join("", '<path d="M{} 0V{}"/>', ((place, height) for place in places))
    years = format_html_join(
        "",
        '<text x="{}" y="{}">{}</text>',
        (
            ((begin + place) // 2, height + 16, year)
            for begin, place, (year, _end) in zip([0, *places], places, ends, strict=False)
            if place - begin > YEAR_WIDTH
        ),
    )
    share = format_html_join(
        "",
        '<text class="share" x="-4" y="{}">{} %</text>',
        ((down(chance) + 4, round(100 * chance)) for chance in SHARES),
    )
    numbers = format_html_join(
        "",
        '<circle cx="{0}" cy="{1}" r="4"/><text x="{0}" y="{2}">{3}</text>',
        numbered([(across(number), down(chance)) for number, chance in decisions]),
    )
    template = (
        '<svg class="chronicle-curve" viewBox="-52 -8 {} {}" role="img" aria-label="{}">'
        '<path class="frame" d="M0 0H{}V{}H0z"/>{}<path class="even" d="M0 {}H{}"/><polyline points="{}"/>{}{}{}</svg>'
    )
    return format_html(
        template, width + 58, height + 28, label, width, height, marks, height // 2, width, line, numbers, years, share
    )


def numbered(dots: Sequence[tuple[int, int]]) -> list[tuple[int, int, int, int]]:
    """Each dot of a curve with the base line of its number, and the number: above it, or below where the picture ends
    or another dot stands there.
    """
    found = []
    for place, (x, y) in enumerate(dots, 1):
        crowded = any(abs(x - other) < 14 and 0 < y - top < 26 for other, top in dots)
        found.append((x, y, y + 17 if y < 20 or crowded else y - 8, place))
    return found


def _march_svg(towns: Sequence[str]) -> SafeString:
    """The SVG of an arrow from the first of these towns over the others to the last."""
    points = [places()[town] for town in towns]
    (x, y), (end_x, end_y) = points[-2], points[-1]
    length = hypot(end_x - x, end_y - y) or 1
    along, across = (end_x - x) / length, (end_y - y) / length
    head = [(end_x, end_y)] + [
        (end_x - 46 * along + turn * 26 * across, end_y - 46 * across - turn * 26 * along) for turn in (1, -1)
    ]
    return format_html(
        '<g class="march"><polyline points="{}"/><polygon points="{}"/></g>', _svg_points(points), _svg_points(head)
    )


def _svg_points(points: Iterable[tuple[float, float]]) -> str:
    return " ".join(f"{round(x)},{round(y)}" for x, y in points)


def _forces(town: str, board: Board) -> list[tuple[str, int]]:
    """The sides with blocks in a town, each with how many."""
    counts = board.counts.get(town, {})
    return [(side, counts[side]) for side in SIDES if counts.get(side)]


def place_names(board: Board) -> dict[str, Label]:
    """Where names of cities and of towns with blocks stand: below their town, or where they cover least of others."""
    named = [town for town in TOWNS if town.id in places() and (town.victory or _forces(town.id, board))]
    taken = []
    for town in named:
        x, y = places()[town.id]
        taken.append((x - 24, y - 26, x + 18 + 56 * len(_forces(town.id, board)), y + 26))
    labels = {}
    for town in sorted(named, key=lambda town: not town.victory):
        (x, y), half = places()[town.id], LETTER * len(town_name(town.id)) // 2
        below = [Label(middle, y + 62, half) for middle in (x, x + 24 - half, x - 24 + half)]
        beside = [Label(x - 26 - half, y + 13, half), Label(x, y - 38, half)]
        best = min([below[0], *beside, *below[1:]], key=lambda label: covered_area(label.box, taken))
        labels[town.id] = best
        taken.append(best.box)
    return labels


def covered_area(box: Box, taken: Iterable[Box]) -> int:
    """Returns how much of the area of other boxes lies under this box, in square units of the map."""
    left, top, right, bottom = box
    return sum(
        max(0, min(right, other[2]) - max(left, other[0])) * max(0, min(bottom, other[3]) - max(top, other[1]))
        for other in taken
    )


def _town_svg(town: str, board: Board, label: Label | None, *, victory: bool) -> SafeString:
    """The SVG of a town: its dot, the numbers of blocks there, its name and the blocks that are known."""
    x, y = places()[town]
    held = board.cities.get(town, "")
    dot = format_html(
        '<circle class="{}" cx="{}" cy="{}" r="{}"/>', f"city {held}" if victory else "town", x, y, 24 if victory else 8
    )
    blocks = format_html_join(
        "",
        '<rect class="{}" x="{}" y="{}" width="52" height="52" rx="7"/><text class="{}" x="{}" y="{}">{}</text>',
        (
            (side, x + 18 + 56 * n, y - 26, side, x + 44 + 56 * n, y + 13, count)
            for n, (side, count) in enumerate(_forces(town, board))
        ),
    )
    name = format_html('<text class="name" x="{}" y="{}">{}</text>', label.x, label.y, town_name(town)) if label else ""
    who = names(board.known.get(town, ()))
    return format_html(
        "<g><title>{}</title>{}{}{}</g>",
        with_label(town_name(town), who) if who else town_name(town),
        dot,
        blocks,
        name,
    )
