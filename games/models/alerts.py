"""Alert settings, targets of alerts, and last visits to game pages."""

from django.conf import settings
from django.core.validators import MaxValueValidator
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.models.game import Game
from games.models.outgoing import Failure


class Mode(models.TextChoices):
    AT_ONCE = "at-once", _("at once")
    DIGEST = "digest", _("in the daily digest")
    OFF = "off", pgettext_lazy("alerts", "off")


class AlertSettings(models.Model):
    """A person's alert settings.

    Kinds not in `mail` are mailed at once, kinds not in `others` go to every further target; but kinds that are to be
    asked for (`games.services.alerts.kinds.ASKED_FOR`) to nobody.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        verbose_name=_("person"),
        related_name="alert_settings",
        primary_key=True,
    )
    mail = models.JSONField(_("by mail"), default=dict, blank=True)
    others = models.JSONField(_("in browsers and chats"), default=dict, blank=True)
    digest_hour = models.PositiveSmallIntegerField(
        _("hour of the digest"), default=8, validators=[MaxValueValidator(23)]
    )

    class Meta:
        verbose_name = _("wishes for alerts")
        verbose_name_plural = _("wishes for alerts")

    def __str__(self) -> str:
        return f"alerts of {self.user_id}"


class GameAlerts(models.Model):
    """A person's alert setting for one game: at once, in the digest, or not at all."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, verbose_name=_("person"), related_name="game_alerts"
    )
    game = models.ForeignKey(Game, models.CASCADE, verbose_name=_("game"), related_name="game_alerts")
    mode = models.CharField(_("alerts"), max_length=8, choices=Mode)

    class Meta:
        verbose_name = _("wishes for alerts of a game")
        verbose_name_plural = _("wishes for alerts of a game")
        constraints = [models.UniqueConstraint(fields=["user", "game"], name="game_alerts_once")]

    def __str__(self) -> str:
        return f"alerts of {self.user_id} for {self.game_id}: {self.mode}"


class Target(models.Model):
    """A further target of alerts: a browser with web push, or a chat's webhook."""

    class Kind(models.TextChoices):
        PUSH = "push", _("browser")
        DISCORD = "discord", "Discord"
        SLACK = "slack", "Slack"
        JSON = "json", "JSON"

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, verbose_name=_("person"), related_name="alert_targets"
    )
    kind = models.CharField(_("kind"), max_length=8, choices=Kind)
    address = models.URLField(_("address"), max_length=1000)
    keys = models.JSONField(_("keys"), default=dict, blank=True)
    name = models.CharField(_("name"), max_length=80, blank=True)
    failures = models.PositiveSmallIntegerField(_("failures in a row"), default=0)
    failure = models.CharField(
        _("failure"), max_length=8, choices=Failure, blank=True, help_text=_("The class of the last one in a row.")
    )
    failing_since = models.DateTimeField(
        _("failing since"), null=True, blank=True, help_text=_("Since when it fails in this way.")
    )
    rests_until = models.DateTimeField(
        _("rests until"), null=True, blank=True, help_text=_("Nothing is sent before; then it is tried again.")
    )
    resting = models.BooleanField(
        _("stopped"), default=False, help_text=_("It takes nothing any more, until its owner acts.")
    )
    told_at = models.DateTimeField(
        _("told"), null=True, blank=True, help_text=_("When other ways told of its failure.")
    )
    read_at = models.DateTimeField(
        _("read"), null=True, blank=True, help_text=_("When its owner read of its failure on a page.")
    )
    session = models.CharField(_("session"), max_length=40, blank=True, editable=False, db_index=True)
    """Of a browser: the session of the person there. Empty where none is known."""
    asleep = models.BooleanField(
        _("asleep"), default=False, help_text=_("Nobody is logged in there. It wakes when its owner is.")
    )
    last_error = models.CharField(_("last error"), max_length=200, blank=True)
    last_error_at = models.DateTimeField(_("last error at"), null=True, blank=True)
    last_sent_at = models.DateTimeField(_("last sent"), null=True, blank=True)
    created_at = models.DateTimeField(_("created"), default=timezone.now)

    class Meta:
        verbose_name = _("target of alerts")
        verbose_name_plural = _("targets of alerts")
        constraints = [models.UniqueConstraint(fields=["user", "address"], name="target_once")]

    def __str__(self) -> str:
        return f"{self.kind} of {self.user_id}"


class Visit(models.Model):
    """When a person last used the visible page of a game."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, verbose_name=_("person"), related_name="visits")
    game = models.ForeignKey(Game, models.CASCADE, verbose_name=_("game"), related_name="visits")
    used_at = models.DateTimeField(_("last used"), default=timezone.now)
    version = models.PositiveIntegerField(
        _("version"),
        null=True,
        blank=True,
        help_text=_("The highest of their versions of the game that a page in use has shown."),
    )

    class Meta:
        verbose_name = _("visit")
        verbose_name_plural = _("visits")
        constraints = [models.UniqueConstraint(fields=["user", "game"], name="visit_once")]

    def __str__(self) -> str:
        return f"{self.user_id} at {self.game_id}"
