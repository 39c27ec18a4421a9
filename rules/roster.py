"""The 63 blocks (rules 2.0) and the questions about them that never change.

A block is a small integer inside ``rules``; a set of blocks is an integer used as a bit set.
"""

from functools import lru_cache
from typing import NamedTuple

from rules.atlas import FRANK, SARACEN, SIDES, TOWN, bits
from rules.kinds import BlockNumber, BlockSet, Side, TownNumber

_BLOCKS = (
    ("richard", "Richard", "frank", "crusader", "english", "England", "", 3, 4, "B4", True, False),
    ("philip", "Philip", "frank", "crusader", "french", "France", "", 2, 4, "B3", True, False),
    ("barbarossa", "Barbarossa", "frank", "crusader", "german", "Germania", "", 2, 4, "B3", True, False),
    (
        "jerusalem-templars",
        "Templars",
        "frank",
        "military-order",
        "",
        "Jerusalem",
        "jerusalem antioch tartus amman gaza",
        3,
        3,
        "B3",
        True,
        False,
    ),
    (
        "antioch-templars",
        "Templars",
        "frank",
        "military-order",
        "",
        "Antioch",
        "antioch tartus amman jerusalem gaza",
        3,
        3,
        "B3",
        True,
        False,
    ),
    (
        "gaza-templars",
        "Templars",
        "frank",
        "military-order",
        "",
        "Gaza",
        "gaza antioch tartus amman jerusalem",
        3,
        3,
        "B3",
        True,
        False,
    ),
    (
        "tartus-templars",
        "Templars",
        "frank",
        "military-order",
        "",
        "Tartus",
        "tartus antioch amman jerusalem gaza",
        3,
        2,
        "B3",
        True,
        False,
    ),
    ("robert", "Robert", "frank", "crusader", "english", "Normandy", "", 2, 3, "B3", True, False),
    ("hugh", "Hugh", "frank", "crusader", "french", "Bourgogne", "", 2, 4, "B2", True, False),
    ("frederick", "Frederick", "frank", "crusader", "german", "Germania", "", 2, 3, "B2", True, False),
    (
        "jerusalem-hospitallers",
        "Hospitallers",
        "frank",
        "military-order",
        "",
        "Jerusalem",
        "jerusalem margat krak acre baisan",
        3,
        4,
        "B3",
        True,
        False,
    ),
    (
        "acre-hospitallers",
        "Hospitallers",
        "frank",
        "military-order",
        "",
        "Acre",
        "acre margat krak baisan jerusalem",
        3,
        3,
        "B3",
        True,
        False,
    ),
    (
        "krak-hospitallers",
        "Hospitallers",
        "frank",
        "military-order",
        "",
        "Krak",
        "krak margat acre baisan jerusalem",
        3,
        2,
        "B3",
        True,
        False,
    ),
    ("reynald-sidon", "Reynald of Sidon", "frank", "outremer", "", "Sidon", "sidon beaufort", 2, 3, "B2", False, False),
    ("crossbows", "Crossbows", "frank", "crusader", "english", "Aquitaine", "", 2, 3, "A2", True, False),
    ("james", "James", "frank", "crusader", "french", "Flanders", "", 2, 3, "B3", True, False),
    ("leopold", "Leopold", "frank", "crusader", "german", "Germania", "", 2, 3, "B3", True, False),
    ("conrad", "Conrad", "frank", "outremer", "", "Tyre", "tyre", 2, 4, "B3", False, False),
    ("balian", "Balian", "frank", "outremer", "", "Nablus", "nablus ascalon", 2, 3, "B2", False, False),
    ("walter", "Walter", "frank", "outremer", "", "Caesarea", "caesarea", 2, 3, "B2", False, False),
    (
        "raymond-tiberias",
        "Raymond of Tiberias",
        "frank",
        "outremer",
        "",
        "Tiberias",
        "tiberias tripoli",
        2,
        3,
        "B2",
        False,
        False,
    ),
    (
        "antioch-turcopoles",
        "Turcopoles",
        "frank",
        "turcopole",
        "",
        "Antioch",
        "antioch beirut acre tiberias",
        3,
        3,
        "A2",
        False,
        False,
    ),
    ("genoa-pilgrims", "Pilgrims", "frank", "pilgrim", "", "Genoa", "", 2, 4, "C2", False, False),
    ("sicily-pilgrims", "Pilgrims", "frank", "pilgrim", "", "Sicily", "", 2, 3, "C2", False, False),
    (
        "king-guy",
        "King Guy",
        "frank",
        "outremer",
        "",
        "Jerusalem",
        "jerusalem beirut tyre acre jaffa ascalon hebron",
        2,
        4,
        "B2",
        False,
        False,
    ),
    ("reynald-kerak", "Reynald of Kerak", "frank", "outremer", "", "Kerak", "kerak", 3, 2, "B3", False, False),
    ("bohemond", "Bohemond", "frank", "outremer", "", "Antioch", "antioch latakia tripoli", 2, 4, "B2", False, False),
    (
        "raymond-tripoli",
        "Raymond of Tripoli",
        "frank",
        "outremer",
        "",
        "Tripoli",
        "tripoli tiberias",
        2,
        4,
        "B2",
        False,
        False,
    ),
    (
        "beirut-turcopoles",
        "Turcopoles",
        "frank",
        "turcopole",
        "",
        "Beirut",
        "beirut antioch acre tiberias",
        3,
        3,
        "A2",
        False,
        False,
    ),
    ("brittany-pilgrims", "Pilgrims", "frank", "pilgrim", "", "Brittany", "", 2, 4, "C2", False, False),
    ("josselin", "Josselin", "frank", "outremer", "", "Saône", "saone", 2, 3, "B2", False, False),
    ("assassins", "Assassins", "assassin", "assassin", "", "Masyaf", "", 0, 3, "A3", False, False),
    ("qara-qush", "Qara-Qush", "saracen", "emir", "", "Egypt", "egypt", 3, 3, "B3", False, False),
    ("zangi", "Zangi", "saracen", "emir", "", "Aleppo", "aleppo", 3, 3, "B2", False, False),
    ("sanjar", "Sanjar", "saracen", "emir", "", "Aleppo", "aleppo", 3, 3, "B2", False, False),
    ("yazkuj", "Yazkuj", "saracen", "emir", "", "Ashtera", "ashtera", 3, 2, "B2", False, False),
    ("sulaiman", "Sulaiman", "saracen", "emir", "", "Artah", "artah", 3, 2, "B2", False, False),
    ("keukburi", "Keukburi", "saracen", "emir", "", "Damascus", "damascus", 3, 3, "B3", False, False),
    ("shirkuh", "Shirkuh", "saracen", "emir", "", "Homs", "homs", 3, 3, "B2", False, False),
    ("jurdik", "Jurdik", "saracen", "emir", "", "Zerdana", "zerdana", 3, 3, "B2", False, False),
    ("bahram", "Bahram", "saracen", "emir", "", "Baalbek", "baalbek", 3, 3, "B2", False, False),
    ("tuman", "Tuman", "saracen", "emir", "", "Homs", "homs", 3, 3, "B3", False, False),
    ("taqi-al-din", "Taqi al-Din", "saracen", "emir", "", "Hama", "hama", 3, 4, "A2", False, False),
    ("al-mashtub", "al-Mashtub", "saracen", "emir", "", "Damascus", "damascus", 3, 4, "B3", False, False),
    ("al-adil", "al-Adil", "saracen", "emir", "", "Egypt", "egypt aleppo damascus", 3, 4, "A2", True, True),
    ("saladin", "Saladin", "saracen", "emir", "", "Damascus", "damascus egypt aleppo", 3, 4, "A3", True, True),
    ("al-aziz", "al-Aziz", "saracen", "emir", "", "Egypt", "egypt aleppo damascus", 3, 3, "B2", True, True),
    ("al-afdal", "al-Afdal", "saracen", "emir", "", "Damascus", "damascus egypt aleppo", 3, 3, "B3", True, True),
    ("al-zahir", "al-Zahir", "saracen", "emir", "", "Aleppo", "aleppo egypt damascus", 3, 3, "A2", True, True),
    ("yuzpah", "Yuzpah", "saracen", "emir", "", "Egypt", "egypt", 3, 4, "B2", False, False),
    ("qaimaz", "Qaimaz", "saracen", "emir", "", "Banyas", "banyas", 3, 3, "B2", False, False),
    ("kurds-1", "Kurds", "saracen", "nomad", "", "Damascus", "damascus", 3, 4, "C1", False, False),
    ("kurds-2", "Kurds", "saracen", "nomad", "", "Damascus", "damascus", 3, 4, "C1", False, False),
    ("kurds-3", "Kurds", "saracen", "nomad", "", "Damascus", "damascus", 3, 3, "C2", False, False),
    ("kurds-4", "Kurds", "saracen", "nomad", "", "Damascus", "damascus", 3, 3, "C2", False, False),
    ("turks-1", "Turks", "saracen", "nomad", "", "Aleppo", "aleppo", 3, 3, "A2", False, False),
    ("turks-2", "Turks", "saracen", "nomad", "", "Aleppo", "aleppo", 3, 3, "A2", False, False),
    ("turks-3", "Turks", "saracen", "nomad", "", "Aleppo", "aleppo", 3, 4, "A1", False, False),
    ("turks-4", "Turks", "saracen", "nomad", "", "Aleppo", "aleppo", 3, 4, "A1", False, False),
    ("arabs-1", "Arabs", "saracen", "nomad", "", "Egypt", "egypt", 3, 3, "B2", False, False),
    ("arabs-2", "Arabs", "saracen", "nomad", "", "Egypt", "egypt", 3, 3, "B2", False, False),
    ("arabs-3", "Arabs", "saracen", "nomad", "", "Egypt", "egypt", 3, 4, "B1", False, False),
    ("arabs-4", "Arabs", "saracen", "nomad", "", "Egypt", "egypt", 3, 4, "B1", False, False),
)


