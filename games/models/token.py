"""Personal tokens, by which programs act for a person."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class PersonalToken(models.Model):
    """A secret that a program sends in place of a session. Only its digest is stored."""

    class Scope(models.TextChoices):
        READ = "read", _("read only")
        PLAY = "play", _("read and play")

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, verbose_name=_("person"), related_name="tokens")
    name = models.CharField(_("name"), max_length=60)
    scope = models.CharField(_("may"), max_length=8, choices=Scope, default=Scope.READ)
    digest = models.CharField(_("digest"), max_length=64, unique=True, editable=False)
    password_mark = models.CharField(
        _("mark of the password"),
        max_length=128,
        editable=False,
        help_text=_("Of the password it was made under; it ends with that."),
    )
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    last_used_at = models.DateTimeField(_("last used"), null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("personal token")
        verbose_name_plural = _("personal tokens")

    def __str__(self) -> str:
        return f"token {self.pk}: {self.scope}"
