"""The endpoints of games: each reads the request, calls a service and answers; services take all decisions."""

import uuid

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers as drf
from rest_framework import status
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from games import errors
from games.access import find_game, find_invitation
from games.api import acts, serializers
from games.api.acts import read, view_and_news
from games.api.endpoint import Endpoint, list_json, page_json
from games.api.fields import form
from games.models import Game, User
from games.services.archive import export
from games.services.lobby import lobby, matching
from games.services.play import standing_orders
from games.services.record.dice import Contribution
from games.services.talk import talk
from games.services.views import history, kept_replays, listing, replay
from games.shapes import Json, JsonObject, Untyped

PROBLEM = OpenApiResponse(serializers.ProblemDetails, description="A problem, as application/problem+json")
REFUSALS: dict[int, object] = dict.fromkeys((400, 401, 403, 404, 409, 413, 415, 422, 429), PROBLEM)


def responses(answer: object, code: int = 200) -> dict[int, object]:
    """Returns the description of an endpoint's answers: its own and the refusals that all have."""
    return {code: answer, **REFUSALS}


def read_body(shape: type[drf.BaseSerializer[Untyped]], request: Request) -> Json:
    """The request's body, read by a serializer. Raises ValidationError."""
    return read(shape, request.data)


def person(request: Request) -> User:
    """Returns the user who asks; for endpoints that visitors cannot reach."""
    assert isinstance(request.user, User)
    return request.user


def reader(request: Request) -> User | AnonymousUser:
    """Returns the user who asks: a person, or an anonymous visitor."""
    return request.user


class Watching(Endpoint):
    """Base class of endpoints open to spectators without an account. `find_game` keeps private games private."""

    permission_classes = [AllowAny]


class Games(Endpoint):
    query = serializers.ListQuery

    @extend_schema(
        operation_id="list_games", parameters=[serializers.ListQuery], responses=responses(serializers.SummaryPage)
    )
    def get(self, request: Request) -> Response:
        """Lists games: mine (those that wait for me first), those that wait for me, invitations, open to join, or
        public to watch.
        """
        query = read(self.query, request.query_params)
        games = {
            "mine": lambda: listing.my_games(person(request)),
            "waiting": lambda: listing.waiting_games(person(request)),
            "invitations": lambda: listing.invitations_to(person(request)),
            "open": lambda: listing.open_games(
                request.user, side=query.get("side", ""), options=query.get("options", ""), pace=query.get("pace", "")
            ),
            "public": listing.public_games,
        }[query["list"]]()
        if "status" in query:
            games = games.filter(status=query["status"])
        if query["solo"] is not None:
            games = games.filter(solo=query["solo"])
        if query["practice"] is not None:
            games = games.exclude(practice="") if query["practice"] else games.filter(practice="")

        def lines(shown: list[Game]) -> list[JsonObject]:
            unread = talk.unread(person(request), shown)
            return [listing.summary(game, request.user) | {"unread": unread.get(game.pk, 0)} for game in shown]

        return Response(page_json(games, query["page"], lines))

    @extend_schema(
        operation_id="create_game", request=serializers.NewGame, responses=responses(serializers.Summary, 201)
    )
    def post(self, request: Request) -> Response:
        """Opens a game and takes one seat, or both in a solo game.

        If it fits somebody's search, that player joins at once. It begins with both players and their contributions to
        the dice, or at `dice-due-at`.
        """
        body = read_body(serializers.NewGame, request)
        by_hand = body.pop("start") == "by-hand"
        access = matching.open_game(
            user=person(request), idempotency_key=body.pop("key", None), by_hand=by_hand, **body
        )
        location = {"Location": reverse("api-game", args=[access.game.public_id])}
        return Response(listing.summary_of(access), status=status.HTTP_201_CREATED, headers=location)


class OneGame(Watching):
    @extend_schema(operation_id="get_game", responses=responses(serializers.Summary))
    def get(self, request: Request, game_id: uuid.UUID) -> Response:
        """One game as lists show it."""
        return Response(listing.summary_of(find_game(user=reader(request), game_id=game_id)))


