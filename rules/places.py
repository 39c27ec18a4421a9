"""Places of blocks, phases, arrivals and battles: what a position is made of."""

from typing import Any, NamedTuple

from rules.atlas import SIDES, TOWN, TOWN_IDS, road_from_label, road_label
from rules.kinds import BlockSet, RoadNumber, Side, TownNumber
from rules.roster import BLOCK, BLOCK_IDS, ids

TOWN_COUNT = len(TOWN_IDS)
ENGLAND, FRANCE, GERMANIA, MASYAF, POOL, DEAD, GONE = range(TOWN_COUNT, TOWN_COUNT + 7)
"""Places that are not towns. DEAD lies face-up in the Draw Pool until the year ends (6.34); GONE is out of the game."""
PLACES = (*TOWN_IDS, "england", "france", "germania", "masyaf", "pool", "dead", "gone")
PLACE = {name: place for place, name in enumerate(PLACES)}
STAGING = {"english": ENGLAND, "french": FRANCE, "german": GERMANIA}

STEP_NAMES = frozenset(
    (
        *(
            "seats",
            "family",
            "card",
            "first-player",
            "assassins",
            "manna",
            "jihad-site",
            "move",
            "main-road",
            "marker",
            "choose-battle",
            "garrison",
        ),
        *("storm", "exchange", "sally", "fight", "hits", "must-retreat", "regroup", "leave-siege", "draw", "winter"),
    )
)
"""The decisions of the phases: the keys of :data:`rules.decisions.STEPS`."""
PHASES = ("deployment", "cards", "event", "move", "battle", "draw", "winter", "over")


class BadPosition(ValueError):
    """The data is not a position; the message says what is wrong."""


class Arrival(NamedTuple):
    """Blocks of a side that entered a town against an enemy in the field this turn, by one road (6.41, 6.42)."""

    town: TownNumber
    side: Side
    road: RoadNumber
    blocks: BlockSet
    start: TownNumber = -1
    """Where they started, in an edition in which the Main Attack is of one town (6.3 of the 1.x rules)."""


class March(NamedTuple):
    """The forced step still to be taken (p. 4): by which road to which town, whether to a muster, and where the block
    started.
    """

    road: RoadNumber
    town: TownNumber
    muster: bool
    start: TownNumber = -1


_SETS = ("acted", "storming", "sallying", "came_out", "withdrawn")


class Battle:
    """A battle or siege being fought (6.0). Bit sets of blocks where not said otherwise.

    ``attacker``: side. ``keep``: side that owns the castle, -1 if there is none. ``storming``, ``sallying``: declared.
    ``acted``: had their combat turn this round. ``storm``: this round is fought at the castle (6.54), not in the field.
    ``half``: block with a half-hit, or -1. ``hits``: still to be taken by ``victim`` (side). ``harrier``, ``haven``:
    block that must retreat after its hits, and where to. ``fresh``: whether a siege here would be one of this turn.
    ``retreats``: uses of roads this round by (side, road). Where an edition asks for it, ``came_out``: began to sally
    in this round, ``withdrawn``: left the storm.
    """

    def __init__(self, town: TownNumber, attacker: Side, keep: Side, fresh: bool) -> None:
        self.town, self.attacker, self.keep, self.fresh = town, attacker, keep, fresh
        self.round = self.acted = self.storming = self.sallying = self.hits = 0
        self.came_out = self.withdrawn = 0
        self.half = self.harrier = self.haven = self.victim = -1
        self.storm = False
        self.retreats: dict[tuple[Side, RoadNumber], int] = {}

    def copy(self) -> "Battle":
        """An independent copy."""
        new = Battle.__new__(Battle)
        new.__dict__.update(self.__dict__)
        new.retreats = self.retreats.copy()
        return new

    def to_json(self) -> dict[str, Any]:
        """The battle as plain data; what stands as at its beginning is left out."""
        data: dict[str, Any] = {"town": TOWN_IDS[self.town], "round": self.round, "attacker": SIDES[self.attacker]}
        if self.keep >= 0:
            data["keep"] = SIDES[self.keep]
        if self.fresh:
            data["fresh"] = True
        if self.storm:
            data["storm"] = True
        for name in _SETS:
            if getattr(self, name):
                data[name.replace("_", "-")] = list(ids(getattr(self, name)))
        if self.half >= 0:
            data["half"] = BLOCK_IDS[self.half]
        if self.hits:
            data["hits"] = [SIDES[self.victim], self.hits]
        if self.harrier >= 0:
            data["harrier"] = [BLOCK_IDS[self.harrier], TOWN_IDS[self.haven]]
        if self.retreats:
            data["retreats"] = [
                [SIDES[side], road_label(road, self.town), n] for (side, road), n in sorted(self.retreats.items())
            ]
        return data

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "Battle":
        """Reads :meth:`to_json`. Raises KeyError and ValueError."""
        town = TOWN[data["town"]]
        battle = cls(
            town,
            SIDES.index(data["attacker"]),
            SIDES.index(data["keep"]) if "keep" in data else -1,
            data.get("fresh", False),
        )
        battle.round = int(data["round"])
        battle.storm = bool(data.get("storm", False))
        for name in _SETS:
            setattr(battle, name, _block_set(data.get(name.replace("_", "-"), [])))
        if "half" in data:
            battle.half = BLOCK[data["half"]]
        if "hits" in data:
            battle.victim, battle.hits = SIDES.index(data["hits"][0]), int(data["hits"][1])
        if "harrier" in data:
            battle.harrier, battle.haven = BLOCK[data["harrier"][0]], TOWN[data["harrier"][1]]
        battle.retreats = {
            (SIDES.index(side), _road_of_label(label, town)): int(n) for side, label, n in data.get("retreats", [])
        }
        return battle


def _block_set(names: Any) -> BlockSet:
    """Returns the set of the named blocks."""
    return sum(1 << BLOCK[name] for name in set(names))


def _road_of_label(label: str, town: TownNumber) -> RoadNumber:
    """Returns the road into a town with this label. Raises KeyError if there is none."""
    road = road_from_label(label, town)
    if road is None:
        raise KeyError(f"no road {label} at {TOWN_IDS[town]}")
    return road
