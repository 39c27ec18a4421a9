"""Positions as plain JSON data and back. Fields at rest are left out, so that a position stays small."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rules.atlas import SIDES, TOWN, TOWN_IDS, bits, road_from_label, road_label
from rules.deck import CARDS
from rules.kinds import BlockSet, RoadNumber, TownNumber, TownSet
from rules.places import (
    MASYAF,
    PHASES,
    PLACE,
    PLACES,
    POOL,
    STEP_NAMES,
    TOWN_COUNT,
    Arrival,
    BadPosition,
    Battle,
    March,
)
from rules.roster import ASSASSINS, BLOCK, BLOCK_IDS, BLOCKS, STEPS, ids, mask_of
from rules.ruleset import Ruleset

if TYPE_CHECKING:
    from rules.position import Position

SCHEMA = 1
_BLOCK_SETS = ("moved", "due2", "due3", "face_up", "strengthened")
_TOWN_SETS = ("musters", "shown", "fought", "begun")
_CARD_PAIRS = ("chosen", "revealed", "played", "prior")
_TOWNS = ("jihad", "kept_siege")


def _json_name(name: str) -> str:
    return name.replace("_", "-")


def _block_list(value: BlockSet) -> list[str]:
    return list(ids(value))


def _town_list(value: TownSet) -> list[str]:
    return [TOWN_IDS[town] for town in bits(value)]


def _as_lists(value: Any) -> list[list[str]]:
    return [list(one) for one in value]


def _start_list(start: TownNumber) -> list[str]:
    return [TOWN_IDS[start]] if start >= 0 else []


_FORMS: tuple[tuple[str, Any, Callable[[Any], Any]], ...] = (
    *((name, 0, _block_list) for name in _BLOCK_SETS),
    ("opened", 0, lambda value: [PLACES[place] for place in bits(value)]),
    *((name, 0, _town_list) for name in _TOWN_SETS),
    ("sieges", {}, lambda value: {TOWN_IDS[town]: SIDES[side] for town, side in sorted(value.items())}),
    ("markers", {}, lambda value: {TOWN_IDS[town]: BLOCK_IDS[block] for town, block in sorted(value.items())}),
    (
        "arrivals",
        (),
        lambda value: [
            [TOWN_IDS[a.town], SIDES[a.side], road_label(a.road, a.town), _block_list(a.blocks), *_start_list(a.start)]
            for a in value
        ],
    ),
    (
        "mains",
        {},
        lambda value: [
            [TOWN_IDS[town], SIDES[side], road_label(road, town)] for (town, side), road in sorted(value.items())
        ],
    ),
    (
        "main_starts",
        {},
        lambda value: [[TOWN_IDS[t], SIDES[side], TOWN_IDS[start]] for (t, side), start in sorted(value.items())],
    ),
    ("road_use", {}, lambda value: [[road, blocks] for road, blocks in sorted(value.items())]),
    ("disbanded", {}, lambda value: {BLOCK_IDS[block]: TOWN_IDS[town] for block, town in sorted(value.items())}),
    ("gained", {}, lambda value: [[TOWN_IDS[town], steps] for town, steps in sorted(value.items())]),
    (
        "forced",
        {},
        lambda value: [
            [
                BLOCK_IDS[b],
                march.road,
                TOWN_IDS[march.town],
                *(["muster"] if march.muster else _start_list(march.start)),
            ]
            for b, march in value.items()
        ],
    ),
    ("hands", None, _as_lists),
    ("spent", ((), ()), _as_lists),
    *((name, (None, None), list) for name in _CARD_PAIRS),
    ("first", -1, SIDES.__getitem__),
    ("active", -1, SIDES.__getitem__),
    ("moves", 0, int),
    *((name, -1, TOWN_IDS.__getitem__) for name in _TOWNS),
    ("drawn", -1, BLOCK_IDS.__getitem__),
    ("winter", ("", ""), list),
    ("battle", None, Battle.to_json),
    ("winner", None, lambda value: [SIDES[value[0]], value[1]]),
)
"""What may be left out of a position's data: name, value at rest, and how another value is written."""


