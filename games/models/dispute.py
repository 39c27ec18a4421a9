"""Disputes about games, the audit log, notes about players, and sanctions."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.models.game import Game, Side
from games.models.written_once import WrittenOnce, WrittenOnceQuerySet

FINAL_ROUND = 2
"""The first round of a case is the report, the second its appeal: there is no third."""


class DisputeCase(models.Model):
    """One player's report about a game. Its history is in its entries; its fields serve lists and the next steps."""

    class Category(models.TextChoices):
        RULES = "rules", _("The rules were not applied as they should be")
        DICE = "dice", _("I doubt the dice or the draws")
        CLOCK = "clock", _("The clock, or a lost game by time")
        STALLING = "stalling", _("The other player draws the game out")
        CONDUCT = "conduct", _("What the other player writes or does")
        UNFAIR = "unfair", _("The other player knows or does what they should not")
        FAULT = "fault", _("Something on the site does not work")
        OTHER = "other", _("Something else")

    class Wish(models.TextChoices):
        EXPLAIN = "explain", _("An explanation")
        REWIND = "rewind", _("Play on from an earlier moment")
        TIME = "time", _("More time, or the game restored")
        RESULT = "result", _("Another result")
        ANNUL = "annul", _("The game annulled")
        PERSON = "person", _("That somebody speaks to the other player")
        REPLACE = "replace", _("Another opponent for the rest of the game")
        OTHER = "other", _("Something else, as I write")

    class State(models.TextChoices):
        OPEN = "open", pgettext_lazy("dispute", "open")
        TAKEN = "taken", pgettext_lazy("dispute", "taken")
        WAITING = "waiting", pgettext_lazy("dispute", "waiting for a player")
        DECIDED = "decided", pgettext_lazy("dispute", "decided")
        MERGED = "merged", pgettext_lazy("dispute", "merged")
        APPEALED = "appealed", pgettext_lazy("dispute", "appealed")
        CLOSED = "closed", pgettext_lazy("dispute", "closed")

    UNSETTLED = (State.OPEN, State.TAKEN, State.WAITING, State.MERGED, State.APPEALED)

    game = models.ForeignKey(Game, models.PROTECT, verbose_name=_("game"), related_name="cases")
    opener = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, verbose_name=_("reported by"), related_name="cases_opened"
    )
    side = models.CharField(_("side"), max_length=8, choices=Side)
    other = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        verbose_name=_("other player"),
        null=True,
        related_name="cases_answered",
    )
    category = models.CharField(_("category"), max_length=16, choices=Category)
    wish = models.CharField(_("what is asked for"), max_length=16, choices=Wish)
    state = models.CharField(_("state"), max_length=8, choices=State, default=State.OPEN)
    round = models.PositiveSmallIntegerField(_("round"), default=1, help_text=_("1: the report, 2: the appeal."))
    reviewer = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        verbose_name=_("reviewer"),
        null=True,
        blank=True,
        related_name="cases_taken",
    )
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        verbose_name=_("decided by"),
        null=True,
        blank=True,
        related_name="cases_decided",
    )
    merged_into = models.ForeignKey(
        "self", models.PROTECT, verbose_name=_("merged into"), null=True, blank=True, related_name="merged"
    )
    waits_for = models.CharField(_("waits for"), max_length=8, choices=Side, blank=True)
    event = models.PositiveIntegerField(
        _("event"), help_text=_("The last event of the game when the problem was reported.")
    )
    froze = models.BooleanField(_("froze the clocks"), default=False)
    opened_at = models.DateTimeField(_("reported"), default=timezone.now)
    changed_at = models.DateTimeField(_("last changed"), default=timezone.now)
    decided_at = models.DateTimeField(_("decided"), null=True, blank=True)
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True)

    class Meta:
        verbose_name = _("dispute")
        verbose_name_plural = _("disputes")
        permissions = [("review_disputes", "Can review disputes")]
        indexes = [models.Index(fields=["state", "opened_at"], name="case_list")]
        constraints = [
            models.UniqueConstraint(
                fields=["game", "opener"], condition=~Q(state__in=("decided", "closed")), name="case_one_at_a_time"
            ),
            models.CheckConstraint(
                condition=~Q(state="merged") | Q(merged_into__isnull=False), name="case_merged_into_another"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.pk}: {self.category}, {self.state}"

    def get_absolute_url(self) -> str:
        """The address of the reviewer's page."""
        return reverse("review-case", args=[self.pk])

    @property
    def is_settled(self) -> bool:
        """Whether it is decided or closed."""
        return self.state in (self.State.DECIDED, self.State.CLOSED)


class StaffAction(WrittenOnce):
    """The audit log: one row for each act of staff, and for each page they opened."""

    class Kind(models.TextChoices):
        LOOKED = "looked", _("opened a page")
        DID = "did", _("changed something in the admin")
        EXPORTED = "exported", _("exported the audit log")
        OPENED_ALL = "opened-all", _("opened the all-seeing view of a running game")
        TOOK = "took", _("took the case")
        RELEASED = "released", _("gave the case back")
        ASKED = "asked", _("asked a player")
        NOTED = "noted", _("left a note for reviewers")
        WENT_ON = "went-on", _("went on without an answer")
        ASSIGNED = "assigned", _("assigned the case")
        ALLOWED = "allowed", _("let a tied reviewer review the case")
        MERGED = "merged", _("merged the case into another")
        NOTED_PLAYER = "noted-player", _("left a note about a player")
        CANNED = "canned", _("changed the canned replies")
        FREEZE = "freeze", _("froze the clocks")
        RESUME = "resume", _("let the clocks go on")
        TIME = "time", _("granted time")
        RESTORE = "restore", _("restored the game")
        REWIND = "rewind", _("rewound the game")
        RESULT = "result", _("set the result")
        ANNUL = "annul", _("annulled the game")
        REPLACE = "replace", _("replaced a player")
        WARN = "warn", _("warned a player")
        MUTE = "mute", _("muted a player")
        SUSPEND = "suspend", _("suspended a player")
        BAN = "ban", _("banned a player")
        ANSWER = "answer", _("answered")

    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, verbose_name=_("by"), related_name="staff_actions"
    )
    kind = models.CharField(_("kind"), max_length=16, choices=Kind)
    case = models.ForeignKey(
        DisputeCase, models.PROTECT, verbose_name=_("dispute"), null=True, blank=True, related_name="actions"
    )
    game = models.ForeignKey(
        Game, models.PROTECT, verbose_name=_("game"), null=True, blank=True, related_name="staff_actions"
    )
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        verbose_name=_("about"),
        null=True,
        blank=True,
        related_name="staff_actions_about",
    )
    reason = models.TextField(_("reason"), blank=True)
    address = models.CharField(_("page"), max_length=300, blank=True)
    before = models.JSONField(_("before"), default=dict, blank=True)
    after = models.JSONField(_("after"), default=dict, blank=True)
    event = models.PositiveIntegerField(
        _("event"), null=True, blank=True, help_text=_("The number of the staff event in the game.")
    )
    created_at = models.DateTimeField(_("time"), default=timezone.now, db_index=True)

    objects = WrittenOnceQuerySet["StaffAction"].as_manager()

    class Meta:
        verbose_name = _("act of staff")
        verbose_name_plural = _("audit log")
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.kind} by {self.actor_id}"