class Invitation(Endpoint):
    @extend_schema(operation_id="get_invitation", responses=responses(serializers.Summary))
    def get(self, request: Request, token: str) -> Response:
        """The game of an invitation link. Join it with the token."""
        return Response(listing.summary_of(find_invitation(user=person(request), token=token)))


class Join(Endpoint):
    @extend_schema(operation_id="join_game", request=serializers.Joining, responses=responses(serializers.Summary))
    def post(self, request: Request, game_id: uuid.UUID) -> Response:
        """Takes the free seat. The game starts, unless its creator starts it by hand or a contribution to the dice is
        missing.
        """
        body = read_body(serializers.Joining, request)
        contribution = Contribution(game_id, body["randomness"]) if "randomness" in body else None
        access = lobby.join_game(
            user=person(request),
            game_id=game_id,
            invitation=body.get("invitation"),
            contribution=contribution,
            idempotency_key=body.get("key"),
        )
        return Response(listing.summary_of(access))


class View(Watching):
    query = serializers.ViewQuery

    @extend_schema(operation_id="get_view", parameters=[serializers.ViewQuery], responses=responses(form("View")))
    def get(self, request: Request, game_id: uuid.UUID) -> Response:
        """The game as the player, or a spectator, sees it, with every legal action."""
        query = read(self.query, request.query_params)
        access = find_game(user=reader(request), game_id=game_id)
        return Response(view_and_news(access, access.viewer(query.get("side")), query.get("since")))


class Actions(Endpoint):
    @extend_schema(operation_id="act", request=serializers.ActionAct, responses=responses(serializers.ActAnswer))
    def post(self, request: Request, game_id: uuid.UUID) -> Response:
        """Performs one action, or several as one act."""
        return Response(acts.take_actions(person(request), game_id, request.data))


class Undo(Endpoint):
    @extend_schema(operation_id="undo", request=serializers.Act, responses=responses(serializers.ActAnswer))
    def post(self, request: Request, game_id: uuid.UUID) -> Response:
        """Takes back one's last act since the wall: an action, or all those of one request."""
        return Response(acts.undo(person(request), game_id, request.data))


class RestartTurn(Endpoint):
    @extend_schema(operation_id="restart_turn", request=serializers.Act, responses=responses(serializers.ActAnswer))
    def post(self, request: Request, game_id: uuid.UUID) -> Response:
        """Takes back all of one's acts since the wall."""
        return Response(acts.restart_turn(person(request), game_id, request.data))


class Resign(Endpoint):
    @extend_schema(operation_id="resign", request=serializers.Resignation, responses=responses(serializers.ActAnswer))
    def post(self, request: Request, game_id: uuid.UUID) -> Response:
        """Resigns the game."""
        return Response(acts.resign(person(request), game_id, request.data))


class StandingOrders(Endpoint):
    query = serializers.SideQuery

    @extend_schema(
        operation_id="get_orders", parameters=[serializers.SideQuery], responses=responses(serializers.OrdersLeft)
    )
    def get(self, request: Request, game_id: uuid.UUID) -> Response:
        """One's own standing orders, empty if there are none."""
        query = read(self.query, request.query_params)
        access = find_game(user=person(request), game_id=game_id)
        return orders_answer(standing_orders.own_orders(access, query.get("side")))

    @extend_schema(
        operation_id="leave_orders", request=serializers.LeavingOrders, responses=responses(serializers.OrdersLeft)
    )
    def put(self, request: Request, game_id: uuid.UUID) -> Response:
        """Replaces one's standing orders; an empty object withdraws them.

        They take effect from the next hand-over on.
        """
        body = read_body(serializers.LeavingOrders, request)
        user, side = person(request), body.get("side")
        return orders_answer(standing_orders.leave_orders(user=user, game_id=game_id, orders=body["orders"], side=side))


