"""The shapes of tournaments and ladders in the API."""

from rest_framework import serializers as drf

from games.api.fields import (
    Described,
    JSONObject,
    Lines,
    Shape,
    StrictBoolean,
    StrictChoice,
    StrictInteger,
    StrictSerializer,
    StrictString,
    StrictUUID,
)
from games.api.serializers import KEY_HELP
from games.models import Challenge, Entrant, Game, PaceName, Pairing, Tournament, TournamentAct
from games.tournaments import challenging, creating
from games.tournaments.pairing import double
from games.tournaments.pairing.standings import TIE_BREAKS

INVITATION = "The token of a private tournament's link."

STATES = Tournament.State.values
SYSTEMS = Tournament.System.values
CHALLENGE_STATES = Challenge.State.values
BRACKETS = (double.WINNERS, double.LOSERS, double.FINAL)


class TournamentsQuery(Shape):
    state = drf.ChoiceField(choices=STATES, required=False, help_text="How far the tournaments have come.")
    page = drf.IntegerField(min_value=1, max_value=100_000, default=1)


class TournamentQuery(Shape):
    invitation = drf.CharField(required=False, max_length=40, help_text=INVITATION)


class Entering(StrictSerializer):
    invitation = StrictString(required=False, max_length=40, help_text=INVITATION)


class Challenging(StrictSerializer):
    name = StrictString(max_length=150, help_text="Somebody within reach above.")
    key = StrictUUID(required=False, help_text=KEY_HELP)


class AnswerToChallenge(StrictSerializer):
    answer = StrictChoice(
        source="said",
        choices=challenging.ANSWERS,
        help_text="The challenged accepts or declines; the challenger withdraws.",
    )
    key = StrictUUID(required=False, help_text=KEY_HELP)


class Withdrawing(StrictSerializer):
    """Nothing: who asks withdraws."""


class LadderRules(Shape):
    """Who may challenge whom in a ladder, and what happens by itself."""

    reach = drf.IntegerField(help_text="How many places upward one may challenge.")
    answer_days = drf.IntegerField(help_text="How long the challenged has to answer.")
    rest_days = drf.IntegerField(help_text="How long the same two wait before they meet again.")
    idle_days = drf.IntegerField(help_text="After which who is idle moves down.")


class TournamentLine(Shape):
    """A tournament in a list: who may enter, how it is played, and how far it has come."""

    id = drf.UUIDField()
    name = drf.CharField()
    about = drf.CharField(help_text="What its organizer says of it; may be empty.")
    organizer = drf.CharField()
    state = drf.ChoiceField(choices=STATES)
    system = drf.ChoiceField(choices=SYSTEMS)
    sides = drf.ChoiceField(
        choices=Tournament.Sides.values, help_text="`both`: each pair plays two games, one with each side."
    )
    rounds = drf.IntegerField(help_text="0 before the start, except in a Swiss tournament.")
    round = drf.IntegerField(help_text="The number of the present round; 0 before the start.")
    tie_breaks = drf.ListField(child=drf.ChoiceField(choices=TIE_BREAKS))
    ruleset = Described("Ruleset")
    pace = drf.ChoiceField(choices=PaceName.values)
    size = drf.IntegerField(help_text="How many may enter.")
    entered = drf.IntegerField(help_text="How many have entered and not left.")
    visibility = drf.ChoiceField(choices=Game.Visibility.values)
    rating_from = drf.IntegerField(allow_null=True)
    rating_to = drf.IntegerField(allow_null=True)
    round_days = drf.IntegerField(help_text="How long a round, or a game of a ladder, lasts at most.")
    grace_days = drf.IntegerField(
        help_text="For a game that stands still by a pause or a vacation when its round ends."
    )
    sign_up_until = drf.DateTimeField(allow_null=True, help_text="Null in a ladder, which is open at any time.")
    ladder = LadderRules(allow_null=True, help_text="Null where it is none.")
    started_at = drf.DateTimeField(allow_null=True)
    ended_at = drf.DateTimeField(allow_null=True)


class TournamentPage(Lines):
    results = TournamentLine(many=True)


class TournamentStanding(Shape):
    rank = drf.IntegerField(help_text="Equal in points and all tie-breaks: equal ranks. In a ladder the place.")
    name = drf.CharField()
    seed = drf.IntegerField(allow_null=True, help_text="By rating, set at the start.")
    rating = drf.IntegerField(help_text="The mean of both sides at sign-up.")
    points = drf.FloatField(help_text="In a knock-out: matches won; in a ladder, where places count: 0.")
    tie_breaks = drf.DictField(child=drf.FloatField(), help_text="By their names.")
    left = drf.ChoiceField(
        choices=Entrant.Why.values, allow_null=True, help_text="Why they are not in the tournament any more."
    )
    in_place_of = drf.CharField(allow_null=True, help_text="Whose place they have taken over.")
    since_round = drf.IntegerField(allow_null=True, help_text="From which round they play in it.")


class CitiesHeld(Shape):
    frank = drf.IntegerField()
    saracen = drf.IntegerField()


class TournamentGame(Shape):
    pairing = drf.IntegerField(help_text="By which the organizer names it.")
    round = drf.IntegerField(help_text="In a ladder the number of its challenge's games.")
    bracket = drf.ChoiceField(choices=BRACKETS, allow_null=True, help_text="In a double knock-out; null elsewhere.")
    board = drf.IntegerField(help_text="In a knock-out the place in the bracket.")
    frank = drf.CharField()
    saracen = drf.CharField(allow_null=True, help_text="Null for a bye.")
    game = drf.UUIDField(allow_null=True, help_text="A game of a private tournament is there for its players alone.")
    year = drf.IntegerField(allow_null=True)
    turn = drf.IntegerField(allow_null=True)
    result = drf.ChoiceField(choices=Pairing.Result.values, allow_null=True, help_text="Null while the game runs.")
    how = drf.ChoiceField(choices=Pairing.How.values, allow_null=True)
    cities = CitiesHeld(help_text="Victory cities held at the end.")


