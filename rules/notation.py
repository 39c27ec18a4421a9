"""A compact text form of positions, actions and whole games, printed and parsed both ways.

An action is its type and its fields in the order of :data:`rules.actions.FIELDS`: ``move king-guy ramallah/jaffa``,
``storm saladin,turks-1``,
``sally -`` (nobody), ``assassinate acre/field``, ``sea-move richard tyre field``, ``muster walter acre !`` (forced
march).

A position has one line a fact and one a place::

    rules 2.0
    1188.2 move move frank
    first frank
    hands move-1 move-2 | move-3
    sieges acre/saracen
    acre: [king-guy@3] kurds-1 saladin

``[...]`` is the castle, ``@n`` a strength below the full one. Blocks that are named nowhere lie in the Draw Pool.

A game is a line for the rules and one for every action: side, action, and in braces the lots drawn.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

from rules.actions import FIELDS, Action, BadAction, from_json
from rules.atlas import SIDES
from rules.dice import Draw
from rules.places import PLACE, BadPosition
from rules.position import Position
from rules.record import SCHEMA
from rules.ruleset import Ruleset

# Actions


def print_action(action: Action) -> str:
    """The action in one line."""
    required, optional = FIELDS[action.type]
    words = [action.type]
    for name in required:
        value = getattr(action, name)
        if name in ("path", "target") and isinstance(value, tuple):
            words.append("/".join(value))
        elif name == "blocks":
            words.append(",".join(value) or "-")
        else:
            words.append(value)
    words += [getattr(action, name) for name in ("area", "start") if name in optional and getattr(action, name)]
    if action.forced:
        words.append("!")
    return " ".join(words)


def parse_action(text: str) -> Action:
    """Read :func:`print_action`. Raises :class:`~rules.actions.BadAction`."""
    type_, *words = text.split()
    if type_ not in FIELDS:
        raise BadAction(f"unknown action {type_!r}")
    required, optional = FIELDS[type_]
    data: dict[str, Any] = {"type": type_}
    if words and words[-1] == "!" and "forced" in optional:
        words.pop()
        data["forced"] = True
    names = [*required, *(name for name in optional if name != "forced")]
    if not len(required) <= len(words) <= len(names):
        raise BadAction(f"{type_!r} is written with {' '.join(names)}")
    return from_json(data | {name: _read_field(name, word) for name, word in zip(names, words, strict=False)})


def _read_field(name: str, word: str) -> Any:
    """Returns the value of an action's field, parsed from its word."""
    if name == "path":
        return word.split("/")
    if name == "blocks":
        return [] if word == "-" else word.split(",")
    if name == "target" and "/" in word:
        town, _, area = word.partition("/")
        return {"town": town, "area": area}
    return word


# Rules


def print_ruleset(ruleset: Ruleset) -> str:
    """The first line of a position: the options that are on."""
    data, plain = ruleset.to_json(), Ruleset.of(ruleset.edition).to_json()
    words = [data.pop("edition")]
    for name, value in data.items():
        if value != plain[name]:
            words.append(name if value is True else f"{name}={json.dumps(value)}")
    return "rules " + " ".join(words)


def parse_ruleset(line: str) -> Ruleset:
    """Reads the first line of a position. Raises ValueError."""
    word, edition, *options = line.split()
    if word != "rules":
        raise ValueError(f"expected 'rules', not {word!r}")
    data: dict[str, Any] = {"edition": edition}
    for option in options:
        name, _, value = option.partition("=")
        data[name] = json.loads(value) if value else True
    return Ruleset.from_json(data)


# Positions: the JSON form written line by line. Each fact has a shape, and a pair of functions for each shape.


def _print_words(value: Sequence[Any]) -> str:
    """Prints a list of values: "a b c"."""
    return " ".join(str(word) for word in value)