class History(Watching):
    query = serializers.HistoryQuery

    @extend_schema(
        operation_id="get_history", parameters=[serializers.HistoryQuery], responses=responses(serializers.History)
    )
    def get(self, request: Request, game_id: uuid.UUID) -> Response:
        """The entries of the viewer's history, oldest first."""
        query = read(self.query, request.query_params)
        access = find_game(user=reader(request), game_id=game_id)
        perspective, everything = access.perspective(query.get("side")), query["everything"]
        lines = history.record_lines(access) if everything else replay.replay_lines(access, perspective)
        chosen = [line for line in lines if line.number > query["after"]][: query["limit"]]
        results = (
            history.entries(access, perspective.viewer, chosen, everything=True)
            if everything
            else history.entries_from(access, perspective, chosen)
        )
        more = bool(chosen) and chosen[-1].number < lines[-1].number
        return Response(list_json(results, count=len(lines), following=chosen[-1].number if more else None))


class HistoryView(Watching):
    query = serializers.PerspectiveQuery

    @extend_schema(
        operation_id="get_history_view",
        parameters=[serializers.PerspectiveQuery],
        responses=responses(form("PastView")),
    )
    def get(self, request: Request, game_id: uuid.UUID, number: int) -> Response:
        """The game as this viewer saw it after an entry of the history."""
        query = read(self.query, request.query_params)
        access = find_game(user=reader(request), game_id=game_id)
        perspective = access.perspective(query.get("side"))
        line = next((line for line in replay.replay_lines(access, perspective) if line.number == number), None)
        if line is None:
            raise errors.EntryNotFound
        return Response(replay.view_at(access, perspective, line))


class Replay(Watching):
    query = serializers.ReplayQuery

    @extend_schema(
        operation_id="get_replay", parameters=[serializers.ReplayQuery], responses=responses(serializers.Replay)
    )
    def get(self, request: Request, game_id: uuid.UUID) -> Response:
        """Entries of the history with the view after each: the first view whole, then the changes."""
        query = read(self.query, request.query_params)
        access = find_game(user=reader(request), game_id=game_id)
        found = kept_replays.pages_after(
            access, access.perspective(query.get("side")), after=query["after"], limit=query["limit"]
        )
        return Response(list_json(found.pages, count=found.count, following=found.following))


class ReplayMarks(Watching):
    query = serializers.PerspectiveQuery

    @extend_schema(
        operation_id="get_replay_marks",
        parameters=[serializers.PerspectiveQuery],
        responses=responses(serializers.Marks),
    )
    def get(self, request: Request, game_id: uuid.UUID) -> Response:
        """The entries of the history at which turns, phases and battles began."""
        query = read(self.query, request.query_params)
        access = find_game(user=reader(request), game_id=game_id)
        entries, marks = kept_replays.marks(access, access.perspective(query.get("side")))
        return Response(list_json(marks, entries=entries))


class Export(Endpoint):
    query = serializers.ExportQuery

    @extend_schema(
        operation_id="export_game",
        parameters=[serializers.ExportQuery],
        responses={(200, "application/json"): form("Export"), (200, "text/plain"): OpenApiTypes.STR, **REFUSALS},
    )
    def get(self, request: Request, game_id: uuid.UUID) -> HttpResponseBase:
        """The game as a file: the whole record of a finished game, one's own history of a running one, or a finished
        game in notation.
        """
        query = read(self.query, request.query_params)
        access = find_game(user=person(request), game_id=game_id)
        if query["as"] == "notation":
            answer = HttpResponse(export.as_notation(access), content_type="text/plain; charset=utf-8")
            answer["Content-Disposition"] = f'attachment; filename="crusader-rex-{game_id}.txt"'
            return answer
        response = Response(export.export(access, access.viewer(query.get("side"))))
        response["Content-Disposition"] = f'attachment; filename="crusader-rex-{game_id}.json"'
        return response


class Unknown(Endpoint):
    @extend_schema(exclude=True)
    def dispatch(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        return super().dispatch(request, *args, **kwargs)

    def initial(self, request: Request, *args: object, **kwargs: object) -> None:
        raise errors.GameNotFound("There is nothing at this address.")


def orders_answer(left: standing_orders.LeftOrders) -> Response:
    """The answer with a side's standing orders."""
    saved = left.saved_at.isoformat() if left.saved_at else None
    return Response({"side": left.side, "orders": left.orders.to_json(), "saved-at": saved})
