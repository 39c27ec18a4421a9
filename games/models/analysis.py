"""What the computer says of finished games."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.game import Game


class GameAnalysis(models.Model):
    """The analysis of a finished game, asked for or made.

    It is of the record with this stamp: a game that was taken up again gets another."""

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        MADE = "made", _("made")
        IMPOSSIBLE = "impossible", _("cannot be made")

    game = models.OneToOneField(Game, models.CASCADE, verbose_name=_("game"), related_name="analysis")
    stamp = models.CharField(_("stamp of the record"), max_length=64, editable=False, help_text=_("Of the last wall."))
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.WAITING)
    asked_at = models.DateTimeField(_("asked at"))
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
