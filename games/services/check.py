"""Does the record of a game lead to what is stored about it?"""

from typing import Any

from games.models import Game, GameEvent
from games.services.table import fold, undone
from rules import game as rules_game
from rules.dice import Draw, RecordedDice
from rules.position import Position
from rules.ruleset import Ruleset


def first_difference(game: Game) -> str | None:
    """Folds the events with the draws they had. Returns what differs first, or None when all is as recorded."""
    events = list(game.events.order_by("seq"))
    snapshots = dict(game.snapshots.values_list("seq", "position"))
    if [event.seq for event in events] != list(range(1, game.version + 1)):
        return f"the game counts {game.version} events, the record holds {[event.seq for event in events][-3:]} as the last ones"
    gone = undone(events)
    position: Position | None = None
    for event in events:
        try:
            position = _after(position, game, event, gone)
        except (ValueError, KeyError, TypeError) as error:
            return f"event {event.seq} cannot be repeated: {error}"
        stored = snapshots.pop(event.seq, None)
        if stored is not None:
            difference = _difference(position.to_json() if position else None, stored)
            if difference:
                return f"the snapshot after event {event.seq} differs at {difference}"
        elif event.wall and position is not None:
            return f"the snapshot after event {event.seq} is missing"
    if snapshots:
        return f"there is a snapshot after event {min(snapshots)}, which left no position"
    return _result_difference(game, events, position)


def _after(position: Position | None, game: Game, event: GameEvent, gone: set[int]) -> Position | None:
    if event.kind == GameEvent.Kind.ACTION and event.seq not in gone:
        if position is None:
            raise ValueError("the game had not started")
        return fold(position, [event])
    if event.kind == GameEvent.Kind.SYSTEM and event.payload.get("type") == "start":
        dice = RecordedDice(Draw.from_json(draw) for draw in event.draws)
        return rules_game.new_game(Ruleset.from_json(game.ruleset), dice).position
    return position


def _result_difference(game: Game, events: list[GameEvent], position: Position | None) -> str | None:
    resigned = next((event for event in events if event.payload.get("type") == "resign"), None)
    rebuilt: tuple[str, str] = ("", "")
    if resigned is not None:
        rebuilt = ("saracen" if resigned.side == "frank" else "frank", Game.Ending.RESIGNATION)
    elif position is not None and position.result is not None:
        rebuilt = (position.result["winner"], position.result["how"])
    if rebuilt != (game.winner, game.ending) or bool(rebuilt[0]) != (game.status == Game.Status.OVER):
        return f"the stored result is {(game.winner, game.ending, game.status)}, the events lead to {rebuilt}"
    return None


def _difference(rebuilt: Any, stored: Any, where: str = "position") -> str | None:
    """The path of the first place where two JSON values differ."""
    if isinstance(rebuilt, dict) and isinstance(stored, dict):
        for name in sorted({*rebuilt, *stored}):
            if name not in rebuilt or name not in stored:
                return f"{where}.{name}"
            if found := _difference(rebuilt[name], stored[name], f"{where}.{name}"):
                return found
        return None
    if isinstance(rebuilt, list) and isinstance(stored, list) and len(rebuilt) == len(stored):
        for number, (mine, theirs) in enumerate(zip(rebuilt, stored, strict=True)):
            if found := _difference(mine, theirs, f"{where}[{number}]"):
                return found
        return None
    return None if rebuilt == stored and type(rebuilt) is type(stored) else f"{where}: {stored!r} is stored, {rebuilt!r} rebuilt"
