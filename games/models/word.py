"""Messages about the alerts themselves, as that another browser gets none any more."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.alerts import Target
from games.models.outgoing import UNSETTLED, Outgoing


class Word(Outgoing):
    """A message to one target that is about no game: that another way of its owner takes nothing, or that nobody is
    logged in there.
    """

    class Kind(models.TextChoices):
        TARGET_STOPPED = "target", _("a browser or chat takes nothing")
        MAIL_STOPPED = "mail", _("mails come back")
        LOGGED_OUT = "logged-out", _("nobody is logged in there")

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, verbose_name=_("person"), related_name="words")
    target = models.ForeignKey(Target, models.CASCADE, verbose_name=_("target"), related_name="words")
    kind = models.CharField(_("kind"), max_length=10, choices=Kind)
    about = models.CharField(
        _("about"), max_length=80, blank=True, help_text=_("The name of the way that takes nothing.")
    )

    class Meta:
        verbose_name = _("word about alerts")
        verbose_name_plural = _("words about alerts")
        constraints = [
            models.UniqueConstraint(
                fields=["target", "kind", "about"], condition=Q(state__in=UNSETTLED), name="word_once_at_a_time"
            )
        ]
        indexes = [models.Index(fields=["due_at"], condition=Q(state__in=UNSETTLED), name="word_to_do")]

    def __str__(self) -> str:
        return f"{self.kind} to {self.target_id}: {self.state}"