class Block(NamedTuple):
    """A block: ``letter`` A to C and ``firepower`` are its combat rating (2.12), ``seats`` its home and alternate seats
    (1.13) as town indices, home first. ``side`` is 2 for the Assassins."""

    number: BlockNumber
    id: str
    name: str
    side: Side
    kind: str
    nation: str
    home: str
    seats: tuple[TownNumber, ...]
    move: int
    steps: int
    letter: str
    firepower: int
    permanent: bool
    family: bool


BLOCKS = tuple(
    Block(
        i,
        id_,
        name,
        SIDES.index(side) if side in SIDES else 2,
        kind,
        nation,
        home,
        tuple(TOWN[seat] for seat in seats.split()),
        move,
        steps,
        rating[0],
        int(rating[1]),
        permanent,
        family,
    )
    for i, (id_, name, side, kind, nation, home, seats, move, steps, rating, permanent, family) in enumerate(_BLOCKS)
)
BLOCK = {block.id: block.number for block in BLOCKS}
BLOCK_IDS = tuple(block.id for block in BLOCKS)
STEPS = tuple(block.steps for block in BLOCKS)


def _set_of_kinds(*kinds: str, side: Side | None = None) -> BlockSet:
    """Returns the set of blocks of these kinds, or of one side."""
    return sum(1 << b.number for b in BLOCKS if (not kinds or b.kind in kinds) and (side is None or b.side == side))


