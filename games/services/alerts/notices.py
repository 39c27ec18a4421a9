"""The outbox of alerts: rows are queued and dropped in the transaction of their occasion; `games.alerts` sends them."""

from collections.abc import Collection, Iterable
from datetime import timedelta

from django.db.models import Exists, Subquery
from django.utils import timezone

from games.models import Game, Notice, Seat, Target, Tournament, User
from games.models.outgoing import UNSENT
from games.services.alerts.kinds import REMINDERS, WAITING, WHILE_IT_LASTS, read
from games.services.alerts.kinds.base import GOES_ON, HELD, TAKEN, Alert
from games.services.alerts.kinds.ends import Over
from games.services.alerts.kinds.starts import Start
from games.services.alerts.kinds.turns import FirstTurn, Turn

GRACE = timedelta(minutes=2)
"""How long an alert waits before it is sent: who comes by meanwhile needs none."""

REPEATED_AFTER = timedelta(days=1)
"""How long the same alert is not repeated to somebody who has not visited the game since."""
MOST_LOOKED_AT = 50

Kind, State = Notice.Kind, Notice.State


def queue(
    *,
    user: User,
    game: Game,
    alert: Alert,
    turn: int | None = None,
    version: int | None = None,
    grace: timedelta = GRACE,
    targets: bool = True,
) -> None:
    """Queues one alert by mail and one for each further target of this person.

    To be called in the transaction of the occasion.

    The same person, game, turn and kind again changes nothing. `turn` is the number of the hand-over: left out, that of
    the person's seat for what waits for them, else of the game's last event. Give it where one game can have several
    such occasions between two events: the id of an offer or of a message. `version` is the reader's version that has
    what it tells of: left out, that of their seat now. Without `targets` it is known that they have no further ones.
    """
    if game.alone or not user.is_active or user.computer:
        return
    if turn is None:
        turn = _turn_of(user, game) if alert.waits else game.version
    if _told_lately(user, alert, game=game):
        return
    due_at = timezone.now() + grace
    version = (
        Seat.objects.filter(game=game, user=user).values_list("version", flat=True).first()
        if version is None
        else version
    )
    new = [
        Notice(
            user=user,
            game=game,
            kind=alert.kind,
            turn=turn,
            data=alert.as_json(),
            target=target,
            due_at=due_at,
            version=version,
        )
        for target in (None, *(Target.objects.filter(user=user) if targets else ()))
    ]
    Notice.objects.bulk_create(_without_reused(new, alert), ignore_conflicts=True)


def _without_reused(new: list[Notice], alert: Alert) -> list[Notice]:
    """Queues rows of earlier alerts once more where they can stand for new ones.

    Returns those that are to be written.
    """
    if alert.gist is not None:
        new = [notice for notice in new if not _queued_again(notice)]
    if alert.kind == Kind.TURN:
        new = [notice for notice in new if not _taken_over(notice)]
    return new


def queue_of_tournament(*, user: User, tournament: Tournament, turn: int, alert: Alert) -> None:
    """Queues one alert about a tournament by mail and one for each further target.

    The same person, tournament and `turn` again changes nothing: it is the number of the log's line.
    """
    if not user.is_active or _told_lately(user, alert, tournament=tournament):
        return
    due_at = timezone.now() + GRACE
    new = [
        Notice(
            user=user,
            tournament=tournament,
            kind=alert.kind,
            turn=turn,
            data=alert.as_json(),
            target=target,
            due_at=due_at,
        )
        for target in (None, *Target.objects.filter(user=user))
    ]
    Notice.objects.bulk_create(new, ignore_conflicts=True)


# Those that rest as well: what comes up meanwhile waits for them.


def _taken_over(new: Notice) -> bool:
    """Reuses the row of an earlier turn's alert that was dropped before any try.

    Returns whether there was one. Most hand-overs are answered before their alert is due, so one row serves many.
    """
    if new.target is not None or new.data:
        return False
    turns = Notice.objects.filter(user=new.user_id, game=new.game_id, kind=Turn.kind, target=None)
    unused = turns.filter(state=State.DROPPED, why=TAKEN, attempts=0, overdue_since=None).order_by("-pk")
    reused = Notice.objects.filter(~Exists(turns.filter(turn=new.turn)), pk=Subquery(unused.values("pk")[:1])).update(
        turn=new.turn,
        state=State.QUEUED,
        why="",
        data={},
        version=new.version,
        created_at=new.created_at,
        due_at=new.due_at,
        digest="",
    )
    return bool(reused)


def drop(
    *,
    game: Game,
    user: User | None = None,
    user_ids: Collection[int | None] | None = None,
    kinds: Collection[str] | None = None,
    turn: int | None = None,
    why: str,
) -> int:
    """Drops unsent alerts of this person, these kinds and this turn; what is left out matches all. Returns how many.

    `why` is a key of `REASONS` in `games.alerts.words`.
    """
    notices = Notice.objects.filter(game=game, state__in=UNSENT)
    user_ids = [user.pk] if user is not None else user_ids
    if user_ids is not None:
        notices = notices.filter(user__in=[user_id for user_id in user_ids if user_id is not None])
    if kinds is not None:
        notices = notices.filter(kind__in=kinds)
    if turn is not None:
        notices = notices.filter(turn=turn)
    return notices.update(state=State.DROPPED, why=why)


def hold_reminders(*, game: Game) -> None:
    """Holds back reminders while the clocks stand still."""
    drop(game=game, kinds=REMINDERS, why=HELD)


