"""What the site makes of the records of finished games: analyses and chronicles."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class MadeOfRecord(models.Model):
    """An analysis or a chronicle that a person asked for, and a task makes from a finished game's record.

    The stamp names that record: a game that was taken up again has another, and gets a new one made."""

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        MADE = "made", _("made")
        IMPOSSIBLE = "impossible", _("cannot be made")

    stamp = models.CharField(_("stamp of the record"), max_length=64, editable=False, help_text=_("Of the last wall."))
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.WAITING)
    asked_at = models.DateTimeField(_("asked at"))

    class Meta:
        abstract = True
