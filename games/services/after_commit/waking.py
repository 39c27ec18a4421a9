"""Asks the computer to play on, or to analyze a game: a row that outlives every process, and a notification after
commit.

The row is written with the event by which the game comes to wait for the computer. `games.services.computer` takes it.
"""

from collections.abc import Callable, Collection

from celery import signature
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from games.models import ComputerTurn, Game, GameAnalysis, Seat
from games.shapes import Payload

listeners: list[Callable[[], None]] = []
"""Called after the commit in a process that has a player of its own: `crusader_site.background`.

Without any, a task goes to a worker.
"""

MOST_ANALYSES = 5
"""Games of a person that may wait for their analysis at once."""


def follow_event(
    *, game: Game, seats: Collection[Seat], handed: Collection[Seat], by: int | None, payload: Payload
) -> None:
    """Asks the computer of a game after an event that hands it over, or offers it something.

    Its own acts it follows itself. A game from an exercise waits until that is decided and judged.
    """
    if game.exercise_held:
        return
    if game.status == Game.Status.OVER and game.computer:
        person = _seat_of(seats, computer=False)
        ask_for_analysis(game, person.user_id if person is not None else None)
    if game.status != Game.Status.ACTIVE:
        return
    its = _seat_of(seats, computer=True)
    if its is None or its.user_id == by:
        return
    if payload.get("type") == "offer" or any(seat.side == its.side and seat.awaited for seat in handed):
        queue_turn(game)


def _seat_of(seats: Collection[Seat], *, computer: bool) -> Seat | None:
    """The computer's seat, or that of a person."""
    return next((seat for seat in seats if seat.user is not None and bool(seat.user.computer) == computer), None)


def queue_turn(game: Game) -> None:
    """Asks the computer to look at this game, in the transaction of the occasion."""
    if not ComputerTurn.objects.filter(game=game).update(asked=F("asked") + 1):
        ComputerTurn.objects.get_or_create(game=game, defaults={"asked_at": timezone.now()})
    transaction.on_commit(notify_computer, robust=True)


def ask_for_analysis(game: Game, person: int | None) -> bool:
    """Asks for the analysis of a finished game that this person played, in the transaction of the occasion.

    Returns whether it may be: not where as many games of theirs wait for one as may.
    """
    waiting = GameAnalysis.objects.filter(state=GameAnalysis.State.WAITING).exclude(game=game)
    if person is None or waiting.filter(game__seats__user=person).distinct().count() >= MOST_ANALYSES:
        return False
    known = GameAnalysis.objects.filter(game=game)
    fresh = {
        "stamp": game.stamp,
        "state": GameAnalysis.State.WAITING,
        "asked_at": timezone.now(),
        "leased_until": None,
        "tries": 0,
    }
    if known.exists():
        known.exclude(stamp=game.stamp).update(**fresh, found=None)
    else:
        GameAnalysis.objects.get_or_create(game=game, defaults=fresh)
    transaction.on_commit(notify_computer, robust=True)
    return True


def notify_computer() -> None:
    """Notifies the in-process player, else queues `play_computer`; the periodic task catches what is missed."""
    if listeners:
        for listener in listeners:
            listener()
    else:
        # By its name, since tasks import services. Sent once: the row waits, and the task is due by the clock besides.
        task = signature("games.tasks.play_computer")
        if not task.app.conf.task_always_eager:
            task.apply_async(retry=False)