def release_reminders(*, game: Game, seats: Iterable[Seat]) -> None:
    """Releases the held reminders of the present turns when the clocks run again."""
    for seat in seats:
        held = Notice.objects.filter(
            game=game, user=seat.user_id, kind__in=REMINDERS, turn=seat.handover, state=State.DROPPED, why=HELD
        )
        held.update(state=State.QUEUED, why="", due_at=timezone.now())


def follow_event(
    *,
    game: Game,
    seats: Collection[Seat],
    changed: Collection[Seat],
    asked: Collection[Seat],
    started: bool,
    wall: bool,
    by: int | None,
    staff: bool = False,
) -> None:
    """Queues and drops alerts after an event.

    Called by `record.append` with the seats whose `awaited` it changed, and those of them for which the game came to
    wait, by whatever act but their own taking back.

    Of an act of staff there is an alert of its own. For whom the game comes to wait there is that of a turn as well, by
    their wishes for turns; where the other says it too, and is wanted, that one alone is sent (`games.alerts.reading`).
    """
    if game.alone:
        return
    if staff:
        _follow_staff(game, changed, asked)
        return
    if game.status == Game.Status.CANCELED or (game.status == Game.Status.OVER and changed):
        _game_ended(game, seats, by)
        return
    _drop_turns(game, changed, wall)
    for seat in asked:
        queue_turn(game=game, seat=seat, alert=FirstTurn() if started else Turn(), targets=seat.user_has_targets)
    if started:
        _alert_of_start(game, seats)


def _drop_turns(game: Game, changed: Collection[Seat], wall: bool) -> None:
    """Drops the turn alerts of players whom the game no longer waits for."""
    done = [seat.user_id for seat in changed if seat.user_id is not None and (wall or not seat.awaited)]
    if done:
        drop(game=game, user_ids=done, kinds=WAITING, why=TAKEN)


def _alert_of_start(game: Game, seats: Collection[Seat]) -> None:
    """Alerts players of the start whom the game does not wait for: the others get the alert of their turn."""
    for seat in seats:
        if seat.user is not None and not seat.awaited:
            queue(user=seat.user, game=game, alert=Start())


def _follow_staff(game: Game, changed: Collection[Seat], asked: Collection[Seat]) -> None:
    """Drops alerts that an act of staff made untrue, and queues those of the turn it led to."""
    if game.status == Game.Status.ACTIVE:
        drop(game=game, kinds=(Over.kind,), why=GOES_ON)
    else:
        drop(game=game, kinds=WHILE_IT_LASTS, why="over")
    drop(game=game, user_ids=[seat.user_id for seat in changed], kinds=WAITING, why=TAKEN)
    for seat in asked:
        queue_turn(game=game, seat=seat)


def queue_turn(*, game: Game, seat: Seat, alert: Turn | None = None, targets: bool = True) -> None:
    """Queues the alert of a turn to the player of this seat, if the game waits for them."""
    if seat.user is not None and seat.awaited and game.status == Game.Status.ACTIVE:
        queue(
            user=seat.user, game=game, alert=alert or Turn(), turn=seat.handover, version=seat.version, targets=targets
        )


def follow_seating(*, game: Game, seat: Seat, before: User | None) -> None:
    """Drops the unsent alerts of a seat's former player, and queues the turn alert of the new one.

    To be called with the game locked, after the event. For the new one it is a hand-over, also if they have sat here
    before.
    """
    drop(game=game, user_ids=[before.pk if before is not None else None], kinds=WHILE_IT_LASTS, why="replaced")
    if seat.awaited:
        seat.handover = game.version
        Seat.objects.filter(pk=seat.pk).update(handover=seat.handover)
    queue_turn(game=game, seat=seat)


def _game_ended(game: Game, seats: Iterable[Seat], by: int | None) -> None:
    """Alerts both players to the end, except the one who ended it. For a game that never started nobody."""
    drop(game=game, kinds=WHILE_IT_LASTS, why="over")
    for seat in seats:
        if seat.user is not None and seat.user_id != by and game.status == Game.Status.OVER:
            queue(user=seat.user, game=game, alert=Over())


def _turn_of(user: User, game: Game) -> int:
    """Returns the number by which alerts of the present turn are known."""
    return Seat.objects.filter(game=game, user=user).values_list("handover", flat=True).first() or game.version


def _told_lately(user: User, alert: Alert, *, game: Game | None = None, tournament: Tournament | None = None) -> bool:
    """Whether an alert that says the same still waits, or was sent and its reader has not looked since.

    Of kinds that may come once a day, one that was sent more than a day ago does not count.
    """
    if alert.gist is None:
        return False
    earlier = Notice.objects.filter(user=user, game=game, tournament=tournament, kind=alert.kind, target=None)
    going = earlier.exclude(state__in=(State.FAILED, State.DROPPED)).order_by("-created_at", "-pk")[:MOST_LOOKED_AT]
    last = next((notice for notice in going if read(notice).gist == alert.gist), None)
    if last is None or last.state != State.SENT or last.sent_at is None:
        return last is not None
    if alert.once_a_day and timezone.now() - last.sent_at > REPEATED_AFTER:
        return False
    return not alert.noticed(user, game, last.sent_at)


def _queued_again(new: Notice) -> bool:
    """Queues an earlier row of the same occasion again if it was dropped before any try; returns whether there was one.

    Somebody was invited, then no more, and now is again.
    """
    dropped = Notice.objects.filter(
        user=new.user,
        game=new.game,
        kind=new.kind,
        turn=new.turn,
        target=new.target,
        state=State.DROPPED,
        attempts=0,
        overdue_since=None,
    )
    now = {"created_at": new.created_at, "due_at": new.due_at, "data": new.data, "version": new.version}
    return bool(dropped.update(state=State.QUEUED, why="", digest="", **now))
