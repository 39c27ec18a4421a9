"""Every number and switch that an edition or an option changes, in one frozen record."""

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from rules.atlas import FORTIFIED_PORTS, GERMAN_TOWNS, IRON_BRIDGE, RATING, ROADS
from rules.editions import CURRENT, FIGURES, FIXED, NUMBERS, OF_OPTION, OFFERED, OPTIONS
from rules.kinds import BlockSet, Side, TownNumber, TownSet
from rules.roster import ENGLISH, HARRIERS, PERMANENT

MOVE, ATTACK, RETREAT, REGROUP = range(4)
"""What a road is used for: its limit may differ."""


@dataclass(frozen=True, slots=True)
class Ruleset:
    """Options of one game and the figures of rulebook 2.0.

    Options: ``iron_bridge`` limits the road Antioch-Harim to 3 blocks; ``forced_marches`` allows one more step at the
    risk of a loss (both printed as optional, p. 4); ``handicap`` 0 to 3 places as many extra Frank blocks at the start
    and draws as many fewer nomads; ``besieger_marker`` makes the besieger keep one block face-up (6.51).
    """

    iron_bridge: bool = False
    forced_marches: bool = False
    handicap: int = 0
    besieger_marker: bool = True

    edition: str = CURRENT
    options: tuple[str, ...] = ()
    """Options of an older edition that are on: what they change stands below."""
    first_year: int = 1187
    last_year: int = 1192
    turns: int = 6
    rounds: int = 3
    major_limit: int = 4
    minor_limit: int = 2
    guide_factor: int = 2
    iron_bridge_limit: int = 3
    nomads_at_start: int = 4
    charge_bonus: int = 1
    attrition: int = 3
    fortified_attrition: int = 1
    winter_attrition: int = 4
    fortified_winter_attrition: int = 2
    forced_march_loss: int = 3
    assassin_dice: int = 3
    assassin_firepower: int = 3
    manna_blocks: int = 3
    enemy_kingdom_price: int = 2

    # What another edition changes (rules.editions); the values here are those of 2.0
    tie_chooser: Side = -1
    both_events_first: Side = -1
    alternates_in_region: bool = False
    seats_must_be_friendly: bool = False
    losses_to_pool: bool = False
    permanent: BlockSet = PERMANENT
    fortified_ports: TownSet = FORTIFIED_PORTS
    move_factor: int = 1
    regroup_factor: int = 1
    forced_in_winter: bool = True
    pinned_by_reserves: bool = False
    sea_attackers: BlockSet = ENGLISH
    latest_arrival: int = 3
    relief_is_late: bool = True
    siege_rounds: int = 3
    leaving_round: int = 0
    may_pass: bool = False
    main_by_start: bool = False
    charge_dice: int = 1
    harriers: BlockSet = HARRIERS
    harry_penalty: int = 0
    regroup_to_vacant: bool = True
    joins_as_reserve: bool = False
    group_entry: bool = False
    german_towns: TownSet = GERMAN_TOWNS
    leaves_map: bool = False
    besieged_ports_only: bool = False
    fickle_philip: bool = False
    stormers_exchange: bool = False
    stormers_retreat: bool = False
    withdrawn_regroup: bool = True
    halves_last: bool = False
    sally_retreats: bool = False
    besiegers_face_up: bool = False
    attrition_at_turn_end: bool = False
    winter_battles: bool = False
    storm_factor: int = 1
    narrow_castles: TownSet = 0
    narrow_storm: int = 2
    winter_slowness: int = 0
    home_supply: int = 1
    minor_supply: int = 1
    away_price: tuple[int, int] = (1, 1)
    victory_at_once: bool = False

    _limits: tuple[tuple[tuple[int, ...], ...], ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if not 0 <= self.handicap <= 3:
            raise ValueError(f"handicap must be 0 to 3, not {self.handicap}")
        object.__setattr__(
            self, "_limits", tuple(tuple(self._road_limits(guide, use) for use in _USES) for guide in (False, True))
        )

    def to_json(self) -> dict[str, Any]:
        """The options as plain data; the figures of the edition follow from its name."""
        return (
            {"edition": self.edition}
            | FIXED[self.edition]
            | {name: self._option_value(name.replace("-", "_")) for name in OPTIONS[self.edition]}
        )

    def _option_value(self, name: str) -> Any:
        """Returns the value of an option: of one of the 1.x rules whether it is on."""
        return name in self.options if name in OF_OPTION else getattr(self, name)

    @classmethod
    def of(cls, edition: str, **options: Any) -> "Ruleset":
        """The rules of an edition with these options. Raises ValueError for an edition that is not known."""
        if edition not in FIGURES:
            raise ValueError(f"unknown edition {edition!r}; known: {', '.join(FIGURES)}")
        figures: dict[str, Any] = FIGURES[edition] | {name: on for name, on in options.items() if name not in OF_OPTION}
        for name, on in options.items():
            if on and name in OF_OPTION:
                figures |= OF_OPTION[name]
        return cls(
            edition=edition,
            options=tuple(sorted(name for name, on in options.items() if on and name in OF_OPTION)),
            **figures,
        )

    @classmethod
    def from_json(cls, data: Any) -> "Ruleset":
        """Read what :meth:`to_json` wrote. Raises ValueError naming the option that is wrong."""
        if not isinstance(data, dict):
            raise ValueError("a ruleset is an object of options")
        edition = data.get("edition", CURRENT)
        if not isinstance(edition, str) or edition not in FIGURES:
            raise ValueError(f"unknown edition {edition!r}; known: {', '.join(FIGURES)}")
        names = OPTIONS[edition]
        given: dict[str, Any] = {}
        for key, value in data.items():
            if key == "edition" or FIXED[edition].get(key) is value:
                continue
            if key in FIXED[edition]:
                raise ValueError(f"option {key!r} is always {str(FIXED[edition][key]).lower()} in edition {edition}")
            if key not in names:
                raise ValueError(f"unknown option {key!r}; known: {', '.join(sorted(names))}")
            kind = int if key == "handicap" else bool
            if type(value) is not kind:
                raise ValueError(
                    f"option {key!r} must be {'true or false' if kind is bool else 'a whole number from 0 to 3'}"
                )
            given[key.replace("-", "_")] = value
        return cls.of(edition, **given)

    @classmethod
    def for_new_game(cls, data: Any) -> "Ruleset":
        """Reads the rules of a game about to begin, as `from_json`. Raises ValueError for an edition not offered."""
        found = cls.from_json(data)
        if found.edition not in OFFERED:
            raise ValueError(f"edition {found.edition} is not offered; offered: {', '.join(OFFERED)}")
        return found

    def number(self, rule: str) -> str:
        """Returns the number of a rule of 2.0 in this edition."""
        return NUMBERS[self.edition].get(rule, rule)

    def road_limits(self, guide: bool, use: int = MOVE) -> tuple[int, ...]:
        """Blocks that may use each road in one movement phase, retreat round or regroup (5.1), by road index; the sea
        has no limit.
        """
        return self._limits[guide][use]

    def plain_limits(self, guide: bool) -> tuple[int, int]:
        """Blocks that may move by any major and any minor road (5.1)."""
        factor = max(self.move_factor, self.guide_factor) if guide else self.move_factor
        return self.major_limit * factor, self.minor_limit * factor

    @property
    def attacks_are_narrower(self) -> bool:
        """Whether fewer blocks may attack by a road than may move by it."""
        return self._limits[0][ATTACK] != self._limits[0][MOVE]

    @property
    def attacking_rounds(self) -> int:
        """Rounds of a field battle in which attackers fire."""
        return self.leaving_round - 1 if self.leaving_round else self.rounds

    def storm_limit(self, town: TownNumber) -> int:
        """Blocks that may storm a castle at once (6.52)."""
        return self.narrow_storm if self.narrow_castles >> town & 1 else RATING[town] * self.storm_factor

    def supply(self, town: TownNumber, at_home: int) -> int:
        """Blocks that a town feeds in winter (8.3)."""
        return RATING[town] * (self.home_supply if at_home else 1) or self.minor_supply

    def _road_limits(self, guide: bool, use: int) -> tuple[int, ...]:
        """Returns the limit of each road by index, for one use of them."""
        factor = (self.move_factor, 1, 1, self.regroup_factor)[use]
        if guide:
            factor = max(factor, self.guide_factor)
        # R16: the Guide lifts the Iron Bridge to 8
        iron = self.iron_bridge_limit if self.iron_bridge and not guide else 0
        return _limits_of_roads(self.major_limit * factor, self.minor_limit * factor, iron)


@lru_cache(maxsize=64)
def _limits_of_roads(major: int, minor: int, iron_bridge: int) -> tuple[int, ...]:
    """Limits by road index, one table for all games that have the same; ``iron_bridge`` 0: as other roads."""
    limits = [major if road.major else minor for road in ROADS]
    if iron_bridge:
        limits[IRON_BRIDGE] = iron_bridge
    return (*limits, 99)


_USES = (MOVE, ATTACK, RETREAT, REGROUP)
