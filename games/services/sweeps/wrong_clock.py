"""Corrects rows that were written while the system's clock was ahead, once it is right again.

Nobody can tell a clock that is ahead while it is; but when a heartbeat lies in the future the clock was set back since.
What happened while it was ahead is then written as of now, and what was due because of it is due so much earlier.
Events keep their times: they are the record.
"""

import logging
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, Model, Q, QuerySet
from django.utils import timezone

from games.models import (
    AccountMail,
    Challenge,
    ComputerTurn,
    Game,
    GameAnalysis,
    Notice,
    Presence,
    Round,
    Seat,
    SignOfLife,
    Target,
    Trial,
    Visit,
    Word,
)
from games.services.clocks import clocks, outages
from games.watching import signs

logger = logging.getLogger(__name__)
Fields = tuple[str, ...]

HAPPENED: tuple[tuple[type[Model], str, Fields], ...] = (
    *((outbox, "created_at", ("due_at",)) for outbox in (Notice, AccountMail, Trial, Word)),
    *((outbox, "failed_at", ("due_at",)) for outbox in (Notice, AccountMail, Trial, Word)),
    (Target, "last_error_at", ("rests_until",)),
    (Round, "begun_at", ("due_at",)),
    (Round, "reminded_at", ()),
    (Challenge, "made_at", ("answer_due_at",)),
    (Challenge, "reminded_at", ()),
    (Seat, "runs_since", ()),
    (Seat, "done_at", ()),
    (Game, "created_at", ("dice_due_at",)),
    (Game, "paused_at", ("resume_at",)),
    (Game, "frozen_at", ()),
    (Game, "held_at", ()),
    (Game, "touched_at", ()),
    (Game, "warned_at", ()),
    (Game, "moved_at", ()),
    (ComputerTurn, "asked_at", ()),
    (Visit, "used_at", ()),
    (Presence, "seen_at", ()),
    (SignOfLife, "at", ()),
)
"""What lies in the past wherever the clock is right, and what is reckoned from it."""

CLAIMED: tuple[tuple[type[Model], str], ...] = (
    *((outbox, "lease_until") for outbox in (Notice, AccountMail, Trial, Word)),
    (ComputerTurn, "leased_until"),
    (GameAnalysis, "leased_until"),
)
LONGEST_LEASE = timedelta(hours=1)
"""No worker claims anything for longer."""


def correct() -> timedelta:
    """Corrects what a clock that was ahead wrote down, tells it by the site's alarm, and returns by how much it was."""
    with transaction.atomic():
        ahead = outages.throw_away_the_future()
        if ahead:
            now = timezone.now()
            for model, field, reckoned in HAPPENED:
                _bring_back(model, field, reckoned, ahead, now)
            for model, field in CLAIMED:
                _rows(model, field, now + LONGEST_LEASE).update(**{field: now})
    if ahead:
        error = f"The system's clock was {ahead} ahead. What it wrote down was corrected."
        logger.error("%s", error)
        signs.note_failure(SignOfLife.Part.BEAT, error)
    return ahead


def _rows(model: type[Model], field: str, later_than: datetime) -> QuerySet[Model]:
    found = model._default_manager.filter(**{f"{field}__gt": later_than})
    # The clocks of a game that is paused run from the end of the pause on.
    return found.exclude(Q(game__resume_at=F("runs_since"))) if model is Seat else found


def _bring_back(model: type[Model], field: str, reckoned: Fields, ahead: timedelta, now: datetime) -> None:
    for row in _rows(model, field, now + outages.TOLERANCE):
        changed: dict[str, datetime] = {field: now}
        for name in reckoned:
            due: datetime | None = getattr(row, name)
            if due is not None:
                changed[name] = max(now, due - ahead)
        model._default_manager.filter(pk=row.pk).update(**changed)
        if isinstance(row, Seat) and row.user_id is not None:
            clocks.set_rings_at_for(row.user_id)
