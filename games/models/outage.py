"""When the site was away: the heartbeat of its scheduler, and the gaps in it."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _


class Heartbeat(models.Model):
    """When the scheduler was there last. One row, whose key is 1."""

    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("heartbeat")
        verbose_name_plural = _("heartbeats")
        constraints = [models.CheckConstraint(condition=Q(pk=1), name="heartbeat_one")]

    def __str__(self) -> str:
        return f"{self.at}"


class Outage(models.Model):
    """A time in which the site was away: no clock counts it. What is over never changes."""

    starts_at = models.DateTimeField(_("from"))
    ends_at = models.DateTimeField(_("until"))
    told_up_to = models.BigIntegerField(
        _("told up to game"), default=0, help_text=_("Games are told in the order of their numbers.")
    )
    told_at = models.DateTimeField(
        _("told"), null=True, blank=True, help_text=_("When the last game had it in its log.")
    )

    class Meta:
        verbose_name = _("outage")
        verbose_name_plural = _("outages")
        ordering = ["starts_at"]
        constraints = [models.CheckConstraint(condition=Q(ends_at__gt=F("starts_at")), name="outage_forward")]

    def __str__(self) -> str:
        return f"{self.starts_at} to {self.ends_at}"
