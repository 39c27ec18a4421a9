"""Test messages to targets of alerts."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.alerts import Target
from games.models.outgoing import UNSETTLED, Outgoing


class Trial(Outgoing):
    """A test message to one target, requested by its owner, one at a time. The latest of each target is kept."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, verbose_name=_("person"), related_name="trials")
    target = models.ForeignKey(Target, models.CASCADE, verbose_name=_("target"), related_name="trials")

    class Meta:
        verbose_name = _("trial of a target")
        verbose_name_plural = _("trials of targets")
        constraints = [
            models.UniqueConstraint(fields=["user"], condition=Q(state__in=UNSETTLED), name="trial_one_a_person")
        ]
        indexes = [models.Index(fields=["due_at"], condition=Q(state__in=UNSETTLED), name="trial_to_do")]

    def __str__(self) -> str:
        return f"trial of {self.target_id}: {self.state}"
