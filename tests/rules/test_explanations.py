"""The reason given for refusing a march is what stood in its way: with that taken away, it is not given again.

`rules/phases/explain.py` says in words what `rules/phases/routes.py` decides by sets of walks; this holds both together (5.0 to 5.5, 8.1).
"""

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import islice

import pytest

from rules import game
from rules.actions import Action
from rules.atlas import NEIGHBORS, ROAD_BETWEEN, SIDES, TOWN, TOWN_IDS, bits
from rules.places import POOL, TOWN_COUNT
from rules.play import Sentence
from rules.position import Position
from rules.roster import BLOCK, BLOCKS, OF_SIDE
from tests.rules.playing import OPTIONS, STYLES, play
from tests.rules.scene import moving

Remedy = Callable[[Position, int, Action], bool]
"""Takes the cause of a refusal out of a position; False if it was not there."""


def _block(action: Action) -> int:
    return BLOCK[action.block or ""]


def _path(position: Position, action: Action) -> list[int]:
    return [position.where[_block(action)], *(TOWN[name] for name in action.path or ())]


def _clear(position: Position, side: int, towns: list[int]) -> bool:
    """The enemies in the fields of these towns are gone."""
    enemies = [block for town in towns for block in bits(position.field(1 - side, town))]
    for block in enemies:
        position.put(block, POOL)
    return bool(enemies)


def _moves(position: Position, side: int, action: Action) -> bool:
    """Blocks of a group that was opened go on without one."""
    opened = action.type == "move" and position.opened >> position.where[_block(action)] & 1
    before, position.moves = position.moves, 3
    return before == 0 and not opened


def _rested(position: Position, side: int, action: Action) -> bool:
    before, position.moved = position.moved, 0
    return bool(before >> _block(action) & 1)


def _outside(position: Position, side: int, action: Action) -> bool:
    before = position.castle >> _block(action) & 1
    position.put(_block(action), position.where[_block(action)])
    return bool(before)


def _unpinned(position: Position, side: int, action: Action) -> bool:
    return side != position.first and _clear(position, side, [position.where[_block(action)]])


def _called(position: Position, side: int, action: Action) -> bool:
    end = TOWN[(action.path or ("",))[-1]]
    before, position.musters = position.musters, position.musters | 1 << end
    return not before >> end & 1


def _friendly(position: Position, side: int, action: Action) -> bool:
    """No enemy is in the field, and a block of one's own is."""
    town = TOWN[action.town or (action.path or ("",))[-1]]
    friendly = bool(position.friendly_fields(side) >> town & 1)
    _clear(position, side, [town])
    others = [block for block in bits(OF_SIDE[side]) if BLOCKS[block].id != action.block]
    position.put(min(others, key=lambda block: position.where[block] < TOWN_COUNT), town)
    return not friendly


def _with_forced_marches(position: Position, side: int, action: Action) -> bool:
    before, position.ruleset = position.ruleset, replace(position.ruleset, forced_marches=True)
    return not before.forced_marches


def _open_roads(position: Position, side: int, action: Action) -> bool:
    used = {ROAD_BETWEEN.get(ends) for ends in zip(_path(position, action), _path(position, action)[1:], strict=False)}
    before, position.road_use = position.road_use, {}
    return bool(used & before.keys()) or len(used) < len(action.path or ())


def _unattacked(position: Position, side: int, action: Action) -> bool:
    start = position.where[_block(action)]
    before = position.arrivals
    position.arrivals = tuple(arrival for arrival in before if arrival.town != start)
    return position.arrivals != before


def _passable(position: Position, side: int, action: Action) -> bool:
    return _clear(position, side, _path(position, action)[1:-1])


def _summer(position: Position, side: int, action: Action) -> bool:
    before, position.turn = position.turn, 1
    return before == 6


REMEDIES: dict[str, Remedy] = {
    "No Moves are left": _moves,
    "This block has moved already": _rested,
    "A besieged block cannot leave by road": _outside,
    "This block is pinned: attackers hold": _unpinned,
    "No muster has been called": _called,
    "{town} is not a friendly town": _friendly,
    "Forced marches are not played": _with_forced_marches,
    "The major road {here} - {town} is full": _open_roads,
    "The minor road {here} - {town} is full": _open_roads,
    "The attacker used the road": _unattacked,
    "Blocks must stop in {town}": _passable,
    "In the Winter Turn no block may end": _summer,
    "In the Winter Turn nobody musters": _summer,
}

