"""Edition 1.4 for tests: its ruleset, and tables on which it is played."""

from typing import Any

from rules.atlas import TOWN
from rules.roster import BLOCK
from rules.ruleset import Ruleset
from tests.rules.combat import battle
from tests.rules.scene import Table, moving

OLD = Ruleset.of("1.4")


def moves(places: str, **more: Any) -> Table:
    """The start of a side's movement under the 1.x rules."""
    return Table(moving(places, ruleset=OLD, **more))


def fights(places: str, going: str = "", answer: str = "", **more: Any) -> Table:
    """The first decision after both movements under the 1.x rules."""
    return battle(places, going, answer, ruleset=more.pop("ruleset", OLD), **more)


def number(block: str) -> int:
    """A block by its id."""
    return BLOCK[block]


def town_number(town: str) -> int:
    """A town by its id."""
    return TOWN[town]
