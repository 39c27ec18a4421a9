"""The keys of requests whose whole content is nowhere else: the same key again must bring the same request."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.game import Game
from games.models.tournament import Tournament


class RequestKey(models.Model):
    """A key that somebody used, the digest of the whole request it belongs to, and the game or tournament that answers
    it again.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, verbose_name=_("by"), related_name="request_keys"
    )
    key = models.UUIDField(_("key"))
    digest = models.CharField(_("digest"), max_length=64)
    game = models.ForeignKey(Game, models.PROTECT, verbose_name=_("game"), null=True, blank=True, related_name="+")
    tournament = models.ForeignKey(
        Tournament, models.PROTECT, verbose_name=_("tournament"), null=True, blank=True, related_name="+"
    )
    created_at = models.DateTimeField(_("when"), auto_now_add=True)

    is_new = True
    """Whether the request came for the first time; `writing.claim_key` sets it."""

    class Meta:
        verbose_name = _("key of a request")
        verbose_name_plural = _("keys of requests")
        constraints = [models.UniqueConstraint(fields=["user", "key"], name="request_key_once")]

    def __str__(self) -> str:
        return f"{self.key} of {self.user_id}"

    def keep_answer(self, **answer: Game | Tournament) -> None:
        """Saves the game or the tournament that the request made or changed.

        A request without a key, which has no row, keeps nothing.
        """
        if self.pk is not None:
            RequestKey.objects.filter(pk=self.pk).update(**answer)
