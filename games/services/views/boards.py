"""The board of a game as small pictures show it: cities with their holders, forces by town and side, the last moves.

It is made of a view and of visible facts alone, so a picture shows no more than the viewer's page.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Q

from games.access import Access, Viewer
from games.errors import NotStarted
from games.models import Game, GameEvent
from games.services.record.facts import visible_facts
from games.services.record.numbering import TakenBack
from games.services.record.state import state_seen_by_viewer
from games.shapes import FactJson
from games.weights import MOVES
from rules import game as rules

MOST_EVENTS = 120
"""Events that are searched for the last movement: more than a turn of battles has."""
MOST_MOVES = 12


@dataclass(frozen=True, slots=True)
class Force:
    """The blocks of one side in one town; `strength` in steps, None where some stand face-down to the viewer."""

    town: str
    side: str
    count: int
    strength: int | None


@dataclass(frozen=True, slots=True)
class Move:
    """A move of the side that moved last, from town to town."""

    side: str
    start: str
    end: str


@dataclass(frozen=True, slots=True)
class Board:
    """What a small picture shows."""

    cities: Mapping[str, str]
    """Victory cities, each with the side that holds it."""
    forces: Sequence[Force]
    battles: Sequence[str]
    """Towns where a battle is fought or still to be fought."""
    moves: Sequence[Move] = ()


def has_board(game: Game) -> bool:
    """Whether a game has begun, and so has a board."""
    return game.status in (Game.Status.ACTIVE, Game.Status.OVER) and game.year is not None


def board_seen(access: Access, viewer: Viewer) -> Board:
    """Returns the present board as this viewer sees it. Raises NotStarted for a game without one."""
    if not has_board(access.game):
        raise NotStarted
    position = state_seen_by_viewer(access, viewer).seen_by(viewer)
    return board_in(
        rules.recall(position, viewer), _last_moves(access.game, viewer if viewer in access.sides else None)
    )


def board_in(view: Mapping[str, object], moves: Sequence[Move] = ()) -> Board:
    """Returns the board of a view as `docs/views.md` describes it."""
    places, cities, battle = view["map"], view["cities"], view["battle"]
    assert isinstance(places, dict)
    assert isinstance(cities, dict)
    towns = [battle["town"]] if isinstance(battle, dict) else []
    waiting = view["battles"]
    assert isinstance(waiting, list)
    forces = [force for town, here in places.items() for force in _forces(town, here["stacks"])]
    return Board(dict(cities), forces, [*towns, *(town for town in waiting if town not in towns)], moves)


def _forces(town: str, stacks: Iterable[Mapping[str, object]]) -> list[Force]:
    """Returns the forces of both sides at a town: number, and strength if all are known."""
    counts: dict[str, int] = {}
    strengths: dict[str, int | None] = {}
    for stack in stacks:
        side, count, hidden, blocks = stack["side"], stack["count"], stack["hidden"], stack["blocks"]
        assert isinstance(side, str)
        assert isinstance(count, int)
        assert isinstance(blocks, list)
        counts[side] = counts.get(side, 0) + count
        before = strengths.get(side, 0)
        known = before is not None and not hidden
        strengths[side] = (before or 0) + sum(block["strength"] for block in blocks) if known else None
    return [Force(town, side, counts[side], strengths[side]) for side in counts]


def _last_moves(game: Game, player: Viewer) -> list[Move]:
    """Returns the last movement that this viewer knows of: what is behind the last wall, and a player's own plans."""
    wall = GameEvent.objects.filter(game=game, wall=True).order_by("-seq").values("seq")[:1]
    known = Q(seq__lte=wall) | Q(side=player) if player else Q(seq__lte=wall)
    fields = ("game", "seq", "kind", "side", "payload", "events")
    events = list(game.events.filter(known).order_by("-seq").only(*fields)[:MOST_EVENTS])
    gone = TakenBack.by(events)
    counted = (event for event in events if event.seq not in gone and event.kind == GameEvent.Kind.ACTION)
    return last_moves(visible_facts(event, player) for event in counted)


def last_moves(entries: Iterable[Sequence[FactJson]]) -> list[Move]:
    """Returns the latest movement among the facts of these events, the latest event first."""
    moves: dict[Move, None] = {}
    for facts in entries:
        here = [move for move in map(_move, facts) if move is not None]
        if moves and (_begins_turn(facts) or any(move.side != next(iter(moves)).side for move in here)):
            break
        moves |= dict.fromkeys(here)
    return list(moves)[:MOST_MOVES]


def _begins_turn(facts: Iterable[FactJson]) -> bool:
    return any(fact["type"] in ("turn-begun", "year-begun") for fact in facts)


def _move(fact: FactJson) -> Move | None:
    """Returns the move that a fact tells; None for another fact."""
    if fact["type"] not in MOVES:
        return None
    path = fact.get("path") or [fact.get("from", ""), fact["to"]]
    return Move(fact["side"], path[0], path[-1]) if path[0] else None
