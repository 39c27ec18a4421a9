"""Blocks, invitations, searches for opponents, and presence."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.game import Game


class Relation(models.Model):
    """A block of one person by another. The blocked person is not told."""

    class Kind(models.TextChoices):
        BLOCKED = "blocked", _("blocked")

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, verbose_name=_("person"), related_name="relations"
    )
    other = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, verbose_name=_("to whom"), related_name="+")
    kind = models.CharField(_("kind"), max_length=8, choices=Kind, default=Kind.BLOCKED)
    since = models.DateTimeField(_("since"), default=timezone.now)

    class Meta:
        verbose_name = _("relation")
        verbose_name_plural = _("relations")
        constraints = [
            models.UniqueConstraint(fields=["person", "other"], name="relation_once"),
            models.CheckConstraint(condition=~Q(person=F("other")), name="relation_to_others_only"),
        ]

    def __str__(self) -> str:
        return f"{self.person_id} {self.kind} {self.other_id}"


class Invitation(models.Model):
    """An invitation by name to a game before its start, or a removal from it."""

    class State(models.TextChoices):
        OPEN = "open", _("not answered")
        ACCEPTED = "accepted", _("accepted")
        DECLINED = "declined", _("declined")
        WITHDRAWN = "withdrawn", _("withdrawn")
        REMOVED = "removed", _("taken out")

    game = models.ForeignKey(Game, models.CASCADE, verbose_name=_("game"), related_name="invitations")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, verbose_name=_("person"), related_name="invitations"
    )
    state = models.CharField(_("state"), max_length=9, choices=State, default=State.OPEN)
    created_at = models.DateTimeField(_("created"), default=timezone.now)

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        constraints = [models.UniqueConstraint(fields=["game", "user"], name="invitation_once")]

    def __str__(self) -> str:
        return f"{self.user_id} to {self.game_id}: {self.state}"


class Seeker(models.Model):
    """A person's search for an opponent."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, verbose_name=_("person"), related_name="seeker", primary_key=True
    )
    side = models.CharField(_("side"), max_length=8, help_text=_("Empty: either."), blank=True)
    ruleset = models.JSONField(_("ruleset"), null=True, blank=True, help_text=_("Empty: any."))
    pace = models.CharField(_("pace"), max_length=16, blank=True, help_text=_("Empty: any."))
    since = models.DateTimeField(_("since"), default=timezone.now)
    until = models.DateTimeField(_("until"))

    class Meta:
        verbose_name = _("person who seeks an opponent")
        verbose_name_plural = _("people who seek an opponent")
        indexes = [models.Index(fields=["since"], name="seeker_in_order")]

    def __str__(self) -> str:
        return f"{self.user_id} until {self.until}"


class Presence(models.Model):
    """When a person last used any page of the site, and whether others may know."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, verbose_name=_("person"), related_name="presence", primary_key=True
    )
    seen_at = models.DateTimeField(_("last seen"), null=True, blank=True)
    shows_last_seen = models.BooleanField(_("others see when I was last here"), default=True)

    class Meta:
        verbose_name = _("presence")
        verbose_name_plural = _("presences")

    def __str__(self) -> str:
        return f"{self.user_id} at {self.seen_at}"
