"""Positions kept so that nothing is folded from the start of a game."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.game import Game


class Snapshot(models.Model):
    """The position after an event. A cache: `manage.py check_games` rebuilds and compares it.

    Every wall keeps its own. Beyond the last wall there is at most one, after the latest event, which the next event replaces.
    """

    game = models.ForeignKey(Game, models.PROTECT, verbose_name=_("game"), related_name="snapshots")
    seq = models.PositiveIntegerField(_("number of the event"))
    wall = models.BooleanField(_("wall"), default=True)
    position = models.JSONField(_("position"))

    class Meta:
        verbose_name = _("snapshot")
        verbose_name_plural = _("snapshots")
        constraints = [models.UniqueConstraint(fields=["game", "seq"], name="snapshot_once_an_event")]

    def __str__(self) -> str:
        return f"{self.game_id} after {self.seq}"