def position_to_json(position: "Position") -> dict[str, Any]:
    """The whole position as JSON data, schema version first."""
    data: dict[str, Any] = {
        "schema": SCHEMA,
        "ruleset": position.ruleset.to_json(),
        "year": position.year,
        "turn": position.turn,
    }
    data |= {"phase": position.phase, "step": position.step, "waiting": [SIDES[s] for s in bits(position.waiting)]}
    data["places"] = _places_to_json(position)
    for name, at_rest, write in _FORMS:
        value = getattr(position, name)
        if value != at_rest:
            data[_json_name(name)] = write(value)
    return data


def _places_to_json(position: "Position") -> dict[str, str]:
    """``{"acre": "king-guy [walter@2]"}``: a block in brackets is in the castle, ``@n`` a strength below the full
    one.
    """
    places: dict[str, list[str]] = {}
    for name in sorted(BLOCK):
        block = BLOCK[name]
        word = name if position.steps[block] == STEPS[block] else f"{name}@{position.steps[block]}"
        if position.castle >> block & 1:
            word = f"[{word}]"
        places.setdefault(PLACES[position.where[block]], []).append(word)
    return {place: " ".join(words) for place, words in sorted(places.items())}


def position_from_json(data: Any, form: "type[Position]") -> "Position":
    """Read a position. Raises :class:`~rules.places.BadPosition` saying what is wrong."""
    if not isinstance(data, dict):
        raise BadPosition("a position is an object")
    if data.get("schema") != SCHEMA:
        raise BadPosition(f"unknown schema {data.get('schema')!r}; known: {SCHEMA}")
    try:
        return _fill_position(data, form(Ruleset.from_json(data["ruleset"])))
    except BadPosition:
        raise
    except (KeyError, ValueError, TypeError, IndexError, AttributeError, OverflowError) as error:
        raise BadPosition(f"not a position: {type(error).__name__} {error}") from error


def _fill_position(data: dict[str, Any], position: "Position") -> "Position":
    """Fills a position from its JSON. Raises BadPosition and what missing names raise."""
    position.year, position.turn = _read_integer(data["year"]), _read_integer(data["turn"])
    if data["phase"] not in PHASES:
        raise BadPosition(f"unknown phase {data['phase']!r}")
    position.phase, position.step = data["phase"], _read_step(data["step"])
    position.waiting = sum(1 << SIDES.index(side) for side in set(data["waiting"]))
    _read_places(position, data["places"])
    _read_sets(position, data)
    _read_marches(position, data)
    _read_cards(position, data)
    position.first = SIDES.index(data["first"]) if "first" in data else -1
    position.active = SIDES.index(data["active"]) if "active" in data else -1
    position.moves = _read_integer(data.get("moves", 0))
    for name in _TOWNS:
        setattr(position, name, TOWN[data[_json_name(name)]] if _json_name(name) in data else -1)
    position.drawn = BLOCK[data["drawn"]] if "drawn" in data else -1
    frank, saracen = data.get("winter", ["", ""])
    position.winter = (str(frank), str(saracen))
    position.battle = Battle.from_json(data["battle"]) if "battle" in data else None
    if "winner" in data:
        side, how = data["winner"]
        position.winner = (SIDES.index(side), str(how))
    position.rebuild()
    return position


def _read_sets(position: "Position", data: dict[str, Any]) -> None:
    """Reads the sets of blocks and of towns, and what lies at single towns."""
    for name in _BLOCK_SETS:
        setattr(position, name, mask_of(data.get(_json_name(name), [])))
    position.opened = sum(1 << PLACE[place] for place in set(data.get("opened", [])))
    for name in _TOWN_SETS:
        setattr(position, name, sum(1 << TOWN[t] for t in set(data.get(_json_name(name), []))))
    position.sieges = {TOWN[t]: SIDES.index(s) for t, s in data.get("sieges", {}).items()}
    position.markers = {TOWN[t]: BLOCK[b] for t, b in data.get("markers", {}).items()}


