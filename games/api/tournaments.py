"""Tournaments and ladders: lists, one of them with its table and games, sign-up and withdrawal, challenges.

`organizing` has the rest.
"""

import uuid

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import tournament_shapes as shapes
from games.api.acts import read
from games.api.endpoint import Endpoint, page_json
from games.api.operations import Answer, Operation
from games.api.views import person, read_body, responses
from games.models import Entrant, Tournament
from games.shapes import Annotated, JsonObject
from games.tournaments import challenging, creating, entering, finding
from games.tournaments.sheet import Sheet, tournament_json


class Tournaments(Endpoint):
    query = shapes.TournamentsQuery

    @extend_schema(
        operation_id="list_tournaments",
        parameters=[shapes.TournamentsQuery],
        responses=responses(shapes.TournamentPage),
    )
    def get(self, request: Request) -> Response:
        """Public tournaments and one's own, latest first."""
        query = read(self.query, request.query_params)
        found: Annotated = finding.listed(request.user)
        if "state" in query:
            found = found.filter(state=query["state"])
        return Response(
            page_json(found, query["page"], lambda shown: [tournament_json(row, entered=row.entered) for row in shown])
        )

    @extend_schema(
        operation_id="make_tournament", request=shapes.NewTournament, responses=responses(shapes.TournamentWhole, 201)
    )
    def post(self, request: Request) -> Response:
        """Makes a tournament, for organizers."""
        body = read_body(shapes.NewTournament, request)
        return Response(tournament_after_act(creating.create(user=person(request), **body)), status=201)


class OneTournament(Endpoint):
    query = shapes.TournamentQuery

    @extend_schema(
        operation_id="get_tournament", parameters=[shapes.TournamentQuery], responses=responses(shapes.TournamentWhole)
    )
    def get(self, request: Request, tournament_id: uuid.UUID) -> Response:
        """A tournament with its standings and games."""
        query = read(self.query, request.query_params)
        found = finding.find(user=request.user, tournament_id=tournament_id, invitation=query.get("invitation"))
        return Response(Sheet.of(found).to_json())


def tournament_after_act(tournament: Tournament) -> JsonObject:
    """Returns a tournament after an act, as it stands now for the person who acted."""
    return Sheet.of(finding.reload(tournament)).to_json()


WHOLE = Answer(shapes.TournamentWhole, tournament_after_act)
ENTERED: Answer[Entrant] = Answer(shapes.TournamentWhole, lambda entrant: tournament_after_act(entrant.tournament))

# fmt: off
SIGN_UP = Operation("enter_tournament", entering.sign_up, shapes.Entering, ENTERED,
    "Enters a tournament whose sign-up is open. Repeating it changes nothing.")
WAIT = Operation("wait_for_tournament", entering.wait, shapes.Entering, ENTERED,
    "Joins the waiting list of a tournament that is full or running. Repeating it changes nothing.")
CHALLENGE = Operation("make_challenge", challenging.challenge, shapes.Challenging, WHOLE,
    "Challenges somebody above in a ladder.")
ANSWER = Operation("answer_challenge", challenging.answer, shapes.AnswerToChallenge, WHOLE,
    "Accepts or declines a challenge, which costs the place, or withdraws one's own.")
WITHDRAW = Operation("withdraw_from_tournament", entering.withdraw, shapes.Withdrawing, WHOLE,
    "Withdraws: running games of the tournament are resigned, those that have not begun are lost.")
# fmt: on
