"""The state of a game: its position at the last wall and with the plans since, loaded from its latest snapshot.

A *wall* is an event that cannot be taken back: a die, a draw, a reveal, a hand-over. What stands behind the last wall
is in its positions and known to everybody as far as the rules show it. What came after it is provisional: only sides
that were awaited at the wall can have added to it, and nobody else may see it.
"""

from collections.abc import Collection, Hashable, Iterable
from dataclasses import dataclass

from games.access import Access, Viewer
from games.errors import NotStarted
from games.models import Game, GameEvent, Snapshot
from games.services.record import state_cache
from games.services.record.numbering import TakenBack
from games.services.record.state_cache import CachedState, CachedView, Plan, copy_positions
from rules import actions, game
from rules.dice import Draw, RecordedDice
from rules.play import IllegalAction
from rules.position import Position


@dataclass(frozen=True)
class GameState:
    """The last wall of a game, the plans since, and the position with all of them."""

    access: Access
    wall: Position
    live: Position
    plans: tuple[Plan, ...] = ()
    snapshot: Snapshot | None = None
    """Where the positions of the next events are kept, for `record.append`."""

    def plans_of(self, side: Viewer) -> list[int]:
        """Returns the numbers of a side's plans."""
        return [plan.seq for plan in self.plans if plan.side == side]

    def without(self, undone: Iterable[int]) -> Position:
        """Returns the position with all plans but these.

        Where both sides decide at once the other's stay: such plans are independent.
        """
        gone = set(undone)
        return fold(self.wall, self._events_numbered([plan.seq for plan in self.plans if plan.seq not in gone]))

    def seen_by(self, viewer: Viewer) -> Position:
        """Returns the position behind this viewer's view: the wall's, and for a deciding side with its own plans.

        Where both sides decide at once, the other's plans are left out as a whole. What the rules would show of a
        finished act (a leader disbanded in winter, say) must not show while it can be taken back; and such plans do not
        touch one another.
        """
        own = self.plans_of(viewer)
        if self.access.game.status == Game.Status.OVER or len(own) == len(self.plans):
            return self.live
        return fold(self.wall, self._events_numbered(own)) if own else self.wall

    def _events_numbered(self, numbers: list[int]) -> Iterable[GameEvent]:
        return self.access.game.events.filter(seq__in=numbers).order_by("seq")


def load_state(access: Access) -> GameState:
    """Loads the state of a game. Raises NotStarted for a game without a position."""
    kept = state_cache.for_acts.take(access.game.public_id, state_cache.revision_of(access.game))
    if kept is not None:
        return GameState(access, *copy_positions(kept.wall, kept.live), kept.plans, kept.snapshot_of(access.game))
    snapshot = access.game.snapshots.order_by("-seq").first()
    if snapshot is None:
        raise NotStarted
    snapshot.game = access.game
    seq, position = snapshot.walls[-1]
    wall = Position.from_json(position)
    if snapshot.pending is None:
        return GameState(access, wall, wall, snapshot=snapshot)
    return GameState(access, wall, Position.from_json(snapshot.pending[1]), _plans_since(access.game, seq), snapshot)


def state_seen_by_viewer(access: Access, viewer: Viewer) -> GameState:
    """Loads the state without the other side's plans, for reading only, so that response times tell nothing about those
    plans. Raises NotStarted for a game without a position.
    """
    player = viewer if viewer in access.sides else None
    key, revision = (access.game.public_id, player), revision_seen_by(access, player)
    kept = state_cache.for_views.take(key, revision)
    if kept is not None:
        return GameState(access, *copy_positions(kept.wall, kept.live), kept.plans)
    snapshot = access.game.snapshots.only("game", "walls").order_by("-seq").first()
    if snapshot is None:
        raise NotStarted
    seq, position = snapshot.walls[-1]
    wall = Position.from_json(position)
    since = list(access.game.events.filter(seq__gt=seq, side=player).order_by("seq")) if player else []
    plans = _plans_of(since)
    try:
        live = fold(wall, (event for event in since if event.seq in {plan.seq for plan in plans})) if plans else wall
    except IllegalAction:
        # Planned under earlier rules: the game is held, nobody plans in it any more, and it shows as it was left.
        return load_state(access)
    state_cache.for_views.put(key, CachedView(revision, *copy_positions(wall, live), plans))
    return GameState(access, wall, live, plans)


def cache_state(state: GameState, side: str, *, for_all: bool) -> None:
    """Caches the state after an act of this side. To be called when the act is committed.

    What others see is kept behind a wall alone (`for_all`): after a plan, the time of their next look would tell that
    there is one.
    """
    access, snapshot = state.access, state.snapshot
    revision = state_cache.revision_of(access.game)
    if revision is None or snapshot is None or snapshot.pk is None:
        return
    row = snapshot.pk, snapshot.seq, snapshot.walls, snapshot.pending
    wall, live = copy_positions(state.wall, state.live)
    state_cache.for_acts.put(access.game.public_id, CachedState(revision, wall, live, state.plans, row))
    for player in (*access.seats, None) if for_all else (side,):
        # Where both sides have plans, what one of them sees is computed when it is asked for.
        if player and state.plans_of(player) and len(state.plans_of(player)) == len(state.plans):
            seen, plans = live, state.plans
        elif player and state.plans_of(player):
            continue
        else:
            seen, plans = wall, ()
        key, revision = (access.game.public_id, player), revision_seen_by(access, player)
        state_cache.for_views.put(key, CachedView(revision, wall, seen, plans))


def revision_seen_by(access: Access, player: Viewer) -> Hashable:
    """Returns a value that changes whenever this viewer's view does: versions and the stamp of the last wall, which the
    viewer knows. A version rises with everything its side learns, and never returns to an earlier value.
    """
    game = access.game
    version = access.seats[player].version if player else game.public_version
    return (game.public_id, player, version, game.public_version, game.stamp, game.rules_version)


def _plans_since(game: Game, seq: int) -> tuple[Plan, ...]:
    since = game.events.filter(seq__gt=seq).only("game", "seq", "kind", "side", "payload").order_by("seq")
    return _plans_of(list(since))


def _plans_of(since: Collection[GameEvent]) -> tuple[Plan, ...]:
    """Returns the plans among these events."""
    plans: tuple[Plan, ...] = ()
    for event in actions_not_undone(since):
        plans = with_plan(plans, event)
    return plans


def with_plan(plans: tuple[Plan, ...], event: GameEvent) -> tuple[Plan, ...]:
    """Returns the plans after one more action.

    A card that its side took back by an action leaves no plan, nor does that action. Undoing it would choose the card
    again, and if the other side has chosen meanwhile both would be revealed.
    """
    own = [plan for plan in plans if plan.side == event.side]
    if event.payload["type"] == "take-back-card" and own:
        return tuple(plan for plan in plans if plan != own[-1])
    return (*plans, Plan(event.seq, event.side))


def actions_not_undone(events: Collection[GameEvent]) -> list[GameEvent]:
    """Returns the actions among these events that no other of them took back."""
    undone = TakenBack.by(events).undone
    return [event for event in events if event.kind == GameEvent.Kind.ACTION and event.seq not in undone]


def fold(position: Position, events: Iterable[GameEvent]) -> Position:
    """Replays recorded actions with their recorded draws."""
    for event in events:
        dice = RecordedDice(Draw.from_json(draw) for draw in event.draws)
        position = game.apply(position, event.side, actions.from_json(event.payload), dice).position
    return position
