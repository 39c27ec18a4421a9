"""Figures of finished games, and ratings; both can be recomputed from the games."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.game import Game, Side


class Figures(models.Model):
    """The figures of one finished game, computed from its record by `services.results.game_figures`."""

    game = models.OneToOneField(Game, models.CASCADE, verbose_name=_("game"), related_name="figures", primary_key=True)
    turns = models.PositiveSmallIntegerField(_("game turns"))
    handovers = models.PositiveIntegerField(_("hand-overs"))
    frank_seconds = models.JSONField(_("response times of the Franks"), default=list, blank=True)
    saracen_seconds = models.JSONField(_("response times of the Saracens"), default=list, blank=True)
    of_version = models.PositiveIntegerField(_("of the game's version"), default=0)

    class Meta:
        verbose_name = _("figures of a game")
        verbose_name_plural = _("figures of games")

    def __str__(self) -> str:
        return f"figures of {self.game_id}"


class RatedGame(models.Model):
    """The change of a player's rating by one game, on each side: mean before and after, and deviation after."""

    game = models.OneToOneField(Game, models.CASCADE, verbose_name=_("game"), related_name="rated", primary_key=True)
    ended_at = models.DateTimeField(_("ended"))
    winner = models.CharField(_("winner"), max_length=8, choices=Side)
    frank_before = models.FloatField(_("Franks before"))
    frank_after = models.FloatField(_("Franks after"))
    frank_sigma = models.FloatField(_("Franks, standard deviation"))
    saracen_before = models.FloatField(_("Saracens before"))
    saracen_after = models.FloatField(_("Saracens after"))
    saracen_sigma = models.FloatField(_("Saracens, standard deviation"))

    class Meta:
        verbose_name = _("rated game")
        verbose_name_plural = _("rated games")
        indexes = [models.Index(fields=["ended_at", "game"], name="rated_in_order")]

    def __str__(self) -> str:
        return f"rating by {self.game_id}"


class Rating(models.Model):
    """A person's rating with a side, as of the last rated game."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, verbose_name=_("person"), related_name="ratings")
    side = models.CharField(_("side"), max_length=8, choices=Side)
    mu = models.FloatField(_("rating"))
    sigma = models.FloatField(_("standard deviation"))
    games = models.PositiveIntegerField(_("rated games"))

    class Meta:
        verbose_name = _("rating")
        verbose_name_plural = _("ratings")
        constraints = [models.UniqueConstraint(fields=["user", "side"], name="rating_once_a_side")]

    def __str__(self) -> str:
        return f"{self.user_id} as {self.side}: {self.mu:.0f}"
