"""The record of a game: written once, never changed, never deleted."""

from datetime import UTC
from itertools import pairwise
from typing import Self

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.game import Game, Side
from games.models.packing import FingerprintField, PackedJSONField
from games.models.written_once import WrittenOnce, WrittenOnceQuerySet
from games.shapes import JsonObject


class GameEvent(WrittenOnce):
    """One event of a game's record, in the order of `seq`, with its draws of chance."""

    class Kind(models.TextChoices):
        ACTION = "action", _("action")
        UNDO = "undo", _("undo")
        SYSTEM = "system", _("system")
        STAFF = "staff", _("staff")

    game = models.ForeignKey(Game, models.PROTECT, verbose_name=_("game"), related_name="events", db_index=False)
    seq = models.PositiveIntegerField(_("number"))
    kind = models.CharField(_("kind"), max_length=8, choices=Kind)
    side = models.CharField(_("side"), max_length=8, choices=Side, blank=True)
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, verbose_name=_("actor"), null=True, blank=True)
    person = models.PositiveBigIntegerField(
        _("number of the actor"),
        null=True,
        blank=True,
        help_text=_("On the site where it happened, whatever became of the account."),
    )
    payload = PackedJSONField(_("payload"), dictionary="payloads", db_column="payload_packed")
    draws = PackedJSONField(_("draws"), dictionary="draws", db_column="draws_packed", default=list, blank=True)
    events = PackedJSONField(_("events"), dictionary="facts", db_column="events_packed", default=list, blank=True)
    wall = models.BooleanField(
        _("wall"), help_text=_("Nothing up to here can be taken back, and everybody may know of it.")
    )
    shown_to_frank = models.BooleanField(_("shown to the Franks"), help_text=_("Once it is behind a wall."))
    shown_to_saracen = models.BooleanField(_("shown to the Saracens"), help_text=_("Once it is behind a wall."))
    shown_to_public = models.BooleanField(_("shown to spectators"), help_text=_("Once it is behind a wall."))
    by_orders = models.BooleanField(
        _("by standing orders"),
        default=False,
        help_text=_("Decided by orders that the actor had left. Nobody else is told."),
    )
    rules_version = models.CharField(_("version of the rules"), max_length=32)
    idempotency_key = models.UUIDField(_("key"), null=True, blank=True)
    created_at = models.DateTimeField(_("time"), default=timezone.now, editable=False)
    state_hash = FingerprintField(_("hash of the position"), db_column="state_bytes", blank=True)
    prev_hash = FingerprintField(_("hash before"), db_column="prev_bytes", null=True, blank=True)
    """None where it is that of the event before: `record_of` fills it in."""
    hash = FingerprintField(_("hash"), db_column="hash_bytes", blank=True)

    objects = WrittenOnceQuerySet["GameEvent"].as_manager()

    class Meta:
        verbose_name = _("event")
        verbose_name_plural = _("events")
        ordering = ["game", "seq"]
        constraints = [
            models.UniqueConstraint(fields=["game", "seq"], name="event_once_a_number"),
            models.UniqueConstraint(fields=["game", "actor", "idempotency_key"], name="event_once_a_key"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.seq} {self.kind}"

    @classmethod
    def record_of(cls, game: Game) -> list[Self]:
        """Returns every event of a game in order, each with the hash of the previous one."""
        events = list(cls.objects.filter(game=game).order_by("seq"))
        for before, event in pairwise(events):
            if event.prev_hash is None:
                event.prev_hash = before.hash
        return events

    def content(self) -> JsonObject:
        """Returns the event as it is hashed and exported: what `rules.chain` covers, and the hash.

        Contains all hidden facts, except whether standing orders decided, which only their owner may know. Requires an
        event of `record_of`.
        """
        assert self.prev_hash is not None
        return {
            "n": self.seq,
            "kind": str(self.kind),
            "side": str(self.side),
            "person": self.person,
            "at": self.created_at.astimezone(UTC).isoformat(timespec="microseconds"),
            "payload": self.payload,
            "draws": self.draws,
            "events": self.events,
            "wall": self.wall,
            "rules": self.rules_version,
            "state": self.state_hash,
            "prev": self.prev_hash,
            "hash": self.hash,
        }
