"""Pictures of a game: its small board in lists, and a moment of it to be shared."""

import uuid
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.templatetags.static import static
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from frontend import addresses, moments
from frontend.board_images import mark_of
from frontend.small_boards import picture_for
from frontend.tasks import draw_moment
from frontend.views.parts import number_of, unknown_games_as_404
from games import budget, errors
from games.access import Access, Perspective, find_game
from games.models import Game
from games.models.game import player_names

PERSPECTIVES = ("public", "frank", "saracen", "all")
WEEK = 7 * 24 * 3600


@require_safe
@unknown_games_as_404
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


@require_safe
@unknown_games_as_404
def moment(request: HttpRequest, game_id: uuid.UUID) -> HttpResponse:
    """The picture of a moment of a public game: entry `at` of the history as `as` names its viewer.

    While it is not made, previews get the site's own picture, and the page's button (`wanted`) a 202; or a 429 where
    too many were asked for.
    """
    number, name = number_of(request.GET.get("at", "")), request.GET.get("as", "public")
    if not number or name not in PERSPECTIVES:
        raise Http404
    found = moments.kept(game_id, name, number)
    access, perspective = _as_visitors(game_id, name)
    room = True
    if found is None and not moments.is_asked_for(game_id, name, number):
        room = moments.may_ask(budget.note(request))
        if room:
            _request_picture(access, perspective, name, number)
            found = moments.kept(game_id, name, number)
    if found is not None:
        response = HttpResponse(found, content_type="image/png")
        response["Content-Disposition"] = f'inline; filename="crusader-rex-{number}.png"'
        return response
    if request.GET.get("wanted"):
        return HttpResponse(status=202 if room else 429)
    return redirect(static("frontend/preview.jpg"))


def preview_of_moment(request: HttpRequest, access: Access) -> dict[str, Any]:
    """What the preview of a link to a moment needs: the picture's address and the players; nothing for other links."""
    address = _picture_address(request, access)
    return (
        {"moment": address, "names": [name or "–" for name in player_names(access.seats).values()]} if address else {}
    )


def _picture_address(request: HttpRequest, access: Access) -> str:
    """Returns the address of the picture that an address of this game shares; "" if it may not be shown."""
    number, name = number_of(request.GET.get("at", "")), request.GET.get("as", "public")
    game = access.game
    over = game.status == Game.Status.OVER
    if not number or game.visibility != Game.Visibility.PUBLIC or name not in (PERSPECTIVES if over else ("public",)):
        return ""
    return f"{addresses.of_game('moment-picture', game.public_id)}?at={number}&as={name}"


def _as_visitors(game_id: uuid.UUID, name: str) -> tuple[Access, Perspective]:
    """Returns the game and perspective as visitors have them. Raises Http404."""
    try:
        return moments.find(game_id, name)
    except (errors.NotYourSide, errors.NotOver) as error:
        raise Http404 from error


def _request_picture(access: Access, perspective: Perspective, name: str, number: int) -> None:
    """Has a task draw the picture of a moment, if there is such a moment."""
    try:
        moments.line_of(access, perspective, number)
    except errors.EntryNotFound as error:
        raise Http404 from error
    game = access.game.public_id
    if moments.note_asked(game, name, number):
        draw_moment.delay(str(game), name, number, get_language())
