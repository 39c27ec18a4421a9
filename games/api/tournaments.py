"""Tournaments: lists, one tournament with its table and games, sign-up and withdrawal. Organizers use the pages."""

import uuid

from drf_spectacular.utils import extend_schema
from rest_framework import serializers as drf
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.acts import read
from games.api.endpoint import Endpoint, page_json
from games.api.fields import Described, Lines, Shape, StrictSerializer, StrictString
from games.api.views import person, read_body, responses
from games.models import Entrant, Game, PaceName, Pairing, Tournament
from games.shapes import Json
from games.tournaments import entering, finding
from games.tournaments.pairing.standings import TIE_BREAKS
from games.tournaments.sheet import Sheet, tournament_json

INVITATION = "The token of a private tournament's link."

STATES = Tournament.State.values


class TournamentsQuery(Shape):
    state = drf.ChoiceField(choices=STATES, required=False, help_text="How far the tournaments have come.")
    page = drf.IntegerField(min_value=1, max_value=100_000, default=1)


class TournamentQuery(Shape):
    invitation = drf.CharField(required=False, max_length=40, help_text=INVITATION)


class Entering(StrictSerializer):
    invitation = StrictString(required=False, max_length=40, help_text=INVITATION)


class Withdrawing(StrictSerializer):
    """Nothing: who asks withdraws."""


class TournamentLine(Shape):
    """A tournament in a list: who may enter, how it is played, and how far it has come."""

    id = drf.UUIDField()
    name = drf.CharField()
    about = drf.CharField(help_text="What its organizer says of it; may be empty.")
    organizer = drf.CharField()
    state = drf.ChoiceField(choices=STATES)
    system = drf.ChoiceField(choices=Tournament.System.values)
    sides = drf.ChoiceField(choices=Tournament.Sides.values, help_text="`both`: each pair plays two games, one with each side.")
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
    round_days = drf.IntegerField(help_text="How long a round lasts at most.")
    sign_up_until = drf.DateTimeField()
    started_at = drf.DateTimeField(allow_null=True)
    ended_at = drf.DateTimeField(allow_null=True)


class TournamentPage(Lines):
    results = TournamentLine(many=True)


class TournamentStanding(Shape):
    rank = drf.IntegerField(help_text="Equal in points and all tie-breaks: equal ranks.")
    name = drf.CharField()
    seed = drf.IntegerField(allow_null=True, help_text="By rating, set at the start.")
    rating = drf.IntegerField(help_text="The mean of both sides at sign-up.")
    points = drf.FloatField(help_text="In a knock-out: matches won.")
    tie_breaks = drf.DictField(child=drf.FloatField(), help_text="By their names.")
    left = drf.ChoiceField(choices=Entrant.Why.values, allow_null=True, help_text="Why they are not in the tournament any more.")


class CitiesHeld(Shape):
    frank = drf.IntegerField()
    saracen = drf.IntegerField()


class TournamentGame(Shape):
    round = drf.IntegerField()
    board = drf.IntegerField(help_text="In a knock-out the place in the bracket.")
    frank = drf.CharField()
    saracen = drf.CharField(allow_null=True, help_text="Null for a bye.")
    game = drf.UUIDField(allow_null=True, help_text="A game of a private tournament is there for its players alone.")
    year = drf.IntegerField(allow_null=True)
    turn = drf.IntegerField(allow_null=True)
    result = drf.ChoiceField(choices=Pairing.Result.values, allow_null=True, help_text="Null while the game runs.")
    how = drf.ChoiceField(choices=Pairing.How.values, allow_null=True)
    cities = CitiesHeld(help_text="Victory cities held at the end.")


class TournamentWhole(TournamentLine):
    """A tournament with its standings and the games of all rounds."""

    standings = TournamentStanding(many=True)
    games = TournamentGame(many=True)


class Tournaments(Endpoint):
    query = TournamentsQuery

    @extend_schema(operation_id="list_tournaments", parameters=[TournamentsQuery], responses=responses(TournamentPage))
    def get(self, request: Request) -> Response:
        """Public tournaments and one's own, latest first."""
        query = read(self.query, request.query_params)
        found = finding.listed(request.user)
        if "state" in query:
            found = found.filter(state=query["state"])
        return Response(page_json(found, query["page"], lambda shown: [tournament_json(row, entered=row.entered) for row in shown]))


class OneTournament(Endpoint):
    query = TournamentQuery

    @extend_schema(operation_id="get_tournament", parameters=[TournamentQuery], responses=responses(TournamentWhole))
    def get(self, request: Request, tournament_id: uuid.UUID) -> Response:
        """A tournament with its standings and games."""
        query = read(self.query, request.query_params)
        return Response(_whole(finding.find(user=request.user, tournament_id=tournament_id, invitation=query.get("invitation"))))


class SignUp(Endpoint):
    @extend_schema(operation_id="enter_tournament", request=Entering, responses=responses(TournamentWhole))
    def post(self, request: Request, tournament_id: uuid.UUID) -> Response:
        """Enters a tournament whose sign-up is open. Repeating it changes nothing."""
        body = read_body(Entering, request)
        entrant = entering.sign_up(user=person(request), tournament_id=tournament_id, invitation=body.get("invitation"))
        return Response(_whole(entrant.tournament))


class Withdraw(Endpoint):
    @extend_schema(operation_id="withdraw_from_tournament", request=Withdrawing, responses=responses(TournamentWhole))
    def post(self, request: Request, tournament_id: uuid.UUID) -> Response:
        """Withdraws: running games of the tournament are resigned, those that have not begun are lost."""
        read_body(Withdrawing, request)
        return Response(_whole(entering.withdraw(user=person(request), tournament_id=tournament_id)))


def _whole(tournament: Tournament) -> Json:
    return Sheet.of(tournament).to_json()
