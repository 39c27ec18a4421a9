"""The form that plays on from a moment of a finished game, and its start."""

import uuid
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_http_methods

from frontend import chronicle_pictures as pictures
from frontend.forms import level_choices
from frontend.views.guests import log_in_as_new_guest
from frontend.views.parts import key_of, number_of, perform, unknown_games_as_404
from games import errors, practice
from games.access import Access, find_game
from games.accounts import guests
from games.api import lobby as api
from games.chronicle import making
from games.models.game import SIDES
from games.words_analysis import moment_in_words
from rules.atlas import TOWN_IDS


@require_http_methods(["GET", "HEAD", "POST"])
@ensure_csrf_cookie
@unknown_games_as_404
def play_on(request: HttpRequest, game_id: uuid.UUID) -> HttpResponse:
    """The form for the moment that `at` and `as` name, as a replay's address does; its press begins the game.

    A visitor plays as a guest.
    """
    access = find_game(user=request.user, game_id=game_id)
    if request.method == "POST":
        return _begin_game(request, access)
    n, perspective = number_of(request.GET.get("at", "")), request.GET.get("as") or None
    context: dict[str, Any] = {"game": access.game, "n": n, "perspective": perspective or "", "key": uuid.uuid4()}
    try:
        return render(request, "frontend/practice.html", context | _moment_context(request, access, n, perspective))
    except errors.Refused as refused:
        return render(request, "frontend/practice.html", context | {"refused": refused.detail}, status=refused.status)


def _moment_context(request: HttpRequest, access: Access, n: int, perspective: str | None) -> dict[str, Any]:
    """What the form shows of the moment and offers. Raises what beginning from there raises."""
    known = access.perspective(practice.checked(perspective))
    side = request.GET.get("side") or known.viewer or (access.sides or SIDES)[0]
    name = practice.ALL if known.everything else known.viewer or "public"
    _line, position = practice.position_at(access, n, perspective, name)
    town = TOWN_IDS[position.battle.town] if position.battle is not None else None
    label = moment_in_words(position.year, position.turn, position.phase, town)
    return {
        "moment": label,
        "map": pictures.board_picture(making.board_of(position, known), label),
        "side": side if side in SIDES else SIDES[0],
        "sides": SIDES,
        "levels": level_choices(),
        "level": guests.usual_level(request.user),
    }


def _begin_game(request: HttpRequest, access: Access) -> HttpResponse:
    """Begins the practice game that the form asks for; a visitor plays as a guest, made after the wish was checked."""
    n, perspective = number_of(request.POST.get("n", "")), request.POST.get("perspective", "")
    moment = urlencode({"at": n} | ({"as": perspective} if perspective else {}))
    here = f"{reverse('practice', args=[access.game.public_id])}?{moment}"
    try:
        if not request.user.is_authenticated:
            # Looked at before a guest is made for it.
            side = request.POST.get("side", "")
            everything = bool(request.POST.get("everything"))
            practice.check(access, n, perspective or None, side, request.POST.get("computer", ""), everything)
            refusal = log_in_as_new_guest(request)
            if refusal is not None:
                return refusal
        begun = perform(request, api.PLAY_ON, game_id=access.game.public_id, idempotency_key=key_of(request))
    except errors.GameNotFound:
        raise
    except errors.Refused as refused:
        messages.error(request, str(refused.detail))
        return redirect(here)
    return redirect("game", game_id=begun.game.public_id)
