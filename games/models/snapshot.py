"""Snapshots: stored positions, so that games need not be replayed from their start."""

from typing import Self

from django.db import models
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_lazy as _

from games.models.game import Game
from games.models.packing import PackedJSONField
from games.shapes import Json, JsonObject
from games.statements import write_together


class SnapshotQuerySet(models.QuerySet["Snapshot"]):
    """Queries for one game: call them as `game.snapshots.wall_at(seq)`."""

    def wall_at(self, seq: int) -> tuple[int, JsonObject] | None:
        """Returns the last wall up to this event and the position at it; None before the first."""
        return max(self.walls_from(seq, seq).items(), default=None, key=lambda wall: wall[0])

    def walls_from(self, first: int, last: int) -> dict[int, JsonObject]:
        """Returns the positions at the last wall up to the event `first`, and at later walls up to `last`, by
        number.
        """
        rows = self.filter(seq__lte=last)
        around = rows.filter(seq__lte=first).order_by("-seq").values("seq")[:1]
        # Where the first wall comes later, all rows do.
        found = (
            rows.filter(seq__gte=Coalesce(models.Subquery(around), 0)).order_by("seq").values_list("walls", flat=True)
        )
        walls = [(seq, position) for row in found for seq, position in row if seq <= last]
        start = max((seq for seq, _position in walls if seq <= first), default=0)
        return {seq: position for seq, position in walls if seq >= start}

    def walls(self) -> dict[int, Json]:
        """Returns the positions at all walls, by number."""
        return {seq: position for row in self.order_by("seq").values_list("walls", flat=True) for seq, position in row}


class Snapshot(models.Model):
    """The positions at up to eight consecutive walls, and `pending`: the one with plans, if there are any.

    A cache: `manage.py check_games` rebuilds and compares it.

    One position is much like the next: eight of them together take little more room than two alone.
    """

    MOST = 8

    game = models.ForeignKey(Game, models.PROTECT, verbose_name=_("game"), related_name="snapshots", db_index=False)
    seq = models.PositiveIntegerField(_("number of the first wall"))
    walls = PackedJSONField(_("positions at walls"), dictionary="positions")
    """Pairs of the number of an event and the position after it."""
    pending = PackedJSONField(_("position with plans"), dictionary="positions", null=True)
    """Such a pair, of the latest event. Only in the game's latest snapshot."""

    objects = SnapshotQuerySet.as_manager()

    class Meta:
        verbose_name = _("snapshot")
        verbose_name_plural = _("snapshots")
        constraints = [models.UniqueConstraint(fields=["game", "seq"], name="snapshot_once_a_wall")]

    def __str__(self) -> str:
        return f"{self.game_id} from {self.seq}"

    @classmethod
    def begin(cls, game: Game, seq: int, position: JsonObject) -> Self:
        """Saves the first wall of a game."""
        return cls.objects.create(game=game, seq=seq, walls=[[seq, position]])

    @classmethod
    def of(cls, game: Game, walls: dict[int, JsonObject], pending: list[object] | None) -> "list[Self]":
        """Builds all snapshots of a game, unsaved."""
        pairs = [[seq, walls[seq]] for seq in sorted(walls)]
        cut = [pairs[start : start + cls.MOST] for start in range(0, len(pairs), cls.MOST)]
        found = [cls(game=game, seq=some[0][0], walls=some) for some in cut]
        if found:
            found[-1].pending = pending
        return found

    def go_on(self, seq: int, position: JsonObject, *, wall: bool) -> tuple[str, ...]:
        """Adds the position after the game's next event: here, or if this snapshot is full in a new one, which takes
        its place in memory. Returns the fields of this row that the caller has to save. Raises RowGone if it is gone.
        """
        if not wall:
            self.pending = [seq, position]
            return ("pending",)
        if len(self.walls) < self.MOST:
            self.walls, self.pending = [*self.walls, [seq, position]], None
            return ("walls", "pending")
        if self.pending is not None:
            self.pending = None
            write_together([(self, ("pending",))])
        following = type(self).begin(self.game, seq, position)
        self.pk, self.seq, self.walls = following.pk, seq, following.walls
        return ()