Fact = Callable[[Position, int, Action], bool]
FACTS: dict[str, Fact] = {
    "This block is not on the map; Crusaders come": lambda position, side, action: position.where[_block(action)] >= TOWN_COUNT,
    "This block is at the muster already": lambda position, side, action: _path(position, action)[0] == _path(position, action)[-1],
    "{block} moves up to": lambda position, side, action: len(action.path or ()) > BLOCKS[_block(action)].move + bool(action.forced),
    "A forced march is the one step beyond": lambda position, side, action: len(action.path or ()) <= BLOCKS[_block(action)].move,
    "There is no road": lambda position, side, action: any(
        ends not in ROAD_BETWEEN for ends in zip(_path(position, action), _path(position, action)[1:], strict=False)
    ),
    "A block does not come back": lambda position, side, action: _path(position, action)[0] in _path(position, action)[1:],
    "A muster to {town} has been called already": lambda position, side, action: bool(position.musters >> TOWN[action.town or ""] & 1),
    "This event moves one group": lambda position, side, action: position.played[side] in ("guide", "jihad"),
    "No block could come to {town}": lambda position, side, action: action.town not in _reached(position, side),
}
"""Reasons that lie in the order itself, or that nothing could take away: what must be so."""


def _reached(position: Position, side: int) -> set[str]:
    """Where blocks of a side could end a group move."""
    moves = (offer for offer in game.offers(position, SIDES[side]) if offer.type == "move")
    paths = (path for offer in moves for name, values in offer.open for path in values if name == "path")
    return {path[-1] for path in paths}


def _order(position: Position, side: int, chance: random.Random) -> Action:
    """A march of some block, more often illegal than not: by roads, and now and then beside them."""
    kind = chance.choice(("move", "move", "move", "muster", "muster-to"))
    if kind == "muster-to":
        return Action(kind, town=chance.choice(TOWN_IDS))
    on_map = [block.id for block in BLOCKS if block.side == side and position.where[block.number] < TOWN_COUNT]
    anybody = [block.id for block in BLOCKS if block.side == side]
    name = chance.choice(on_map if on_map and chance.random() < 0.95 else anybody)
    here = position.where[BLOCK[name]]
    path = []
    for _ in range(chance.choice((1, 1, 2, 2, 3, 4))):
        known = here < TOWN_COUNT and chance.random() < 0.97
        here = chance.choice(NEIGHBORS[here])[1] if known else chance.randrange(TOWN_COUNT)
        path.append(TOWN_IDS[here])
    return Action(kind, block=name, path=tuple(path), forced=True if chance.random() < 0.1 else None)


CROWDED = """
acre: walter king-guy balian conrad
tiberias: saladin al-adil
jerusalem: [raymond-tiberias] keukburi
nablus: al-mashtub
ascalon: gaza-templars jerusalem-templars jerusalem-hospitallers
gaza: reynald-sidon
damascus: taqi-al-din turks-1 turks-2
egypt: qara-qush
"""


def _check(position: Position, side: int, action: Action) -> str:
    """The beginning of the reason given, "" for a legal order. Fails where the reason is not what stood in the way."""
    refusal = game.is_legal(position, SIDES[side], action)
    if refusal is None:
        return ""
    assert isinstance(refusal.reason, Sentence)
    template = refusal.reason.template
    known = next((start for start in (*REMEDIES, *FACTS) if template.startswith(start)), None)
    assert known is not None, template
    if known in FACTS:
        assert FACTS[known](position, side, action), (action, refusal)
        return known
    mended = position.copy()
    assert REMEDIES[known](mended, side, action), (action, refusal, "the cause named was not there")
    mended.rebuild()
    again = game.is_legal(mended, SIDES[side], action)
    assert again is None or again.reason != refusal.reason, (action, refusal, "without the cause named it is refused all the same")
    return known


@pytest.mark.parametrize("number", range(6))
def test_the_reason_given_is_what_stood_in_the_way(number: int) -> None:
    """Orders by lot in games by lot, and in a crowded position with roads used up, musters called and attackers come."""
    chance = random.Random(number)
    first = SIDES[number % 2]
    crowded = moving(CROWDED, first=first, turn="1188.6" if number > 3 else "1188.2", ruleset=OPTIONS[number])
    asked: Counter[str] = Counter()
    for start, most in ((None, 900), (crowded, 60), (crowded, 60), (crowded, 60)):
        for turn in islice(play(chance.random().hex(), STYLES[number % 3], OPTIONS[number], start), most):
            position = turn.outcome.position
            if position.step != "move":
                continue
            side = position.active
            for _ in range(12):
                asked[_check(position, side, _order(position, side, chance))] += 1
    assert sum(asked.values()) > 1500
    assert len(asked) > 12, asked
