"""Endpoints for what happens before a game and between games: seats, invitations, searches, blocks, presence."""

import uuid

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from games import practice
from games.access import find_game
from games.api import lobby_shapes as shapes
from games.api import serializers
from games.api.endpoint import Endpoint, list_json
from games.api.operations import Answer, Operation
from games.api.views import person, read_body, responses
from games.errors import NotAPlayer
from games.models import Seeker
from games.people import presence, relations
from games.services.lobby import blocking, invitations, lobby, matching, rematches
from games.services.views import listing
from games.shapes import JsonObject

SUMMARY = Answer(serializers.Summary, listing.summary_of)

# fmt: off
# a private game is not there any more for who left it
LEAVE = Operation("leave_game", lobby.leave_game, shapes.Keyed, None,
    "Gives one's seat back before the start.")
START = Operation("start_game", lobby.start_game, shapes.Keyed, SUMMARY,
    "Starts a game of one's own that was set to be started by hand.")
REMOVE = Operation("remove_player", lobby.remove_player, shapes.Keyed, SUMMARY,
    "Removes the player who joined a game of one's own before its start.")
CANCEL = Operation("cancel_game", lobby.cancel_game, serializers.Nothing, SUMMARY,
    "Withdraws a game of one's own before its start.")
REMATCH = Operation("rematch", rematches.rematch, shapes.ForRematch, SUMMARY,
    "Offers the opponent of a finished game a rematch with sides swapped, or accepts theirs. Answers the new game.")
PLAY_ON = Operation("play_on", practice.begin, shapes.PlayingOn, SUMMARY,
    "Begins a practice game from a moment of a finished game: private, unrated, and in no statistics. Answers it.")
INVITE = Operation("invite", invitations.invite, shapes.Name, None,
    "Invites a player by name to a game of one's own.")
UNINVITE = Operation("withdraw_invitation", invitations.withdraw, shapes.Name, None,
    "Withdraws an unanswered invitation.")
DECLINE = Operation("decline_invitation", lobby.decline_invitation, serializers.Nothing, None,
    "Declines an invitation by name. To accept it, join the game.")
# fmt: on


class Waiting(Endpoint):
    @extend_schema(operation_id="waiting", responses=responses(shapes.Waiting))
    def get(self, request: Request) -> Response:
        """The games that wait for you: turns, games to start, invitations; the one that has waited longest first."""
        return Response(list_json(listing.waiting_ids(person(request))))


class Search(Endpoint):
    @extend_schema(operation_id="get_search", responses=responses(shapes.Search))
    def get(self, request: Request) -> Response:
        """One's search for an opponent, if it runs or ended lately without one."""
        return Response(search_of(matching.search_of(person(request))))

    @extend_schema(operation_id="seek", request=shapes.Seeking, responses=responses(shapes.Found))
    def post(self, request: Request) -> Response:
        """Searches for an opponent.

        `game` is the game that was found, or null: then the search waits in the queue, for a week.
        """
        body = read_body(shapes.Seeking, request)
        access = matching.search(user=person(request), idempotency_key=body.pop("key", None), **body)
        return Response(
            {"game": listing.summary_of(access) if access else None, **search_of(matching.search_of(person(request)))}
        )

    @extend_schema(operation_id="stop_seeking", responses=responses(None, 204))
    def delete(self, request: Request) -> Response:
        """Ends one's search for an opponent."""
        matching.stop(user=person(request))
        return Response(status=204)


def search_of(seeker: Seeker | None) -> JsonObject:
    """A search for an opponent as JSON; `search` is null if there is none."""
    if seeker is None:
        return {"search": None}
    wish = {"side": seeker.side or None, "ruleset": seeker.ruleset, "pace": seeker.pace or None}
    return {"search": wish | {"since": seeker.since.isoformat(), "until": seeker.until.isoformat()}}


class Blocked(Endpoint):
    @extend_schema(operation_id="list_blocked", responses=responses(shapes.BlockedList))
    def get(self, request: Request) -> Response:
        """The players one has blocked."""
        return Response(
            list_json([{"name": line.other.get_username()} for line in relations.blocked_by(person(request))])
        )

    @extend_schema(operation_id="block", request=shapes.Name, responses=responses(None, 204))
    def post(self, request: Request) -> Response:
        """Blocks a player: you no longer meet in new games. They are not told."""
        blocking.block(user=person(request), other=relations.find_person(read_body(shapes.Name, request)["name"]))
        return Response(status=204)

    @extend_schema(operation_id="unblock", request=shapes.Name, responses=responses(None, 204))
    def delete(self, request: Request) -> Response:
        """Unblocks a player one has blocked."""
        blocking.unblock(user=person(request), other=relations.find_person(read_body(shapes.Name, request)["name"]))
        return Response(status=204)


class Present(Endpoint):
    @extend_schema(operation_id="present", request=serializers.Nothing, responses=responses(None, 204))
    def post(self, request: Request) -> Response:
        """Reports that a page of the site is visible and in use."""
        read_body(serializers.Nothing, request)
        presence.note(person(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


class Whereabouts(Endpoint):
    @extend_schema(operation_id="whereabouts", responses=responses(shapes.Whereabouts))
    def get(self, request: Request, game_id: uuid.UUID) -> Response:
        """Whether one's opponent is at the board. For the two players alone."""
        access = find_game(user=person(request), game_id=game_id)
        if not access.sides:
            raise NotAPlayer
        other = rematches.opponent(access)
        found = presence.whereabouts(other, access.game) if other is not None else presence.Whereabouts("unknown")
        return Response({"state": found.state, "seen-at": found.seen_at.isoformat() if found.seen_at else None})
