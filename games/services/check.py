"""Does the record of a game lead to what is stored about it?"""

from collections.abc import Iterator
from typing import Any

from django.db import transaction

from games.models import Game, GameEvent, Snapshot
from games.services.table import undone
from rules import actions
from rules import game as rules_game
from rules.dice import Draw, RecordedDice
from rules.position import Position
from rules.ruleset import Ruleset


class Different(Exception):
    """What is stored is not what the events lead to."""


def first_difference(game: Game) -> str | None:
    """Repeats the events with the draws they had. Returns what differs first, or None when all is as recorded."""
    events = list(game.events.order_by("seq"))
    if [event.seq for event in events] != list(range(1, game.version + 1)):
        return f"the game counts {game.version} events, the record holds {[event.seq for event in events][-3:]} as the last ones"
    snapshots = dict(game.snapshots.values_list("seq", "position"))
    position: Position | None = None
    try:
        for event, position in _repeated(game, events):
            _compare(event, position, snapshots.pop(event.seq, None))
    except Different as different:
        return str(different)
    if snapshots:
        return f"there is a snapshot after event {min(snapshots)}, which left no position"
    return _result_difference(game, events, position)


def rebuild_snapshots(game: Game) -> None:
    """Writes the snapshots anew from the events. Raises Different where the events themselves cannot be repeated."""
    with transaction.atomic():
        game = Game.objects.select_for_update().get(pk=game.pk)
        game.snapshots.all().delete()
        for event, position in _repeated(game, list(game.events.order_by("seq"))):
            if position is not None and (event.wall or event.seq == game.version):
                Snapshot.objects.create(game=game, seq=event.seq, wall=event.wall, position=position.to_json())


def _repeated(game: Game, events: list[GameEvent]) -> Iterator[tuple[GameEvent, Position | None]]:
    """Each event with the position after it, everything left out that was taken back sooner or later."""
    gone = undone(events)
    position: Position | None = None
    for event in events:
        try:
            position = _after(position, game, event, gone)
        except (ValueError, KeyError, TypeError) as error:
            raise Different(f"event {event.seq} cannot be repeated: {error}") from error
        yield event, position


def _after(position: Position | None, game: Game, event: GameEvent, gone: set[int]) -> Position | None:
    dice = RecordedDice(Draw.from_json(draw) for draw in event.draws)
    if event.kind == GameEvent.Kind.ACTION and event.seq not in gone:
        if position is None:
            raise ValueError("the game had not started")
        outcome = rules_game.apply(position, event.side, actions.from_json(event.payload), dice)
    elif event.kind == GameEvent.Kind.SYSTEM and event.payload.get("type") == "start":
        outcome = rules_game.new_game(Ruleset.from_json(game.ruleset), dice)
    else:
        return position
    if len(outcome.draws) != len(event.draws):
        raise ValueError(f"{len(event.draws)} draws are recorded, {len(outcome.draws)} were asked for")
    difference = _difference([fact.to_json() for fact in outcome.events], event.events, "events")
    if difference:
        raise ValueError(f"it would tell something else at {difference}")
    return outcome.position


def _compare(event: GameEvent, position: Position | None, stored: Any) -> None:
    if stored is None:
        if event.wall and position is not None:
            raise Different(f"the snapshot after event {event.seq} is missing")
        return
    difference = _difference(position.to_json() if position else None, stored, "position")
    if difference:
        raise Different(f"the snapshot after event {event.seq} differs at {difference}")


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


def _difference(rebuilt: Any, stored: Any, where: str) -> str | None:
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
