"""The reason given for refusing an order of movement is what stood in its way: with that taken away, it is not given
again.

`rules/phases/explain.py` says in words what `rules/phases/routes.py` decides by sets of walks; this holds both together
for every reason that file can give (5.0 to 5.5, 7.2, 8.1).
"""

import ast
import inspect
import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice

import pytest

from rules import game
from rules.actions import Action
from rules.atlas import FORTIFIED_PORTS, NEIGHBORS, PORTS, ROAD_BETWEEN, SIDES, TOWN, TOWN_IDS, bits
from rules.notation import parse_action
from rules.phases import explain
from rules.phases.routes import slowness
from rules.places import ENGLAND, FRANCE, POOL, TOWN_COUNT
from rules.play import Sentence
from rules.position import Position
from rules.roster import BLOCK, BLOCKS, OF_SIDE
from rules.ruleset import Ruleset
from tests.rules.playing import OPTIONS, STYLES, play
from tests.rules.scene import Table, moving
from tests.rules.test_refusals import REFUSALS

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
    town = TOWN[action.town or action.port or (action.path or ("",))[-1]]
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


def _no_siege(position: Position, side: int, action: Action) -> bool:
    """Besieged and besiegers are gone from the town where the block is."""
    town = position.where[_block(action)]
    siege = town in position.sieges
    for block in bits(position.present[0] | position.present[1]):
        if position.where[block] == town and block != _block(action):
            position.put(block, POOL)
    position.put(_block(action), town)
    position.sieges = {at: by for at, by in position.sieges.items() if at != town}
    return siege


def _castle_room(position: Position, side: int, action: Action) -> bool:
    port = TOWN[action.port or ""]
    inside = [block for block in bits(position.castle) if position.where[block] == port]
    for block in inside[1:]:
        position.put(block, POOL)
    return len(inside) > 1


def _unused_for_attacks(position: Position, side: int, action: Action) -> bool:
    before = position.arrivals
    position.arrivals = tuple(arrival for arrival in before if arrival.side != side)
    return position.arrivals != before


REMEDIES: dict[str, Remedy] = {
    "No Moves are left": _moves,
    "This block has moved already": _rested,
    "A besieged block cannot leave by road": _outside,
    "This block is pinned": _unpinned,
    "No muster has been called": _called,
    "{town} is not a friendly town": _friendly,
    "Forced marches are not played": _with_forced_marches,
    "The major road {here} - {town} is full": _open_roads,
    "The minor road {here} - {town} is full": _open_roads,
    "The attacker used the road": _unattacked,
    "Blocks must stop in {town}": _passable,
    "In the Winter Turn no block may end": _summer,
    "In the Winter Turn nobody makes": _summer,
    "{limit} blocks have attacked": _unused_for_attacks,
    "In the Winter Turn nobody musters": _summer,
    "In the Winter Turn no siege is reinforced": _summer,
    "In the Winter Turn no battle or siege is": _summer,
    "The port of {port} belongs to the besieged": _no_siege,
    "The besieger controls this port": _no_siege,
    "The castle of {port} is full": _castle_room,
    "{port} is not a friendly port": _friendly,
}


def _longest(position: Position, side: int, action: Action) -> int:
    return BLOCKS[_block(action)].move - slowness(position, side)


