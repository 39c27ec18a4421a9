"""Offers between players, gifts of time, pauses and claims.

Each is an event that everybody sees at once and that touches nothing on the board (an aside, `record.Entry`), but for
those that end the game. All go the same way: lock the game, find a repetition of the same key, look whether it can be
done, do it, tell the other player.
"""

import uuid
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta

from django.utils import timezone

from games import errors
from games.access import Access
from games.models import Game, GameEvent, Notice, Offer, User
from games.models.game import OTHER
from games.paces import in_words
from games.services.agreements import consent, endings, takeover
from games.services.agreements.errors import (
    TOO_SOON,
    AlreadyPaused,
    NoSuchOffer,
    NotPaused,
    OfferStands,
    TakeOverAgreed,
    TheirOffer,
    TooSoon,
)
from games.services.alerts import notices
from games.services.alerts.kinds import offers as kinds
from games.services.clocks import clocks
from games.services.record.appending import Entry, append
from games.services.record.writing import find_repetition, lock_game
from games.services.rounds import overlaps
from games.shapes import Json, Payload, RecordedFact

Kind, State = Offer.Kind, Offer.State
ACCEPT, DECLINE, WITHDRAW = "accept", "decline", "withdraw"
ANSWERS = (ACCEPT, DECLINE, WITHDRAW)
WIN, ANNUL, COMPUTER = "win", "annul", "computer"
CLAIMS = (WIN, ANNUL, COMPUTER)
SETTLED = {DECLINE: State.DECLINED, WITHDRAW: State.WITHDRAWN}

Act = Callable[[Access, str], None]


def make_offer(
    *, game_id: uuid.UUID, user: User, kind: str, idempotency_key: uuid.UUID, side: str | None = None
) -> Access:
    """Offers a pause, an end without a winner or an annulment, or asks for more time.

    One of each kind at a time. The computer may offer to resign.

    Raises OfferStands, TheirOffer, TooSoon after a refusal, NoClock or AlreadyPaused where there is nothing to offer.
    """
    payload = {"type": "offer", "offer": str(kind)}

    def apply_change(access: Access, side: str) -> None:
        """Records the offer and alerts the other side."""
        now = timezone.now()
        _check_offer(access, side, kind, now)
        event = append_aside(access, side, payload, {"type": f"{kind}-offered", "side": side}, idempotency_key)
        Offer.objects.create(
            game=access.game,
            side=side,
            kind=kind,
            event=event.seq,
            made_at=now,
            person=user,
            wall=consent.last_wall(access.game),
        )
        for seat in access.seats.values():
            seat.game_has_offers = True
        _alert(access, side, event, kinds.Offer(offer=kind))

    return perform(
        game_id=game_id, user=user, key=idempotency_key, side=side, payload=payload, apply_change=apply_change
    )


def answer_offer(
    *, game_id: uuid.UUID, user: User, kind: str, answer: str, idempotency_key: uuid.UUID, side: str | None = None
) -> Access:
    """Accepts or declines the other's offer, or withdraws one's own.

    Raises NoSuchOffer when there is no such open offer.
    """
    payload = {"type": "answer", "offer": str(kind), "answer": answer}

    def apply_change(access: Access, side: str) -> None:
        """Settles the offer, and on acceptance carries it out."""
        now = timezone.now()
        by = side if answer == WITHDRAW else OTHER[side]
        offer = Offer.objects.filter(game=access.game, kind=kind, state=State.OPEN, side=by).first()
        if offer is None or (answer == ACCEPT and not consent.is_still_valid(offer, access)):
            raise NoSuchOffer
        state = SETTLED.get(answer, State.ACCEPTED)
        Offer.objects.filter(pk=offer.pk).update(state=state, settled_at=now)
        why = "withdrawn" if answer == WITHDRAW else "answered"
        notices.drop(game=access.game, kinds=[Notice.Kind.OFFER], turn=offer.event, why=why)
        if answer == ACCEPT:
            ACCEPTED[Kind(kind)](access, side, payload, idempotency_key)
            return
        verb = "declined" if answer == DECLINE else "withdrawn"
        event = append_aside(access, side, payload, {"type": f"{kind}-{verb}", "side": side}, idempotency_key)
        if answer == DECLINE:
            _alert(access, side, event, kinds.Offer(offer="declined"))

    return perform(
        game_id=game_id, user=user, key=idempotency_key, side=side, payload=payload, apply_change=apply_change
    )


