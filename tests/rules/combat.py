"""Battles for tests: from the moves that lead to them to the first decision, and rounds in which everybody fires."""

from typing import Any

from rules import game
from rules.notation import print_action
from tests.rules.scene import Table, moving

MISSES: dict[str, list[Any]] = {"fire": [5] * 600}
"""Nobody hits with 5 but a charging Richard (6.32). A longer key, such as ``fire:acre:1:saladin``, is asked first."""


def battle(
    places: str,
    moves: str = "",
    answer: str = "",
    *,
    first: str = "saracen",
    dice: dict[str, list[Any]] | None = None,
    **facts: Any,
) -> Table:
    """A table at the first decision after both movements: Player 1 has made ``moves``, Player 2 ``answer`` (one action
    a line).
    """
    table = Table(moving(places, first=first, **facts), MISSES | (dice or {}))
    second = "frank" if first == "saracen" else "saracen"
    table.do(first, *_lines(moves), "done")
    return table.do(second, *_lines(answer), "done")


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


def order(table: Table) -> list[str]:
    """The blocks of this round in the order of their combat turns (6.2), those of one turn by name."""
    seen = game.observe(table.position, None)["battle"]["order"]
    return [block for turn in seen for block in turn["blocks"]]


def ready(table: Table) -> set[str]:
    """The blocks that may act now."""
    return set(game.observe(table.position, None)["battle"]["to-act"])


def fight_round(table: Table) -> Table:
    """Let everybody who is asked fire, and the first of equals take the hits, until the round is over or something else
    is asked.

    The events of all of it are kept."""
    events: list[dict[str, Any]] = []
    before = _round(table)
    while table.step in ("fight", "hits") and _round(table) == before:
        (side,) = table.awaited
        wanted = "fire" if table.step == "fight" else "take-hit"
        table.do(side, print_action(table.actions(side, wanted)[0]))
        events += table.events
    table.events = events
    return table


def _round(table: Table) -> tuple[int, int] | None:
    now = table.position.battle
    return None if now is None else (now.town, now.round)


def round_number(table: Table) -> int:
    """The round being fought; 0 before the first, -1 when no battle is on."""
    return -1 if table.position.battle is None else table.position.battle.round


def face_up(table: Table, town: str) -> set[str]:
    """The blocks of a town that everybody sees."""
    stacks = game.observe(table.position, None)["map"].get(town, {"stacks": []})["stacks"]
    return {block["id"] for stack in stacks for block in stack["blocks"]}


def all_hit(*blocks: str) -> dict[str, list[Any]]:
    """Dice for blocks, each named as in ``nablus:1:saladin``, that hit with every die."""
    return {f"fire:{block}": [1] * 4 for block in blocks}


def to_round(table: Table, number: int) -> Table:
    """Everybody fires, and misses, until this round begins."""
    while round_number(table) < number:
        if table.step == "garrison":
            table.do(*table.awaited, "garrison -")
        fight_round(table)
    return table