Fact = Callable[[Position, int, Action], bool]
FACTS: dict[str, Fact] = {
    "This block is not on the map; Crusaders come": lambda position, side, action: (
        position.where[_block(action)] >= TOWN_COUNT
    ),
    "This block is at the muster already": lambda position, side, action: (
        _path(position, action)[0] == _path(position, action)[-1]
    ),
    "{block} moves up to": lambda position, side, action: (
        len(action.path or ()) > _longest(position, side, action) + bool(action.forced)
    ),
    "A forced march is the one step beyond": lambda position, side, action: (
        len(action.path or ()) <= _longest(position, side, action)
    ),
    "There is no road": lambda position, side, action: any(
        ends not in ROAD_BETWEEN for ends in zip(_path(position, action), _path(position, action)[1:], strict=False)
    ),
    "A block does not come back": lambda position, side, action: (
        _path(position, action)[0] in _path(position, action)[1:]
    ),
    "A muster to {town} has been called already": lambda position, side, action: bool(
        position.musters >> TOWN[action.town or ""] & 1
    ),
    "This event moves one group": lambda position, side, action: position.played[side] in ("guide", "jihad"),
    "No block could come to {town}": lambda position, side, action: action.town not in _reached(position, side),
    "Now blocks move": lambda position, side, action: (
        action.type not in ("move", "muster", "muster-to", "sea-move", "enter")
    ),
    "{port} is not a port": lambda position, side, action: (
        not {TOWN[action.port or ""], position.where[_block(action)]} <= {*bits(PORTS)}
    ),
    "This block is in {port} already": lambda position, side, action: (
        position.where[_block(action)] == TOWN[action.port or ""]
    ),
    "This block is not on the map and not in England": lambda position, side, action: (
        position.where[_block(action)] >= TOWN_COUNT and position.where[_block(action)] not in (ENGLAND, FRANCE)
    ),
    "Crusaders of a nation may move once": lambda position, side, action: (
        not position.staged(BLOCKS[_block(action)].nation)
    ),
    "Castle or field is a choice only": lambda position, side, action: (
        action.area is not None
        and not (
            BLOCKS[_block(action)].nation == "english"
            and FORTIFIED_PORTS >> TOWN[action.port or ""] & 1
            and TOWN[action.port or ""] in position.sieges
        )
    ),
    "{port} is neither a friendly port nor one": lambda position, side, action: (
        Action("sea-move", block=action.block, port=action.port, area="field") in _offered(position, side)
    ),
    "The Germans may move once": lambda position, side, action: not position.staged("german"),
    "German blocks in Germania enter at": lambda position, side, action: (
        BLOCKS[_block(action)].nation != "german" or action.town not in ("aleppo", "antioch", "st-simeon")
    ),
    "Only the player of Winter Campaign": lambda position, side, action: (
        position.played[side] != "winter-campaign" or position.turn < 6
    ),
    "A main road is chosen where": lambda position, side, action: not _offered(position, side, "main-road"),
    "In this game besiegers show no block": lambda position, side, action: not position.ruleset.besieger_marker,
    "Only a block that besieges a town": lambda position, side, action: (
        position.sieges.get(position.where[_block(action)]) != side
    ),
    "Another besieger can be shown at the start": lambda position, side, action: position.moves < 3,
    "Before {town} you have shown another": lambda position, side, action: bool(
        position.shown >> position.where[_block(action)] & 1
    ),
    "This block lies face-up already": lambda position, side, action: _block(action) in position.markers.values(),
}
"""Reasons that lie in the order itself, or that nothing could take away: what must be so."""


def _reached(position: Position, side: int) -> set[str]:
    """Where blocks of a side could end a group move."""
    moves = (offer for offer in game.offers(position, SIDES[side]) if offer.type == "move")
    paths = (path for offer in moves for name, values in offer.open for path in values if name == "path")
    return {path[-1] for path in paths}


def _offered(position: Position, side: int, kind: str = "sea-move") -> list[Action]:
    return [
        action
        for action in game.legal_actions(position, SIDES[side])
        if isinstance(action, Action) and action.type == kind
    ]


def _order(position: Position, side: int, chance: random.Random) -> Action:
    """A march of some block, more often illegal than not: by roads, and now and then beside them."""
    kind = chance.choice(("move", "move", "move", "muster", "muster-to", "sea-move"))
    if kind == "muster-to":
        return Action(kind, town=chance.choice(TOWN_IDS))
    on_map = [block.id for block in BLOCKS if block.side == side and position.where[block.number] < TOWN_COUNT]
    anybody = [block.id for block in BLOCKS if block.side == side]
    name = chance.choice(on_map if on_map and chance.random() < 0.95 else anybody)
    if kind == "sea-move":
        ports = [TOWN_IDS[port] for port in bits(PORTS)]
        return Action(
            kind, block=name, port=chance.choice(ports), area=chance.choice((None, None, None, "field", "castle"))
        )
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
    by_2_0 = game.STEPS["move"].explain(
        position, side, action
    )  # what another edition says in its place is asked elsewhere
    assert isinstance(by_2_0.reason, Sentence)
    template = by_2_0.reason.template
    known = next((start for start in (*REMEDIES, *FACTS) if template.startswith(start)), None)
    assert known is not None, template
    if known in FACTS:
        assert FACTS[known](position, side, action), (action, refusal)
        return known
    mended = position.copy()
    assert REMEDIES[known](mended, side, action), (action, refusal, "the cause named was not there")
    mended.rebuild()
    again = game.is_legal(mended, SIDES[side], action)
    assert again is None or again.reason != refusal.reason, (
        action,
        refusal,
        "without the cause named it is refused all the same",
    )
    return known