def give_time(*, game_id: uuid.UUID, user: User, idempotency_key: uuid.UUID, side: str | None = None) -> Access:
    """Gives the other side time, asked or not. The pace sets the amount."""
    payload = {"type": "give-time"}

    def apply_change(access: Access, side: str) -> None:
        """Settles the wish for time, if there was one, and gives it."""
        if not clocks.has_clock(access.game):
            raise errors.NoClock
        asked = Offer.objects.filter(game=access.game, kind=Kind.MORE_TIME, state=State.OPEN, side=OTHER[side])
        asked.update(state=State.ACCEPTED, settled_at=timezone.now())
        _give_time(access, side, payload, idempotency_key)

    return perform(
        game_id=game_id, user=user, key=idempotency_key, side=side, payload=payload, apply_change=apply_change
    )


def end_pause(*, game_id: uuid.UUID, user: User, idempotency_key: uuid.UUID, side: str | None = None) -> Access:
    """Ends a pause: the clocks run again after the pace's notice period, of which the other is told.

    Raises NotPaused.
    """
    payload = {"type": "end-pause"}

    def apply_change(access: Access, side: str) -> None:
        """Sets the end of the pause, and alerts the other side."""
        game, now = access.game, timezone.now()
        if not clocks.is_paused(game, now) or game.resume_at is not None:
            raise NotPaused
        game.resume_at = now + clocks.pace_of(game).notice
        _save_pause(access)
        clocks.restart_after_stop(access, now)
        clocks.save_clocks(access)
        fact = {"type": "pause-ended", "side": side, "until": game.resume_at.isoformat()}
        event = append_aside(access, side, payload, fact, idempotency_key)
        _alert(access, side, event, kinds.PauseEnds(until=game.resume_at))
        notices.release_reminders(game=game, seats=access.seats.values())

    return perform(
        game_id=game_id, user=user, key=idempotency_key, side=side, payload=payload, apply_change=apply_change
    )


def claim(*, game_id: uuid.UUID, user: User, what: str, idempotency_key: uuid.UUID, side: str | None = None) -> Access:
    """Ends the game, won or annulled, when the other side's time is up; in games made so the computer takes that side
    over in place of a win. Raises NotRunOut, YourTurn, ClocksStand, TakeOverAgreed or NoTakeOver.

    A move that was there first counts: then there is nothing to claim any more.
    """
    payload = {"type": "claim", "claim": what}

    def apply_change(access: Access, side: str) -> None:
        """Ends the game, or has the computer play on, if the other side's time is up."""
        if (refusal := clocks.claim_refusal(access, side, timezone.now())) is not None:
            raise refusal
        late, won = OTHER[side], what == WIN
        if won and access.game.offers_computer:
            raise TakeOverAgreed
        if what == COMPUTER:
            takeover.check(access.game)
            append_aside(access, side, payload, {"type": "taken-over", "side": side, "loser": late}, idempotency_key)
            takeover.take_over(access, late)
            return
        endings.end(
            access,
            ending=Game.Ending.TIME_OUT if won else Game.Ending.ANNULLED,
            winner=side if won else "",
            side=side,
            reason=endings.LATE,
            fact={"type": "time-claimed" if won else "annulled-late", "side": side, "loser": late},
            payload=payload,
            key=idempotency_key,
        )

    return perform(
        game_id=game_id, user=user, key=idempotency_key, side=side, payload=payload, apply_change=apply_change
    )


def perform(
    *, game_id: uuid.UUID, user: User, key: uuid.UUID, side: str | None, payload: Payload, apply_change: Act
) -> Access:
    """Runs an act beside the board in a running game of two players. Returns the game afterward."""

    with lock_game(user=user, game_id=game_id, key=key) as access:
        own = access.playing(side)
        if find_repetition(access, key=key, kind=GameEvent.Kind.SYSTEM, side=own, payload=payload) is None:
            if access.game.solo:
                raise errors.Alone
            endings.check_running(access.game)
            apply_change(access, own)
        return access


def append_aside(access: Access, side: str, payload: Payload, fact: RecordedFact, key: uuid.UUID | None) -> GameEvent:
    """Records an aside: an event that everybody sees at once and that leaves the position unchanged."""
    return append(access, Entry(GameEvent.Kind.SYSTEM, side, payload, wall=False, facts=[fact]), key=key, position=None)