OF_SIDE = (_set_of_kinds(side=FRANK), _set_of_kinds(side=SARACEN))
ASSASSINS = BLOCK["assassins"]
CRUSADERS = _set_of_kinds("crusader")
PILGRIMS = _set_of_kinds("pilgrim")
NOMADS = _set_of_kinds("nomad")
CHARGERS = sum(1 << b.number for b in BLOCKS if b.side == FRANK and b.letter == "B")
"""Knights (6.32): every Frank block with the letter B."""
HARRIERS = _set_of_kinds("nomad", "turcopole")
"""Blocks that may fire and retreat (6.33)."""
PERMANENT = sum(1 << b.number for b in BLOCKS if b.permanent)
"""Blocks that never come back (6.34)."""
LETTERS = tuple(sum(1 << b.number for b in BLOCKS if b.letter == letter) for letter in "ABC")
EMIRS = _set_of_kinds("emir")
TURCOPOLES = _set_of_kinds("turcopole")
WEAK = sum(1 << b.number for b in BLOCKS if b.firepower == 1)
"""Blocks rated A1, B1 or C1."""
OF_MOVE = tuple(sum(1 << b.number for b in BLOCKS if b.move == move) for move in range(4))
NATION = {
    nation: sum(1 << b.number for b in BLOCKS if b.nation == nation) for nation in ("english", "french", "german")
}
ENGLISH = NATION["english"]

_alike: dict[tuple[object, ...], list[int]] = {}
for _block in BLOCKS:
    _alike.setdefault(
        (_block.name, _block.seats, _block.kind, _block.steps, _block.letter, _block.firepower), []
    ).append(_block.number)
ALIKE = tuple(next(i for i, twins in enumerate(_alike.values()) if b.number in twins) for b in BLOCKS)
"""Blocks with equal numbers here (such as two Kurds of one class) differ in nothing but their id."""


@lru_cache(maxsize=4_000)
def ids(mask: BlockSet) -> tuple[str, ...]:
    """The ids of a set of blocks, sorted."""
    return tuple(sorted(BLOCK_IDS[b] for b in bits(mask)))


def mask_of(block_ids: tuple[str, ...] | list[str]) -> BlockSet:
    """The set of the named blocks. Raises KeyError for an unknown id."""
    return sum(1 << BLOCK[id_] for id_ in set(block_ids))
