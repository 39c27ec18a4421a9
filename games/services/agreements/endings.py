"""Ends of games by other means than play, and how staff undo an end.

Callers that end a game call these functions with the game locked, in a transaction: `end` for everything but victory
and resignation, which belong to `services.play.play`. Reasons are keys of `games.words_time.REASONS`, or for acts of
staff the words they gave.
"""

import uuid
from collections.abc import Collection, Iterable
from datetime import timedelta

from django.utils import timezone

from games import errors, words
from games.access import Access
from games.models import Game, GameEvent
from games.models.game import OTHER
from games.services.agreements import consent
from games.services.agreements.errors import NotRestorable
from games.services.clocks import clocks
from games.services.record.appending import Entry, append
from games.services.record.numbering import REWIND
from games.services.record.state import load_state
from games.services.views.listing import result_of
from games.shapes import Payload, RecordedFact
from rules.position import Position

LATE, CONSENT, UNTOUCHED = "late", "consent", "untouched"
RESTORED = "game-restored"


def mark_ended(access: Access, *, ending: str, winner: str = "", reason: str = "") -> None:
    """Sets the end on the game in memory. The next event passed to `record.append` stores it."""
    game = access.game
    game.status = Game.Status.OVER
    game.winner, game.ending, game.ending_reason = winner, ending, reason[:200]
    game.ended_by_id = access.user.pk
    game.ended_at = timezone.now()


def end(
    access: Access,
    *,
    ending: str,
    fact: RecordedFact,
    side: str = "",
    winner: str = "",
    reason: str = "",
    kind: GameEvent.Kind = GameEvent.Kind.SYSTEM,
    payload: Payload | None = None,
    key: uuid.UUID | None = None,
    cause: consent.Cause = consent.Cause.OVER,
) -> GameEvent:
    """Ends a running game in its present position, plans included, and alerts both players except the one who ended it.

    `access.user` is who did it, nobody for the site itself. `fact` is what the log says, with a sentence in
    `games.words_tables`. Raises NotStarted or GameIsOver.
    """
    check_running(access.game)
    state = load_state(access)
    mark_ended(access, ending=ending, winner=winner, reason=reason)
    fields = {**(payload or {"type": fact["type"]}), "ending": str(ending), "winner": winner, "reason": reason}
    entry = Entry(kind, side, fields, wall=True, facts=[fact])
    event = append(access, entry, key=key, position=state.live, snapshot=state.snapshot)
    consent.lapse(access, cause)
    return event


def annul(access: Access, *, reason: str, key: uuid.UUID | None = None) -> GameEvent:
    """Staff: annuls the game. A running game ends by it; a finished one loses its result."""
    fact = {"type": "annulled-by-staff", "reason": reason}
    return set_result(access, ending=Game.Ending.ANNULLED, winner="", reason=reason, fact=fact, key=key)


def set_result(
    access: Access,
    *,
    ending: str,
    winner: str,
    reason: str,
    fact: RecordedFact | None = None,
    key: uuid.UUID | None = None,
) -> GameEvent:
    """Staff: ends the game with this result, or replaces the result.

    `winner` is a side, or empty for none. Raises NotStarted.
    """
    fact = fact or {"type": "result-set", "winner": winner or None, "reason": reason}
    if access.game.status == Game.Status.ACTIVE:
        ruled = consent.Cause.RULED
        return end(
            access,
            ending=ending,
            winner=winner,
            reason=reason,
            fact=fact,
            kind=GameEvent.Kind.STAFF,
            key=key,
            cause=ruled,
        )
    if access.game.status != Game.Status.OVER:
        raise errors.NotStarted
    ended_at = access.game.ended_at
    mark_ended(access, ending=ending, winner=winner, reason=reason)
    access.game.ended_at = ended_at
    fields = {"type": fact["type"], "ending": str(ending), "winner": winner, "reason": reason}
    entry = Entry(GameEvent.Kind.STAFF, "", fields, wall=True, facts=[fact])
    return append(access, entry, key=key, position=load_state(access).live)


def restore(access: Access, *, reason: str, time: timedelta | None = None, key: uuid.UUID | None = None) -> GameEvent:
    """Staff: a game that ended by time, resignation, agreement or annulment goes on from its last position.

    The sides awaited have at least `time` on their clocks, a gift of the pace where it is left out; pauses and freezes
    are over. What was decided provisionally at the end stands. Raises NotRestorable.

    While it was over everybody could look at everything, and the players should be told. The dice get a new secret
    (`record`).
    """
    if not can_be_restored(access):
        raise NotRestorable
    position = load_state(access).live
    reopen(access, position.awaited, time=time)
    fact = {"type": RESTORED} | ({"reason": reason} if reason else {})
    event = append(
        access, Entry(GameEvent.Kind.STAFF, "", dict(fact), wall=True, facts=[fact]), key=key, position=position
    )
    consent.lapse(access, consent.Cause.RESTORED)
    return event


def can_be_restored(access: Access) -> bool:
    """Whether the game ended by other means than play."""
    return access.game.status == Game.Status.OVER and load_state(access).live.result is None


def reopen(access: Access, awaited: Collection[str], *, time: timedelta | None = None) -> None:
    """Sets a game in memory running again, before staff's event is recorded. That event gives its dice a new secret.

    The sides awaited have at least `time` on their clocks, a gift of the pace where it is left out; pauses and freezes
    are over.
    """
    game = access.game
    game.status = Game.Status.ACTIVE
    game.winner = game.ending = game.ending_reason = ""
    game.ended_by = game.ended_at = None
    game.paused_at = game.resume_at = game.frozen_at = None
    Game.objects.filter(pk=game.pk).update(paused_at=None, resume_at=None, frozen_at=None)
    clocks.keep_at_least(access, dict.fromkeys(awaited, clocks.pace_of(game).gift if time is None else time))


def check_running(game: Game) -> None:
    """Raises NotStarted or GameIsOver."""
    if game.status == Game.Status.OPEN:
        raise errors.NotStarted
    if game.status != Game.Status.ACTIVE:
        raise game_is_over(game)


def game_is_over(game: Game) -> errors.GameIsOver:
    """Returns the error of an act after the game's end, with how it ended."""
    result = result_of(game)
    return errors.GameIsOver(words.result(result) if result else None)


def recorded_result(events: Iterable[GameEvent], position: Position | None) -> tuple[str, str]:
    """Returns winner and ending after these events, oldest first; two empty strings while the game runs."""
    found = ("", "")
    for event in events:
        payload = event.payload
        if event.kind not in (GameEvent.Kind.SYSTEM, GameEvent.Kind.STAFF):
            continue
        if payload.get("type") == "resign":
            found = (OTHER[event.side], Game.Ending.RESIGNATION.value)
        elif payload.get("type") in (RESTORED, REWIND):
            found = ("", "")
        elif "ending" in payload:
            found = (payload["winner"], payload["ending"])
    if found == ("", "") and position is not None and position.result is not None:
        found = (position.result["winner"], position.result["how"])
    return found
