"""Tournaments: entrants, rounds, pairings, and the log of what was done."""

import uuid

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.models.clock import PaceName
from games.models.game import Game, new_invitation_token
from games.models.written_once import WrittenOnce, WrittenOnceQuerySet


class Tournament(models.Model):
    """A tournament: who may enter, how it is played, and how far it has come."""

    class State(models.TextChoices):
        SIGN_UP = "sign-up", pgettext_lazy("tournament", "sign-up is open")
        RUNNING = "running", pgettext_lazy("tournament", "running")
        OVER = "over", pgettext_lazy("tournament", "over")
        CANCELED = "canceled", pgettext_lazy("tournament", "canceled")

    class System(models.TextChoices):
        SWISS = "swiss", _("Swiss system")
        ROUND_ROBIN = "round-robin", _("Round robin")
        KNOCK_OUT = "knock-out", _("Knock-out")
        DOUBLE = "double", _("Double knock-out")
        LADDER = "ladder", _("Ladder")

    class Sides(models.TextChoices):
        LOT = "lot", _("One game a pair, sides balanced or drawn by lot")
        BOTH = "both", _("Two games a pair, one with each side")

    public_id = models.UUIDField(_("id"), default=uuid.uuid4, unique=True, editable=False)
    name = models.CharField(_("name"), max_length=80)
    about = models.TextField(_("about"), max_length=2000, blank=True)
    organizer = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, verbose_name=_("organizer"), related_name="organized_tournaments"
    )
    state = models.CharField(_("state"), max_length=8, choices=State, default=State.SIGN_UP)
    system = models.CharField(_("system"), max_length=16, choices=System)
    sides = models.CharField(_("sides"), max_length=8, choices=Sides, default=Sides.LOT)
    rounds = models.PositiveSmallIntegerField(
        _("rounds"), default=0, help_text=_("Of a Swiss tournament; others have what they need.")
    )
    round = models.PositiveSmallIntegerField(_("round"), default=0, help_text=_("The number of the present round."))
    tie_breaks = models.JSONField(_("tie-breaks"), default=list, blank=True)
    ruleset = models.JSONField(_("ruleset"))
    pace = models.CharField(_("pace"), max_length=16, choices=PaceName)
    size = models.PositiveSmallIntegerField(_("places"))
    visibility = models.CharField(
        _("visibility"), max_length=8, choices=Game.Visibility, default=Game.Visibility.PUBLIC
    )
    invitation_token = models.CharField(_("invitation"), max_length=32, unique=True, default=new_invitation_token)
    rating_from = models.PositiveSmallIntegerField(_("lowest rating"), null=True, blank=True)
    rating_to = models.PositiveSmallIntegerField(_("highest rating"), null=True, blank=True)
    round_days = models.PositiveSmallIntegerField(_("days of a round"))
    grace_days = models.PositiveSmallIntegerField(
        _("days of grace"),
        default=7,
        help_text=_("For a game that stands still by a pause or a vacation when its round ends."),
    )
    by_hand = models.BooleanField(
        _("rounds begin by hand"),
        default=False,
        help_text=_("The organizer looks at the pairs of each round before its games begin."),
    )
    sign_up_until = models.DateTimeField(_("sign-up until"))
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    started_at = models.DateTimeField(_("started"), null=True, blank=True)
    ended_at = models.DateTimeField(_("ended"), null=True, blank=True)

    class Meta:
        verbose_name = _("tournament")
        verbose_name_plural = _("tournaments")
        permissions = [("organize_tournaments", "Can organize tournaments")]
        indexes = [
            models.Index(fields=["visibility", "-created_at"], name="tournament_list"),
            models.Index(fields=["sign_up_until"], condition=models.Q(state="sign-up"), name="tournament_to_start"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_ladder(self) -> bool:
        """Whether it is a ladder, which has challenges instead of rounds."""
        return self.system == self.System.LADDER

    @property
    def is_bracket(self) -> bool:
        """Whether it is a knock-out, single or double."""
        return self.system in (self.System.KNOCK_OUT, self.System.DOUBLE)

    @property
    def legs(self) -> int:
        """The number of games that a pair plays."""
        return 2 if self.sides == self.Sides.BOTH else 1


class Entrant(models.Model):
    """A person in a tournament. Entrants who withdraw stay in the table, and are not paired any more."""

    class Why(models.TextChoices):
        WITHDREW = "withdrew", _("withdrew")
        REMOVED = "removed", _("removed by the organizer")
        CLOSED = "closed", _("account deleted")
        SITE = "site", _("taken out by the site")
        REPLACED = "replaced", _("replaced")

    tournament = models.ForeignKey(Tournament, models.PROTECT, verbose_name=_("tournament"), related_name="entrants")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, verbose_name=_("player"), related_name="tournament_entries"
    )
    rating = models.PositiveSmallIntegerField(_("rating at sign-up"))
    seed = models.PositiveSmallIntegerField(
        _("seed"), null=True, blank=True, help_text=_("By rating, set at the start.")
    )
    signed_up_at = models.DateTimeField(_("signed up"), auto_now_add=True)
    left_at = models.DateTimeField(_("left"), null=True, blank=True)
    left_why = models.CharField(_("why they left"), max_length=8, choices=Why, blank=True)
    waits_since = models.DateTimeField(_("on the waiting list since"), null=True, blank=True)
    replaced = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        verbose_name=_("in place of"),
        null=True,
        blank=True,
        related_name="tournament_places_left",
        help_text=_("Who had this place, and its points, before."),
    )
    since_round = models.PositiveSmallIntegerField(
        _("since round"), null=True, blank=True, help_text=_("Of who took over a place.")
    )
    place = models.PositiveSmallIntegerField(_("place in the ladder"), null=True, blank=True)
    active_at = models.DateTimeField(_("last active in the ladder"), null=True, blank=True)
    idle_at = models.DateTimeField(_("moves down if idle until"), null=True, blank=True)

    class Meta:
        verbose_name = _("entrant")
        verbose_name_plural = _("entrants")
        constraints = [models.UniqueConstraint(fields=["tournament", "user"], name="entrant_once")]
        indexes = [models.Index(fields=["idle_at"], condition=models.Q(idle_at__isnull=False), name="entrant_idle")]

    def __str__(self) -> str:
        return f"{self.user_id} in {self.tournament_id}"


