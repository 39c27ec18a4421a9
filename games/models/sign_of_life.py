"""Signs of life of the site's processes, and of its backups."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class SignOfLife(models.Model):
    """When a part of the site last showed that it works. One row for each part, whatever number of processes it has."""

    class Part(models.TextChoices):
        BEAT = "beat", _("the scheduler")
        WORKER = "worker", _("the workers")
        COMPUTER = "computer", _("the computer's worker")
        BACKUP = "backup", _("the backup")

    part = models.CharField(_("part"), max_length=16, choices=Part, unique=True)
    at = models.DateTimeField(
        _("last sign of life"), null=True, blank=True, help_text=_("Of a backup: when the last complete one was begun.")
    )
    failed_at = models.DateTimeField(
        _("last failure"), null=True, blank=True, help_text=_("Empty once it has worked again.")
    )
    error = models.CharField(_("error"), max_length=200, blank=True)

    class Meta:
        verbose_name = _("sign of life")
        verbose_name_plural = _("signs of life")

    def __str__(self) -> str:
        return f"{self.part} at {self.at}"
