"""Does the record of a game lead to what is stored about it?"""

from collections.abc import Iterator
from typing import Any

from django.db import transaction

from games import errors
from games.models import Game, GameEvent, Snapshot
from games.services import dice
from games.services.endings import recorded_result
from rules.committed import commitment
from rules.position import Position
from rules.replay import Fault, Replay
from rules.replay import first_difference as difference


class Different(Exception):
    """What is stored is not what the events lead to."""


def first_difference(game: Game) -> str | None:
    """Plays the events again with the dice of the game's secret. Returns what differs first, or None when all is as recorded."""
    events = list(game.events.order_by("seq"))
    if [event.seq for event in events] != list(range(1, game.version + 1)):
        return f"the game counts {game.version} events, the record holds {[event.seq for event in events][-3:]} as the last ones"
    snapshots = dict(game.snapshots.values_list("seq", "position"))
    position: Position | None = None
    try:
        replay = replay_of(game, events)
        for event, position in _repeated(replay, events):
            stored = snapshots.pop(event.seq, None)
            if event.seq >= replay.resumed:  # what other rules led to before cannot be rebuilt
                _compare(event, position, stored)
        _compare_counters(game, replay)
    except Different as different:
        return str(different)
    if snapshots:
        return f"there is a snapshot after event {min(snapshots)}, which left no position"
    return _result_difference(game, events, position)


def rebuild_snapshots(game: Game) -> None:
    """Writes the snapshots anew from the events. Raises Different where the events themselves cannot be repeated."""
    with transaction.atomic():
        game = Game.objects.select_for_update().get(pk=game.pk)
        events = list(game.events.order_by("seq"))
        replay = replay_of(game, events)
        game.snapshots.filter(seq__gte=replay.resumed).delete()
        for event, position in _repeated(replay, events):
            if position is not None and (event.wall or event.seq == game.version):
                Snapshot.objects.create(game=game, seq=event.seq, wall=event.wall, position=position.to_json())


def replay_of(game: Game, events: list[GameEvent]) -> Replay:
    """The game's record to be played again. Raises Different where its dice cannot be opened or are not those committed to."""
    try:
        secrets = dice.all_of(game)
    except errors.DiceSealed as error:
        raise Different("no key opens the secret of its dice: add the one it was sealed with to DICE_KEY_FALLBACKS") from error
    for one in secrets:
        if commitment(str(game.public_id), bytes.fromhex(one["secret"])) != one["commitment"]:
            raise Different("the secret of its dice is not the one committed to")
    contents = [event.content() for event in events]
    return Replay({"game": str(game.public_id), "ruleset": game.ruleset, "dice": secrets, "events": contents})


def _repeated(replay: Replay, events: list[GameEvent]) -> Iterator[tuple[GameEvent, Position | None]]:
    """Each event with the position after it."""
    for event in events:
        try:
            replay.take(event.content())
        except Fault as fault:
            raise Different(str(fault)) from fault
        yield event, replay.position


def _compare(event: GameEvent, position: Position | None, stored: Any) -> None:
    if stored is None:
        if event.wall and position is not None:
            raise Different(f"the snapshot after event {event.seq} is missing")
        return
    found = difference(position.to_json() if position else None, stored, "position")
    if found:
        raise Different(f"the snapshot after event {event.seq} differs at {found}")


def _compare_counters(game: Game, replay: Replay) -> None:
    if game.head != replay.head:
        raise Different(f"the head of the record is {replay.head[:12]}, the game says {game.head[:12]}")
    if game.draws_made != replay.chance.drawn:
        raise Different(f"the record holds {replay.chance.drawn} draws, the game counts {game.draws_made}")


def _result_difference(game: Game, events: list[GameEvent], position: Position | None) -> str | None:
    rebuilt = recorded_result(events, position)
    if rebuilt != (game.winner, game.ending) or bool(rebuilt[1]) != (game.status == Game.Status.OVER):
        return f"the stored result is {(game.winner, game.ending, game.status)}, the events lead to {rebuilt}"
    return None
