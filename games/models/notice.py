"""The outbox of alerts, written in the transaction of their occasion."""

import uuid
from typing import cast

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.alerts import Target
from games.models.game import Game
from games.models.outgoing import Outgoing
from games.models.tournament import Tournament


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
        TOURNAMENT = "tournament", _("tournament")
        DECISION = "decision", _("decision a day")

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, verbose_name=_("to"), related_name="notices")
    game = cast(
        "models.ForeignKey[Game, Game]",
        models.ForeignKey(Game, models.CASCADE, verbose_name=_("game"), null=True, blank=True, related_name="notices"),
    )
    """None in an alert of a tournament or of a day's decision. Its kind says what it is about:
    `games.services.alerts.kinds`.
    """
    tournament = models.ForeignKey(
        Tournament, models.CASCADE, verbose_name=_("tournament"), null=True, blank=True, related_name="notices"
    )
    turn = models.PositiveBigIntegerField(
        _("turn"), help_text=_("The number of the hand-over; for other kinds what tells two occasions apart.")
    )
    kind = models.CharField(_("kind"), max_length=16, choices=Kind)
    target = models.ForeignKey(
        Target, models.CASCADE, verbose_name=_("target"), null=True, blank=True, help_text=_("Empty: by mail.")
    )
    data = models.JSONField(_("data"), default=dict, blank=True)

    version = models.PositiveIntegerField(
        _("version"),
        null=True,
        blank=True,
        help_text=_("The first of its reader's versions of the game that has what it tells of."),
    )

    digest = models.CharField(
        _("digest"),
        max_length=48,
        blank=True,
        help_text=_("The daily digest it goes into: person and day. Empty: a mail of its own."),
    )
    token = models.UUIDField(
        default=uuid.uuid4, editable=False, help_text=_("Its mail's Message-ID is made of it: a repeat has the same.")
    )

    class Meta:
        verbose_name = _("alert")
        verbose_name_plural = _("alerts")
        constraints = [
            models.UniqueConstraint(
                fields=["user", "game", "turn", "kind"], condition=Q(target=None), name="notice_once_by_mail"
            ),
            models.UniqueConstraint(
                fields=["user", "game", "turn", "kind", "target"],
                condition=Q(target__isnull=False),
                name="notice_once_a_target",
            ),
            models.UniqueConstraint(
                fields=["user", "tournament", "turn"], condition=Q(target=None), name="club_notice_once_by_mail"
            ),
            models.UniqueConstraint(
                fields=["user", "tournament", "turn", "target"],
                condition=Q(target__isnull=False),
                name="club_notice_once_a_target",
            ),
            models.UniqueConstraint(
                fields=["user", "turn"], condition=Q(kind="decision", target=None), name="decision_notice_once_by_mail"
            ),
            models.UniqueConstraint(
                fields=["user", "turn", "target"],
                condition=Q(kind="decision", target__isnull=False),
                name="decision_notice_once_a_target",
            ),
            models.CheckConstraint(
                condition=Q(game=None, tournament__isnull=False)
                | Q(game__isnull=False, tournament=None)
                | Q(game=None, tournament=None, kind="decision"),
                name="notice_of_one_thing",
            ),
        ]
        indexes = [
            models.Index(fields=["due_at"], condition=Q(state__in=("queued", "retry", "sending")), name="notice_to_do"),
            models.Index(fields=["user", "game", "-created_at"], name="notice_of_person"),
            models.Index(fields=["sent_at"], condition=Q(state="sent"), name="notice_sent"),
            models.Index(fields=["failed_at"], condition=Q(failed_at__isnull=False), name="notice_failed"),
        ]

    def __str__(self) -> str:
        about = f"game {self.game_id}" if self.game_id else f"tournament {self.tournament_id}"
        about = about if self.game_id or self.tournament_id else "a day"
        return f"{self.kind} {self.pk} of {about} to {self.user_id}: {self.state}"
