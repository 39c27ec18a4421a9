"""Standing orders: answers a player left beforehand for decisions."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.game import Seat


class StandingOrders(models.Model):
    """One player's standing orders, hidden from everybody else; actions taken by them are in the record."""

    seat = models.OneToOneField(Seat, models.CASCADE, verbose_name=_("seat"), related_name="standing_orders")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        verbose_name=_("player"),
        related_name="standing_orders",
        help_text=_("Who left them."),
    )
    orders = models.JSONField(_("orders"))
    saved_at = models.DateTimeField(_("saved"), auto_now=True)

    class Meta:
        verbose_name = _("standing orders")
        verbose_name_plural = _("standing orders")

    def __str__(self) -> str:
        return f"orders of {self.seat_id}"
