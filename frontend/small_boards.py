"""Small boards: a game's board as an SVG of at most 6 KB, readable at 220 pixels, for lists of games.

A picture has no words, so that one serves all languages, and follows the theme of the page that shows it. Those made
last are kept under what their viewer knows: all spectators share one, and each player has their own side's.
"""

import math
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from threading import Lock

from cachetools import LRUCache

from frontend.chronicle_pictures import land, places, stands
from games.access import Access
from games.services.record.state import revision_seen_by
from games.services.views.boards import Board, Force, Move, board_seen
from rules.atlas import SIDES, TOWN_IDS, VICTORY_CITIES

LEFT, TOP, WIDTH, HEIGHT = 90, 70, 1730, 1590
"""The part of the sheet that is shown."""
BLOCK = 92
GAP = 8
BAR = 16
"""Of the bar below a block, with the space above it."""
SMALLER = ' font-size="62"'
"""Of figures with two digits."""
FULL = 4
"""Steps of a block at full strength."""
CITY = 40
ROUNDS = 12
"""Times that overlapping forces are moved apart."""

KEPT_BYTES = 4 * 2**20

LIGHT = {"water": "#c4dae1", "ground": "#efe5cd", "town": "#6b5a42", "move": "#8a2f1d"}
DARK = {"water": "#22343c", "ground": "#3a352b", "town": "#a8977a", "move": "#ff9d7e"}
SIDE_COLORS = {"frank": ("#2f5596", "#fff", "#16305c"), "saracen": ("#e3b45c", "#2b1d07", "#956920")}
"""Of a side's blocks: face, figure and edge, by day and by night."""


_kept: LRUCache[Hashable, bytes] = LRUCache(KEPT_BYTES, getsizeof=len)
_lock = Lock()


@dataclass(slots=True)
class Group:
    """The forces in one town, where they are drawn; `x` and `y` are the middle. A city's circle has none and stays."""

    forces: list[Force]
    width: float
    height: float
    x: float
    y: float

    @property
    def fixed(self) -> bool:
        """Whether it stays where it is."""
        return not self.forces


def picture_for(access: Access) -> bytes:
    """Returns the picture of the present board as this person sees it. Raises NotStarted for a game without one."""
    viewer = access.viewer()
    key = revision_seen_by(access, viewer), access.game.status
    with _lock:
        found = _kept.get(key)
    if found is None:
        found = small_board(board_seen(access, viewer)).encode()
        with _lock:
            _kept[key] = found
    return found


def forget() -> None:
    """Empties the cache of pictures."""
    with _lock:
        _kept.clear()


def small_board(board: Board) -> str:
    """Draws a board as a picture of its own."""
    style = "".join(f".{name}{{fill:{color}}}" for name, color in DARK.items() if name != "move")
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{LEFT} {TOP} {WIDTH} {HEIGHT}">'
        f"<style>@media(prefers-color-scheme:dark){{{style}.move{{stroke:{DARK['move']}}}"
        f".dots,.ring{{stroke:{DARK['town']}}}}}</style>",
        *drawing(board),
        "</svg>",
    ]
    return "".join(parts)


def drawing(board: Board) -> list[str]:
    """The elements of a board's picture, in the units of the map's sheet."""
    return [
        f'<rect class="water" x="{LEFT}" y="{TOP}" width="{WIDTH}" height="{HEIGHT}" fill="{LIGHT["water"]}"/>'
        f'<path class="ground" d="{land()}" fill="{LIGHT["ground"]}"/>'
        f'<path class="dots" d="{_towns_path()}" stroke="{LIGHT["town"]}" stroke-width="18" stroke-linecap="round"/>',
        *_cities_svg(board),
        *_moves_svg(board.moves),
        *_battles_svg(board.battles),
        *_forces_svg(place_forces(board.forces)),
    ]


@cache
def _towns_path() -> str:
    """Path data of the towns, as strokes without length."""
    return "".join(f"M{x} {y}h0" for x, y in places().values())


def _cities_svg(board: Board) -> Iterable[str]:
    """Yields the SVG of the victory cities in their holders' colors."""
    for side in SIDES:
        face, _figure, _edge = SIDE_COLORS[side]
        circles = [_circle_svg(town) for town, holder in board.cities.items() if holder == side]
        yield f'<g class="ring" fill="{face}" stroke="{LIGHT["town"]}" stroke-width="12">{"".join(circles)}</g>'


def _circle_svg(town: str) -> str:
    x, y = places()[town]
    return f'<circle cx="{x}" cy="{y}" r="{CITY - 6}"/>'


def _moves_svg(moves: Sequence[Move]) -> Iterable[str]:
    """Yields the SVG of arrows for the last moves."""
    known = [move for move in moves if move.start in places() and move.end in places() and move.start != move.end]
    lines = "".join(_arrow(*places()[move.start], *places()[move.end]) for move in known)
    if lines:
        yield (
            f'<path class="move" d="{lines}" fill="none" stroke="{LIGHT["move"]}" stroke-width="16"'
            ' stroke-linecap="round" stroke-linejoin="round"/>'
        )