class CaseEntry(WrittenOnce):
    """One entry of a case, in the order of `number`. Those not for the parties are read by reviewers alone."""

    class Kind(models.TextChoices):
        REPORT = "report", _("report")
        ANSWER = "answer", _("answer")
        QUESTION = "question", _("question")
        REPLY = "reply", _("reply")
        NOTE = "note", _("note")
        TAKEN = "taken", pgettext_lazy("dispute", "taken")
        RELEASED = "released", _("given back")
        WENT_ON = "went-on", _("continued")
        ASSIGNED = "assigned", pgettext_lazy("dispute", "assigned")
        ALLOWED = "allowed", pgettext_lazy("dispute", "allowed")
        MERGED = "merged", pgettext_lazy("dispute", "merged")
        PARTED = "parted", pgettext_lazy("dispute", "separated")
        ACT = "act", _("act")
        DECISION = "decision", _("decision")
        APPEAL = "appeal", _("appeal")
        WITHDRAWN = "withdrawn", _("withdrawn")
        CLOSED = "closed", _("closed")

    case = models.ForeignKey(DisputeCase, models.PROTECT, verbose_name=_("dispute"), related_name="entries")
    number = models.PositiveSmallIntegerField(_("number"))
    kind = models.CharField(_("kind"), max_length=16, choices=Kind)
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        verbose_name=_("by"),
        null=True,
        blank=True,
        related_name="case_entries",
    )
    side = models.CharField(_("side"), max_length=8, blank=True, help_text=_("Of a player who wrote it, or was asked."))
    text = models.TextField(_("text"), blank=True)
    for_parties = models.BooleanField(_("players read it"), default=True)
    rests_on = models.JSONField(_("rests on events"), default=list, blank=True)
    action = models.OneToOneField(
        StaffAction, models.PROTECT, verbose_name=_("act"), null=True, blank=True, related_name="entry"
    )
    created_at = models.DateTimeField(_("time"), default=timezone.now)

    objects = WrittenOnceQuerySet["CaseEntry"].as_manager()

    class Meta:
        verbose_name = _("entry of a dispute")
        verbose_name_plural = _("entries of disputes")
        ordering = ["case", "number"]
        constraints = [models.UniqueConstraint(fields=["case", "number"], name="case_entry_once_a_number")]

    def __str__(self) -> str:
        return f"{self.case_id}.{self.number} {self.kind}"


class PlayerNote(WrittenOnce):
    """A reviewer's note about a player, read by reviewers alone."""

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, verbose_name=_("person"), related_name="notes_about"
    )
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, verbose_name=_("by"), related_name="notes_about_players"
    )
    text = models.TextField(_("text"))
    created_at = models.DateTimeField(_("time"), default=timezone.now)

    objects = WrittenOnceQuerySet["PlayerNote"].as_manager()

    class Meta:
        verbose_name = _("note about a player")
        verbose_name_plural = _("notes about players")
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.pk} about {self.person_id}"


class Sanction(models.Model):
    """A mute, suspension or ban of a person until a time: mutes forbid writing, suspensions making, joining and playing
    games.

    A ban has no end, and shuts its person out of the site. It is lifted by a further row, whose end is when that was.
    """

    class Kind(models.TextChoices):
        MUTE = "mute", _("muted")
        SUSPENSION = "suspend", _("suspended")
        BAN = "ban", _("banned")

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, verbose_name=_("person"), related_name="sanctions"
    )
    kind = models.CharField(_("kind"), max_length=8, choices=Kind)
    until = models.DateTimeField(_("until"), null=True, blank=True, help_text=_("Empty for a ban that is not lifted."))
    action = models.OneToOneField(StaffAction, models.PROTECT, verbose_name=_("act"), related_name="sanction")

    class Meta:
        verbose_name = _("sanction")
        verbose_name_plural = _("sanctions")
        indexes = [models.Index(fields=["person", "kind", "-id"], name="sanction_of_person")]
        constraints = [
            models.CheckConstraint(
                condition=Q(until__isnull=False) | Q(kind="ban"), name="sanction_without_end_is_a_ban"
            )
        ]

    def __str__(self) -> str:
        return f"{self.person_id} {self.kind} until {self.until}"
