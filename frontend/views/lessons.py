"""The guided first games."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from frontend.language import chosen_by
from frontend.views.guests import form_of, log_in, refuse_more_guests
from frontend.views.parts import person
from games import errors, lessons
from games.accounts import guests


@require_POST
def lesson(request: HttpRequest) -> HttpResponse:
    """Leads to the person's first or second lesson, which begins if none runs; a visitor plays it as a guest."""
    if not request.user.is_authenticated:
        form = form_of(request)
        refusal = None if guests.made_by(form) else refuse_more_guests(request)
        if refusal is not None:
            return refusal
        log_in(request, guests.create_guest(language=chosen_by(request), form=form))
    try:
        access = lessons.begin(user=person(request), siege="siege" in request.POST)
    except errors.Refused as refused:
        messages.error(request, str(refused.detail))
        return redirect("my-games")
    return redirect("game", game_id=access.game.public_id)
