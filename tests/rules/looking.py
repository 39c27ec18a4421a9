"""A position and its events through the eyes of each side and of a spectator."""

from typing import Any

import pytest

from rules import game
from rules.facts import Fact
from rules.notation import parse_action
from rules.position import Position
from tests.rules.scene import Table

STRANGERS = pytest.mark.parametrize("viewer", ["saracen", None])
"""Who looks at the Franks' secrets: the enemy, and a spectator."""


def view(table: Table | Position, viewer: str | None) -> dict[str, Any]:
    return game.observe(table if isinstance(table, Position) else table.position, viewer)


def stack(table: Table | Position, viewer: str | None, town: str, side: str, area: str = "field") -> dict[str, Any]:
    stacks = view(table, viewer)["map"][town]["stacks"]
    return next(s for s in stacks if (s["side"], s["area"]) == (side, area))


def ids_in(stack: dict[str, Any]) -> list[str]:
    return [block["id"] for block in stack["blocks"]]


def shown(events: tuple[Fact, ...], viewer: str | None) -> list[dict[str, Any]]:
    """The events as a viewer sees them."""
    return [event for event in (e.seen_by(viewer) for e in events) if event is not None]


def act(table: Table, side: str, text: str) -> tuple[Fact, ...]:
    """Carry out an action on the table and return what happened with everything in it."""
    outcome = game.apply(table.position, side, parse_action(text), table.dice)
    table.position = outcome.position
    return outcome.events
