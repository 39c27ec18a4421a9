"""Replays a game from its events and compares the result with what is stored."""

from collections.abc import Iterator

from django.db import transaction

from games import errors
from games.models import Game, GameEvent, Snapshot
from games.services.agreements.endings import recorded_result
from games.services.record import dice
from games.services.record.numbering import is_aside
from games.shapes import JsonObject
from rules.committed import commitment
from rules.position import Position
from rules.replay import Fault, Replay
from rules.replay import first_difference as difference


class Different(Exception):
    """Stored data differ from the replay."""


def first_difference(game: Game) -> str | None:
    """Replays the events with the dice of the game's secret. Returns the first difference, or None."""
    events = GameEvent.record_of(game)
    if [event.seq for event in events] != list(range(1, game.version + 1)):
        return (
            f"the game counts {game.version} events, the record holds {[event.seq for event in events][-3:]} as the"
            " last ones"
        )
    kept = _stored_positions(game)
    position: Position | None = None
    try:
        replay = replay_of(game, events)
        for event, position in _replayed(replay, events):
            stored = kept.pop(event.seq, None)
            if event.seq >= replay.resumed:  # what other rules led to before cannot be rebuilt
                _compare_position(event, position, stored)
        _compare_counters(game, replay)
    except Different as different:
        return str(different)
    if kept:
        return f"a position is kept for event {min(kept)}, which left none"
    return _result_difference(game, events, position)


def _stored_positions(game: Game) -> dict[int, JsonObject]:
    """Returns the stored positions, by number of their event."""
    kept = game.snapshots.walls()
    latest = game.snapshots.order_by("-seq").first()
    return kept | (dict([latest.pending]) if latest is not None and latest.pending else {})


def rebuild_positions(game: Game) -> None:
    """Recomputes the stored positions from the events. Raises Different if the events cannot be replayed."""
    with transaction.atomic():
        game = Game.objects.select_for_update().get(pk=game.pk)
        events = GameEvent.record_of(game)
        replay = replay_of(game, events)
        # What other rules led to cannot be made again.
        walls = {seq: position for seq, position in game.snapshots.walls().items() if seq < replay.resumed}
        pending = None
        for event, position in _replayed(replay, events):
            if position is None or event.seq < replay.resumed:
                continue
            if event.wall:
                walls[event.seq], pending = position.to_json(), None
            elif not is_aside(event.kind, event.wall):
                pending = [event.seq, position.to_json()]
        game.snapshots.all().delete()
        Snapshot.objects.bulk_create(Snapshot.of(game, walls, pending))


def replay_of(game: Game, events: list[GameEvent]) -> Replay:
    """Returns the game's record, ready for a replay.

    Raises Different if its dice cannot be decrypted or do not match the commitment.
    """
    try:
        secrets = dice.all_of(game)
    except errors.DiceSealed as error:
        raise Different(
            "no key opens the secret of its dice: add the one it was sealed with to DICE_KEY_FALLBACKS"
        ) from error
    for one in secrets:
        if commitment(str(game.public_id), bytes.fromhex(one["secret"])) != one["commitment"]:
            raise Different("the secret of its dice is not the one committed to")
    contents = [event.content() for event in events]
    return Replay({"game": str(game.public_id), "ruleset": game.ruleset, "dice": secrets, "events": contents})


def _replayed(replay: Replay, events: list[GameEvent]) -> Iterator[tuple[GameEvent, Position | None]]:
    """Yields each event with the position after it."""
    for event in events:
        try:
            replay.take(event.content())
        except Fault as fault:
            raise Different(str(fault)) from fault
        yield event, replay.position


def _compare_position(event: GameEvent, position: Position | None, stored: JsonObject | None) -> None:
    """Raises Different if a stored position is missing or not the replayed one."""
    if stored is None:
        if event.wall and position is not None:
            raise Different(f"the position after event {event.seq} is missing")
        return
    found = difference(position.to_json() if position else None, stored, "position")
    if found:
        raise Different(f"the position after event {event.seq} differs at {found}")


def _compare_counters(game: Game, replay: Replay) -> None:
    """Raises Different if the game's head or number of draws is not that of its record."""
    if game.head != replay.head:
        raise Different(f"the head of the record is {replay.head[:12]}, the game says {game.head[:12]}")
    if game.draws_made != replay.chance.drawn:
        raise Different(f"the record holds {replay.chance.drawn} draws, the game counts {game.draws_made}")


def _result_difference(game: Game, events: list[GameEvent], position: Position | None) -> str | None:
    """Returns how the stored result differs from that of the events; None if it does not."""
    rebuilt = recorded_result(events, position)
    if rebuilt != (game.winner, game.ending) or bool(rebuilt[1]) != (game.status == Game.Status.OVER):
        return f"the stored result is {(game.winner, game.ending, game.status)}, the events lead to {rebuilt}"
    return None
