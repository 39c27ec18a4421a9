"""The older edition, 1.4, as data: the fields of :class:`rules.ruleset.Ruleset` in which it differs from rulebook 2.0.

Map, blocks and cards stay those of 2.0. Letters such as E1 are those of the table in ``docs/editions.md``, numbers in brackets are of the
1.x rules. A reader of 2.0 needs nothing of this: every field of the ruleset begins with the value of 2.0.
"""

from typing import Any

from rules.atlas import TOWN
from rules.roster import EMIRS, OF_SIDE, PERMANENT, PILGRIMS, TURCOPOLES, WEAK

CURRENT, OLDER = "2.0", "1.4"
OFFERED = (CURRENT,)
"""Editions in which new games may be begun."""
_FRANK, _SARACEN = 0, 1

FIGURES: dict[str, dict[str, Any]] = {
    CURRENT: {},
    OLDER: {
        "besieger_marker": False,  # G9 (7.2)
        "forced_marches": True,  # E5 (5.5)
        "forced_in_winter": False,  # E5 (9.01)
        "fortified_ports": 0,  # A6, G15 (1.3, 7.21, 7.4)
        "alternates_in_region": True,  # C1 (3.1)
        "move_factor": 2,  # E1 (5.4); E2, E3: attacks and retreats by 4 and 2 as in 2.0
        "regroup_factor": 2,  # E4 (6.6)
        "pinned_by_reserves": True,  # E8 (5.7)
        "sea_attackers": 0,  # D8 (5.8)
        "latest_arrival": 2,  # F6 (6.31)
        "relief_is_late": False,  # G13 (7.32, 6.3)
        "charge_bonus": 0,  # F10 (6.42)
        "charge_dice": 2,
        "harriers": (OF_SIDE[_SARACEN] | TURCOPOLES) & ~WEAK,  # F12 (6.43)
        "harry_penalty": 1,  # F13 (6.43)
        "regroup_to_vacant": False,  # F18 (6.6)
        "storm_factor": 2,  # G3 (7.31)
        "narrow_castles": 1 << TOWN["tyre"] | 1 << TOWN["tripoli"],
        "permanent": PERMANENT | PILGRIMS | EMIRS,  # H2, H5 (6.7)
        "losses_to_pool": True,  # D4 (6.7, 8.1)
        "seats_must_be_friendly": True,  # D5 (8.25, 8.3)
        "winter_slowness": 1,  # I1 (9.01)
        "home_supply": 3,  # I7 (9.2)
        "minor_supply": 0,
        "enemy_kingdom_price": 1,  # I10 (9.4)
        "away_price": (1, 2),
        "victory_at_once": True,  # J2 (1.5)
    },
}
"""For each edition the fields that differ from those of 2.0."""

OPTIONS = {
    CURRENT: ("iron-bridge", "forced-marches", "handicap", "besieger-marker"),
    OLDER: ("handicap",),
}
"""What may be agreed upon beside the edition."""
