"""The endpoint by which a page says that its person is there."""

import uuid

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.access import find_game
from games.api import serializers
from games.api.endpoint import Endpoint
from games.api.views import person, read_body, responses
from games.errors import NotAPlayer
from games.services.alerts import visits


class Here(Endpoint):
    @extend_schema(operation_id="here", request=serializers.Nothing, responses=responses(None, 204))
    def post(self, request: Request, game_id: uuid.UUID) -> Response:
        """The game's page is visible and in use: for a minute and a half its player is sent no alert of it."""
        read_body(serializers.Nothing, request)
        access = find_game(user=person(request), game_id=game_id)
        if not access.sides:
            raise NotAPlayer
        visits.note(user=person(request), game=access.game)
        return Response(status=204)
