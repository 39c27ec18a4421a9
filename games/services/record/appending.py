"""Appends events to a game's record: builds, links and stores them, then calls FOLLOWERS.

Every change of a game goes through it.
"""

import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property

from celery import signature
from django.db import transaction
from django.utils import timezone

from games.access import Access
from games.errors import TooManyChanges
from games.models import Game, GameEvent, Seat, Snapshot
from games.services.after_commit import waking
from games.services.after_commit.announce import announce_after_commit
from games.services.alerts import notices
from games.services.clocks import clocks
from games.services.record import dice, numbering, state_cache
from games.services.record.facts import visible_facts
from games.services.record.numbering import is_aside
from games.shapes import Json, JsonObject, Payload, RecordedFact
from games.statements import Change, RowGone, write_together
from rules import game as rules_game
from rules.chain import chain_start, event_hash, state_hash
from rules.position import Position

# What an event may change of its game; the last ones only with the status.
COUNTERS = ("version", "head", "draws_made")
AT_A_SEAT = ("version", "awaited", "awaited_at_wall", "handover")
AT_AN_ASIDE = (*COUNTERS, "public_version", "touched_at", "warned_at")
DICE = ("commitment", "sealed_secret", "revealed", "past_dice")
AT_A_WALL = (*AT_AN_ASIDE, "stamp", "moved_at", "year", "turn", "frank_cities", "history_counts")
FIELDS_ON_STATUS_CHANGE = (
    *AT_A_WALL,
    "status",
    "winner",
    "ending",
    "ended_by",
    "ending_reason",
    "started_at",
    "ended_at",
)

MOST_CHANGES = {GameEvent.Kind.UNDO: 200, GameEvent.Kind.ACTION: 1000, GameEvent.Kind.SYSTEM: 60}
"""Events of one side since the last wall: what it took back, did, and offered or announced."""
ALWAYS_ALLOWED = {"done", "answer", "vacation-ended", "vacation-canceled", "end-pause"}
"""What ends something can be done however much there was: it is there no oftener than what it ends."""


@dataclass(frozen=True)
class Entry:
    """An event to be recorded.

    Facts are JSON of the rules' events for actions and the start, else the site's own facts, which all may see.

    An aside is an event of the site's own that is no wall: an offer, a pause, a vacation. Everybody learns of it at
    once, and it touches neither the position nor what can be taken back.
    """

    kind: GameEvent.Kind
    side: str
    payload: Payload
    wall: bool
    facts: Sequence[RecordedFact] = ()
    draws: list[Json] = field(default_factory=list)
    by_orders: bool = False
    nameless: bool = False
    """The record shall not say who did it, as it never does of staff."""

    @cached_property
    def aside(self) -> bool:
        """Whether the event is beside the board (docs/glossary.md)."""
        return is_aside(self.kind, self.wall)


@dataclass(slots=True)
class Recorded:
    """An event being recorded, with the changes it makes to other rows."""

    access: Access
    entry: Entry
    event: GameEvent
    position: Position | None
    data: Json | None
    """The position as JSON."""
    at: datetime
    handed: list[Seat] = field(default_factory=list)
    """Seats for which the game came to wait, or no longer waits."""
    asked: list[Seat] = field(default_factory=list)
    """Those of them that are asked now: not who has the game wait for them by taking something back of their own."""
    writes: list[Change] = field(default_factory=list)
    """Rows and their fields to be written with the event."""

    @property
    def game(self) -> Game:
        """The game of the event."""
        return self.access.game

    @property
    def changes_status(self) -> bool:
        """Whether the event may change the game's status or result."""
        usual = self.game.status == Game.Status.ACTIVE and self.entry.kind == GameEvent.Kind.ACTION
        return self.entry.wall and (self.position is None or not usual)


