"""Games in which the computer has something to decide, and whose place it took."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.game import Game


class ComputerTurn(models.Model):
    """A game that waits for the computer.

    The row is made with the hand-over and goes when the computer has done all that it can.
    """

    game = models.OneToOneField(Game, models.CASCADE, verbose_name=_("game"), related_name="computer_turn")
    asked = models.PositiveIntegerField(
        _("times asked"), default=1, help_text=_("Rises when something is asked while it thinks.")
    )
    asked_at = models.DateTimeField(_("asked at"))
    leased_until = models.DateTimeField(
        _("taken until"),
        null=True,
        blank=True,
        help_text=_("Empty: nobody thinks about it. In the past: whoever did has gone."),
    )
    failures = models.PositiveIntegerField(_("failures"), default=0)

    class Meta:
        verbose_name = _("turn of the computer")
        verbose_name_plural = _("turns of the computer")
        indexes = [models.Index(fields=["asked_at", "id"], name="computer_turn_order")]

    def __str__(self) -> str:
        return f"{self.game_id}"


class TakeOver(models.Model):
    """A player who ran out of time in a game that the computer then played on. They have no seat any more, and may
    still dispute that.
    """

    game = models.OneToOneField(Game, models.CASCADE, verbose_name=_("game"), related_name="late")
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, verbose_name=_("who was late"), related_name="late_games"
    )
    at = models.DateTimeField(_("taken over at"), default=timezone.now)

    class Meta:
        verbose_name = _("place taken by the computer")
        verbose_name_plural = _("places taken by the computer")

    def __str__(self) -> str:
        return f"{self.game_id}"
