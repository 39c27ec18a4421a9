"""The small picture of a game's board."""

import uuid

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from frontend.board_images import mark_of
from frontend.small_boards import picture_for
from frontend.views.parts import hiding_what_is_not_there
from games import errors
from games.access import find_game

WEEK = 7 * 24 * 3600


@require_safe
@hiding_what_is_not_there
def small(request: HttpRequest, game_id: uuid.UUID) -> HttpResponse:
    """The present board as this person sees it: an own side's, else a spectator's.

    An address that names the present mark (`v`) may be kept by the browser; others are asked for again each time.
    """
    access = find_game(user=request.user, game_id=game_id)
    try:
        picture = picture_for(access)
    except errors.NotStarted as error:
        raise Http404 from error
    response = HttpResponse(picture, content_type="image/svg+xml")
    if request.GET.get("v") == mark_of(access):
        response["Cache-Control"] = f"private, max-age={WEEK}, immutable"
    return response