def append(
    access: Access, entry: Entry, *, key: uuid.UUID | None, position: Position | None, snapshot: Snapshot | None = None
) -> GameEvent:
    """Records one event and updates the game. To be called with the game locked, in a transaction.

    `snapshot` is the latest one of the game as its state was loaded with it; without it, it is looked up. Raises
    RowGone where it is gone.

    Behind a wall every counter goes up by one, whatever number of provisional actions became visible; before it only
    the counter of the side that acted. Raises TooManyChanges. What follows from it is in `FOLLOWERS`.
    """
    recorded, dice_changed = _build(access, entry, key, position, snapshot)
    _link(access.game, recorded.event, recorded.data)
    if entry.aside:
        _count_aside(recorded)
    else:
        _count_versions(recorded, snapshot)
    _store(recorded, dice_changed)
    for follow in FOLLOWERS:
        follow(recorded)
    return recorded.event


# --- building
# ----------------------------------------------------------------------------------------------------------------


def _build(
    access: Access, entry: Entry, key: uuid.UUID | None, position: Position | None, snapshot: Snapshot | None
) -> tuple[Recorded, tuple[str, ...]]:
    """Numbers an event and brings the game in memory up to it: its version, its dice, when it was last touched.

    Returns the event, not yet linked or stored, as a `Recorded`, and the names of the game's fields of the dice that
    have changed. Raises TooManyChanges.
    """
    game, now = access.game, timezone.now()
    if not entry.wall:
        _check_limit(access, entry, snapshot.walls[-1][0] if snapshot is not None else None)
    data = position.to_json() if position is not None else None
    game.version += 1
    dice_changed = _follow_dice(game)
    new_dice = {"commitment": game.commitment} if dice_changed and not game.revealed else {}
    event = GameEvent(
        game=game,
        seq=game.version,
        kind=entry.kind,
        side=entry.side,
        actor_id=access.user.pk,
        # Records go out into the world, and players are not told which reviewer it was: `actor` and the audit log have
        # that.
        person=None if entry.nameless or entry.kind == GameEvent.Kind.STAFF else access.user.pk,
        payload=entry.payload | new_dice,
        draws=entry.draws,
        events=list(entry.facts),
        wall=entry.wall,
        by_orders=entry.by_orders,
        rules_version=rules_game.VERSION,
        idempotency_key=key,
        # The clock of a machine may have been put back: a record whose times go back is taken for a changed one.
        created_at=max(now, game.moved_at or now),
    )
    event.shown_to_frank, event.shown_to_saracen, event.shown_to_public = (
        bool(visible_facts(event, viewer)) for viewer in ("frank", "saracen", None)
    )
    if access.user.pk is not None and (entry.wall or entry.aside):
        game.touched_at, game.warned_at = now, None
    return Recorded(access, entry, event, position, data, now), dice_changed


def _check_limit(access: Access, entry: Entry, wall: int | None) -> None:
    """Raises TooManyChanges at the limit of events that are no wall; `wall` is the number of the last one, None if
    unknown.

    What came after the last wall is read with every act of both players, and the history by both. A player who
    went on forever planning and taking back, or offering and withdrawing, would slow every move of the other. The
    limits are far above what anybody needs, and a side that meets one can always end its turn. Counts only when there
    can be too many: mostly the number of the event says that there are not.
    """
    game, most = access.game, MOST_CHANGES.get(entry.kind)
    # What the site does without being asked, letting go what somebody left behind, must not wait for anybody.
    by_site = access.user.pk is None
    if by_site or most is None or not entry.side or entry.payload.get("type") in ALWAYS_ALLOWED or game.version < most:
        return
    if wall is None:
        wall = game.events.filter(wall=True).order_by("-seq").values_list("seq", flat=True).first() or 0
    if game.version - wall >= most <= game.events.filter(seq__gt=wall, side=entry.side, kind=entry.kind).count():
        raise TooManyChanges(entry.kind, most)


def _count_aside(recorded: Recorded) -> None:
    """Raises all versions, since everybody sees an aside at once."""
    for seat in recorded.access.seats.values():
        seat.version += 1
    recorded.game.public_version += 1
    recorded.writes = [(seat, ("version",)) for seat in recorded.access.seats.values()]