@pytest.mark.parametrize("number", range(6))
def test_the_reason_given_is_what_stood_in_the_way(number: int) -> None:
    """Orders by lot in games by lot, and in a crowded position with roads used up, musters called and attackers
    come.
    """
    chance = random.Random(number)
    first = SIDES[number % 2]
    crowded = moving(CROWDED, first=first, turn="1188.6" if number > 3 else "1188.2", ruleset=OPTIONS[number])
    asked: Counter[str] = Counter()
    for start, most in ((None, 300), (crowded, 60), (crowded, 60)):
        for turn in islice(play(chance.random().hex(), STYLES[number % 3], OPTIONS[number], start), most):
            position = turn.outcome.position
            if position.step != "move":
                continue
            side = position.active
            for _ in range(8):
                asked[_check(position, side, _order(position, side, chance))] += 1
    assert sum(asked.values()) > 500
    assert len(asked) > 12, asked


BESIEGING = "tyre: king-guy\nhama: [tuman] walter balian"
MORE: list[tuple[str, str, int, tuple[str, ...], str]] = [
    # places, card, turn, actions before, the action refused
    (BESIEGING, "move-3", 2, ("keep-face-up walter",), "keep-face-up balian"),
    (BESIEGING, "move-3", 2, (), "keep-face-up balian"),
    (BESIEGING, "move-3", 2, ("move king-guy acre",), "keep-face-up walter"),
    (BESIEGING, "move-3", 2, (), "keep-face-up king-guy"),
    ("acre: walter", "move-3", 2, (), "keep-face-up walter"),
]


FULL = "antioch: king-guy walter balian conrad bohemond"


def _refused() -> Iterator[tuple[Position, Action]]:
    """Positions in which the Franks move, and an order of theirs that is refused."""
    for places, card, turn, before, order in [*(row[:5] for row in REFUSALS), *MORE]:
        table = Table(moving(places, frank=card, saracen="move-1", turn=f"1188.{turn}")).do("frank", *before)
        yield table.position, parse_action(order)
    attacked = Table(
        moving("acre: king-guy walter balian\ntiberias: saladin taqi-al-din\ntyre: conrad", first="saracen")
    )
    attacked.do("saracen", "move saladin acre", "move taqi-al-din acre", "done")
    yield attacked.position, parse_action("move walter tiberias")
    attacked.do("frank", "move balian tyre")
    for order in ("move king-guy tyre", "sea-move king-guy tyre"):
        yield attacked.position, parse_action(order)
    full = Table(moving(FULL)).do(
        "frank", *(f"move {block} harim" for block in ("king-guy", "walter", "balian", "conrad"))
    )
    yield full.position, parse_action("move bohemond harim")
    optional = moving("acre: walter\nhama: [tuman] balian", ruleset=Ruleset(forced_marches=True, besieger_marker=False))
    for order in ("move walter tyre !", "keep-face-up balian"):
        yield optional, parse_action(order)

    old = Table(
        moving("jaffa: balian walter\njericho: saladin\njerusalem: king-guy josselin", ruleset=Ruleset.of("1.4"))
    )
    old.do("frank", "move king-guy jericho", "move josselin jericho")
    yield old.position, parse_action("move balian ramallah/jerusalem/jericho !")
    yield moving("acre: walter", turn="1188.6", ruleset=Ruleset.of("1.4")), parse_action("move walter tyre !")


def test_each_reason_is_true_of_a_position() -> None:
    """Every sentence of `rules/phases/explain.py` is reached, and what it says stood in the way."""
    given = set()
    for position, action in _refused():
        refusal = game.is_legal(position, "frank", action)
        assert refusal is not None, action
        if not refusal.reason.startswith("Not one of your blocks"):
            _check(position, 0, action)
            given.add(refusal.reason.template)
    assert _sentences() - given == set()


def _sentences() -> set[str]:
    """The sentences of refusals in `rules/phases/explain.py`."""
    calls = [node for node in ast.walk(ast.parse(inspect.getsource(explain))) if isinstance(node, ast.Call)]
    refusals = [call for call in calls if isinstance(call.func, ast.Name) and call.func.id == "refuse"]
    return {call.args[1].value for call in refusals if isinstance(call.args[1], ast.Constant)}