class Round(models.Model):
    """A round of a tournament; in a ladder the games of one challenge.

    Without `begun_at` its pairs wait for the organizer.
    """

    tournament = models.ForeignKey(
        Tournament, models.PROTECT, verbose_name=_("tournament"), related_name="played_rounds"
    )
    number = models.PositiveSmallIntegerField(_("number"))
    paired_at = models.DateTimeField(_("paired"), auto_now_add=True)
    begun_at = models.DateTimeField(_("begun"), null=True, blank=True)
    due_at = models.DateTimeField(_("ends at the latest"), null=True, blank=True)
    reminded_at = models.DateTimeField(
        _("reminded"), null=True, blank=True, help_text=_("When who is late was told that it ends soon.")
    )
    ended_at = models.DateTimeField(_("ended"), null=True, blank=True)

    class Meta:
        verbose_name = _("round")
        verbose_name_plural = _("rounds")
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="round_once")]

    def __str__(self) -> str:
        return f"round {self.number} of {self.tournament_id}"


class Pairing(models.Model):
    """One game of a round, or one bye: then there are no Saracens."""

    class Result(models.TextChoices):
        FRANK = "frank", _("Franks won")
        SARACEN = "saracen", _("Saracens won")
        HALF = "half", _("half a point each")
        NONE = "none", _("no points")

    class How(models.TextChoices):
        GAME = "game", _("played")
        UNDECIDED = "undecided", _("game without a winner")
        BYE = "bye", _("bye")
        FORFEIT = "forfeit", _("forfeit")
        DEADLINE = "deadline", _("end of the round")
        ORGANIZER = "organizer", _("set by the organizer")
        ANNULLED = "annulled", _("annulled by the organizer")

    round = models.ForeignKey(Round, models.PROTECT, verbose_name=_("round"), related_name="pairings")
    board = models.PositiveSmallIntegerField(_("board"), help_text=_("In a knock-out the place in the bracket."))
    leg = models.PositiveSmallIntegerField(_("game of the pair"), default=1)
    frank = models.ForeignKey(Entrant, models.PROTECT, verbose_name=_("Franks"), related_name="as_frank")
    saracen = models.ForeignKey(
        Entrant, models.PROTECT, verbose_name=_("Saracens"), null=True, blank=True, related_name="as_saracen"
    )
    game = models.OneToOneField(
        Game, models.PROTECT, verbose_name=_("game"), null=True, blank=True, related_name="pairing"
    )
    result = models.CharField(_("result"), max_length=8, choices=Result, blank=True)
    how = models.CharField(_("how it came about"), max_length=16, choices=How, blank=True)
    extended_to = models.DateTimeField(
        _("extended to"), null=True, blank=True, help_text=_("By the grace, since it stood still when its round ended.")
    )
    frank_used_before = models.DurationField(
        _("time the Franks used before"),
        null=True,
        blank=True,
        help_text=_("Before the turn in which the end of the round found them."),
    )
    saracen_used_before = models.DurationField(
        _("time the Saracens used before"),
        null=True,
        blank=True,
        help_text=_("Before the turn in which the end of the round found them."),
    )
    frank_cities = models.PositiveSmallIntegerField(_("cities of the Franks"), default=0)
    saracen_cities = models.PositiveSmallIntegerField(_("cities of the Saracens"), default=0)
    game_version = models.PositiveIntegerField(_("version of the game at its end"), default=0)

    class Meta:
        verbose_name = _("pairing")
        verbose_name_plural = _("pairings")
        ordering = ["board", "leg"]
        constraints = [models.UniqueConstraint(fields=["round", "board", "leg"], name="pairing_once")]
        indexes = [models.Index(fields=["game"], condition=models.Q(result=""), name="pairing_open")]

    def __str__(self) -> str:
        return f"board {self.board} of {self.round_id}"


