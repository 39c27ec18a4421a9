"""A game and its two seats."""

import secrets
import uuid
from collections.abc import Mapping
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games import sealing
from games.models.clock import TimedGame, TimedSeat
from games.shapes import PassedOn

if TYPE_CHECKING:
    from games.models.standing_orders import StandingOrders

SIDES = ("frank", "saracen")
LEVELS = [
    ("page", _("novice")),
    ("squire", _("squire")),
    ("knight", _("knight")),
    ("baron", _("baron")),
    ("king", _("king")),
]
"""Levels of the computer, weakest first."""
OTHER = {"frank": "saracen", "saracen": "frank"}


class Side(models.TextChoices):
    FRANK = "frank", _("Franks")
    SARACEN = "saracen", _("Saracens")


def new_invitation_token() -> str:
    """Returns a token of 16 random bytes for an invitation link."""
    return secrets.token_urlsafe(16)


class Game(TimedGame):
    """One game: its setup, progress and result. The events are authoritative; these fields serve lists."""

    class Status(models.TextChoices):
        OPEN = "open", _("open")
        ACTIVE = "active", _("active")
        OVER = "over", _("over")
        CANCELED = "canceled", _("canceled")

    class Visibility(models.TextChoices):
        PUBLIC = "public", _("public")
        PRIVATE = "private", _("private")

    class Ending(models.TextChoices):
        VICTORY_CITIES = "victory-cities", _("victory cities")
        SUDDEN_DEATH = "sudden-death", _("sudden death")
        RESIGNATION = "resignation", _("resignation")
        TIME_OUT = "time-out", _("time ran out")
        AGREED = "agreed", _("agreed end without a winner")
        ANNULLED = "annulled", _("annulled")
        CLOSED = "closed", _("closed")
        RULING = "ruling", _("decided by a reviewer")

    public_id = models.UUIDField(_("id"), default=uuid.uuid4, unique=True, editable=False)
    ruleset = models.JSONField(_("ruleset"))
    rules_version = models.CharField(_("version of the rules"), max_length=32)
    solo = models.BooleanField(_("one person plays both sides"), default=False)
    lesson = models.BooleanField(
        _("guided first game"), default=False, db_default=False, help_text=_("Its page says what each prompt is for.")
    )
    siege_lesson = models.BooleanField(
        _("second lesson"),
        default=False,
        db_default=False,
        help_text=_("The lesson of a siege, a muster, a charge and winter."),
    )
    practice = models.CharField(
        _("practice"),
        max_length=8,
        blank=True,
        default="",
        db_default="",
        choices=[*Side.choices, ("all", _("everything open"))],
        help_text=_("Whose knowledge the position it goes on from rests on. Empty: no practice game."),
    )
    practice_of = models.UUIDField(_("goes on from"), null=True, blank=True, editable=False)
    practice_n = models.PositiveIntegerField(
        _("goes on from entry"), null=True, blank=True, editable=False, help_text=_("In the replay of that knowledge.")
    )
    practice_seq = models.PositiveIntegerField(_("goes on from event"), null=True, blank=True, editable=False)
    exercise = models.CharField(
        _("exercise"),
        max_length=64,
        blank=True,
        default="",
        db_default="",
        help_text=_("The exercise from which a practice game begins. Empty: from none."),
    )
    exercise_held = models.BooleanField(
        _("held for its exercise"),
        default=False,
        db_default=False,
        help_text=_("The computer waits until the decision is judged and the player goes on."),
    )
    computer = models.CharField(
        _("level of the computer"),
        max_length=8,
        blank=True,
        default="",
        db_default="",
        choices=LEVELS,
        help_text=_("Empty: the computer does not play."),
    )
    odds = models.BooleanField(
        _("odds on demand"),
        default=True,
        db_default=True,
        help_text=_("Whether the players may ask the site for the odds of a fight ahead."),
    )
    hints = models.BooleanField(
        _("hints"),
        default=False,
        db_default=False,
        help_text=_("Whether the player may ask what the computer would play; never in a game of two people."),
    )
    take_over = models.BooleanField(
        _("the computer may take over"),
        default=False,
        db_default=False,
        help_text=_("Whether the computer plays on for a player whose time is up, instead of the game being lost."),
    )
    taken_over = models.CharField(
        _("taken over"),
        max_length=8,
        blank=True,
        default="",
        db_default="",
        choices=Side,
        help_text=_(
            "The side whose player ran out of time and for which the computer then played. Such a game is unrated."
        ),
    )
    visibility = models.CharField(_("visibility"), max_length=8, choices=Visibility, default=Visibility.PUBLIC)
    invitation_token = models.CharField(_("invitation"), max_length=32, unique=True, default=new_invitation_token)
    by_hand = models.BooleanField(
        _("started by hand"),
        default=False,
        help_text=_("Its creator starts it once both seats are taken; else joining does."),
    )
    rematch_of = models.ForeignKey(
        "self", models.PROTECT, verbose_name=_("rematch of"), null=True, blank=True, related_name="rematches"
    )
    creator = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, verbose_name=_("creator"), related_name="created_games"
    )

    status = models.CharField(_("status"), max_length=8, choices=Status, default=Status.OPEN)
    version = models.PositiveIntegerField(_("version"), default=0, help_text=_("The number of the last event."))
    public_version = models.PositiveIntegerField(_("version for spectators"), default=0)
    commitment = models.CharField(
        _("commitment to the dice"),
        max_length=64,
        blank=True,
        editable=False,
        help_text=_("Shown to all from the beginning."),
    )
    sealed_secret = models.TextField(_("sealed secret of the dice"), blank=True, editable=False)
    revealed = models.BooleanField(
        _("secret revealed"), default=False, help_text=_("The game was over: who takes it up again needs new dice.")
    )
    past_dice = models.JSONField(
        _("earlier dice"),
        default=list,
        blank=True,
        editable=False,
        help_text=_("Commitments and secrets, all revealed."),
    )
    dice_due_at = models.DateTimeField(
        _("wait for the dice ends"),
        null=True,
        blank=True,
        help_text=_(
            "The game begins then, though a player's part of the dice is missing. Empty: it does not wait for that."
        ),
    )
    history_counts = models.JSONField(
        _("entries of the histories"),
        null=True,
        blank=True,
        editable=False,
        help_text=_(
            "How many entries each viewer's history had at the wall `seq`. Empty: they are counted from the record."
        ),
    )
    draws_made = models.PositiveIntegerField(
        _("draws made"), default=0, help_text=_("The number of the next draw. It never goes back.")
    )
    stamp = models.CharField(
        _("stamp of the record"),
        max_length=64,
        blank=True,
        editable=False,
        help_text=_("Of the last wall. Shown to all while the game runs."),
    )
    head = models.CharField(_("last hash of the record"), max_length=64, blank=True, editable=False)
    year = models.PositiveSmallIntegerField(_("year"), null=True, blank=True)
    turn = models.PositiveSmallIntegerField(_("turn"), null=True, blank=True)
    frank_cities = models.PositiveSmallIntegerField(
        _("cities of the Franks"), null=True, blank=True, help_text=_("Of the seven, as of the last wall.")
    )

    winner = models.CharField(_("winner"), max_length=8, choices=Side, blank=True)
    ending = models.CharField(_("how it ended"), max_length=16, choices=Ending, blank=True)
    ended_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        verbose_name=_("ended by"),
        null=True,
        blank=True,
        related_name="ended_games",
    )
    ending_reason = models.CharField(_("why it ended"), max_length=200, blank=True)

    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    started_at = models.DateTimeField(_("started"), null=True, blank=True)
    ended_at = models.DateTimeField(_("ended"), null=True, blank=True)
    moved_at = models.DateTimeField(
        _("last wall"), null=True, blank=True, help_text=_("When something everybody may know of last happened.")
    )

    class Meta:
        verbose_name = _("game")
        verbose_name_plural = _("games")
        indexes = [
            models.Index(fields=["status", "visibility", "-created_at"], name="game_list"),
            models.Index(
                fields=["dice_due_at"],
                condition=models.Q(status="open", dice_due_at__isnull=False),
                name="game_dice_due",
            ),
            models.Index(
                fields=["-moved_at", "-id"],
                condition=models.Q(status__in=("active", "over"), visibility="public"),
                name="game_to_watch",
            ),
            models.Index(
                fields=["-ended_at", "-id"], condition=models.Q(status="over", solo=False), name="game_results"
            ),
        ]
        constraints = [
            # Both players may ask for a rematch at once. A game that a reviewer let go on, with other players, can have
            # a second one.
            models.UniqueConstraint(fields=["rematch_of"], condition=models.Q(status="open"), name="rematch_once"),
        ]

    def __str__(self) -> str:
        return f"{self.public_id}"

    def save(self, *args: PassedOn, **kwargs: PassedOn) -> None:
        """Saves the game; a new one commits to its dice first."""
        if not self.pk and not self.commitment:
            self.commit()
        super().save(*args, **kwargs)

    @property
    def alone(self) -> bool:
        """Whether no more than one person plays: both sides, or against the computer."""
        return self.solo or bool(self.computer)

    @property
    def offers_computer(self) -> bool:
        """Whether the computer may be called for a player whose time is up. That happens once."""
        return self.take_over and not self.taken_over

    def save_as_it_is(self) -> None:
        """Saves an imported game, possibly without committed dice."""
        super().save()

    def commit(self) -> None:
        """Draws the secret of the dice and sets the commitment: once, and again only after the secret was revealed."""
        assert not self.commitment or self.revealed
        if self.commitment:
            self.past_dice = [
                *self.past_dice,
                {"commitment": self.commitment, "secret": sealing.unseal(self.sealed_secret).hex()},
            ]
            self.revealed = False
        self.commitment, self.sealed_secret = sealing.draw_secret(self.public_id)


