"""Analyses of finished games: asked for by a player or at the end of a game against the computer, made behind the
computer's turns.

A row is taken for `LEASE`, renewed with each decision that is looked at; a worker that dies leaves it, and it is begun
anew. After `TRIES` it is given up. While one is made the turns of the computer, for which people wait, are played in
between.
"""

import logging
from collections.abc import Callable
from datetime import timedelta

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from games import errors
from games.access import Access
from games.models import Game, GameAnalysis, GameEvent
from games.services.after_commit import waking
from games.services.computer import judging, turns
from games.services.record.facts import visible_facts
from games.services.record.numbering import TakenBack
from games.shapes import JsonObject
from opponent import analysis
from rules import actions
from rules.atlas import SIDES
from rules.dice import Draw
from rules.play import IllegalAction
from rules.position import Position

logger = logging.getLogger(__name__)
LEASE = timedelta(minutes=5)
"""Much longer than one of the king's decisions takes and the turns that are played before the next, on a busy machine
too.
"""
TRIES = 3
Between = Callable[[], None]


def find(access: Access) -> GameAnalysis | None:
    """Returns the analysis of a finished game, asked for or made; None if nobody asked. Raises NotOver."""
    if access.game.status != Game.Status.OVER:
        raise errors.NotOver
    return GameAnalysis.objects.filter(game=access.game, stamp=access.game.stamp).first()


def ask(access: Access) -> GameAnalysis:
    """Asks for the analysis of a finished game, for one of its players; asking again changes nothing.

    Raises NotAPlayer, NotOver and TooManyAnalyses.
    """
    access.playing()
    found = find(access)
    if found is not None:
        return found
    with transaction.atomic():
        if not waking.ask_for_analysis(access.game, access.user.pk):
            raise errors.TooManyAnalyses
    return GameAnalysis.objects.get(game=access.game)


def make_due() -> int:
    """Makes all analyses that were asked for, the oldest first.

    Returns how many. Does nothing while somebody makes one.
    """
    made = 0
    while (row := _claim_oldest()) is not None:
        try:
            found = analysis_of(row.game, lambda: _serve_players_first(row))
        except _Lost:
            return made
        except IllegalAction:
            logger.info("The game %s was played by other rules: no analysis.", row.game.public_id)
            _save_outcome(row, GameAnalysis.State.IMPOSSIBLE, None)
        except Exception:
            logger.exception("The analysis of game %s failed.", row.game.public_id)
            GameAnalysis.objects.filter(pk=row.pk).update(leased_until=timezone.now() + LEASE)
        else:
            _save_outcome(row, GameAnalysis.State.MADE, found)
            made += 1
    return made


def analysis_of(game: Game, between: Between) -> JsonObject:
    """Returns the analysis of a finished game's record. Raises IllegalAction where it is of other rules."""
    events = GameEvent.record_of(game)
    taken_back = TakenBack.by(events)
    begun = next((event for event in events if event.payload.get("type") == "start"), None)
    if begun is None:
        return {"curve": [], "decisions": []}
    start = Position.from_json(game.snapshots.walls_from(begun.seq, begun.seq)[begun.seq])
    played = [event for event in events if event.kind == GameEvent.Kind.ACTION and event.seq not in taken_back]
    record = [
        analysis.Recorded(
            event.seq,
            event.side,
            actions.from_json(event.payload),
            [Draw.from_json(draw) for draw in event.draws],
            {side: visible_facts(event, side) for side in SIDES},
        )
        for event in played
    ]
    return analysis.analyze(start, begun.seq, {side: visible_facts(begun, side) for side in SIDES}, record, between)


class _Lost(Exception):
    """Raised when another worker has claimed the row that this one works on."""


def _claim_oldest() -> GameAnalysis | None:
    """Claims the oldest analysis asked for; None if one is being made."""
    now = timezone.now()
    waiting = GameAnalysis.objects.filter(state=GameAnalysis.State.WAITING)
    waiting.filter(tries__gte=TRIES).filter(Q(leased_until=None) | Q(leased_until__lt=now)).update(
        state=GameAnalysis.State.IMPOSSIBLE
    )
    if waiting.filter(leased_until__gte=now).exists():
        return None
    row = waiting.select_related("game").order_by("asked_at", "pk").first()
    if row is None:
        return None
    until = now + LEASE
    # Changed by the first worker: the others find it taken.
    free = waiting.filter(pk=row.pk, leased_until=row.leased_until)
    if not free.update(leased_until=until, tries=F("tries") + 1):
        return None
    row.leased_until = until
    return row


def _serve_players_first(row: GameAnalysis) -> None:
    """Plays the turns and judges the answers that are due, then extends the claim of the analysis.

    Raises _Lost if somebody else has it, or nobody wants it.
    """
    turns.play_due()
    judging.judge_due()
    until = timezone.now() + LEASE
    if not GameAnalysis.objects.filter(pk=row.pk, leased_until=row.leased_until).update(leased_until=until):
        raise _Lost
    row.leased_until = until


def _save_outcome(row: GameAnalysis, state: GameAnalysis.State, found: JsonObject | None) -> None:
    """Saves the outcome of an analysis, unless another worker has it by now."""
    mine = GameAnalysis.objects.filter(pk=row.pk, leased_until=row.leased_until)
    mine.update(state=state, found=found, leased_until=None)