class Ladder(models.Model):
    """The rules of a ladder, a tournament without rounds: who may challenge whom, and when the site moves somebody."""

    tournament = models.OneToOneField(Tournament, models.PROTECT, verbose_name=_("tournament"), related_name="ladder")
    reach = models.PositiveSmallIntegerField(_("places one may challenge upward"))
    answer_days = models.PositiveSmallIntegerField(_("days for an answer"))
    rest_days = models.PositiveSmallIntegerField(_("days before the same two play again"))
    idle_days = models.PositiveSmallIntegerField(_("days after which who is idle moves down"))

    class Meta:
        verbose_name = _("rules of a ladder")
        verbose_name_plural = _("rules of ladders")

    def __str__(self) -> str:
        return f"rules of {self.tournament_id}"


class Challenge(models.Model):
    """Somebody of a ladder asks somebody above them for a game about their places."""

    class State(models.TextChoices):
        OPEN = "open", pgettext_lazy("challenge", "waits for an answer")
        ACCEPTED = "accepted", pgettext_lazy("challenge", "being played")
        WON = "won", pgettext_lazy("challenge", "won by the challenger")
        LOST = "lost", pgettext_lazy("challenge", "lost by the challenger")
        TIE = "tie", pgettext_lazy("challenge", "without a winner")
        DECLINED = "declined", pgettext_lazy("challenge", "declined")
        UNANSWERED = "unanswered", pgettext_lazy("challenge", "not answered in time")
        WITHDRAWN = "withdrawn", pgettext_lazy("challenge", "withdrawn")
        ANNULLED = "annulled", pgettext_lazy("challenge", "annulled by the organizer")

    tournament = models.ForeignKey(Tournament, models.PROTECT, verbose_name=_("ladder"), related_name="challenges")
    challenger = models.ForeignKey(
        Entrant, models.PROTECT, verbose_name=_("challenger"), related_name="challenges_made"
    )
    challenged = models.ForeignKey(
        Entrant, models.PROTECT, verbose_name=_("challenged"), related_name="challenges_received"
    )
    state = models.CharField(_("state"), max_length=16, choices=State, default=State.OPEN)
    made_at = models.DateTimeField(_("made"), auto_now_add=True)
    answer_due_at = models.DateTimeField(_("answer until"))
    reminded_at = models.DateTimeField(_("reminded"), null=True, blank=True)
    ended_at = models.DateTimeField(_("ended"), null=True, blank=True)
    played = models.OneToOneField(
        Round, models.PROTECT, verbose_name=_("games"), null=True, blank=True, related_name="challenge"
    )

    class Meta:
        verbose_name = _("challenge")
        verbose_name_plural = _("challenges")
        constraints = [
            models.UniqueConstraint(
                fields=["challenger"], condition=models.Q(ended_at=None), name="challenge_made_once"
            ),
            models.UniqueConstraint(
                fields=["challenged"], condition=models.Q(ended_at=None), name="challenge_received_once"
            ),
        ]
        indexes = [
            models.Index(fields=["tournament", "-id"], name="challenge_of_ladder"),
            models.Index(fields=["answer_due_at"], condition=models.Q(state="open"), name="challenge_to_answer"),
        ]

    def __str__(self) -> str:
        return f"challenge {self.pk} in {self.tournament_id}: {self.state}"


