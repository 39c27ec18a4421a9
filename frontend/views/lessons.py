"""The guided first game."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from frontend.views.parts import person
from games import errors, lessons


@require_POST
def lesson(request: HttpRequest) -> HttpResponse:
    """Leads to the person's lesson, which begins if none runs."""
    if not request.user.is_authenticated:
        return redirect(f"{reverse('signup')}?alone")
    try:
        access = lessons.begin(user=person(request))
    except errors.Refused as refused:
        messages.error(request, str(refused.detail))
        return redirect("my-games")
    return redirect("game", game_id=access.game.public_id)
