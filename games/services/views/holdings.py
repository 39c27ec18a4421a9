"""Towns entered or left without a fight, found by comparing the positions at two walls.

The facts made here are those of histories alone. They are not recorded, so records verify as they did.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise

from games import words
from games.access import Viewer
from games.models import Game, GameEvent
from games.shapes import FactJson, JsonObject
from games.words_endings import ENDS
from rules.atlas import SIDES, TOWN, TOWN_IDS, TOWNS
from rules.position import Position

MOVING_FACTS = {
    *(
        "movement-ended",
        "march-rolled",
        "block-retreated",
        "block-left",
        "block-regrouped",
        "block-deployed",
        "block-eliminated",
    ),
    *("block-disbanded", "blocks-disbanded", "siege-starved", "winter-ended"),
    *("round-begun", "field-won", "storm-ended", "siege-lifted", "battle-ended"),
}
"""Types of facts that an event bears behind which a town may have changed hands: blocks came to towns, or went from
them.
"""
BEGINNING_FACTS = ("movement-begun", "battle-begun", "turn-ended", "year-ended", "turn-begun", "cards-dealt")
"""Facts with which something else begins: what changed hands is told before them."""


def changes(game: Game, events: Iterable[GameEvent]) -> dict[int, list[FactJson]]:
    """Returns by the number of each event which towns were entered or left without a fight since the wall before it.

    Only walls are asked, whose positions everybody sees as far as the rules show them; who holds a town can be seen by
    anybody.
    """
    asked = {
        event.seq: event
        for event in events
        if event.wall and event.kind == GameEvent.Kind.ACTION and _fact_types(event) & MOVING_FACTS
    }
    if not asked:
        return {}
    walls = game.snapshots.walls_from(min(asked) - 1, max(asked))
    numbers = sorted(walls)
    holders: dict[int, list[int]] = {}
    found = {}
    for before, after in pairwise(numbers):
        if after in asked:
            for number in (before, after):
                if number not in holders:
                    holders[number] = _holders_of_towns(walls[number])
            found[after] = _holdings_facts(holders[before], holders[after], _fought_for(asked[after]))
    return found


def with_changes(facts: list[FactJson], changed: Sequence[FactJson], viewer: Viewer) -> list[FactJson]:
    """Returns the facts of an entry with these among them, each with its sentence, before what follows in the game."""
    place = next((number for number, fact in enumerate(facts) if fact["type"] in BEGINNING_FACTS), len(facts))
    return [*facts[:place], *words.with_sentences(list(changed), viewer), *facts[place:]]


def _fact_types(event: GameEvent) -> set[str]:
    return {fact["type"] for fact in event.events}


def _holders_of_towns(position: JsonObject) -> list[int]:
    return list(Position.from_json(position).controllers(range(len(TOWNS))).values())


def _fought_for(event: GameEvent) -> set[int]:
    """Returns the towns of which the event's own facts tell how a battle or siege ended."""
    return {TOWN[fact["data"]["town"]] for fact in event.events if fact["type"] in ENDS and fact.get("data")}


def _holdings_facts(before: Sequence[int], after: Sequence[int], fought_for: set[int]) -> list[FactJson]:
    """Returns a fact for each town that changed hands without a fight, gains first."""
    found: list[FactJson] = []
    for town, (old, new) in enumerate(zip(before, after, strict=True)):
        if old == new or town in fought_for:
            continue
        # Where nobody stands a town is held by its kingdom.
        left = TOWNS[town].kingdom == new
        fact: FactJson = {
            "type": "town-left" if left else "town-entered",
            "town": TOWN_IDS[town],
            "side": SIDES[old if left else new],
        }
        found.append(fact)
    return sorted(found, key=lambda fact: str(fact["type"]))  # what was gained first