class LadderChallenge(Shape):
    """Somebody of a ladder asks somebody above for a game about their places."""

    id = drf.IntegerField()
    challenger = drf.CharField()
    challenged = drf.CharField()
    state = drf.ChoiceField(choices=CHALLENGE_STATES, help_text="`won` and `lost` are the challenger's.")
    made_at = drf.DateTimeField()
    answer_until = drf.DateTimeField()
    ended_at = drf.DateTimeField(allow_null=True)
    round = drf.IntegerField(allow_null=True, help_text="The `round` of its games.")


class TournamentWhole(TournamentLine):
    """A tournament with its standings and the games of all rounds; a ladder with what goes on and the latest
    challenges, 600 at most.
    """

    standings = TournamentStanding(many=True)
    waiting = drf.ListField(child=drf.CharField(), help_text="The waiting list, in its order.")
    games = TournamentGame(many=True)
    challenges = LadderChallenge(many=True)


REASON = "Why; all players see it in the log."


class OrganizersAct(StrictSerializer):
    """An act with a key, so that it may be sent again."""

    key = StrictUUID(required=False, help_text=KEY_HELP)


class HowPlayed(OrganizersAct):
    """What tournaments and ladders have in common."""

    name = StrictString(min_length=3, max_length=80)
    about = StrictString(
        required=False, allow_blank=True, max_length=2000, help_text="Who it is for, prizes, where to ask."
    )
    sides = StrictChoice(
        choices=Tournament.Sides.values,
        required=False,
        help_text="`both`: each pair plays two games, one with each side.",
    )
    ruleset = JSONObject("Options", required=False, help_text="The edition and its options; left out, those of today.")
    pace = StrictChoice(choices=PaceName.values, required=False)
    size = StrictInteger(required=False, min_value=2, max_value=500, help_text="How many may enter.")
    grace_days = StrictInteger(
        required=False, min_value=0, max_value=creating.MOST_GRACE,
        help_text="For a game that stands still by a pause or a vacation when its round ends. With 0 both are refused.",
    )  # fmt: skip
    visibility = StrictChoice(choices=Game.Visibility.values, required=False)
    rating_from = StrictInteger(required=False, allow_null=True, min_value=0, max_value=4000)
    rating_to = StrictInteger(required=False, allow_null=True, min_value=0, max_value=4000)


class NewTournament(HowPlayed):
    system = StrictChoice(choices=creating.WITH_ROUNDS)
    sign_up_until = drf.DateTimeField(help_text="With a time zone; in the future, within a year.")
    tie_breaks = drf.ListField(child=StrictChoice(choices=TIE_BREAKS), required=False, help_text="Their order counts.")
    rounds = StrictInteger(
        required=False,
        source="number_of_rounds",
        min_value=1,
        max_value=creating.MOST_ROUNDS,
        help_text="Of a Swiss tournament.",
    )
    round_days = StrictInteger(
        required=False, min_value=1, max_value=creating.MOST_DAYS, help_text="How long a round lasts at most."
    )
    by_hand = StrictBoolean(required=False, help_text="Rounds wait for the organizer before their games begin.")


class NewLadder(HowPlayed):
    reach = StrictInteger(
        required=False,
        min_value=1,
        max_value=creating.MOST_REACH,
        help_text="How many places upward one may challenge.",
    )
    answer_days = StrictInteger(
        required=False, min_value=1, max_value=60, help_text="How long the challenged has to answer."
    )
    game_days = StrictInteger(
        required=False, min_value=1, max_value=creating.MOST_DAYS, help_text="How long a game lasts at most."
    )
    rest_days = StrictInteger(
        required=False, min_value=0, max_value=creating.MOST_DAYS, help_text="How long the same two wait."
    )
    idle_days = StrictInteger(
        required=False, min_value=7, max_value=creating.MOST_DAYS, help_text="After which who is idle moves down."
    )


class WithReason(OrganizersAct):
    reason = StrictString(max_length=300, help_text=REASON)


class Extending(OrganizersAct):
    days = StrictInteger(min_value=1, max_value=creating.MOST_DAYS)


class ByHand(OrganizersAct):
    by_hand = StrictBoolean()


class Exchanging(OrganizersAct):
    one = StrictString(max_length=150)
    other = StrictString(max_length=150)


class Deciding(WithReason):
    pairing = StrictInteger(
        source="pairing_id", min_value=1, max_value=2**62, help_text="The `pairing` of a game of the tournament."
    )
    result = StrictChoice(
        choices=[*Pairing.Result.values, Pairing.How.ANNULLED.value], help_text="`annulled`: half a point each."
    )


class Removing(WithReason):
    name = StrictString(max_length=150)


class Replacing(Removing):
    by = StrictString(max_length=150, help_text="Somebody of the waiting list.")


class Placing(Removing):
    place = StrictInteger(min_value=1, max_value=500)


class TournamentLogLine(Shape):
    """A line of the log: who did what, and why."""

    kind = drf.ChoiceField(choices=TournamentAct.Kind.values)
    by = drf.CharField(allow_null=True, help_text="Null where the site did it by itself.")
    about = drf.CharField(allow_null=True, help_text="Whom it is about.")
    text = drf.CharField(help_text="As a sentence, in the language of the request.")
    reason = drf.CharField()
    at = drf.DateTimeField()


class TournamentLog(Lines):
    results = TournamentLogLine(many=True)
