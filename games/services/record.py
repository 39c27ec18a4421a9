"""The door every change of a game goes through: one event is appended, versions are counted, the change is announced."""

import uuid
from dataclasses import dataclass, field
from typing import Any

from django.utils import timezone

from games.access import Access, Viewer
from games.errors import KeyReused
from games.models import Game, GameEvent, Offer, Stretch
from games.services import changes, clocks, dice, kept_tables, notices, numbering, results
from games.services.announce import announce_after_commit
from games.services.numbering import is_aside
from games.statements import Change, RowGone, write_together
from rules.chain import chain_start, event_hash, state_hash
from rules.events import Event
from rules.game import VERSION
from rules.position import Position

# What an event may change of its game; the last ones only with the status.
COUNTERS = ("version", "head", "draws_made")
AT_A_SEAT = ("version", "awaited", "awaited_at_wall", "handover")
AT_AN_ASIDE = (*COUNTERS, "public_version", "touched_at", "warned_at")
DICE = ("commitment", "sealed_secret", "revealed", "past_dice")
AT_A_WALL = (*AT_AN_ASIDE, "stamp", "moved_at", "year", "turn", "history_counts")
FIELDS_ON_STATUS_CHANGE = (*AT_A_WALL, "status", "winner", "ending", "ended_by", "ending_reason", "started_at", "ended_at")


@dataclass(frozen=True)
class Entry:
    """What is to be recorded. Facts are JSON of rules events for actions and the start, else facts of our own that all may see.

    An aside is an event of the site's own that is no wall: an offer, a pause, a vacation. Everybody learns of it at once, and it touches
    neither the position nor what can be taken back.
    """

    kind: GameEvent.Kind
    side: str
    payload: dict[str, Any]
    wall: bool
    facts: list[dict[str, Any]] = field(default_factory=list)
    draws: list[dict[str, Any]] = field(default_factory=list)
    by_orders: bool = False
    nameless: bool = False
    """The record shall not say who did it, as it never does of staff."""

    @property
    def aside(self) -> bool:
        return is_aside(self.kind, self.wall)


def find_repetition(access: Access, *, key: uuid.UUID | None, kind: GameEvent.Kind, side: str, payload: dict[str, Any]) -> GameEvent | None:
    """Returns the event this very request made before. Raises KeyReused when the key belongs to another request."""
    if key is None:
        return None
    event = access.game.events.filter(actor=access.user.pk, idempotency_key=key).first()
    if event is None:
        return None
    same = event.kind == kind and event.side == side and all(event.payload.get(name) == value for name, value in payload.items())
    if not same or (kind == GameEvent.Kind.ACTION and event.payload != payload):
        raise KeyReused
    return event


def append(access: Access, entry: Entry, *, key: uuid.UUID | None, position: Position | None, stretch: Stretch | None = None) -> GameEvent:
    """Records one event and brings the game up to date. Call it with the game locked, in a transaction.

    `stretch` is the latest one of the game as its table was loaded with it; without it, it is looked up. Raises RowGone where it is gone.

    Behind a wall every counter goes up by one, whatever number of provisional actions became visible; before it only the counter
    of the side that acted. Raises TooManyChanges.
    """
    game, now = access.game, timezone.now()
    if not entry.wall:
        action, wall = str(entry.payload.get("type")), stretch.walls[-1][0] if stretch is not None else None
        changes.check(access, kind=entry.kind, side=entry.side, action=action, wall=wall)
    placed = position.to_json() if position is not None else None
    game.version += 1
    dice_changed = _follow_dice(game)
    new_dice = {"commitment": game.commitment} if dice_changed and not game.revealed else {}
    event = GameEvent(
        game=game,
        seq=game.version,
        kind=entry.kind,
        side=entry.side,
        actor_id=access.user.pk,
        # Records go out into the world, and players are not told which reviewer it was: `actor` and the audit log have that.
        person=None if entry.nameless or entry.kind == GameEvent.Kind.STAFF else access.user.pk,
        payload=entry.payload | new_dice,
        draws=entry.draws,
        events=entry.facts,
        wall=entry.wall,
        by_orders=entry.by_orders,
        rules_version=VERSION,
        idempotency_key=key,
        # The clock of a machine may have been put back: a record whose times go back is taken for a changed one.
        created_at=max(now, game.moved_at or now),
    )
    event.shown_to_frank, event.shown_to_saracen, event.shown_to_public = (
        bool(seen(event, viewer)) for viewer in ("frank", "saracen", None)
    )
    _link(game, event, placed)

    if access.user.pk is not None and (entry.wall or entry.aside):
        game.touched_at, game.warned_at = now, None
    if entry.aside:
        for seat in access.seats.values():
            seat.version += 1
        game.public_version += 1
        aside: list[Change] = [(seat, ("version",)) for seat in access.seats.values()]
        write_together([*aside, (game, (*AT_AN_ASIDE, *dice_changed))], new=event)
        event.written = True
        announce_after_commit(access, only=None)
        return event

    changed_seats, touched = [], []
    asked = {side for side, seat in access.seats.items() if seat.awaited_at_wall}
    before = {side: seat.awaited for side, seat in access.seats.items()}
    for side, seat in access.seats.items():
        over = game.status != Game.Status.ACTIVE
        awaited = position is not None and not over and side in position.awaited
        if entry.wall or side == entry.side or seat.awaited != awaited:
            seat.version += entry.wall or side == entry.side
            # Where a decision of both follows one's own act, one may well think that one is done: that is a hand-over to both.
            joined = awaited and entry.wall and position is not None and any(not before[one] for one in position.awaited)
            if before[side] != awaited or joined:
                changed_seats.append(seat)
                if awaited and entry.wall:  # an undo is no hand-over
                    seat.handover = event.seq
            seat.awaited = awaited
            seat.awaited_at_wall = awaited if entry.wall else seat.awaited_at_wall
            touched.append(side)
    free = tuple(access.seats) if entry.kind != GameEvent.Kind.ACTION else (entry.side,) if entry.by_orders else ()
    wound = clocks.follow_event(access, asked=asked, wall=entry.wall, free=free, now=now)
    written: list[Change] = []
    for side, seat in access.seats.items():
        if side in touched or wound[side]:
            # All that may change: there are few statements then, and PostgreSQL keeps them prepared.
            written.append((seat, (*AT_A_SEAT, *clocks.CLOCK_FIELDS)))
    if entry.wall:
        game.public_version += 1
        game.moved_at = event.created_at
        game.history_counts = numbering.counts_after(game, event)
        if position is not None:
            game.year, game.turn = position.year, position.turn
    if placed is not None:
        written += _keep(game, stretch, event, placed)
    fated = entry.wall and (position is None or game.status != Game.Status.ACTIVE or entry.kind != GameEvent.Kind.ACTION)
    changed = FIELDS_ON_STATUS_CHANGE if fated else AT_A_WALL if entry.wall else COUNTERS
    try:
        write_together([*written, (game, (*changed, *dice_changed))], new=event)
    except RowGone:  # its positions were written anew since this process read them, as `check_games` can
        kept_tables.laid.drop(game.public_id)
        raise
    event.written = True
    if game.status != Game.Status.ACTIVE:
        Offer.objects.filter(game=game, state=Offer.State.OPEN).update(state=Offer.State.LAPSED, settled_at=now)
    if fated and (game.status == Game.Status.OVER or entry.kind == GameEvent.Kind.STAFF):
        results.after_end(game)
    started = entry.payload.get("type") == "start"
    by = None if entry.by_orders else access.user.pk  # who left orders may be away, and hears of it like everybody else
    staff = entry.kind == GameEvent.Kind.STAFF
    notices.follow_event(
        game=game, seats=access.seats.values(), changed=changed_seats, started=started, wall=entry.wall, by=by, staff=staff
    )
    turned = [] if game.solo else [seat.user_id for seat in changed_seats]
    announce_after_commit(access, only=None if entry.wall else entry.side, turned=turned)
    return event


