"""Tournaments and ladders made and led by their organizers; each act does what the form of the organizer's page does."""

import uuid
from collections.abc import Callable
from typing import ClassVar

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import tournament_shapes as shapes
from games.api.acts import read
from games.api.endpoint import Endpoint, list_json
from games.api.tournaments import tournament_after_act
from games.api.views import person, read_body, responses
from games.models import Tournament
from games.tournaments import creating, finding, organizing, words
from games.tournaments.sheet import Sheet


class Log(Endpoint):
    query = shapes.TournamentQuery

    @extend_schema(operation_id="get_tournament_log", parameters=[shapes.TournamentQuery], responses=responses(shapes.TournamentLog))
    def get(self, request: Request, tournament_id: uuid.UUID) -> Response:
        """The latest 200 lines of a tournament's log, latest first."""
        query = read(self.query, request.query_params)
        found = finding.find(user=request.user, tournament_id=tournament_id, invitation=query.get("invitation"))
        sheet = Sheet.of(found)
        lines = [
            {
                "kind": line.kind,
                "by": line.actor.get_username() if line.actor is not None else None,
                "about": line.person.get_username() if line.person is not None else None,
                "text": words.act(line, sheet),
                "reason": line.reason,
                "at": line.created_at.isoformat(),
            }
            for line in sheet.acts()
        ]
        return Response(list_json(lines))


class NewLadders(Endpoint):
    @extend_schema(operation_id="make_ladder", request=shapes.NewLadder, responses=responses(shapes.TournamentWhole, 201))
    def post(self, request: Request) -> Response:
        """Makes a ladder, for organizers. It runs from then on."""
        made = creating.create_ladder(user=person(request), **read_body(shapes.NewLadder, request))
        return Response(tournament_after_act(made), status=201)


class Act(Endpoint):
    """An act of the organizer in a tournament."""

    shape: ClassVar[type[shapes.OrganizersAct]]
    act: ClassVar[Callable[..., Tournament]]

    def perform(self, request: Request, tournament_id: uuid.UUID) -> Response:
        body = read_body(self.shape, request)
        done = type(self).act(user=person(request), tournament_id=tournament_id, **body)
        return Response(tournament_after_act(done))


class Start(Act):
    shape, act = shapes.OrganizersAct, staticmethod(organizing.start_now)

    @extend_schema(operation_id="start_tournament", request=shapes.OrganizersAct, responses=responses(shapes.TournamentWhole))
    def post(self, request: Request, tournament_id: uuid.UUID) -> Response:
        """Closes sign-up and starts the tournament."""
        return self.perform(request, tournament_id)


class Cancel(Act):
    shape, act = shapes.WithReason, staticmethod(organizing.cancel)

    @extend_schema(operation_id="cancel_tournament", request=shapes.WithReason, responses=responses(shapes.TournamentWhole))
    def post(self, request: Request, tournament_id: uuid.UUID) -> Response:
        """Cancels a tournament that is not over, or closes a ladder. Games that run go on without it."""
        return self.perform(request, tournament_id)


class Extend(Act):
    shape, act = shapes.Extending, staticmethod(organizing.extend)

    @extend_schema(operation_id="extend_tournament", request=shapes.Extending, responses=responses(shapes.TournamentWhole))
    def post(self, request: Request, tournament_id: uuid.UUID) -> Response:
        """Extends sign-up, or the present round; in a ladder every challenge that is open or being played."""
        return self.perform(request, tournament_id)


class SetByHand(Act):
    shape, act = shapes.ByHand, staticmethod(organizing.set_by_hand)

    @extend_schema(operation_id="set_rounds_by_hand", request=shapes.ByHand, responses=responses(shapes.TournamentWhole))
    def post(self, request: Request, tournament_id: uuid.UUID) -> Response:
        """Chooses whether rounds begin by themselves or wait for the organizer."""
        return self.perform(request, tournament_id)


class BeginRound(Act):
    shape, act = shapes.OrganizersAct, staticmethod(organizing.begin_round)

    @extend_schema(operation_id="begin_round", request=shapes.OrganizersAct, responses=responses(shapes.TournamentWhole))
    def post(self, request: Request, tournament_id: uuid.UUID) -> Response:
        """Begins the round that waits for the organizer."""
        return self.perform(request, tournament_id)


class Exchange(Act):
    shape, act = shapes.Exchanging, staticmethod(organizing.exchange)

    @extend_schema(operation_id="exchange_players", request=shapes.Exchanging, responses=responses(shapes.TournamentWhole))
    def post(self, request: Request, tournament_id: uuid.UUID) -> Response:
        """Exchanges two players of a round that waits: each plays on the other's board, with the other's side."""
        return self.perform(request, tournament_id)


class Decide(Act):
    shape, act = shapes.Deciding, staticmethod(organizing.decide)

    @extend_schema(operation_id="decide_game", request=shapes.Deciding, responses=responses(shapes.TournamentWhole))
    def post(self, request: Request, tournament_id: uuid.UUID) -> Response:
        """Sets, changes or annuls the result of a game in the tournament. The game itself is not touched."""
        return self.perform(request, tournament_id)


class Remove(Act):
    shape, act = shapes.Removing, staticmethod(organizing.remove)

    @extend_schema(operation_id="remove_entrant", request=shapes.Removing, responses=responses(shapes.TournamentWhole))
    def post(self, request: Request, tournament_id: uuid.UUID) -> Response:
        """Takes a player out: their open games are lost by forfeit."""
        return self.perform(request, tournament_id)


class Replace(Act):
    shape, act = shapes.Replacing, staticmethod(organizing.replace)

    @extend_schema(operation_id="replace_entrant", request=shapes.Replacing, responses=responses(shapes.TournamentWhole))
    def post(self, request: Request, tournament_id: uuid.UUID) -> Response:
        """Gives a player's place, with its points, to somebody of the waiting list."""
        return self.perform(request, tournament_id)


class Place(Act):
    shape, act = shapes.Placing, staticmethod(organizing.place)

    @extend_schema(operation_id="place_entrant", request=shapes.Placing, responses=responses(shapes.TournamentWhole))
    def post(self, request: Request, tournament_id: uuid.UUID) -> Response:
        """Gives somebody another place in a ladder."""
        return self.perform(request, tournament_id)