class Seat(TimedSeat):
    """One side of a game. Its version counts what this side may know of, and so reveals nothing of the other's
    plans.
    """

    game = models.ForeignKey(Game, models.PROTECT, verbose_name=_("game"), related_name="seats")
    side = models.CharField(_("side"), max_length=8, choices=Side)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, verbose_name=_("player"), null=True, blank=True, related_name="seats"
    )
    version = models.PositiveIntegerField(_("version"), default=0)
    contribution = models.CharField(
        _("contribution to the dice"),
        max_length=32,
        blank=True,
        editable=False,
        help_text=_("16 bytes of the player's browser."),
    )
    awaited = models.BooleanField(_("awaited"), default=False)
    awaited_at_wall = models.BooleanField(
        _("awaited at the last wall"), default=False, help_text=_("What others may know of whether this side decides.")
    )
    handover = models.PositiveIntegerField(
        _("last hand-over"),
        default=0,
        help_text=_("The number of the event since which the game waits for this side, or last waited."),
    )

    game_has_offers = True
    game_has_round = True
    user_has_vacations = True
    user_has_targets = True
    """Whether there is anything of the kind to be asked for: `games.access` finds out with the seats; for
    seats loaded otherwise the database is asked.
    """
    orders_found: "tuple[StandingOrders | None, ...]" = ()
    """The row of `StandingOrders`, or None, where the seat was loaded to be acted on."""

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        # Else PostgreSQL gives first what was written longest ago, which would tell of moves that may still be taken
        # back.
        ordering = ["side"]
        constraints = [models.UniqueConstraint(fields=["game", "side"], name="seat_once_a_side")]

    def __str__(self) -> str:
        return f"{self.side} of {self.game_id}"


def player_names(seats: Mapping[str, Seat]) -> dict[str, str | None]:
    """Returns each side's player name; None where a seat is free."""
    return {side: seats[side].user.get_username() if seats[side].user else None for side in sorted(seats)}  # type: ignore[union-attr]
