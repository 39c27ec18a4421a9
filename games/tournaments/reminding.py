"""Reminders: to both players of a game whose round ends soon, and to who has not answered a challenge.

Each is sent once and logged.
"""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from games.models import Challenge, Game, Pairing, Round, Tournament
from games.services.alerts import notices
from games.services.alerts.kinds.tournaments import Challenged, LateInRound
from games.services.rounds import acts, ends
from games.tournaments.finding import Kind

BEFORE_ANSWER = timedelta(days=1)
BEFORE_END = timedelta(days=3)
"""How long before the end of a round its late players are reminded; of short rounds in their last quarter."""
RUNNING = Tournament.State.RUNNING


def remind() -> None:
    """Reminds all who are to be reminded now."""
    now = timezone.now()
    asked = Challenge.objects.filter(state=Challenge.State.OPEN, reminded_at=None, tournament__state=RUNNING)
    for pk in asked.filter(answer_due_at__lte=now + BEFORE_ANSWER).values_list("pk", flat=True):
        with transaction.atomic():
            _remind_of_answer(pk, now)
    ending = Round.objects.filter(ended_at=None, begun_at__isnull=False, reminded_at=None, tournament__state=RUNNING)
    for made in ending.filter(due_at__lte=now + BEFORE_END).select_related("tournament"):
        end = ends.ends_at(made)
        if end is not None and now < end <= now + min(BEFORE_END, timedelta(days=made.tournament.round_days) / 4):
            with transaction.atomic():
                _remind_of_end(made, end, now)


def _remind_of_answer(pk: int, now: datetime) -> None:
    """Reminds a challenged player a day before the answer is due, once; not of a challenge made lately."""
    found = Challenge.objects.select_related("tournament", "challenger__user", "challenged__user").get(pk=pk)
    due = ends.answer_due_at(found)
    if not now < due <= now + BEFORE_ANSWER:
        return
    # Who is first to write has it: another process finds the row reminded.
    if not Challenge.objects.filter(pk=pk, state=Challenge.State.OPEN, reminded_at=None).update(reminded_at=now):
        return
    if due - found.made_at <= 2 * BEFORE_ANSWER:
        return  # the challenge itself is as recent
    user = found.challenged.user
    act = acts.note(found.tournament, Kind.REMINDED, person=user)
    alert = Challenged(what="answer-soon", from_=found.challenger.user.get_username(), challenge=pk, until=due)
    notices.queue_of_tournament(user=user, tournament=found.tournament, turn=act.pk, alert=alert)


def _remind_of_end(made: Round, end: datetime, now: datetime) -> None:
    """Reminds the players of the round's unfinished games before it ends, once."""
    if not Round.objects.filter(pk=made.pk, reminded_at=None).update(reminded_at=now):
        return
    rows = Pairing.objects.filter(round=made, result="", game__status=Game.Status.ACTIVE)
    for pairing in rows.select_related("game").prefetch_related("game__seats__user"):
        assert pairing.game is not None
        for seat in pairing.game.seats.all():
            if seat.user is not None:
                act = acts.note(made.tournament, Kind.REMINDED, person=seat.user)
                what = "late" if seat.awaited_at_wall else "ends-soon"
                alert = LateInRound(what=what, pairing=pairing.pk, game=str(pairing.game.public_id), until=end)
                notices.queue_of_tournament(user=seat.user, tournament=made.tournament, turn=act.pk, alert=alert)
