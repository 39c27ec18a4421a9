"""What the page and the squire say of their last movement, to the person they play with: from what that person was
shown, and nothing else.

Its own reasons are not asked, for they rest on what it holds hidden.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import cast

from games.access import Access
from games.models import GameEvent
from games.models.game import OTHER
from games.services.record.facts import visible_facts
from games.services.record.numbering import TakenBack
from games.shapes import JsonValue, StackJson, View
from opponent.reasons import Reason
from rules import game as rules_game
from rules.atlas import NEIGHBORS, SIDES, TOWN, TOWN_IDS, TOWNS
from rules.position import Position

TELLS = {"page": "try", "squire": "told"}
"""The levels that explain themselves, with the beginning of their keys: the page says what it is about to try, the
squire what it did.
"""
FIGHTS = frozenset({"attack", "help", "relieve"})
"""Keys of what a computer moves for, of those reasons that lead to a battle in the same turn."""
MARCHES = ("group-moved", "block-mustered")
LATEST = 200
"""Events among which the last movement is looked for: after a longer fight nothing is said."""
Fact = Mapping[str, JsonValue]


def explanation(access: Access) -> Reason | None:
    """Returns what the computer says to its player of its movement of this turn, once it has ended; None where there is
    nothing to say.
    """
    if access.game.computer not in TELLS or len(access.sides) != 1:
        return None
    (side,) = access.sides
    latest = access.game.events.order_by("-seq")[:LATEST]
    found = _last_movement(sorted(latest, key=lambda event: event.seq), side)
    if found is None:
        return None
    facts, wall, since = found
    position = access.game.snapshots.walls_from(wall, wall).get(wall)
    if position is None:
        return None
    view = cast(View, rules_game.observe(Position.from_json(position), side))
    said = explain(facts, view, side, TELLS[access.game.computer])
    fought = {str(fact["town"]) for fact in since if fact["type"] == "battle-ended"}
    answered = any(fact["type"] == "movement-ended" and fact.get("side") == side for fact in since)
    # What it said of a fight is no news once that is over; all else once its hearer has moved, too, or fought.
    ahead = said.key.partition("-")[2] in FIGHTS
    over = said.params["town"] in fought if ahead else answered or bool(fought)
    return None if over else said


def _last_movement(events: list[GameEvent], side: str) -> tuple[list[Fact], int, list[Fact]] | None:
    """The facts of the other side's last movement that has ended, as this side saw them, the wall that ended it, and
    the facts since.
    """
    facts: list[Fact] = []
    found: tuple[list[Fact], int, list[Fact]] | None = None
    for event, fact in _seen(events, side):
        if fact["type"] == "cards-revealed":
            found = None  # a movement of an earlier turn is no news
        if found:
            found[2].append(fact)
        if fact.get("side") != OTHER[side]:
            continue
        if fact["type"] == "movement-begun":
            facts = []
        elif fact["type"] == "movement-ended" and event.wall:
            found = (facts, event.seq, [])
        facts = [*facts, fact]
    return found


def _seen(events: list[GameEvent], side: str) -> Iterator[tuple[GameEvent, Fact]]:
    """Yields what this side saw of actions that were not taken back, each fact with its event."""
    taken_back = TakenBack.by(events)
    for event in events:
        if event.kind == GameEvent.Kind.ACTION and event.seq not in taken_back:
            for fact in visible_facts(event, side):
                yield event, fact


def explain(facts: Iterable[Fact], view: View, side: str, voice: str = "told") -> Reason:
    """Returns the reason of a movement, found from its facts and the enemy's view after it; `voice` as in `TELLS`."""
    facts = tuple(facts)
    counts = Counter(end for fact in facts if (end := _end_of_move(fact)))
    # From where blocks of theirs have just gone, others of theirs take nothing by coming.
    left = {str(fact["path"][0]) for fact in facts if fact["type"] in MARCHES}
    found = sorted((_rank(town, count, view, side, held=town in left), -count, town) for town, count in counts.items())
    if not found:
        return Reason(f"{voice}-stay")
    (_rank_of, key), count, town = found[0]
    return Reason(f"{voice}-{key}", {"town": town, "count": -count})


def _end_of_move(fact: Fact) -> str | None:
    """Returns the town to which this fact says that a block moved; None for a fact of another kind."""
    if fact["type"] in MARCHES:
        return str(fact["path"][-1])
    return str(fact["to"]) if fact["type"] == "sea-moved" else None


def _rank(town: str, arrived: int, view: View, side: str, *, held: bool) -> tuple[int, str]:
    """Returns a number for the purpose of moving so many blocks to a town: the lower, the more it is worth telling.
    `held`: others of theirs stood there when they began to move.
    """
    areas = {stack["area"] for stack in _stacks_at(view, town, side)}
    own = _stacks_at(view, town, OTHER[side])
    # With more blocks there than arrived the town was held before.
    there = sum(stack["count"] for stack in own)
    if areas - {"castle"}:
        if there <= arrived:
            return 0, "attack"
        return 0, "relieve" if any(stack["area"] == "castle" for stack in own) else "help"
    if areas:
        return 1, "siege"
    if _is_taken(town, side, held=held or there > arrived):
        return 2, "take"
    beside = any(_stacks_at(view, TOWN_IDS[other], side) for _road, other in NEIGHBORS[TOWN[town]])
    return (3, "guard") if beside else (4, "gather")


def _is_taken(town: str, side: str, *, held: bool) -> bool:
    """Whether a town of this side's land falls to those who come there: they did not hold it before."""
    return SIDES[TOWNS[TOWN[town]].kingdom] == side and not held


def _stacks_at(view: View, town: str, side: str) -> list[StackJson]:
    return [stack for stack in view["map"].get(town, {"stacks": ()})["stacks"] if stack["side"] == side]


KEYS = frozenset(
    f"{voice}-{what}"
    for voice in TELLS.values()
    for what in ("stay", "attack", "help", "relieve", "siege", "take", "guard", "gather")
)
"""The keys of what they say."""
