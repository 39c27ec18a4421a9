"""Stored chronicles: requested by the first reader of a finished game's page, made by the computer's task.

A chronicle is of the record with one stamp: a game that a reviewer took back or ruled otherwise gets another.
"""

import logging

from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.utils import timezone

from games.access import Access, Perspective
from games.chronicle.making import Chronicle, make
from games.errors import NotOver, NotStarted
from games.models import Game, GameAnalysis, GameChronicle
from games.services.after_commit import waking
from games.services.computer import judging, turns
from games.words_analysis import AnalysisJson

logger = logging.getLogger(__name__)
FORM = 5
"""The form of the facts that are kept. Raise it when what is made of a record changes: all are made anew."""
State = GameChronicle.State


def find_or_ask(access: Access, name: str) -> GameChronicle:
    """Returns the chronicle of a finished game from a perspective, all or a side: made, or asked for by this.

    Raises NotOver, and NotStarted for a game that never had a position.
    """
    game = access.game
    if game.status != Game.Status.OVER:
        raise NotOver
    current = {"stamp": game.stamp, "form": FORM}
    found = GameChronicle.objects.filter(game=game, perspective=name, **current).first()
    if found is not None:
        return found
    if not game.snapshots.exists():
        raise NotStarted
    fresh = {**current, "state": State.WAITING, "asked_at": timezone.now(), "facts": None}
    with transaction.atomic():
        row, _made = GameChronicle.objects.update_or_create(game=game, perspective=name, defaults=fresh)
        transaction.on_commit(waking.notify_computer, robust=True)
    return row


def chronicle_in(row: GameChronicle) -> Chronicle | None:
    """Returns the facts of a chronicle; None where it is not made yet, or cannot be."""
    return Chronicle.from_json(row.facts) if row.state == State.MADE and row.facts else None


def analysis_of(access: Access, perspective: Perspective) -> AnalysisJson | None:
    """Returns the analysis if it has been made and the perspective is `all`: an analysis uses what both sides hid."""
    if not perspective.everything:
        return None
    row = GameAnalysis.objects.filter(game=access.game, stamp=access.game.stamp, state=GameAnalysis.State.MADE).first()
    return row.found if row else None


def make_due() -> int:
    """Makes all chronicles that were asked for, the oldest first; before each, the turns for which people wait.

    Returns how many. Two processes that make the same one write the same.
    """
    made = 0
    while (row := _next_waiting()) is not None:
        turns.play_due()
        judging.judge_due()
        current = GameChronicle.objects.filter(pk=row.pk, stamp=row.stamp)
        try:
            facts = make(_for_nobody(row.game), perspective_named(row.perspective)).to_json()
        except Exception:
            logger.exception("The chronicle of game %s failed.", row.game.public_id)
            current.update(state=State.IMPOSSIBLE)
        else:
            made += current.update(state=State.MADE, facts=facts)
    return made


def perspective_named(name: str) -> Perspective:
    """The perspective of a finished game by its name: all, or a side."""
    return Perspective(None, everything=True) if name == "all" else Perspective(name)


def _next_waiting() -> GameChronicle | None:
    """Returns the chronicle that has waited longest."""
    waiting = GameChronicle.objects.filter(state=State.WAITING).select_related("game")
    return waiting.order_by("asked_at", "pk").first()


def _for_nobody(game: Game) -> Access:
    """Loads a game for somebody who plays no side: what is made depends on the perspective alone."""
    return Access(game, {seat.side: seat for seat in game.seats.select_related("user")}, AnonymousUser())
