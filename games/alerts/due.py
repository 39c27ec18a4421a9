"""Whether an alert is still worth sending: asked at the last moment before it is."""

from datetime import datetime, timedelta

from games.models import Game, GameEvent, Notice, Seat, Visit
from games.services.clocks import ALL
from games.services.notices import GOES_ON, HELD, REMINDERS, WAITING_KINDS

LOOKING = timedelta(seconds=90)
"""Whoever used the game's visible page no longer ago than this knows what there is to know."""

Kind = Notice.Kind


def why_not(notice: Notice, now: datetime) -> str:
    """A key of `words.REASONS` why this alert is not to be sent; empty if it is."""
    if not notice.user.is_active:
        return "closed"
    game = notice.game
    if notice.kind in WAITING_KINDS:
        if game.status != Game.Status.ACTIVE:
            return "over"
        seat = Seat.objects.filter(game=game, user=notice.user, awaited=True, handover=notice.turn).first()
        # Who has begun to decide knows that the game waits, be it in the middle of a battle.
        if seat is None or game.events.filter(side=seat.side, kind=GameEvent.Kind.ACTION, created_at__gt=notice.created_at).exists():
            return "taken"
        if notice.kind in REMINDERS and seat.time_left is not None and (seat.runs_since is None or seat.runs_since > now):
            return HELD
    elif notice.kind == Kind.INVITATION and game.status != Game.Status.OPEN:
        return "taken"
    elif "gone" in notice.data:
        return ""
    elif notice.kind == Kind.START and "joined" in notice.data:
        if game.status != Game.Status.OPEN:
            return "taken"
    elif notice.kind == Kind.START and "dice" in notice.data:
        if game.status != Game.Status.OPEN or game.dice_due_at is None:
            return "taken"
    elif notice.kind == Kind.OFFER:
        if why := _offer_over(notice):
            return why
    elif notice.kind == Kind.START and game.status != Game.Status.ACTIVE:
        return "over"
    elif notice.kind == Kind.OVER and game.status != Game.Status.OVER:
        return GOES_ON
    # Whoever looks at the board has not yet read what was written or decided in a dispute.
    return "" if notice.kind in (Kind.LAST_REMINDER, Kind.DISPUTE) else _seen(notice, now)


def _offer_over(notice: Notice) -> str:
    what, game = notice.data.get("offer"), notice.game
    if what == "rematch":
        return ""
    if game.status != (Game.Status.OPEN if what == "idle-open" else Game.Status.ACTIVE):
        return "over"
    if what in ("idle", "idle-open"):
        return "" if game.warned_at is not None else "moved"
    if what == "time-up":
        # Who was late has moved, or has been given time.
        late = game.seats.filter(awaited=True, rung=ALL).exclude(user=notice.user)
        return "" if late.exists() else "moved"
    return ""


def _seen(notice: Notice, now: datetime) -> str:
    visit = Visit.objects.filter(user=notice.user, game=notice.game).first()
    if visit is None:
        return ""
    if notice.kind == Kind.MESSAGE and visit.used_at > notice.created_at:
        return "read"
    return "seen" if now - visit.used_at < LOOKING else ""
