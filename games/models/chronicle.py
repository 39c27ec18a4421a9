"""Chronicles of finished games, asked for or made."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.game import Game
from games.models.made_of_records import MadeOfRecord


class GameChronicle(MadeOfRecord):
    """The facts of a finished game's chronicle from one perspective. Sentences are made of them when it is read."""

    game = models.ForeignKey(Game, models.CASCADE, verbose_name=_("game"), related_name="chronicles")
    perspective = models.CharField(
        _("perspective"), max_length=8, help_text=_("The side whose knowledge limits it, or all.")
    )
    form = models.PositiveSmallIntegerField(
        _("form"),
        help_text=_("The number of the form in which the site keeps such facts: of others it makes new ones."),
    )
    facts = models.JSONField(_("what was found"), null=True, blank=True)

    class Meta:
        verbose_name = _("chronicle of a game")
        verbose_name_plural = _("chronicles of games")
        constraints = [models.UniqueConstraint(fields=["game", "perspective"], name="one_chronicle_each")]
        indexes = [models.Index(fields=["asked_at", "id"], condition=models.Q(state="waiting"), name="chronicle_order")]

    def __str__(self) -> str:
        return f"{self.game_id} {self.perspective}"
