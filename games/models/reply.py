"""Canned replies: texts that reviewers reuse when they write to players."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

LONGEST_NAME = 80


class CannedReply(models.Model):
    """A named reply text, shared by all reviewers. A retired one is offered no more."""

    name = models.CharField(_("name"), max_length=LONGEST_NAME)
    language = models.CharField(
        _("language"),
        max_length=8,
        choices=settings.LANGUAGES,
        blank=True,
        default="",
        help_text=_("Empty: for players of any language."),
    )
    text = models.TextField(_("text"))
    version = models.PositiveIntegerField(_("version"), default=1, help_text=_("Counts how often it was changed."))
    retired_at = models.DateTimeField(_("retired"), null=True, blank=True)

    class Meta:
        verbose_name = _("canned reply")
        verbose_name_plural = _("canned replies")
        ordering = [Lower("name"), "language"]
        constraints = [
            models.UniqueConstraint(
                Lower("name"), "language", condition=Q(retired_at=None), name="reply_name_once_a_language"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.pk}: {self.name}"