# --- inside
# ------------------------------------------------------------------------------------------------------------------


def _check_offer(access: Access, side: str, kind: str, now: datetime) -> None:
    """Raises a Refused if this side cannot make such an offer now."""
    game = access.game
    if kind in (Kind.PAUSE, Kind.MORE_TIME) and not clocks.has_clock(game):
        raise errors.NoClock
    if kind == Kind.PAUSE and clocks.is_paused(game, now) and game.resume_at is None:
        raise AlreadyPaused
    if kind == Kind.PAUSE:
        overlaps.check_pause(game)
    open_offer = Offer.objects.filter(game=game, kind=kind, state=State.OPEN).first()
    if open_offer is not None:
        raise OfferStands if open_offer.side == side else TheirOffer
    refused = (
        Offer.objects.filter(game=game, kind=kind, side=side, state=State.DECLINED).order_by("-settled_at").first()
    )
    if refused is not None and refused.settled_at is not None:
        wait = refused.settled_at + clocks.pace_of(game).again - now
        if wait > timedelta(0):
            raise TooSoon(TOO_SOON.format(time=in_words(wait)))


def _begin_pause(access: Access, side: str, payload: Payload, key: uuid.UUID) -> None:
    """Stops the clocks as both agreed."""
    game, now = access.game, timezone.now()
    overlaps.check_pause(game)
    clocks.stop_clocks(access, now)
    game.paused_at, game.resume_at = now, None
    _save_pause(access)
    clocks.save_clocks(access)
    event = append_aside(access, side, payload, {"type": "pause-begun", "side": side}, key)
    _alert(access, side, event, kinds.Offer(offer="pause-begun"))
    overlaps.tell_of_pause(game)
    notices.hold_reminders(game=game)


def _give_time(access: Access, side: str, payload: Payload, key: uuid.UUID) -> None:
    """Adds the pace's gift to the other side's clock."""
    amount = clocks.pace_of(access.game).gift
    clocks.add_time(access, OTHER[side], amount, timezone.now())
    clocks.save_clocks(access)
    fact = {"type": "time-given", "side": side, "loser": OTHER[side], "amount": int(amount.total_seconds())}
    event = append_aside(access, side, payload, fact, key)
    _alert(access, side, event, kinds.TimeGiven())


def _agree_end(access: Access, side: str, payload: Payload, key: uuid.UUID) -> None:
    """Ends the game without a winner, as both agreed."""
    fact = {"type": "game-agreed", "side": side}
    endings.end(
        access, ending=Game.Ending.AGREED, side=side, reason=endings.CONSENT, fact=fact, payload=payload, key=key
    )


def _agree_annulment(access: Access, side: str, payload: Payload, key: uuid.UUID) -> None:
    """Annuls the game, as both agreed."""
    fact = {"type": "annulled-by-consent", "side": side}
    endings.end(
        access, ending=Game.Ending.ANNULLED, side=side, reason=endings.CONSENT, fact=fact, payload=payload, key=key
    )


def _accept_resignation(access: Access, side: str, payload: Payload, key: uuid.UUID) -> None:
    """Ends the game by an offered resignation."""
    fact = {"type": "resignation-accepted", "side": side, "loser": OTHER[side]}
    ending = Game.Ending.RESIGNATION
    endings.end(
        access, ending=ending, winner=side, side=side, reason=endings.CONSENT, fact=fact, payload=payload, key=key
    )


ACCEPTED: dict[str, Callable[[Access, str, Json, uuid.UUID], None]] = {
    Kind.PAUSE: _begin_pause,
    Kind.MORE_TIME: _give_time,
    Kind.END: _agree_end,
    Kind.ANNUL: _agree_annulment,
    Kind.RESIGN: _accept_resignation,
}


def _save_pause(access: Access) -> None:
    Game.objects.filter(pk=access.game.pk).update(paused_at=access.game.paused_at, resume_at=access.game.resume_at)


def _alert(access: Access, side: str, event: GameEvent, alert: kinds.Offer) -> None:
    """Queues an alert to the other player; not in games against the computer, which send none."""
    other = access.seats[OTHER[side]].user
    if other is not None and not access.game.computer:
        notices.queue(
            user=other, game=access.game, turn=event.seq, alert=replace(alert, from_=access.user.get_username())
        )