def _count_versions(recorded: Recorded, snapshot: Snapshot | None) -> None:
    """Raises versions, sets `awaited`, updates the clocks and keeps the position."""
    access, entry, game, event, position = (
        recorded.access,
        recorded.entry,
        recorded.game,
        recorded.event,
        recorded.position,
    )
    asked = {side for side, seat in access.seats.items() if seat.awaited_at_wall}
    touched = _hand_over(recorded)
    free = tuple(access.seats) if entry.kind != GameEvent.Kind.ACTION else (entry.side,) if entry.by_orders else ()
    changed = clocks.follow_event(access, asked=asked, wall=entry.wall, free=free, now=recorded.at)
    for side, seat in access.seats.items():
        if side in touched or changed[side]:
            # All that may change: there are few statements then, and PostgreSQL keeps them prepared.
            recorded.writes.append((seat, (*AT_A_SEAT, *clocks.CLOCK_FIELDS)))
    if entry.wall:
        game.public_version += 1
        game.moved_at = event.created_at
        game.history_counts = numbering.counts_after(game, event)
        if position is not None:
            game.year, game.turn = position.year, position.turn
            game.frank_cities = position.score()[0]
    if recorded.data is not None:
        recorded.writes += _keep(game, snapshot, event, recorded.data)


def _hand_over(recorded: Recorded) -> list[str]:
    """Sets at each seat whether the game waits for it, and since which event. Returns the sides whose seats changed."""
    access, entry = recorded.access, recorded.entry
    before = {side: seat.awaited for side, seat in access.seats.items()}
    awaiting = _awaited_sides(recorded)
    # Where a decision of both follows one's own act, one may well think that one is done: that is a hand-over to both.
    joined = entry.wall and any(not before[side] for side in awaiting)
    touched = []
    for side, seat in access.seats.items():
        awaited = side in awaiting
        acts = entry.wall or side == entry.side
        if not acts and seat.awaited == awaited:
            continue
        seat.version += acts
        if before[side] != awaited or (awaited and joined):
            recorded.handed.append(seat)
            if awaited and _asks(recorded, seat):
                seat.handover = recorded.event.seq
                recorded.asked.append(seat)
        seat.awaited = awaited
        if entry.wall:
            seat.awaited_at_wall = awaited
        touched.append(side)
    return touched


def _awaited_sides(recorded: Recorded) -> frozenset[str]:
    running = recorded.game.status == Game.Status.ACTIVE
    return recorded.position.awaited if recorded.position is not None and running else frozenset()


def _asks(recorded: Recorded, seat: Seat) -> bool:
    """Whether this event sends an alert to the player of a seat that must decide now.

    A wall does, and plans taken back by the site or by staff; an undo of one's own does not.
    """
    entry = recorded.entry
    return entry.wall or (entry.kind == GameEvent.Kind.UNDO and seat.user_id != recorded.access.user.pk)


# --- storing
# -----------------------------------------------------------------------------------------------------------------


def _store(recorded: Recorded, dice_changed: tuple[str, ...]) -> None:
    """Writes the event, and the changed fields of the game and other rows. Raises RowGone."""
    fields: tuple[str, ...]
    if recorded.entry.aside:
        fields = AT_AN_ASIDE
    elif recorded.changes_status:
        fields = FIELDS_ON_STATUS_CHANGE
    else:
        fields = AT_A_WALL if recorded.entry.wall else COUNTERS
    try:
        write_together([*recorded.writes, (recorded.game, (*fields, *dice_changed))], new=recorded.event)
    except RowGone:  # its positions were written anew since this process read them, as `check_games` can
        state_cache.for_acts.drop(recorded.game.public_id)
        raise
    recorded.event.written = True


def _keep(game: Game, snapshot: Snapshot | None, event: GameEvent, placed: JsonObject) -> list[Change]:
    """Adds the position after an event to the snapshot. Returns what has to be written with the event."""
    snapshot = snapshot or game.snapshots.order_by("-seq").first()
    if snapshot is None:
        Snapshot.begin(game, event.seq, placed)
        return []
    try:
        return [(snapshot, snapshot.go_on(event.seq, placed, wall=event.wall))]
    except RowGone:  # as in `_store`
        state_cache.for_acts.drop(game.public_id)
        raise


