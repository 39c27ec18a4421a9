"""Checks right before sending whether an alert is still worth sending."""

from datetime import datetime, timedelta

from games.alerts import of_tournaments
from games.disputes import sanctions
from games.models import Game, GameEvent, Notice, Seat, Visit
from games.services.alerts.notices import GOES_ON, HELD, REMINDERS, WAITING_KINDS
from games.timekeeping.seats import ALL

LOOKING = timedelta(seconds=90)
"""Whoever used the game's visible page no longer ago than this knows what there is to know."""

Kind = Notice.Kind


def why_not(notice: Notice, now: datetime) -> str:
    """Returns the key of `words.REASONS` why this alert is not to be sent; empty if it is."""
    if not notice.user.is_active:
        return "closed"
    if notice.kind != Kind.DISPUTE and sanctions.ban_of(notice.user_id) is not None:
        return "banned"
    if notice.kind == Kind.TOURNAMENT:
        return of_tournaments.why_not(notice)
    if notice.kind in WAITING_KINDS:
        why = _wait_over(notice, now)
    elif notice.kind == Kind.INVITATION:
        why = "" if notice.game.status == Game.Status.OPEN else "taken"
    elif "gone" in notice.data:
        return ""  # there is no page any more on which it could have been seen
    elif notice.kind == Kind.OFFER:
        why = _offer_over(notice)
    elif notice.kind == Kind.START:
        why = _start_over(notice)
    else:
        why = GOES_ON if notice.kind == Kind.OVER and notice.game.status != Game.Status.OVER else ""
    # Whoever looks at the board has not yet read what was written or decided in a dispute.
    if why or notice.kind in (Kind.LAST_REMINDER, Kind.DISPUTE):
        return why
    return _seen(notice, now)


def _wait_over(notice: Notice, now: datetime) -> str:
    game = notice.game
    if game.status != Game.Status.ACTIVE:
        return "over"
    seat = Seat.objects.filter(game=game, user=notice.user, awaited=True, handover=notice.turn).first()
    # Who has begun to decide knows that the game waits, be it in the middle of a battle.
    if seat is None or game.events.filter(side=seat.side, kind=GameEvent.Kind.ACTION, created_at__gt=notice.created_at).exists():
        return "taken"
    stands = seat.time_left is not None and (seat.runs_since is None or seat.runs_since > now)
    return HELD if stands and notice.kind in REMINDERS else ""


def _start_over(notice: Notice) -> str:
    """Returns the reason why an alert about a start, or about what the start waits for, is obsolete; empty if it is not."""
    game = notice.game
    if "joined" in notice.data:
        return "" if game.status == Game.Status.OPEN else "taken"
    if "tournament" in notice.data:
        return "" if game.status in (Game.Status.OPEN, Game.Status.ACTIVE) else "over"
    if "dice" in notice.data:
        return "" if game.status == Game.Status.OPEN and game.dice_due_at is not None else "taken"
    return "" if game.status == Game.Status.ACTIVE else "over"


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
