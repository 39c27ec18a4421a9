"""The picture of one moment of a game for link previews, 1200 x 630: its board, date, players and events.

It is drawn as SVG and made a PNG by resvg, with fonts of our own, so that it is the same on every machine.
"""

import math
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import resvg_py
from django.utils.html import conditional_escape
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from frontend.chronicle_pictures import places
from frontend.small_boards import CITY, HEIGHT, LEFT, SIDE_COLORS, TOP, WIDTH, drawing, place_forces
from games.services.views.boards import Board
from games.shapes import View
from games.words import battle_kind, block_name, side_name, town_name
from games.words_tables import PHASE_NAMES
from rules.atlas import SIDES, TOWN_IDS, VICTORY_CITIES

BATTLE_NAMES = {
    "battle": gettext_lazy("Battle of {town}"),
    "siege": gettext_lazy("Siege of {town}"),
    "storm": gettext_lazy("Storm of {town}"),
    "sally": gettext_lazy("Sally from {town}"),
    "relief": gettext_lazy("Relief of {town}"),
}

PICTURE_WIDTH, PICTURE_HEIGHT = 1200, 630
FONTS = [str(path) for path in sorted((Path(__file__).parent / "fonts").glob("*.ttf"))]
FAMILY = "DejaVu Sans"
INK, FAINT, PAPER, ACCENT = "#2b2419", "#6b5a42", "#fdf9ee", "#8a2f1d"
SCALE = PICTURE_HEIGHT / HEIGHT
MARGIN = 28
LEFT_OF_WORDS = round(WIDTH * SCALE) + MARGIN
LINE_LENGTH = 35
"""Characters of a sentence's line."""
LETTER = 26
"""About the width of a letter in a town's name, in the units of the sheet."""
NAME_HEIGHT = 46
"""Height of a town's name, in the units of the sheet."""
BASE = 15
"""From the middle of a name down to the line on which its letters stand."""
LINE_HEIGHT = 34
MOST_BLOCKS = 5
"""Blocks of a side that are named in a battle."""


@dataclass(frozen=True, slots=True)
class Box:
    """Room that is taken on the board: its middle, and half of its width and height."""

    x: float
    y: float
    half_width: float
    half_height: float

    def covers(self, other: "Box") -> float:
        """Returns the area in which this box and another overlap, 0 where they do not."""
        across = self.half_width + other.half_width - abs(self.x - other.x)
        down = self.half_height + other.half_height - abs(self.y - other.y)
        return max(0, across) * max(0, down)


@dataclass(frozen=True, slots=True)
class Moment:
    """What a picture shows: a view as `docs/views.md` describes it, its board, the players, what happened there."""

    view: View
    board: Board
    players: Mapping[str, str | None]
    sentences: Sequence[str]


def as_png(moment: Moment) -> bytes:
    """Draws a moment as a PNG."""
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=as_svg(moment), skip_system_fonts=True, font_files=FONTS, sans_serif_family=FAMILY
        )
    )


def as_svg(moment: Moment) -> str:
    """Draws a moment as SVG, in the reader's language."""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{PICTURE_WIDTH}" height="{PICTURE_HEIGHT}"'
        f' viewBox="0 0 {PICTURE_WIDTH} {PICTURE_HEIGHT}" font-family="{FAMILY}">'
        f'<rect width="{PICTURE_WIDTH}" height="{PICTURE_HEIGHT}" fill="{PAPER}"/>'
        f'<svg width="{round(WIDTH * SCALE)}" height="{PICTURE_HEIGHT}" viewBox="{LEFT} {TOP} {WIDTH} {HEIGHT}">',
        *drawing(moment.board),
        *_names_svg(moment.board),
        "</svg>",
        *_caption_svg(moment),
        "</svg>",
    ]
    return "".join(parts)


def _names_svg(board: Board) -> Iterator[str]:
    """Yields the SVG of names: of victory cities and of towns that are fought for.

    Each at the nearest place where it covers neither another name nor blocks.
    """
    taken = [Box(group.x, group.y, group.width / 2, group.height / 2) for group in place_forces(board.forces)]
    yield f'<g font-size="42" text-anchor="middle" fill="{INK}" stroke="#fff" stroke-width="9" paint-order="stroke">'
    for town in dict.fromkeys([*(TOWN_IDS[city] for city in VICTORY_CITIES), *board.battles]):
        name, (x, y) = town_name(town), places()[town]
        box = _place_of_name(x, y, len(name) * LETTER / 2, taken)
        taken.append(box)
        yield f'<text x="{round(box.x)}" y="{round(box.y) + BASE}">{conditional_escape(name)}</text>'
    yield "</g>"