def _keep(game: Game, stretch: Stretch | None, event: GameEvent, placed: dict[str, Any]) -> list[Change]:
    """Keeps the position that an event leaves. Returns what is to be written of it with the event."""
    stretch = stretch or game.stretches.order_by("-seq").first()
    if stretch is None:
        Stretch.begin(game, event.seq, placed)
        return []
    return [(stretch, stretch.go_on(event.seq, placed, wall=event.wall))]


def _follow_dice(game: Game) -> tuple[str, ...]:
    """The secret of a game that is over is known to all. Whatever takes the game up again commits it to another one, and says so.
    Returns the names of the fields this has changed."""
    if game.status == Game.Status.OVER and not game.revealed:
        game.revealed = True
    elif game.status == Game.Status.ACTIVE and (game.revealed or not game.commitment):
        game.commit()
    else:
        return ()
    return DICE


def _link(game: Game, event: GameEvent, placed: dict[str, Any] | None) -> None:
    """Ties the event to all before it and to the position it leaves, and counts its draws."""
    if placed is not None:
        event.state_hash = state_hash(placed)
    elif event.seq > 1:
        event.state_hash = _state_before(game)
    begun = bool(game.head)
    event.prev_hash = game.head or chain_start(str(game.public_id), [before.content() for before in GameEvent.record_of(game)])
    event.hash = game.head = event_hash(event.content())
    if begun:
        event.prev_hash = None  # the event before has it
    if event.wall:
        game.stamp = dice.stamp_of(game, event.hash)
    if event.draws and "n" in event.draws[-1]:
        game.draws_made = event.draws[-1]["n"] + 1


def _state_before(game: Game) -> str:
    """The hash of the position as it stands, "" where there is none yet."""
    found = game.events.order_by("-seq").values_list("state_hash", flat=True).first()
    if found:
        return str(found)
    latest = game.stretches.order_by("-seq").first()  # recorded before there were hashes
    return state_hash((latest.beyond or latest.walls[-1])[1]) if latest is not None else ""


def seen(event: GameEvent, viewer: Viewer) -> list[dict[str, Any]]:
    """What this viewer may see of an event, as the rules say it."""
    if event.kind != GameEvent.Kind.ACTION and event.payload.get("type") != "start":
        return list(event.events)
    facts = (Event.from_json(fact).seen_by(viewer) for fact in event.events)
    return [_in_order(fact) for fact in facts if fact is not None]


def disclosed(event: GameEvent) -> list[dict[str, Any]]:
    """What an event tells whoever may know everything: each fact as its owner sees it, with the owner as its side if it names none."""
    if event.kind != GameEvent.Kind.ACTION and event.payload.get("type") != "start":
        return list(event.events)
    facts = ((fact.get("owner"), Event.from_json(fact).seen_by(fact.get("owner"))) for fact in event.events)
    return [({"side": owner} if owner else {}) | _in_order(fact) for owner, fact in facts if fact is not None]


def _in_order(fact: dict[str, Any]) -> dict[str, Any]:
    """PostgreSQL keeps the names of an object in an order of its own; sentences that list them should not depend on the database."""
    return {name: dict(sorted(value.items())) if isinstance(value, dict) else value for name, value in fact.items()}
