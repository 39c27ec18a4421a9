"""A position at each decision of an edition: of all that the recorded games pass, the one that offers most."""

from functools import cache
from typing import Any

from rules import game
from rules.notation import print_action
from rules.position import Position
from tests.rules.combat import battle
from tests.rules.old_edition import fights
from tests.rules.recorded_games import passed
from tests.rules.scene import Table

EDITIONS = ("2.0", "1.4")
MOST_BATTLES = 4
"""Of battles to choose from: games that are played by lot come to twice as many, which people hardly do."""


def must_retreat() -> Position:
    """Three rounds are over, and the attackers have not won (6.2). No recorded game comes to it."""
    places = "legio: king-guy\nbaisan: saladin keukburi tuman\njericho: sanjar"
    return _fought_to(
        "must-retreat", battle(places, "move saladin legio\nmove keukburi legio\nmove tuman nablus/legio")
    )


def exchange() -> Position:
    """A position that asks whether a stormer of one step is exchanged for a fresh block (1.x-7.31); few recorded
    games reach it.
    """
    dice: dict[str, Any] = {"fire:nablus:2:king-guy": [1, 6, 6, 6], "fire": [6] * 99}
    table = fights("nablus: [king-guy] saladin zangi@1 kurds-1", first="saracen", dice=dice)
    return _fought_to("exchange", table.do("saracen", "storm zangi"))


def _fought_to(step: str, table: Table) -> Position:
    while table.step != step:
        (side,) = table.awaited
        kind = "fire" if table.step == "fight" else "take-hit"
        table.do(side, print_action(table.actions(side, kind)[0]))
    return table.position


@cache
def _fullest() -> dict[tuple[str, str], Position]:
    found: dict[tuple[str, str], tuple[int, Position]] = {}
    for position in passed():
        if not position.awaited:
            continue
        key = position.ruleset.edition, position.step
        offered = sum(len(game.legal_actions(position, side)) for side in position.awaited)
        if position.step == "choose-battle" and offered > MOST_BATTLES:
            continue
        if key not in found or offered > found[key][0]:
            found[key] = offered, position
    return {key: position for key, (_, position) in found.items()}


def decisions(edition: str) -> dict[str, Position]:
    """By step."""
    found = {step: position for (of, step), position in sorted(_fullest().items()) if of == edition}
    return found | ({"must-retreat": must_retreat()} if edition == "2.0" else {"exchange": exchange()})