# --- what follows
# ------------------------------------------------------------------------------------------------------------


def _rate(recorded: Recorded) -> None:
    """Updates figures and ratings after an end, or after staff change one."""
    if recorded.changes_status and (
        recorded.game.status == Game.Status.OVER or recorded.entry.kind == GameEvent.Kind.STAFF
    ):
        transaction.on_commit(_queue_results, robust=True)


def _queue_results() -> None:
    # By its name, since tasks import services. Sent once: a request is waiting, and the task is due by the clock
    # besides.
    signature("games.tasks.keep_results").apply_async(retry=False)


def _alert(recorded: Recorded) -> None:
    """Queues the alerts of turns, of the start and of the end."""
    if recorded.entry.aside:
        return
    entry, access = recorded.entry, recorded.access
    notices.follow_event(
        game=recorded.game,
        seats=access.seats.values(),
        changed=recorded.handed,
        asked=recorded.asked,
        started=entry.payload.get("type") == "start",
        wall=entry.wall,
        by=None
        if entry.by_orders
        else access.user.pk,  # who left orders may be away, and hears of it like everybody else
        staff=entry.kind == GameEvent.Kind.STAFF,
    )


def _announce(recorded: Recorded) -> None:
    """Announces the event to sockets after commit; a plan only to its own side."""
    entry = recorded.entry
    turned = [] if recorded.game.solo else [seat.user_id for seat in recorded.handed]
    announce_after_commit(recorded.access, only=None if entry.wall or entry.aside else entry.side, turned=turned)


def _wake_computer(recorded: Recorded) -> None:
    """Asks the computer to play on, if it is its turn now, or to analyze the game."""
    if not (recorded.game.computer or recorded.game.taken_over):
        return
    waking.follow_event(
        game=recorded.game,
        seats=recorded.access.seats.values(),
        handed=recorded.handed,
        by=recorded.access.user.pk,
        payload=recorded.entry.payload,
    )


FOLLOWERS: tuple[Callable[[Recorded], None], ...] = (_rate, _alert, _announce, _wake_computer)
"""What follows from an event, in this order, in its transaction."""


# --- linking
# -----------------------------------------------------------------------------------------------------------------


def _follow_dice(game: Game) -> tuple[str, ...]:
    """Handles the dice's secret at a game's end and restart: a finished game's secret is public, so one that runs again
    commits to a new one and records it. Returns the names of the changed fields.
    """
    if game.status == Game.Status.OVER and not game.revealed:
        game.revealed = True
    elif game.status == Game.Status.ACTIVE and (game.revealed or not game.commitment):
        game.commit()
    else:
        return ()
    return DICE


def _link(game: Game, event: GameEvent, placed: JsonObject | None) -> None:
    """Sets the event's hash, which covers the previous event and the position after it, and numbers its draws."""
    if placed is not None:
        event.state_hash = state_hash(placed)
    elif event.seq > 1:
        event.state_hash = _state_before(game)
    begun = bool(game.head)
    event.prev_hash = game.head or chain_start(
        str(game.public_id), [before.content() for before in GameEvent.record_of(game)]
    )
    event.hash = game.head = event_hash(event.content())
    if begun:
        event.prev_hash = None  # the event before has it
    if event.wall:
        game.stamp = dice.stamp_of(game, event.hash)
    if event.draws and "n" in event.draws[-1]:
        game.draws_made = event.draws[-1]["n"] + 1


def _state_before(game: Game) -> str:
    """Returns the hash of the present position, "" if there is none yet."""
    found = game.events.order_by("-seq").values_list("state_hash", flat=True).first()
    if found:
        return str(found)
    latest = game.snapshots.order_by("-seq").first()  # recorded before there were hashes
    return state_hash((latest.pending or latest.walls[-1])[1]) if latest is not None else ""
