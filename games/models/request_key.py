"""The keys of requests whose whole content is nowhere else: the same key again must bring the same request."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class RequestKey(models.Model):
    """A key that somebody used, and the digest of the whole request it belongs to."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, verbose_name=_("by"), related_name="request_keys")
    key = models.UUIDField(_("key"))
    digest = models.CharField(_("digest"), max_length=64)
    created_at = models.DateTimeField(_("when"), auto_now_add=True)

    class Meta:
        verbose_name = _("key of a request")
        verbose_name_plural = _("keys of requests")
        constraints = [models.UniqueConstraint(fields=["user", "key"], name="request_key_once")]

    def __str__(self) -> str:
        return f"{self.key} of {self.user_id}"