class TournamentAct(WrittenOnce):
    """The log of a tournament, for everybody who sees it: one row for each act of its organizer, its entrants, and the
    site.
    """

    class Kind(models.TextChoices):
        CREATED = "created", _("created the tournament")
        SIGNED_UP = "signed-up", _("signed up")
        LEFT = "left", _("left the tournament")
        STARTED = "started", _("the tournament started")
        CANCELED = "canceled", _("the tournament was canceled")
        PAIRED = "paired", _("a round was paired")
        BEGUN = "begun", _("a round began")
        EXCHANGED = "exchanged", _("exchanged two players")
        DECIDED = "decided", _("set a result")
        CHANGED = "changed", _("a result changed with its game")
        EXTENDED = "extended", _("extended the time")
        HAND = "hand", _("chose how rounds begin")
        ENDED = "ended", _("the tournament ended")
        WAITING = "waiting", _("joined the waiting list")
        MOVED_UP = "moved-up", _("moved up from the waiting list")
        REPLACED = "replaced", _("replaced a player")
        CHALLENGED = "challenged", _("made a challenge")
        ANSWERED = "answered", _("answered a challenge")
        SETTLED = "settled", _("a challenge was decided")
        PLACED = "placed", _("gave a player another place")
        IDLE = "idle", _("moved down for being idle")
        REMINDED = "reminded", _("reminded who is late")
        AWAY = "away", _("planned a vacation past the end of a round")
        PAUSED = "paused", _("a game was paused")
        GRACE = "grace", _("a game stood still at the end of its round")
        OVERTIME = "overtime", _("a game went on after the end of its round")

    tournament = models.ForeignKey(Tournament, models.PROTECT, verbose_name=_("tournament"), related_name="acts")
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        verbose_name=_("by"),
        null=True,
        blank=True,
        related_name="tournament_acts",
    )
    kind = models.CharField(_("kind"), max_length=16, choices=Kind)
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        verbose_name=_("about"),
        null=True,
        blank=True,
        related_name="tournament_acts_about",
    )
    data = models.JSONField(_("data"), default=dict, blank=True)
    reason = models.CharField(_("reason"), max_length=300, blank=True)
    created_at = models.DateTimeField(_("when"), auto_now_add=True)

    objects = WrittenOnceQuerySet["TournamentAct"].as_manager()

    class Meta:
        verbose_name = _("act in a tournament")
        verbose_name_plural = _("acts in tournaments")
        indexes = [models.Index(fields=["tournament", "-id"], name="act_of_tournament")]

    def __str__(self) -> str:
        return f"{self.kind} in {self.tournament_id}"
