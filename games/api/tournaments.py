"""Tournaments and ladders: lists, one of them with its table and games, sign-up and withdrawal, challenges. `organizing` has the rest."""

import uuid

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import tournament_shapes as shapes
from games.api.acts import read
from games.api.endpoint import Endpoint, page_json
from games.api.views import person, read_body, responses
from games.models import Tournament
from games.shapes import Json
from games.tournaments import challenging, creating, entering, finding
from games.tournaments.sheet import Sheet, tournament_json


class Tournaments(Endpoint):
    query = shapes.TournamentsQuery

    @extend_schema(operation_id="list_tournaments", parameters=[shapes.TournamentsQuery], responses=responses(shapes.TournamentPage))
    def get(self, request: Request) -> Response:
        """Public tournaments and one's own, latest first."""
        query = read(self.query, request.query_params)
        found = finding.listed(request.user)
        if "state" in query:
            found = found.filter(state=query["state"])
        return Response(page_json(found, query["page"], lambda shown: [tournament_json(row, entered=row.entered) for row in shown]))

    @extend_schema(operation_id="make_tournament", request=shapes.NewTournament, responses=responses(shapes.TournamentWhole, 201))
    def post(self, request: Request) -> Response:
        """Makes a tournament, for organizers."""
        body = read_body(shapes.NewTournament, request)
        return Response(tournament_after_act(creating.create(user=person(request), **body)), status=201)


class OneTournament(Endpoint):
    query = shapes.TournamentQuery

    @extend_schema(operation_id="get_tournament", parameters=[shapes.TournamentQuery], responses=responses(shapes.TournamentWhole))
    def get(self, request: Request, tournament_id: uuid.UUID) -> Response:
        """A tournament with its standings and games."""
        query = read(self.query, request.query_params)
        found = finding.find(user=request.user, tournament_id=tournament_id, invitation=query.get("invitation"))
        return Response(Sheet.of(found).to_json())


class SignUp(Endpoint):
    @extend_schema(operation_id="enter_tournament", request=shapes.Entering, responses=responses(shapes.TournamentWhole))
    def post(self, request: Request, tournament_id: uuid.UUID) -> Response:
        """Enters a tournament whose sign-up is open. Repeating it changes nothing."""
        body = read_body(shapes.Entering, request)
        entrant = entering.sign_up(user=person(request), tournament_id=tournament_id, invitation=body.get("invitation"))
        return Response(tournament_after_act(entrant.tournament))


class Wait(Endpoint):
    @extend_schema(operation_id="wait_for_tournament", request=shapes.Entering, responses=responses(shapes.TournamentWhole))
    def post(self, request: Request, tournament_id: uuid.UUID) -> Response:
        """Joins the waiting list of a tournament that is full or running. Repeating it changes nothing."""
        body = read_body(shapes.Entering, request)
        entrant = entering.wait(user=person(request), tournament_id=tournament_id, invitation=body.get("invitation"))
        return Response(tournament_after_act(entrant.tournament))


class Challenges(Endpoint):
    @extend_schema(operation_id="make_challenge", request=shapes.Challenging, responses=responses(shapes.TournamentWhole))
    def post(self, request: Request, tournament_id: uuid.UUID) -> Response:
        """Challenges somebody above in a ladder."""
        body = read_body(shapes.Challenging, request)
        return Response(tournament_after_act(challenging.challenge(user=person(request), tournament_id=tournament_id, **body)))


class OneChallenge(Endpoint):
    @extend_schema(operation_id="answer_challenge", request=shapes.AnswerToChallenge, responses=responses(shapes.TournamentWhole))
    def post(self, request: Request, tournament_id: uuid.UUID, number: int) -> Response:
        """Accepts or declines a challenge, which costs the place, or withdraws one's own."""
        body = read_body(shapes.AnswerToChallenge, request)
        done = challenging.answer(
            user=person(request), tournament_id=tournament_id, challenge_id=number, said=body["answer"], key=body.get("key")
        )
        return Response(tournament_after_act(done))


class Withdraw(Endpoint):
    @extend_schema(operation_id="withdraw_from_tournament", request=shapes.Withdrawing, responses=responses(shapes.TournamentWhole))
    def post(self, request: Request, tournament_id: uuid.UUID) -> Response:
        """Withdraws: running games of the tournament are resigned, those that have not begun are lost."""
        read_body(shapes.Withdrawing, request)
        return Response(tournament_after_act(entering.withdraw(user=person(request), tournament_id=tournament_id)))


def tournament_after_act(tournament: Tournament) -> Json:
    """Returns a tournament after an act, as it stands now for the person who acted."""
    return Sheet.of(finding.as_it_stands(tournament)).to_json()