def _print_rows(value: Sequence[Sequence[Any]]) -> str:
    """Prints a list of tuples: "a/b,c/1 d/e/2"."""
    return " ".join("/".join(",".join(cell) if isinstance(cell, list) else str(cell) for cell in row) for row in value)


def _read_rows(text: str, lists: int, numbers: Sequence[int]) -> list[list[Any]]:
    """Reads what `_print_rows` wrote; ``lists`` is the place of the cell that holds a list (-1: none), ``numbers``
    those of numbers.
    """
    rows = []
    for word in text.split():
        cells: list[Any] = list(word.split("/"))
        if lists >= 0:
            cells[lists] = cells[lists].split(",") if cells[lists] else []
        for number in numbers:
            cells[number] = int(cells[number])
        rows.append(cells)
    return rows


def _print_pair(value: Sequence[Sequence[str] | str | None]) -> str:
    """Prints a pair, the Franks' half first: "a b | -"."""
    return " | ".join("-" if not half else half if isinstance(half, str) else " ".join(half) for half in value)


_SETS = ("moved", "due2", "due3", "face-up", "strengthened", "opened", "musters", "shown", "fought", "begun")
_MAPS = ("sieges", "markers", "disbanded")
_ROWS = {
    "arrivals": (3, ()),
    "mains": (-1, ()),
    "main-starts": (-1, ()),
    "road-use": (-1, (0, 1)),
    "gained": (-1, (1,)),
    "forced": (-1, (1,)),
}
_CARD_LISTS = ("hands", "spent")
_CARDS = ("chosen", "revealed", "played", "prior", "winter")
_PLAIN = ("first", "active", "jihad", "kept-siege", "drawn")
_ORDER = (
    "first",
    "active",
    "moves",
    *_CARD_LISTS,
    *_CARDS,
    "jihad",
    "kept-siege",
    "drawn",
    *_MAPS,
    *_ROWS,
    *_SETS,
    "battle",
    "winner",
)


def print_position(position: Position) -> str:
    """The position, a fact or place a line."""
    data = position.to_json()
    lines = [
        print_ruleset(position.ruleset),
        f"{data['year']}.{data['turn']} {data['phase']} {data['step']} {','.join(data['waiting']) or '-'}",
    ]
    for key in _ORDER:
        if key not in data:
            continue
        value = data[key]
        if key in _SETS or key == "winner":
            text = _print_words(value)
        elif key in _MAPS:
            text = _print_rows(list(value.items()))
        elif key in _ROWS:
            text = _print_rows(value)
        elif key in _CARD_LISTS or key in _CARDS:
            text = _print_pair(value)
        elif key == "battle":
            text = json.dumps(value, separators=(",", ":"))
        else:
            text = str(value)
        lines.append(f"{key} {text}")
    lines += [f"{place}: {words}" for place, words in data["places"].items()]
    return "\n".join(lines) + "\n"


def parse_position(text: str) -> Position:
    """Read :func:`print_position`; indentation, empty lines and ``#`` comments do not matter. Raises
    :class:`~rules.places.BadPosition`."""
    lines = [line.partition("#")[0].strip() for line in text.splitlines()]
    lines = [line for line in lines if line]
    if len(lines) < 2:
        raise BadPosition("a position starts with a line of rules and a line that says when it is")
    try:
        data = _read_head(lines)
        for line in lines[2:]:
            key, value = _read_line(line)
            if key in PLACE:
                data["places"][key] = value
            else:
                data[key] = value
    except (ValueError, IndexError, KeyError, TypeError) as error:
        raise BadPosition(f"not a position: {error}") from error
    return Position.from_json(data)


def _read_head(lines: Sequence[str]) -> dict[str, Any]:
    """Reads the first two lines of a position: its rules; year, turn, phase, step and the awaited sides."""
    when, phase, step, waiting = lines[1].split()
    year, _, turn = when.partition(".")
    return {
        "schema": SCHEMA,
        "ruleset": parse_ruleset(lines[0]).to_json(),
        "year": int(year),
        "turn": int(turn),
        "phase": phase,
        "step": step,
        "waiting": [] if waiting == "-" else waiting.split(","),
        "places": {},
        "hands": [[], []],
    }


