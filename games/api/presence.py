"""The endpoint by which a page reports that its player is present."""

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
    @extend_schema(operation_id="here", request=serializers.Here, responses=responses(None, 204))
    def post(self, request: Request, game_id: uuid.UUID) -> Response:
        """Reports that the game's page is visible and in use, and which version it shows.

        For 90 seconds its player gets no alerts of what that version has."""
        sent = read_body(serializers.Here, request)
        access = find_game(user=person(request), game_id=game_id)
        if not access.sides:
            raise NotAPlayer
        # No page has seen what is not there yet.
        latest = max(access.seats[side].version for side in access.sides)
        version = sent.get("version")
        visits.note(user=person(request), game=access.game, version=None if version is None else min(version, latest))
        return Response(status=204)
