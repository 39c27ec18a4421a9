"""Asks the computer to play on: a row that outlives every process, and a word to whoever thinks.

The row is written with the event by which the game comes to wait for the computer. `games.services.computer` takes it.
"""

from collections.abc import Callable, Collection

from celery import signature
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from games.models import ComputerTurn, Game, Seat
from games.shapes import Payload

listeners: list[Callable[[], None]] = []
"""What is called after the commit in a process that thinks itself: `crusader_site.background`. Without any a task is sent to a worker."""


def follow_event(*, game: Game, seats: Collection[Seat], handed: Collection[Seat], by: int | None, payload: Payload) -> None:
    """Asks the computer after an event that hands the game over to it, or offers it something. Its own acts it follows itself."""
    if not game.computer or game.status != Game.Status.ACTIVE:
        return
    its = next((seat for seat in seats if seat.user is not None and seat.user.computer), None)
    if its is None or its.user_id == by:
        return
    if payload.get("type") == "offer" or any(seat.side == its.side and seat.awaited for seat in handed):
        ask(game)


def ask(game: Game) -> None:
    """Asks the computer to look at this game, in the transaction of the occasion."""
    if not ComputerTurn.objects.filter(game=game).update(asked=F("asked") + 1):
        ComputerTurn.objects.get_or_create(game=game, defaults={"asked_at": timezone.now()})
    transaction.on_commit(call, robust=True)


def call() -> None:
    """Calls whoever thinks. What nobody hears is found by the clock."""
    if listeners:
        for listener in listeners:
            listener()
    else:
        # By its name, since tasks import services. Sent once: the row waits, and the task is due by the clock besides.
        task = signature("games.tasks.play_computer")
        if not task.app.conf.task_always_eager:
            task.apply_async(retry=False)