def _read_map(text: str) -> dict[str, str]:
    """Reads "a/b c/d" as a mapping."""
    return dict(word.split("/") for word in text.split())


def _read_lists(text: str) -> list[list[str]]:
    """Reads a pair of lists: "a b | -"."""
    return [[] if half.strip() == "-" else half.split() for half in text.split("|")]


def _read_halves(text: str, empty: str | None) -> list[str | None]:
    """Reads a pair of words: "a | -", with ``empty`` for "-"."""
    return [empty if half.strip() == "-" else half.strip() for half in text.split("|")]


_READERS: dict[str, Callable[[str], Any]] = {
    **dict.fromkeys((*_SETS, "winner"), str.split),
    **dict.fromkeys(_MAPS, _read_map),
    **{name: partial(_read_rows, lists=lists, numbers=numbers) for name, (lists, numbers) in _ROWS.items()},
    **dict.fromkeys(_CARD_LISTS, _read_lists),
    **dict.fromkeys(_CARDS, partial(_read_halves, empty=None)),
    "winter": partial(_read_halves, empty=""),
    "battle": json.loads,
    "moves": int,
    **dict.fromkeys(_PLAIN, str),
}
"""How what follows the name of a fact is read."""


def _read_line(line: str) -> tuple[str, Any]:
    """Reads a line of a position: a place with its blocks as text, or a fact with its value."""
    head, _, text = line.partition(" ")
    if head.endswith(":"):
        if head[:-1] not in PLACE:
            raise BadPosition(f"unknown place {head[:-1]!r}")
        return head[:-1], text
    if head not in _READERS:
        raise BadPosition(f"unknown fact {head!r}")
    return head, _READERS[head](text)


# Games


class Entry(NamedTuple):
    """One line of a game: who did what, and the lots drawn for it.

    The first entry has neither side nor action: setting up.
    """

    side: str | None
    action: Action | None
    draws: tuple[Draw, ...]


def print_game(ruleset: Ruleset, entries: Iterable[Entry]) -> str:
    """A whole game, an action a line."""
    lines = [print_ruleset(ruleset)]
    for entry in entries:
        words = f"{entry.side} {print_action(entry.action)}" if entry.side and entry.action else "begin"
        lines.append(words + "".join(f" {{{_print_draw(draw)}}}" for draw in entry.draws))
    return "\n".join(lines) + "\n"


def _print_draw(draw: Draw) -> str:
    return f"{draw.purpose} {draw.kind}/{draw.of} {','.join(str(result) for result in draw.results) or '-'}"


def _parse_draw(text: str) -> Draw:
    purpose, lots, results = text.split()
    kind, _, of = lots.partition("/")
    words = [] if results == "-" else results.split(",")
    return Draw(purpose, kind, int(of), tuple(int(word) if kind == "d6" else word for word in words))


def parse_game(text: str) -> tuple[Ruleset, list[Entry]]:
    """Read :func:`print_game`. Raises ValueError naming the line."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    ruleset = parse_ruleset(lines[0]) if lines else Ruleset()
    return ruleset, list(_read_entries(lines[1:]))


def _read_entries(lines: Sequence[str]) -> Iterator[Entry]:
    """Reads the lines of a game. Raises ValueError naming the line."""
    for number, line in enumerate(lines, 2):
        head, *braces = line.split(" {")
        try:
            draws = tuple(_parse_draw(brace.rstrip("}")) for brace in braces)
            if head == "begin":
                yield Entry(None, None, draws)
            else:
                side, _, action = head.partition(" ")
                if side not in SIDES:
                    raise ValueError(f"unknown side {side!r}")
                yield Entry(side, parse_action(action), draws)
        except ValueError as error:
            raise ValueError(f"line {number}: {error}") from error