def _place_of_name(x: float, y: float, half: float, taken: Sequence[Box]) -> Box:
    """Returns the room of a name beside the town at x, y: the nearest that covers nothing, or covers least."""
    found = [
        # The sheet ends near some of them.
        Box(min(max(x + across, LEFT + half), LEFT + WIDTH - half), y + down, half, NAME_HEIGHT / 2)
        for down in (-69, 65, -120, 120, -35, 35, 0, -180, 180)
        for across in (0, -half, half, -half - 60, half + 60, -half - 170, half + 170)
        if TOP + NAME_HEIGHT < y + down < TOP + HEIGHT - NAME_HEIGHT
    ]
    town = Box(x, y, CITY, CITY)
    return min(
        found, key=lambda box: (sum(box.covers(other) for other in [town, *taken]), math.hypot(box.x - x, box.y - y))
    )


def _caption_svg(moment: Moment) -> Iterator[str]:
    """Yields the words beside the board: turn, phase, players with their cities, battle, and what happened."""
    view, y = moment.view, 58
    yield _text_svg("Crusader Rex", y, size=26, color=ACCENT, bold=True)
    y += 56
    turn, phase = when(view)
    yield _text_svg(turn, y, size=36, bold=True)
    y += 42
    yield _text_svg(phase, y, size=30)
    y += 12
    for side in SIDES:
        y += 42
        yield f'<rect x="{LEFT_OF_WORDS}" y="{y - 20}" width="22" height="22" rx="3" fill="{SIDE_COLORS[side][0]}"/>'
        name = textwrap.shorten(moment.players.get(side) or "–", 20, placeholder="…")
        words = _("%(side)s: %(name)s") % {"side": side_name(side), "name": name}
        yield _text_svg(f"{words} ({view['score'][side]})", y, size=24, indent=34)
    y += 26
    battle = view["battle"]
    if battle is not None:
        yield from _battle_svg(view, battle["town"], y + 30)
        y += 24 + LINE_HEIGHT * (MOST_BLOCKS + 1)
    for line in _wrapped_lines(moment.sentences, (PICTURE_HEIGHT - 16 - y) // LINE_HEIGHT):
        y += LINE_HEIGHT
        yield _text_svg(line, y, size=24, color=FAINT)


def when(view: View) -> tuple[str, str]:
    """The turn of a moment, and its battle or else its phase."""
    gaps = {"year": view["year"], "turn": view["turn"]}
    turn = _("%(year)s, turn %(turn)s") % gaps if view["turn"] else str(view["year"])
    if view["battle"] is not None:
        return turn, str(BATTLE_NAMES[battle_kind(view)]).format(town=town_name(view["battle"]["town"]))
    return turn, str(PHASE_NAMES.get(view["phase"], view["phase"]))


def _battle_svg(view: Mapping[str, Any], town: str, top: int) -> Iterator[str]:
    """Yields the SVG of both sides' blocks in a battle, in two columns.

    Those that are known by name and strength, of others the number.
    """
    stacks = view["map"].get(town, {"stacks": []})["stacks"]
    for number, side in enumerate(SIDES):
        known = [block for stack in stacks if stack["side"] == side for block in stack["blocks"]]
        hidden = sum(stack["hidden"] for stack in stacks if stack["side"] == side)
        lines = [f"{block_name(block['id'])} {block['strength']}" for block in known[:MOST_BLOCKS]]
        more = len(known) + hidden - len(lines)
        lines += [f"+ {more}"] if more and lines else [str(more)] if more else []
        left = number * 232
        color, figure, edge = SIDE_COLORS[side]
        for place, line in enumerate(lines):
            y = top + place * LINE_HEIGHT
            yield (
                f'<rect x="{LEFT_OF_WORDS + left}" y="{y - 22}" width="224" height="29" rx="4" fill="{color}"'
                f' stroke="{edge}"/>'
            )
            words = textwrap.shorten(line, 24, placeholder="…")
            yield _text_svg(words, y, size=17, color=figure, indent=left + 10)


def _wrapped_lines(sentences: Iterable[str], most: int) -> list[str]:
    """Returns sentences in at most so many lines; the last says that there is more."""
    lines = [line for sentence in sentences for line in textwrap.wrap(sentence, LINE_LENGTH)]
    return lines if len(lines) <= most else [*lines[: most - 1], f"{lines[most - 1]} …"] if most else []


def _text_svg(words: str, y: int, *, size: int, color: str = INK, bold: bool = False, indent: int = 0) -> str:
    """The SVG of a line of text."""
    weight = ' font-weight="700"' if bold else ""
    return (
        f'<text x="{LEFT_OF_WORDS + indent}" y="{y}" font-size="{size}" fill="{color}"{weight}>'
        f"{conditional_escape(words)}</text>"
    )
