"""Chronicles of finished games, asked for or made."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.game import Game


class GameChronicle(models.Model):
    """The facts of a finished game's chronicle from one perspective. Sentences are made of them when it is read.

    It is of the record with this stamp: a game that was taken up again gets another."""

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        MADE = "made", _("made")
        IMPOSSIBLE = "impossible", _("cannot be made")

    game = models.ForeignKey(Game, models.CASCADE, verbose_name=_("game"), related_name="chronicles")
    perspective = models.CharField(
        _("perspective"), max_length=8, help_text=_("The side whose knowledge limits it, or all.")
    )
    stamp = models.CharField(_("stamp of the record"), max_length=64, editable=False, help_text=_("Of the last wall."))
    form = models.PositiveSmallIntegerField(
        _("form"),
        help_text=_("The number of the form in which the site keeps such facts: of others it makes new ones."),
    )
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.WAITING)
    asked_at = models.DateTimeField(_("asked at"))
    facts = models.JSONField(_("what was found"), null=True, blank=True)

    class Meta:
        verbose_name = _("chronicle of a game")
        verbose_name_plural = _("chronicles of games")
        constraints = [models.UniqueConstraint(fields=["game", "perspective"], name="one_chronicle_each")]
        indexes = [models.Index(fields=["asked_at", "id"], condition=models.Q(state="waiting"), name="chronicle_order")]

    def __str__(self) -> str:
        return f"{self.game_id} {self.perspective}"
