"""What the computer says of finished games."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.game import Game
from games.models.made_of_records import MadeOfRecord


class GameAnalysis(MadeOfRecord):
    """The analysis of a finished game, asked for or made."""

    game = models.OneToOneField(Game, models.CASCADE, verbose_name=_("game"), related_name="analysis")
    leased_until = models.DateTimeField(
        _("taken until"),
        null=True,
        blank=True,
        help_text=_("Empty: nobody makes it. In the past: whoever did has gone."),
    )
    tries = models.PositiveIntegerField(_("times begun"), default=0)
    found = models.JSONField(_("what was found"), null=True, blank=True)

    class Meta:
        verbose_name = _("analysis of a game")
        verbose_name_plural = _("analyses of games")
        indexes = [models.Index(fields=["asked_at", "id"], condition=models.Q(state="waiting"), name="analysis_order")]

    def __str__(self) -> str:
        return f"{self.game_id}"
