"""Tournaments and ladders made and led by their organizers; each act does what the form of the organizer's page
does.
"""

import uuid

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import tournament_shapes as shapes
from games.api.acts import read
from games.api.endpoint import Endpoint, list_json
from games.api.operations import Operation
from games.api.tournaments import WHOLE, tournament_after_act
from games.api.views import person, read_body, responses
from games.tournaments import creating, finding, organizing, words
from games.tournaments.sheet import Sheet


class Log(Endpoint):
    query = shapes.TournamentQuery

    @extend_schema(
        operation_id="get_tournament_log",
        parameters=[shapes.TournamentQuery],
        responses=responses(shapes.TournamentLog),
    )
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
    @extend_schema(
        operation_id="make_ladder", request=shapes.NewLadder, responses=responses(shapes.TournamentWhole, 201)
    )
    def post(self, request: Request) -> Response:
        """Makes a ladder, for organizers. It runs from then on."""
        made = creating.create_ladder(user=person(request), **read_body(shapes.NewLadder, request))
        return Response(tournament_after_act(made), status=201)


# fmt: off
ACTS = {
    "start": Operation("start_tournament", organizing.start_now, shapes.OrganizersAct, WHOLE,
        "Closes sign-up and starts the tournament."),
    "cancel": Operation("cancel_tournament", organizing.cancel, shapes.WithReason, WHOLE,
        "Cancels a tournament that is not over, or closes a ladder. Games that run go on without it."),
    "extend": Operation("extend_tournament", organizing.extend, shapes.Extending, WHOLE,
        "Extends sign-up, or the present round; in a ladder every challenge that is open or being played."),
    "by-hand": Operation("set_rounds_by_hand", organizing.set_by_hand, shapes.ByHand, WHOLE,
        "Chooses whether rounds begin by themselves or wait for the organizer."),
    "begin-round": Operation("begin_round", organizing.begin_round, shapes.OrganizersAct, WHOLE,
        "Begins the round that waits for the organizer."),
    "exchange": Operation("exchange_players", organizing.exchange, shapes.Exchanging, WHOLE,
        "Exchanges two players of a round that waits: each plays on the other's board, with the other's side."),
    "decide": Operation("decide_game", organizing.decide, shapes.Deciding, WHOLE,
        "Sets, changes or annuls the result of a game in the tournament. The game itself is not touched."),
    "remove": Operation("remove_entrant", organizing.remove, shapes.Removing, WHOLE,
        "Takes a player out: their open games are lost by forfeit."),
    "replace": Operation("replace_entrant", organizing.replace, shapes.Replacing, WHOLE,
        "Gives a player's place, with its points, to somebody of the waiting list."),
    "place": Operation("place_entrant", organizing.place, shapes.Placing, WHOLE,
        "Gives somebody another place in a ladder."),
}
# fmt: on
"""The acts of organizers, by the last part of their address, which is the name of the form on the organizer's page as
well.
"""
