"""Every number and switch that an edition or an option changes, in one frozen record."""

from dataclasses import dataclass, field
from typing import Any

from rules.atlas import IRON_BRIDGE, ROADS


@dataclass(frozen=True, slots=True)
class Ruleset:
    """Options of one game and the figures of rulebook 2.0.

    Options: ``iron_bridge`` limits the road Antioch-Harim to 3 blocks; ``forced_marches`` allows one more step at the risk of a loss
    (both printed as optional, p. 4); ``handicap`` 0 to 3 places as many extra Frank blocks at the start and draws as many fewer nomads;
    ``besieger_marker`` makes the besieger keep one block face-up (6.51).
    """

    iron_bridge: bool = False
    forced_marches: bool = False
    handicap: int = 0
    besieger_marker: bool = True

    edition: str = "2.0"
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

    _limits: tuple[tuple[int, ...], tuple[int, ...]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if not 0 <= self.handicap <= 3:
            raise ValueError(f"handicap must be 0 to 3, not {self.handicap}")
        object.__setattr__(self, "_limits", (self._road_limits(False), self._road_limits(True)))

    def to_json(self) -> dict[str, Any]:
        """The options as plain data; the figures of the edition follow from its name."""
        return {
            "edition": self.edition,
            "iron-bridge": self.iron_bridge,
            "forced-marches": self.forced_marches,
            "handicap": self.handicap,
            "besieger-marker": self.besieger_marker,
        }

    @classmethod
    def from_json(cls, data: Any) -> "Ruleset":
        """Read what :meth:`to_json` wrote. Raises ValueError naming the option that is wrong."""
        if not isinstance(data, dict):
            raise ValueError("a ruleset is an object of options")
        if data.get("edition", "2.0") != "2.0":
            raise ValueError(f"unknown edition {data['edition']!r}; known: 2.0")
        names = {"iron-bridge": bool, "forced-marches": bool, "handicap": int, "besieger-marker": bool}
        given: dict[str, Any] = {}
        for key, value in data.items():
            if key == "edition":
                continue
            if key not in names:
                raise ValueError(f"unknown option {key!r}; known: {', '.join(sorted(names))}")
            if type(value) is not names[key]:
                raise ValueError(f"option {key!r} must be {'true or false' if names[key] is bool else 'a whole number from 0 to 3'}")
            given[key.replace("-", "_")] = value
        return cls(**given)

    def road_limits(self, guide: bool) -> tuple[int, ...]:
        """Blocks that may use each road in one movement phase, retreat round or regroup (5.1), by road index; the sea has no limit."""
        return self._limits[guide]

    def _road_limits(self, guide: bool) -> tuple[int, ...]:
        factor = self.guide_factor if guide else 1
        limits = [(self.major_limit if road.major else self.minor_limit) * factor for road in ROADS]
        if self.iron_bridge and not guide:  # R16: the Guide lifts the Iron Bridge to 8
            limits[IRON_BRIDGE] = self.iron_bridge_limit
        return (*limits, 99)