def _arrow(x: int, y: int, to_x: int, to_y: int) -> str:
    """Returns the SVG path data of an arrow between two points, in whole units of the map."""
    length = max(((to_x - x) ** 2 + (to_y - y) ** 2) ** 0.5, 1)
    ahead_x, ahead_y = (to_x - x) / length, (to_y - y) / length
    left = round(-46 * ahead_x - 30 * ahead_y), round(-46 * ahead_y + 30 * ahead_x)
    right = round(-46 * ahead_x + 30 * ahead_y), round(-46 * ahead_y - 30 * ahead_x)
    return f"M{x} {y}L{to_x} {to_y}m{left[0]} {left[1]}l{-left[0]} {-left[1]}l{right[0]} {right[1]}"


def _battles_svg(towns: Iterable[str]) -> Iterable[str]:
    """Yields the SVG of a ring around each town where a battle is fought or still to be fought."""
    rings = "".join(f'<circle cx="{places()[town][0]}" cy="{places()[town][1]}" r="62"/>' for town in towns)
    if rings:
        yield (
            f'<g class="move" fill="none" stroke="{LIGHT["move"]}" stroke-width="14" stroke-dasharray="30 20">'
            f"{rings}</g>"
        )


def _forces_svg(groups: Iterable[Group]) -> Iterable[str]:
    """Yields the SVG of blocks, each stack with its number, and a bar for how near to four steps each they are."""
    placed: dict[str, list[tuple[Force, int, int]]] = {side: [] for side in SIDES}
    for group in groups:
        left, top = round(group.x - group.width / 2), round(group.y - group.height / 2)
        for number, force in enumerate(group.forces):
            placed[force.side].append((force, left + number * (BLOCK + GAP), top))
    for side, found in placed.items():
        face, figure, edge = SIDE_COLORS[side]
        squares = "".join(f"M{left} {top}h{BLOCK}v{BLOCK}h-{BLOCK}z" for _force, left, top in found)
        bars = "".join(
            f"M{left} {top + BLOCK + 12}h{round(BLOCK * force.strength / (FULL * force.count))}"
            for force, left, top in found
            if force.strength
        )
        texts = "".join(
            f'<text x="{left + BLOCK // 2}" y="{top + 75}"{SMALLER if force.count > 9 else ""}>{force.count}</text>'
            for force, left, top in found
        )
        yield f'<path d="{squares}" fill="{face}" stroke="{edge}" stroke-width="6"/>'
        if bars:
            yield f'<path d="{bars}" stroke="{face}" stroke-width="14"/>'
        yield (
            f'<g fill="{figure}" font-family="sans-serif" font-size="82" font-weight="700" text-anchor="middle">'
            f"{texts}</g>"
        )


def place_forces(forces: Sequence[Force]) -> list[Group]:
    """Places the forces beside their towns, without overlaps among forces and cities."""
    found: dict[str, list[Force]] = {}
    for force in forces:
        if force.town in places():
            found.setdefault(force.town, []).append(force)
    groups = [_group_beside(town, here) for town, here in found.items()]
    cities = [Group([], 2 * CITY, 2 * CITY, *places()[TOWN_IDS[town]]) for town in VICTORY_CITIES]
    for _round in range(ROUNDS):
        moved = [_push_apart(one, other) for one, other in combinations([*groups, *cities], 2)]
        for group in groups:
            group.x = min(max(group.x, LEFT + group.width / 2 + 6), LEFT + WIDTH - group.width / 2 - 6)
            group.y = min(max(group.y, TOP + group.height / 2 + 6), TOP + HEIGHT - group.height / 2 - 6)
        if not any(moved):
            break
    return groups


def _group_beside(town: str, forces: list[Force]) -> Group:
    """Returns the room of a town's forces beside it."""
    left, top, width, height, end = stands()[town]
    own = len(forces) * (BLOCK + GAP) - GAP
    middle = {"start": left + own / 2, "middle": left + width / 2, "end": left + width - own / 2}[end]
    return Group(forces, own, BLOCK + BAR, middle, top + height / 2)


def _push_apart(one: Group, other: Group) -> bool:
    """Moves two groups apart where they overlap, by the shorter distance. Returns whether they did."""
    across = (one.width + other.width) / 2 + GAP - abs(one.x - other.x)
    down = (one.height + other.height) / 2 + GAP - abs(one.y - other.y)
    if across <= 0 or down <= 0 or (one.fixed and other.fixed):
        return False
    step_x = math.copysign(across, one.x - other.x) if across < down else 0.0
    step_y = math.copysign(down, one.y - other.y) if across >= down else 0.0
    share = 0.0 if one.fixed else 1.0 if other.fixed else 0.5
    one.x, one.y = one.x + share * step_x, one.y + share * step_y
    other.x, other.y = other.x - (1 - share) * step_x, other.y - (1 - share) * step_y
    return True
