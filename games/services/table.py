"""The table: a game's position as the record gives it, up to the last wall and beyond it.

A *wall* is an event that cannot be taken back: a die, a draw, a reveal, a hand-over. What stands behind the last wall is in its
snapshot and known to everybody as far as the rules show it. What came after it is provisional: only sides that were awaited at
the wall can have added to it, and nobody else may see it.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property

from games.access import Access, Viewer
from games.errors import NotStarted
from games.models import Game, GameEvent, Snapshot
from rules import actions, game
from rules.dice import Draw, RecordedDice
from rules.position import Position


@dataclass
class Table:
    """The wall of a game and the events since. Loaded within one request and then forgotten."""

    access: Access
    wall: Position
    since: list[GameEvent] = field(default_factory=list)

    @cached_property
    def standing(self) -> list[GameEvent]:
        """The provisional actions that were not taken back."""
        return standing(self.since)

    @cached_property
    def live(self) -> Position:
        """The position with every provisional action."""
        return fold(self.wall, self.standing)

    def provisional(self, side: str) -> list[GameEvent]:
        return [event for event in self.standing if event.side == side]

    def seen_by(self, viewer: Viewer) -> Position:
        """The position this viewer's view is made from: the wall, and for a side that decides its own plans on top.

        Where both sides decide at once, the other's plans are left out as a whole. What the rules would show of a finished act (a leader
        disbanded in winter, say) must not show while it can be taken back; and such plans do not touch one another.
        """
        if self.access.game.status == Game.Status.OVER:
            return self.live
        own = self.provisional(viewer) if viewer in self.wall.awaited and viewer is not None else []
        if len(own) == len(self.standing):
            return self.live
        return fold(self.wall, own)


def load_table(access: Access) -> Table:
    """Raises NotStarted for a game without a position."""
    snapshot = Snapshot.objects.filter(game=access.game).order_by("-seq").first()
    if snapshot is None:
        raise NotStarted
    since = [] if snapshot.seq == access.game.version else access.game.events.filter(seq__gt=snapshot.seq).order_by("seq")
    return Table(access, Position.from_json(snapshot.position), list(since))


def undone(events: Iterable[GameEvent]) -> set[int]:
    """The numbers of the events that the undo events among these took back."""
    return {seq for event in events if event.kind == GameEvent.Kind.UNDO for seq in event.payload["undoes"]}


def standing(events: list[GameEvent]) -> list[GameEvent]:
    """The actions among these events that none of them took back."""
    gone = undone(events)
    return [event for event in events if event.kind == GameEvent.Kind.ACTION and event.seq not in gone]


def fold(position: Position, events: Iterable[GameEvent]) -> Position:
    """Applies recorded actions with the draws they had."""
    for event in events:
        dice = RecordedDice(Draw.from_json(draw) for draw in event.draws)
        position = game.apply(position, event.side, actions.from_json(event.payload), dice).position
    return position
