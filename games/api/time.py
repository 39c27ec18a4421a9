"""Endpoints of the clock: offers between players, gifts of time, pauses and claims."""

import uuid

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.access import Access
from games.api import serializers
from games.api.endpoint import Endpoint
from games.api.fields import StrictChoice, StrictSerializer, StrictUUID
from games.api.views import person, read_body, responses
from games.models import Offer
from games.models.game import SIDES
from games.services.agreements import offers
from games.services.record.state import load_state
from games.services.views.view import view_of
from games.shapes import Json

OFFERED = tuple(kind for kind in Offer.Kind.values if kind != Offer.Kind.RESIGN)
"""What people offer. The computer offers to resign; who wants to resign does."""


class TimeAct(StrictSerializer):
    key = StrictUUID(help_text=serializers.KEY_HELP)
    side = StrictChoice(choices=SIDES, required=False, help_text="The side the person plays; it need not be given.")


class Offering(TimeAct):
    kind = StrictChoice(choices=OFFERED)


class Answering(TimeAct):
    answer = StrictChoice(choices=offers.ANSWERS, help_text="`accept` or `decline` the other's offer, `withdraw` one's own.")


class Claiming(TimeAct):
    claim = StrictChoice(
        choices=offers.CLAIMS,
        help_text="`win`, or `annul`: the game then counts for nobody. `computer`, in games made so, in place of `win`.",
    )


class MakeOffer(Endpoint):
    @extend_schema(operation_id="make_offer", request=Offering, responses=responses(serializers.Answer))
    def post(self, request: Request, game_id: uuid.UUID) -> Response:
        """Offers a pause, an end without a winner or an annulment, or asks for more time."""
        body = read_body(Offering, request)
        return answer(offers.make_offer(game_id=game_id, user=person(request), kind=body["kind"], **key_and_side(body)), body)


class AnswerOffer(Endpoint):
    @extend_schema(operation_id="answer_offer", request=Answering, responses=responses(serializers.Answer))
    def post(self, request: Request, game_id: uuid.UUID, kind: str) -> Response:
        """Accepts or declines the other player's offer of this kind, or withdraws one's own."""
        body = read_body(Answering, request)
        access = offers.answer_offer(game_id=game_id, user=person(request), kind=kind, answer=body["answer"], **key_and_side(body))
        return answer(access, body)


class GiveTime(Endpoint):
    @extend_schema(operation_id="give_time", request=TimeAct, responses=responses(serializers.Answer))
    def post(self, request: Request, game_id: uuid.UUID) -> Response:
        """Gives the other side time, as much as the pace allows."""
        body = read_body(TimeAct, request)
        return answer(offers.give_time(game_id=game_id, user=person(request), **key_and_side(body)), body)


class EndPause(Endpoint):
    @extend_schema(operation_id="end_pause", request=TimeAct, responses=responses(serializers.Answer))
    def post(self, request: Request, game_id: uuid.UUID) -> Response:
        """Ends a pause: clocks run again after the pace's notice period."""
        body = read_body(TimeAct, request)
        return answer(offers.end_pause(game_id=game_id, user=person(request), **key_and_side(body)), body)


class Claim(Endpoint):
    @extend_schema(operation_id="claim", request=Claiming, responses=responses(serializers.Answer))
    def post(self, request: Request, game_id: uuid.UUID) -> Response:
        """Ends the game, won or annulled, when the other side's time is up."""
        body = read_body(Claiming, request)
        return answer(offers.claim(game_id=game_id, user=person(request), what=body["claim"], **key_and_side(body)), body)


def key_and_side(body: Json) -> Json:
    """Returns the key and side of a request as keyword arguments of services."""
    return {"idempotency_key": body["key"], "side": body.get("side")}


def answer(access: Access, body: Json) -> Response:
    """Returns the view after the act. Its events are in the history."""
    return Response({"view": view_of(load_state(access), access.viewer(body.get("side"))), "events": []})
