"""Lists of games, new games, and the page of a game."""

import uuid
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from frontend.facts import page_data
from frontend.forms import FilterForm, NewGameForm, SearchForm
from frontend.views.parts import hiding_what_is_not_there, key_of, person, summaries
from frontend.views.rooms import waiting_room
from games import errors
from games.access import find_game
from games.models import Game
from games.services import invitations, listing, lobby, matching, rematches

LONGEST_LIST = 25


def least_time_first(line: dict[str, Any]) -> tuple[bool, float]:
    """For sorting games that wait: those without a clock, or whose clock stands still, come last."""
    left = line["time"]["left"] if line["time"] and not line["time"]["stopped"] else None
    return left is None, left or 0


@require_safe
@login_required
def my_games(request: HttpRequest) -> HttpResponse:
    """My games: invitations, those that wait for me, those that wait for others, open ones, solo games, finished ones."""
    user = person(request)
    games = listing.my_games(user)
    active = summaries(request, games.filter(status=Game.Status.ACTIVE, solo=False))
    unstarted = summaries(request, games.filter(status=Game.Status.OPEN))
    return render(
        request,
        "frontend/my_games.html",
        {
            "search": matching.search_of(user),
            "invitations": summaries(request, listing.invitations_to(user)),
            "waiting": sorted((line for line in active if line["waits_for_you"]), key=least_time_first),
            "to_start": [line for line in unstarted if line["free_side"] is None and line["game"].creator_id == user.pk],
            "others": [line for line in active if not line["waits_for_you"]],
            "open": [line for line in unstarted if line["free_side"] is not None or line["game"].creator_id != user.pk],
            "solo": summaries(request, games.filter(status=Game.Status.ACTIVE, solo=True)[:LONGEST_LIST]),
            "finished": summaries(request, games.filter(status=Game.Status.OVER)[:LONGEST_LIST]),
        },
    )


@require_safe
@login_required
def next_game(request: HttpRequest) -> HttpResponse:
    """The next game that waits for me, after the one I come from: the least time first, then what has waited longest."""
    came_from = request.GET.get("after", "")
    for line in sorted(summaries(request, listing.waiting_games(person(request))), key=least_time_first):
        if line["id"] != came_from:
            return redirect("game", game_id=line["id"])
    messages.info(request, _("No other game waits for you."))
    return redirect("my-games")


@require_safe
def open_games(request: HttpRequest) -> HttpResponse:
    """Games that look for a second player, and games to watch."""
    filters = FilterForm(request.GET)
    wish = filters.wish()
    page = Paginator(listing.open_games(request.user, **wish), LONGEST_LIST).get_page(request.GET.get("page"))
    return render(
        request,
        "frontend/open_games.html",
        {
            "page": page,
            "filters": filters,
            "filtered": any(wish.values()),
            "open": summaries(request, page),
            "watched": summaries(request, listing.games_to_watch(request.user)[:LONGEST_LIST]),
            "search": matching.search_of(request.user) if request.user.is_authenticated else None,
            "search_form": SearchForm(),
            "key": uuid.uuid4(),
        },
    )


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def new_game(request: HttpRequest) -> HttpResponse:
    """Asks how the game shall be, and opens it."""
    user = person(request)
    form = NewGameForm(request.POST or None, user=user)
    if request.method == "POST" and form.is_valid():
        try:
            access = matching.open_game(user=user, idempotency_key=key_of(request), **form.as_arguments(user.time_zone))
        except errors.Refused as refused:
            form.add_error(None, str(refused.detail))
        else:
            if form.cleaned_data["invited"] and access.game.status == Game.Status.OPEN:
                invitations.invite(user=user, game_id=access.game.public_id, name=form.cleaned_data["invited"])
            return redirect("game", game_id=access.game.public_id)
    return render(request, "frontend/new_game.html", {"form": form, "known": invitations.met(user), "key": uuid.uuid4()})


@require_POST
@login_required
def start_solo(request: HttpRequest) -> HttpResponse:
    """Try it alone: one click from anywhere."""
    return redirect("game", game_id=lobby.create_game(user=person(request), solo=True).game.public_id)


@require_POST
@login_required
def seek(request: HttpRequest) -> HttpResponse:
    """Seeks an opponent: leads to the game if one was found, else to where one waits."""
    form = SearchForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Choose a side and options from the form."))
        return redirect("open-games")
    try:
        access = matching.seek(user=person(request), idempotency_key=key_of(request), **form.as_arguments())
    except errors.Refused as refused:
        messages.error(request, str(refused.detail))
        return redirect("open-games")
    if access is not None:
        return redirect("game", game_id=access.game.public_id)
    messages.success(request, _("You are in the queue. The game begins as soon as somebody fits; you will be told."))
    return redirect("my-games")


@require_POST
@login_required
def stop_seeking(request: HttpRequest) -> HttpResponse:
    """Seeks no longer."""
    matching.stop(user=person(request))
    messages.success(request, _("You seek no opponent any more."))
    return redirect("my-games")


@require_safe
@ensure_csrf_cookie
@hiding_what_is_not_there
def game_page(request: HttpRequest, game_id: uuid.UUID) -> HttpResponse:
    """The page of a game; of an open one, what is still to be done before it starts."""
    try:
        access = find_game(user=request.user, game_id=game_id)
    except errors.GameNotFound:
        if request.user.is_authenticated:
            raise
        # It may be their own, private game: a link in a mail, or to a moment of it, leads on when they have logged in.
        return redirect_to_login(request.get_full_path())
    if access.game.status in (Game.Status.OPEN, Game.Status.CANCELED):
        return waiting_room(request, access)
    seats = [(side, access.seats[side].user) for side in sorted(access.seats)]
    context = {
        "game": access.game,
        "data": page_data(access),
        "seats": seats,
        "plays": bool(access.sides),
        "rematch": rematches.standing(access.game) if access.sides and not access.game.solo else None,
    }
    return render(request, "frontend/game.html", context)