def _read_marches(position: "Position", data: dict[str, Any]) -> None:
    """Reads who came where by which road, what roads have carried, and which forced marches are under way."""
    position.arrivals = tuple(
        Arrival(TOWN[t], SIDES.index(s), _read_road(label, TOWN[t]), mask_of(bs), *(TOWN[one] for one in start))
        for t, s, label, bs, *start in data.get("arrivals", [])
    )
    position.mains = {(TOWN[t], SIDES.index(s)): _read_road(label, TOWN[t]) for t, s, label in data.get("mains", [])}
    position.main_starts = {(TOWN[t], SIDES.index(s)): TOWN[start] for t, s, start in data.get("main-starts", [])}
    position.road_use = {_read_integer(road): _read_integer(n) for road, n in data.get("road-use", [])}
    position.disbanded = {BLOCK[b]: TOWN[t] for b, t in data.get("disbanded", {}).items()}
    position.gained = {TOWN[t]: _read_integer(n) for t, n in data.get("gained", [])}
    position.forced = {
        BLOCK[b]: March(
            _read_integer(road), TOWN[t], more == ["muster"], *(TOWN[one] for one in more if one != "muster")
        )
        for b, road, t, *more in data.get("forced", [])
    }


def _read_cards(position: "Position", data: dict[str, Any]) -> None:
    """Reads both sides' hands, the cards they have spent, and those that are chosen or in play."""
    position.hands = _read_card_pair(data["hands"])
    position.spent = _read_card_pair(data.get("spent", [[], []]))
    for name in _CARD_PAIRS:
        one, other = data.get(name, [None, None])
        if not {one, other} <= {None, *CARDS}:
            raise BadPosition(f"unknown card among {name!r}")
        setattr(position, name, (one, other))


def _read_places(position: "Position", places: dict[str, str]) -> None:
    """Puts blocks into the places that the JSON names.

    Blocks named nowhere stay in the Draw Pool at full strength, the Assassins in Masyaf.
    """
    position.where = [POOL] * len(BLOCKS)
    position.where[ASSASSINS] = MASYAF
    position.steps = list(STEPS)
    seen = set()
    for place, words in places.items():
        for word in words.split():
            castle = word.startswith("[")
            if castle is not word.endswith("]"):
                raise BadPosition(f"{word!r} in {place!r}: each block of a castle has brackets of its own")
            name, _, strength = word.strip("[]").partition("@")
            if name not in BLOCK:
                raise BadPosition(f"unknown block {name!r} in {place!r}")
            if name in seen:
                raise BadPosition(f"{name!r} stands in two places")
            seen.add(name)
            block = BLOCK[name]
            position.where[block] = PLACE[place]
            position.steps[block] = int(strength) if strength else STEPS[block]
            if castle:
                if position.where[block] >= TOWN_COUNT:
                    raise BadPosition(f"{place!r} has no castle")
                position.castle |= 1 << block


def _read_step(value: Any) -> str:
    """Returns the decision waited for. Raises BadPosition for one that no phase has."""
    if not isinstance(value, str) or (value not in STEP_NAMES and value != "over"):
        raise BadPosition(f"unknown decision {value!r}")
    return value


def _read_road(label: str, town: TownNumber) -> RoadNumber:
    road = road_from_label(label, town)
    if road is None:
        raise BadPosition(f"no road {label!r} at {TOWN_IDS[town]!r}")
    return road


def _read_integer(value: Any) -> int:
    if type(value) is not int:
        raise BadPosition(f"{value!r} is not a whole number")
    return value


def _read_card_pair(pair: Any) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Reads a pair of hands. Raises BadPosition for unknown cards."""
    frank, saracen = (tuple(cards) for cards in pair)
    if not {*frank, *saracen} <= CARDS:
        raise BadPosition("unknown card")
    return frank, saracen


__all__ = ["SCHEMA", "position_from_json", "position_to_json"]
