"""A player's private notebook of a game."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.game import Game


class Note(models.Model):
    """A private note about a game, hidden from everybody else, staff included."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, verbose_name=_("person"), related_name="notebook"
    )
    game = models.ForeignKey(Game, models.CASCADE, verbose_name=_("game"), related_name="notes")
    text = models.TextField(_("text"), blank=True)
    version = models.PositiveIntegerField(_("version"), default=0, help_text=_("Counts how often it was saved."))
    saved_at = models.DateTimeField(_("saved"), auto_now=True)

    class Meta:
        verbose_name = _("notebook")
        verbose_name_plural = _("notebooks")
        constraints = [models.UniqueConstraint(fields=["user", "game"], name="note_once")]

    def __str__(self) -> str:
        return f"notebook of {self.user_id} for {self.game_id}"
