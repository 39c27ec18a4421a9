"""Pages that are the same for everybody."""

import uuid

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.html import json_script
from django.views.decorators.http import require_safe

from frontend.forms import level_choices
from frontend.showing import page_data
from frontend.texts_cards import CARD_TEXTS
from frontend.watched import watched_games
from games.accounts import guests
from games.paces import ADVICE, PACES, describe, pace_name
from games.words import CARDS


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The front page for visitors; logged-in people are redirected to their games."""
    if request.user.is_authenticated and "stay" not in request.GET:
        return redirect("my-games")
    context = {
        "data": json_script(page_data(), "page-data"),
        "watched": watched_games(request.user, 3),
        "key": uuid.uuid4(),
        "gentlest": guests.LEVEL,
        "levels": [choice for choice in level_choices() if choice[0] != guests.LEVEL],
    }
    return render(request, "frontend/home.html", context)


@require_safe
def show_help(request: HttpRequest) -> HttpResponse:
    """The help page."""
    context = {
        "cards": [(name, CARD_TEXTS[f"card-{card}-does"]) for card, name in CARDS.items()],
        "paces": [(pace_name(name), describe(name) if PACES[name].clocked else "–", ADVICE[name]) for name in PACES],
    }
    return render(request, "frontend/help.html", context)
