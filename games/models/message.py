"""Messages between the two players of a game: append-only; a withdrawal is a row of its own."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.game import Game
from games.models.written_once import WrittenOnce, WrittenOnceQuerySet


class Message(WrittenOnce):
    """One message, a text or a phrase by its key, from one player to the other.

    A later player of the seat cannot read it.
    """

    game = models.ForeignKey(Game, models.PROTECT, verbose_name=_("game"), related_name="messages")
    number = models.PositiveIntegerField(_("number"))
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, verbose_name=_("author"), related_name="messages_written"
    )
    reader = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, verbose_name=_("to"), related_name="messages_received"
    )
    text = models.TextField(_("text"), blank=True)
    phrase = models.CharField(_("phrase"), max_length=24, blank=True)
    idempotency_key = models.UUIDField(_("key"))
    created_at = models.DateTimeField(_("time"), default=timezone.now)

    objects = WrittenOnceQuerySet["Message"].as_manager()

    class Meta:
        verbose_name = _("message")
        verbose_name_plural = _("messages")
        ordering = ["game", "number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="message_once_a_number"),
            models.UniqueConstraint(fields=["author", "idempotency_key"], name="message_once_a_key"),
            models.CheckConstraint(
                condition=Q(text="", phrase__gt="") | Q(text__gt="", phrase=""), name="message_text_or_phrase"
            ),
        ]
        indexes = [
            models.Index(fields=["author", "-created_at"], name="message_lately"),
            models.Index(fields=["reader", "game", "number"], name="message_to_read"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} message {self.number}"


class Withdrawal(WrittenOnce):
    """The withdrawal of a message: players see that there was one, reviewers can still read it."""

    message = models.OneToOneField(
        Message, models.PROTECT, verbose_name=_("message"), related_name="withdrawal", primary_key=True
    )
    created_at = models.DateTimeField(_("time"), default=timezone.now)

    objects = WrittenOnceQuerySet["Withdrawal"].as_manager()

    class Meta:
        verbose_name = _("withdrawn message")
        verbose_name_plural = _("withdrawn messages")

    def __str__(self) -> str:
        return f"withdrawal of {self.message_id}"


class TalkMark(models.Model):
    """How far a person has read a game's messages, and whether they muted them."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, verbose_name=_("person"), related_name="talk_marks"
    )
    game = models.ForeignKey(Game, models.CASCADE, verbose_name=_("game"), related_name="talk_marks")
    read_up_to = models.PositiveIntegerField(_("read up to"), default=0)
    muted = models.BooleanField(_("muted"), default=False)

    class Meta:
        verbose_name = _("mark in a talk")
        verbose_name_plural = _("marks in talks")
        constraints = [models.UniqueConstraint(fields=["user", "game"], name="talk_mark_once")]

    def __str__(self) -> str:
        return f"{self.user_id} in the talk of {self.game_id}"


class Mute(models.Model):
    """A mute of one person by another, in all games. The muted person is not told."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, verbose_name=_("person"), related_name="mutes")
    muted = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, verbose_name=_("muted person"), related_name="muted_by"
    )
    created_at = models.DateTimeField(_("since"), default=timezone.now)

    class Meta:
        verbose_name = _("muted person")
        verbose_name_plural = _("muted people")
        constraints = [models.UniqueConstraint(fields=["user", "muted"], name="mute_once")]

    def __str__(self) -> str:
        return f"{self.user_id} does not hear {self.muted_id}"
