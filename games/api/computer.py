"""The endpoint that says how far the computer is with a game."""

import uuid

from drf_spectacular.utils import extend_schema
from rest_framework import serializers as drf
from rest_framework.request import Request
from rest_framework.response import Response

from games.access import find_game
from games.api.fields import Shape
from games.api.views import Watching, reader, responses
from games.models.game import SIDES
from games.services.computer import turns
from games.services.people.computers import LEVEL_NAMES


class ComputerState(Shape):
    """The computer's part in a game."""

    level = drf.ChoiceField(choices=LEVEL_NAMES, allow_null=True, help_text="Null where the computer does not play.")
    side = drf.ChoiceField(choices=SIDES, allow_null=True)
    before = drf.IntegerField(
        allow_null=True,
        help_text="Games that the computer has before this one; 0: it thinks about this one. Null: it has nothing to do here.",
    )


class Computer(Watching):
    @extend_schema(operation_id="get_computer", responses=responses(ComputerState))
    def get(self, request: Request, game_id: uuid.UUID) -> Response:
        """Whether the computer plays, and how many games it has before this one."""
        access = find_game(user=reader(request), game_id=game_id)
        side = next((side for side, seat in access.seats.items() if seat.user is not None and seat.user.computer), None)
        before = turns.games_before(access.game) if side is not None else None
        return Response({"level": access.game.computer or None, "side": side, "before": before})
