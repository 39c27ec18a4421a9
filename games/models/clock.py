"""Clock columns of games and seats, offers between players, and vacations."""

from datetime import timedelta

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class PaceName(models.TextChoices):
    LIVE = "live", pgettext_lazy("pace", "live")
    FAST = "fast", pgettext_lazy("pace", "fast")
    SLOW = "slow", pgettext_lazy("pace", "slow")
    FRIENDLY = "friendly", pgettext_lazy("pace", "friendly")


class TimedGame(models.Model):
    """The clock columns of a game.

    `games.paces` has the figures of a pace, `games.services.clocks.clocks` the rules.
    """

    pace = models.CharField(_("pace"), max_length=8, choices=PaceName, default=PaceName.FRIENDLY)
    weekend_zone = models.CharField(
        _("weekends are free in"),
        max_length=64,
        blank=True,
        default="",
        help_text=_("A time zone. Empty: clocks run on weekends too."),
    )
    paused_at = models.DateTimeField(
        _("paused"), null=True, blank=True, help_text=_("Since when, by consent of both players.")
    )
    resume_at = models.DateTimeField(
        _("pause ends"), null=True, blank=True, help_text=_("Empty: when a player says so.")
    )
    frozen_at = models.DateTimeField(
        _("frozen"), null=True, blank=True, help_text=_("Since when the clocks stand still for a dispute.")
    )
    held_at = models.DateTimeField(
        _("held"),
        null=True,
        blank=True,
        help_text=_("Since when nobody may move, as the site’s rules are others than the game’s."),
    )
    touched_at = models.DateTimeField(
        _("last touched"),
        null=True,
        blank=True,
        help_text=_("When a player last did something that everybody may know of."),
    )
    warned_at = models.DateTimeField(
        _("warned"), null=True, blank=True, help_text=_("When it was told that the game will be closed.")
    )

    class Meta:
        abstract = True


class TimedSeat(models.Model):
    """The clock columns of a seat, counted from `runs_since`. `games.timekeeping.seats` says what each means."""

    time_left = models.DurationField(_("time left"), null=True, blank=True)
    runs_since = models.DateTimeField(_("runs since"), null=True, blank=True)
    done_at = models.DateTimeField(_("finished, for now"), null=True, blank=True)
    time_saved = models.DurationField(_("counted in vain"), default=timedelta(0))
    time_at_turn = models.DurationField(_("time left at the start of the turn"), null=True, blank=True)
    time_used = models.DurationField(
        _("time used"), default=timedelta(0), help_text=_("For how long this side was asked in all.")
    )
    used_at_turn = models.DurationField(_("time used at the start of the turn"), default=timedelta(0))
    rung = models.PositiveSmallIntegerField(_("reminders of this turn"), default=0)
    rings_at = models.DateTimeField(
        _("rings"), null=True, blank=True, db_index=True, help_text=_("Next reminder, or the end of the time.")
    )

    class Meta:
        abstract = True


class Vacation(models.Model):
    """Days on which a person's clocks stand still.

    Its past never changes: it begins in the future, and ends now at the earliest.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, verbose_name=_("person"), related_name="vacations"
    )
    starts_at = models.DateTimeField(_("from"))
    ends_at = models.DateTimeField(_("until"))
    planned_at = models.DateTimeField(_("planned"), auto_now_add=True)

    class Meta:
        verbose_name = _("vacation")
        verbose_name_plural = _("vacations")
        ordering = ["starts_at"]
        constraints = [models.CheckConstraint(condition=Q(ends_at__gte=F("starts_at")), name="vacation_forward")]

    def __str__(self) -> str:
        return f"{self.user_id} from {self.starts_at} until {self.ends_at}"


class Offer(models.Model):
    """An offer or request of one side to the other: who made it, and in which position.

    Without a person nobody can accept it.
    """

    class Kind(models.TextChoices):
        PAUSE = "pause", _("pause")
        END = "end", _("end without a winner")
        ANNUL = "annul", _("annulment")
        MORE_TIME = "more-time", _("more time")
        RESIGN = "resign", _("resignation")

    class State(models.TextChoices):
        OPEN = "open", _("open")
        ACCEPTED = "accepted", _("accepted")
        DECLINED = "declined", _("declined")
        WITHDRAWN = "withdrawn", _("withdrawn")
        LAPSED = "lapsed", _("lapsed")

    game = models.ForeignKey("games.Game", models.PROTECT, verbose_name=_("game"), related_name="offers")
    side = models.CharField(_("side"), max_length=8)
    kind = models.CharField(_("kind"), max_length=16, choices=Kind)
    state = models.CharField(_("state"), max_length=16, choices=State, default=State.OPEN)
    event = models.PositiveIntegerField(_("number of the event"), help_text=_("By which it was made."))
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        verbose_name=_("made by"),
        null=True,
        blank=True,
        related_name="offers_made",
    )
    wall = models.PositiveIntegerField(
        _("position"),
        default=0,
        db_default=0,
        help_text=_("The number of the wall at which the game stood when it was made."),
    )
    made_at = models.DateTimeField(_("made"))
    settled_at = models.DateTimeField(_("settled"), null=True, blank=True)

    class Meta:
        verbose_name = _("offer")
        verbose_name_plural = _("offers")
        ordering = ["made_at"]
        constraints = [
            models.UniqueConstraint(fields=["game", "kind"], condition=Q(state="open"), name="offer_once_a_kind")
        ]

    def __str__(self) -> str:
        return f"{self.kind} by {self.side} of {self.game_id}: {self.state}"
