"""The outbox of alerts, written in the transaction of their occasion."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.alerts import Target
from games.models.game import Game
from games.models.outgoing import Outgoing


class Notice(Outgoing):
    """One alert to one person at one target. Its states are shown to that person and to staff.

    Of each occasion (game, turn, kind) there is at most one by mail, and at most one for each further target.
    """

    class Kind(models.TextChoices):
        TURN = "turn", _("your turn")
        REMINDER = "reminder", _("reminder")
        LAST_REMINDER = "last-reminder", _("last reminder")
        INVITATION = "invitation", _("invitation")
        START = "start", _("game started")
        MESSAGE = "message", _("message")
        OFFER = "offer", _("offer")
        OVER = "over", _("game over")
        DISPUTE = "dispute", _("dispute")

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, verbose_name=_("to"), related_name="notices")
    game = models.ForeignKey(Game, models.CASCADE, verbose_name=_("game"), related_name="notices")
    turn = models.PositiveBigIntegerField(
        _("turn"), help_text=_("The number of the hand-over; for other kinds what tells two occasions apart.")
    )
    kind = models.CharField(_("kind"), max_length=16, choices=Kind)
    target = models.ForeignKey(Target, models.CASCADE, verbose_name=_("target"), null=True, blank=True, help_text=_("Empty: by mail."))
    data = models.JSONField(_("data"), default=dict, blank=True)

    digest = models.CharField(
        _("digest"), max_length=48, blank=True, help_text=_("The daily digest it goes into: person and day. Empty: a mail of its own.")
    )
    token = models.UUIDField(default=uuid.uuid4, editable=False, help_text=_("Its mail's Message-ID is made of it: a repeat has the same."))

    class Meta:
        verbose_name = _("alert")
        verbose_name_plural = _("alerts")
        constraints = [
            models.UniqueConstraint(fields=["user", "game", "turn", "kind"], condition=Q(target=None), name="notice_once_by_mail"),
            models.UniqueConstraint(
                fields=["user", "game", "turn", "kind", "target"], condition=Q(target__isnull=False), name="notice_once_a_target"
            ),
        ]
        indexes = [
            models.Index(fields=["due_at"], condition=Q(state__in=("queued", "retry", "sending")), name="notice_to_do"),
            models.Index(fields=["user", "game", "-created_at"], name="notice_of_person"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk} of game {self.game_id} to {self.user_id}: {self.state}"
