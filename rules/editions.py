"""The older edition, 1.4, as data: the fields of :class:`rules.ruleset.Ruleset` in which it differs from rulebook 2.0.

Map, blocks and cards stay those of 2.0. Letters such as E1 are those of the table in ``docs/editions.md``, numbers in
brackets are of the 1.x rules. A reader of 2.0 needs nothing of this: every field of the ruleset begins with the value
of 2.0.
"""

from typing import Any

from rules.atlas import TOWN
from rules.roster import BLOCK, EMIRS, OF_SIDE, PERMANENT, PILGRIMS, TURCOPOLES, WEAK

CURRENT, OLDER = "2.0", "1.4"
OFFERED = (CURRENT, OLDER)
"""Editions in which new games may be begun."""
_FRANK, _SARACEN = 0, 1

FIGURES: dict[str, dict[str, Any]] = {
    CURRENT: {},
    OLDER: {
        "besieger_marker": False,  # G9 (7.2)
        "forced_marches": True,  # E5 (5.5)
        "forced_in_winter": False,  # E5 (9.01)
        "fortified_ports": 0,  # A6, G15 (1.3, 7.21, 7.4)
        "tie_chooser": _FRANK,  # B3 (4.1, 5.1)
        "both_events_first": _FRANK,  # B4 (4.12)
        "alternates_in_region": True,  # C1 (3.1)
        "move_factor": 2,  # E1 (5.4); E2, E3: attacks and retreats by 4 and 2 as in 2.0
        "regroup_factor": 2,  # E4 (6.6)
        "pinned_by_reserves": True,  # E8 (5.7)
        "sea_attackers": 0,  # D8 (5.8)
        "latest_arrival": 2,  # F6 (6.31)
        "relief_is_late": False,  # G13 (7.32, 6.3)
        "main_by_start": True,  # F3 (6.3)
        "rounds": 4,  # F1 (6.1)
        "leaving_round": 4,
        "may_pass": True,  # F2 (6.2)
        "charge_bonus": 0,  # F10 (6.42)
        "charge_dice": 2,
        "harriers": (OF_SIDE[_SARACEN] | TURCOPOLES) & ~WEAK,  # F12 (6.43)
        "harry_penalty": 1,  # F13 (6.43)
        "regroup_to_vacant": False,  # F18 (6.6)
        "joins_as_reserve": True,  # F15, F18 (6.5, 6.6)
        "withdrawn_regroup": False,  # F19 (7.31)
        "stormers_exchange": True,  # G4 (7.31)
        "stormers_retreat": True,  # G5 (7.31)
        "halves_last": True,  # G8 (7.11)
        "besiegers_face_up": True,  # G9 (7.2)
        "sally_retreats": True,  # G10 (7.33)
        "attrition_at_turn_end": True,  # G14 (7.4)
        "group_entry": True,  # D7, D9 (8.22, 8.23)
        "german_towns": 1 << TOWN["antioch"] | 1 << TOWN["aleppo"],
        "leaves_map": True,  # F16 (8.23)
        "winter_battles": True,  # I4, I5 (9.1)
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

OF_OPTION: dict[str, dict[str, Any]] = {
    "richard_by_sea": {"sea_attackers": 1 << BLOCK["richard"], "besieged_ports_only": True},  # O1
    "fickle_philip": {"fickle_philip": True},  # O2
}
"""What the printed options of the 1.x rules change."""

OPTIONS = {
    CURRENT: ("iron-bridge", "forced-marches", "handicap", "besieger-marker"),
    OLDER: ("handicap", "richard-by-sea", "fickle-philip"),
}
"""What may be agreed upon beside the edition."""

FIXED: dict[str, dict[str, bool]] = {
    CURRENT: {},
    OLDER: {"iron-bridge": False, "forced-marches": True, "besieger-marker": False},
}
"""Options that an edition does not leave open."""

OLD_NUMBERS = {
    "1.0": "5.1",
    "1.13": "1.4",
    "1.14": "1.3",
    "1.2": "1.5",
    "4.0": "4.0",
    "4.1": "4.1",
    "4.2": "4.11",
    "5.0": "5.0",
    "5.1": "5.4",
    "5.4": "5.8",
    "5.5": "5.7",
    "6.0": "6.0",
    "6.1": "7.0",
    "6.2": "6.2",
    "6.31": "6.41",
    "6.32": "6.42",
    "6.33": "6.43",
    "6.34": "6.7",
    "6.41": "6.3",
    "6.42": "6.3",
    "6.51": "7.2",
    "6.52": "7.31",
    "6.53": "7.31",
    "6.54": "7.31",
    "6.55": "7.33",
    "6.57": "7.4",
    "6.6": "6.5",
    "6.61": "6.5",
    "6.62": "6.5",
    "6.63": "7.0",
    "6.7": "6.6",
    "7.0": "8.0",
    "7.21": "8.21",
    "7.22": "8.22",
    "7.23": "8.23",
    "7.24": "8.24",
    "7.25": "8.25",
    "7.3": "8.3",
    "8.0": "9.0",
    "8.1": "9.02",
    "8.2": "9.1",
    "8.3": "9.2",
    "8.4": "9.4",
    "options": "5.5",
}
"""Where a rule of 2.0 stands in the 1.x rules, as far as it has another number or says something else there.

Who decides now (1.0) follows from who is Player 1 (5.1), and 1.4 has no options but forced marches (5.5)."""
NUMBERS: dict[str, dict[str, str]] = {CURRENT: {}, OLDER: {new: f"1.x-{old}" for new, old in OLD_NUMBERS.items()}}
"""For each edition what to cite in place of a rule of 2.0.

Rules that an older edition has alone are cited as ``1.x-6.2`` at once.
"""
