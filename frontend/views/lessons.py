"""The guided first games."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from frontend.views.guests import log_in_as_new_guest
from frontend.views.parts import person
from games import errors, lessons


@require_POST
def lesson(request: HttpRequest) -> HttpResponse:
    """Leads to the person's first or second lesson, which begins if none runs; a visitor plays it as a guest."""
    if not request.user.is_authenticated:
        refusal = log_in_as_new_guest(request)
        if refusal is not None:
            return refusal
    try:
        access = lessons.begin(user=person(request), siege="siege" in request.POST)
    except errors.Refused as refused:
        messages.error(request, str(refused.detail))
        return redirect("my-games")
    return redirect("game", game_id=access.game.public_id)
