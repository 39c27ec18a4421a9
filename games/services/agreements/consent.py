"""What people have agreed to beside the board, and which acts end it: one table, and one function that applies it to a
game.

Consent is given by a person in a position. It binds nobody else and says nothing about another position: when the
person or the position is gone, it has lapsed, and both players are told. `docs/consent.md` shows the table to people; a
test compares the two and walks through every cell. What a person has beyond one game (places in tournaments, games that
have not begun) ends by `games.accounts.leaving`, after the same table.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from enum import StrEnum

from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from games.access import Access
from games.models import Game, GameEvent, Notice, Offer, StandingOrders
from games.services.alerts import notices
from games.services.alerts.kinds.lapsed import Lapsed, OrdersLapsed
from games.services.clocks import clocks
from games.services.record.appending import Entry, append
from games.services.record.state import load_state
from games.shapes import Payload, RecordedFact
from rules.play import IllegalAction

State = Offer.State


class Cause(StrEnum):
    """An act by which consent can lapse."""

    MOVED = "moved"
    """A decision on the board that cannot be taken back."""
    REPLACED = "replaced"
    """A reviewer gives a side to somebody else."""
    COMPUTER = "computer"
    """The computer takes over a side."""
    REWOUND = "rewound"
    RESTORED = "restored"
    RULED = "ruled"
    """A reviewer sets the result, or annuls the game."""
    OVER = "over"
    """The game ends by play, agreement, resignation or time."""
    BANNED = "banned"
    SUSPENDED = "suspended"
    DELETED = "deleted"
    """The account is deleted."""


class Given(StrEnum):
    """Something that people have agreed to or offered. The first five are kinds of `Offer`."""

    PAUSE_OFFER = "pause"
    END_OFFER = "end"
    ANNUL_OFFER = "annul"
    TIME_REQUEST = "more-time"
    RESIGN_OFFER = "resign"
    PAUSE = "agreed-pause"
    TAKE_OVER = "agreed-computer"
    """That the computer may play on for the player who runs out of time."""
    ORDERS = "orders"
    PLANS = "plans"
    """Decisions that can still be taken back."""
    REMATCH = "rematch"
    UNSTARTED = "unstarted"
    """A seat in a game that has not begun, or a search for one."""
    TOURNAMENT = "tournament"
    """A place in a tournament or ladder, or on a waiting list, and challenges."""


_PERSON_GONE = {Cause.BANNED, Cause.SUSPENDED, Cause.DELETED}
_OFFERS = {Cause.REPLACED, Cause.COMPUTER, Cause.REWOUND, Cause.RESTORED, Cause.RULED, Cause.OVER} | _PERSON_GONE
LAPSES: dict[Given, set[Cause]] = {
    Given.PAUSE_OFFER: _OFFERS,
    Given.END_OFFER: _OFFERS | {Cause.MOVED},
    Given.ANNUL_OFFER: _OFFERS | {Cause.MOVED},
    Given.TIME_REQUEST: _OFFERS | {Cause.MOVED},
    Given.RESIGN_OFFER: _OFFERS,
    Given.PAUSE: _OFFERS - {Cause.REWOUND, Cause.COMPUTER},
    Given.TAKE_OVER: {Cause.REPLACED, Cause.COMPUTER, Cause.RULED, Cause.OVER, Cause.DELETED},
    Given.ORDERS: {Cause.REPLACED, Cause.COMPUTER, Cause.REWOUND} | _PERSON_GONE,
    Given.PLANS: {Cause.REPLACED, Cause.COMPUTER, Cause.REWOUND},
    Given.REMATCH: {Cause.REWOUND, Cause.RESTORED} | _PERSON_GONE,
    Given.UNSTARTED: _PERSON_GONE,
    Given.TOURNAMENT: _PERSON_GONE,
}
"""By which acts each lapses. By any other it stands, or the two cannot meet (`CANNOT_MEET`)."""
CANNOT_MEET: dict[Given, set[Cause]] = {
    Given.PAUSE: {Cause.COMPUTER},
    Given.PLANS: {Cause.MOVED, Cause.RESTORED, Cause.RULED, Cause.OVER, Cause.DELETED},
    Given.REMATCH: {Cause.MOVED, Cause.REPLACED, Cause.COMPUTER, Cause.OVER},
    Given.UNSTARTED: set(Cause) - _PERSON_GONE,
    Given.TOURNAMENT: set(Cause) - _PERSON_GONE,
}
"""Pairs that never come together: the computer cannot be called in a pause, a hand-over or an end makes plans final, a
game that can be played has no rematch, and what is about no running game cannot meet what happens in one."""
BY_MOVES = (Given.END_OFFER, Given.ANNUL_OFFER, Given.TIME_REQUEST)
QUIET = (Cause.MOVED, Cause.RULED, Cause.OVER, Cause.DELETED, Cause.RESTORED)
"""Here nothing is mailed: who moves is there, and the end of a game has an alert of its own."""


def lapse(access: Access, cause: Cause, *, sides: Collection[str] = ()) -> None:
    """Ends what has lapsed in a game by this act. Requires the game's lock, after the event of the act.

    `sides` are those whose player has changed, or is gone: their orders and plans end; left out, those of both sides.
    Offers, a pause and the agreement on the computer end as `LAPSES` says for the cause, whatever `sides` are. Writes
    an event of the site for each of them. One alert tells both players, unless the cause is in `QUIET`.
    """
    site = replace(access, user=AnonymousUser())
    gone = sides or tuple(access.seats)
    if _lapses(Given.PLANS, cause) and cause != Cause.REWOUND:  # by a rewind all plans are gone already
        for side in gone:
            _take_plans_back(site, side)
    if _lapses(Given.ORDERS, cause):
        _drop_orders(access, gone, cause)
    lapsed = _lapse_offers(site, cause, _open_offers(access))
    if access.game.status == Game.Status.ACTIVE:
        lapsed += _lapse_pause(site) if _lapses(Given.PAUSE, cause) else []
        lapsed += _lapse_take_over(site) if _lapses(Given.TAKE_OVER, cause) else []
    if lapsed and cause not in QUIET:
        _tell_both(access, lapsed[-1])


def _tell_both(access: Access, event: GameEvent) -> None:
    for seat in access.seats.values():
        if seat.user is not None:
            notices.queue(user=seat.user, game=access.game, turn=event.seq, alert=Lapsed())


def follow_moves(access: Access, events: Sequence[GameEvent], asked: Collection[str]) -> None:
    """Ends the offers that these decisions, the latest of the game, have answered by playing on.

    An offer to end or to annul is about the position: it lapses when the other side goes on playing, or standing orders
    do for the player who made it. A player who goes on by hand, knowing that it stands, makes it anew. A request for
    time lapses when that turn ends: `asked` are the sides that had to decide before.
    """
    walls = [event for event in events if event.wall and event.kind == GameEvent.Kind.ACTION]
    if not walls or not has_offers(access) or access.game.status != Game.Status.ACTIVE:
        return
    lapsed = []
    for offer in _open_offers(access, BY_MOVES):
        if offer.kind == Offer.Kind.MORE_TIME:
            answered = offer.side in asked and not access.seats[offer.side].awaited
        else:
            answered = not _renew(offer, walls)
        if answered:
            lapsed.append(offer)
    _lapse_offers(replace(access, user=AnonymousUser()), Cause.MOVED, lapsed)


def _renew(offer: Offer, walls: Sequence[GameEvent]) -> bool:
    """Renews an offer at the latest wall if its maker passed all of these walls by hand. Returns whether it did."""
    if not all(event.side == offer.side and not event.by_orders for event in walls):
        return False
    Offer.objects.filter(pk=offer.pk).update(wall=walls[-1].seq)
    return True


def is_still_valid(offer: Offer, access: Access) -> bool:
    """Whether an open offer is still valid: its side has the same player, and the position is that of the offer."""
    seat = access.seats[offer.side]
    same_person = offer.person_id is not None and offer.person_id == seat.user_id
    return same_person and (
        offer.kind not in (Offer.Kind.END, Offer.Kind.ANNUL) or offer.wall == last_wall(access.game)
    )


def last_wall(game: Game) -> int:
    """Returns the number of the last event that nobody can take back."""
    if game.history_counts is not None:
        return int(game.history_counts["seq"])
    return game.events.filter(wall=True).order_by("-seq").values_list("seq", flat=True).first() or 0


def has_offers(access: Access) -> bool:
    """Whether there is an open offer, as was known when the seats were loaded."""
    return any(seat.game_has_offers for seat in access.seats.values())


# --- inside
# ------------------------------------------------------------------------------------------------------------------


def _lapses(given: Given, cause: Cause) -> bool:
    """Whether an agreement of this kind lapses by this cause."""
    return cause in LAPSES[given]


def _open_offers(access: Access, kinds: Iterable[Given] = ()) -> list[Offer]:
    """Returns the open offers of a game, of these kinds or of all."""
    if not has_offers(access):
        return []
    found = Offer.objects.filter(game=access.game, state=State.OPEN).order_by("pk")
    return list(found.filter(kind__in=[str(kind) for kind in kinds]) if kinds else found)


def _lapse_offers(site: Access, cause: Cause, offers: Iterable[Offer]) -> list[GameEvent]:
    """Ends these offers. In a game that goes on each is told by an event."""
    events = []
    for offer in offers:
        if not _lapses(Given(offer.kind), cause):
            continue
        Offer.objects.filter(pk=offer.pk).update(state=State.LAPSED, settled_at=timezone.now())
        if site.game.status != Game.Status.ACTIVE:
            continue
        notices.drop(
            game=site.game,
            kinds=[Notice.Kind.OFFER],
            turn=offer.event,
            why="moved" if cause == Cause.MOVED else "lapsed",
        )
        fact = {"type": f"{offer.kind}-lapsed", "side": offer.side}
        events.append(_record(site, offer.side, {"type": "lapse", "offer": offer.kind}, fact))
    return events


def _lapse_pause(site: Access) -> list[GameEvent]:
    """Ends a pause that has no end yet: the clocks run after the notice of the pace, as when a player ends it."""
    game, now = site.game, timezone.now()
    if not clocks.is_paused(game, now) or game.resume_at is not None:
        return []
    game.resume_at = now + clocks.pace_of(game).notice
    Game.objects.filter(pk=game.pk).update(resume_at=game.resume_at)
    clocks.restart_after_stop(site, now)
    clocks.save_clocks(site)
    until = game.resume_at.isoformat()
    payload = {"type": "lapse-agreed", "agreement": "pause", "until": until}
    event = _record(site, "", payload, {"type": "agreed-pause-lapsed", "until": until})
    notices.release_reminders(game=game, seats=site.seats.values())
    return [event]


def _lapse_take_over(site: Access) -> list[GameEvent]:
    """Ends the agreement that the computer may be called. Where it has been, there is none any more."""
    game = site.game
    if not game.offers_computer:
        return []
    game.take_over = False
    Game.objects.filter(pk=game.pk).update(take_over=False)
    return [_record(site, "", {"type": "lapse-agreed", "agreement": "computer"}, {"type": "agreed-computer-lapsed"})]


def _drop_orders(access: Access, sides: Collection[str], cause: Cause) -> None:
    """Deletes standing orders.

    Their owner alone is told, where they still play: nobody else may know that there were any.
    """
    for side in sides:
        seat = access.seats[side]
        rows = StandingOrders.objects.filter(seat=seat)
        owner = rows.values_list("user", flat=True).first()
        rows.delete()
        seat.orders_found = (None,) * len(seat.orders_found)
        if cause == Cause.REWOUND and seat.user is not None and owner == seat.user_id:
            notices.queue(user=seat.user, game=access.game, alert=OrdersLapsed())


def _take_plans_back(site: Access, side: str) -> None:
    """Undoes the plans of a side whose seat has a new player."""
    state = load_state(site)
    undoes = state.plans_of(side)
    if not undoes or site.game.status != Game.Status.ACTIVE:
        return
    try:
        position = state.without(undoes)
    except IllegalAction:  # planned under earlier rules: the game is held, and its plans are dealt with when it goes on
        return
    facts: list[RecordedFact] = [{"type": "taken-back", "side": side, "count": len(undoes)}]
    entry = Entry(GameEvent.Kind.UNDO, side, {"type": "restart-turn", "undoes": undoes}, wall=False, facts=facts)
    append(site, entry, key=None, position=position, snapshot=state.snapshot)


def _record(site: Access, side: str, payload: Payload, fact: RecordedFact) -> GameEvent:
    """Records an event of the site's."""
    return append(site, Entry(GameEvent.Kind.SYSTEM, side, payload, wall=False, facts=[fact]), key=None, position=None)
