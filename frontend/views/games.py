"""Lists of games, new games, and the page of a game."""

import uuid
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from frontend.facts import page_data
from frontend.forms import NewGameForm
from games import errors
from games.access import find_game, find_invitation
from games.models import Game, User
from games.services import listing, lobby, talk, timing

LONGEST_LIST = 25

View = Callable[..., HttpResponse]


def hiding_what_is_not_there(view: View) -> View:
    """Games that do not exist and games that are not for this person get the same answer."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except errors.GameNotFound as error:
            raise Http404 from error

    return guarded


def person(request: HttpRequest) -> User:
    """The one who is logged in; for views behind `login_required`."""
    assert isinstance(request.user, User)
    return request.user


def summaries(request: HttpRequest, games: Any) -> list[dict[str, Any]]:
    """The lines of a list, with what only templates need: names without hyphens, and the moment as a time."""
    found = []
    games = list(games)
    times = timing.times_in_list(games, request.user.pk)
    unread = talk.unread(request.user, games) if isinstance(request.user, User) else {}
    for game in games:
        line = {name.replace("-", "_"): value for name, value in listing.summary(game, request.user).items()}
        # Of one's own sides as it is, of others' as everybody may know it.
        awaited = [seat.side for seat in game.seats.all() if (seat.awaited if seat.side in line["you"] else seat.awaited_at_wall)]
        found.append(line | {"game": game, "awaited": awaited, "time": times.get(game.pk), "unread": unread.get(game.pk, 0)})
    return found


def least_time_first(line: dict[str, Any]) -> tuple[bool, float]:
    """For sorting games that wait: those without a clock, or whose clock stands still, come last."""
    left = line["time"]["left"] if line["time"] and not line["time"]["stopped"] else None
    return left is None, left or 0


@require_safe
@login_required
def my_games(request: HttpRequest) -> HttpResponse:
    """My games: those that wait for me, those that wait for others, open ones, finished ones."""
    games = listing.my_games(person(request))
    active = summaries(request, games.filter(status=Game.Status.ACTIVE))
    return render(
        request,
        "frontend/my_games.html",
        {
            "waiting": sorted((line for line in active if line["waits_for_you"]), key=least_time_first),
            "others": [line for line in active if not line["waits_for_you"]],
            "open": summaries(request, games.filter(status=Game.Status.OPEN)),
            "finished": summaries(request, games.filter(status=Game.Status.OVER)[:LONGEST_LIST]),
        },
    )


@require_safe
@login_required
def next_game(request: HttpRequest) -> HttpResponse:
    """The next game that waits for me, after the one I come from."""
    came_from = request.GET.get("after", "")
    active = summaries(request, listing.my_games(person(request)).filter(status=Game.Status.ACTIVE))
    for line in sorted(active, key=least_time_first):
        if line["waits_for_you"] and line["id"] != came_from:
            return redirect("game", game_id=line["id"])
    messages.info(request, _("No other game waits for you."))
    return redirect("my-games")


@require_safe
def open_games(request: HttpRequest) -> HttpResponse:
    """Games that look for a second player, and games to watch."""
    page = Paginator(listing.open_games(request.user), LONGEST_LIST).get_page(request.GET.get("page"))
    watched = summaries(request, listing.public_games()[:LONGEST_LIST])
    return render(request, "frontend/open_games.html", {"page": page, "open": summaries(request, page), "watched": watched})


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def new_game(request: HttpRequest) -> HttpResponse:
    """Asks how the game shall be, and opens it."""
    form = NewGameForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        access = lobby.create_game(user=person(request), **form.as_arguments(person(request).time_zone))
        return redirect("game", game_id=access.game.public_id)
    return render(request, "frontend/new_game.html", {"form": form})


@require_POST
@login_required
def start_solo(request: HttpRequest) -> HttpResponse:
    """Try it alone: one click from anywhere."""
    return redirect("game", game_id=lobby.create_game(user=person(request), solo=True).game.public_id)


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
    if not request.user.is_authenticated:
        # The API answers nobody without an account, so there would be nothing to see.
        return redirect_to_login(request.get_full_path())
    seats = [(side, access.seats[side].user) for side in sorted(access.seats)]
    context = {"game": access.game, "data": page_data(access), "seats": seats, "plays": bool(access.sides)}
    return render(request, "frontend/game.html", context)


def waiting_room(request: HttpRequest, access: Any, token: str = "") -> HttpResponse:
    """An open game: its creator sees the link to send, others a button to join."""
    line = summaries(request, [access.game])[0]
    token_to_send = line["invitation"]
    link = request.build_absolute_uri(reverse("invitation", args=[token_to_send])) if token_to_send else ""
    return render(request, "frontend/invitation.html", {"line": line, "link": link, "token": token})


@require_safe
@hiding_what_is_not_there
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """Where an invitation link leads: what the game is, and the button that joins it."""
    access = find_invitation(user=request.user, token=token)
    if access.game.status == Game.Status.OPEN and not access.sides:
        return waiting_room(request, access, token)
    return redirect("game", game_id=access.game.public_id)


@require_POST
@login_required
@hiding_what_is_not_there
def join(request: HttpRequest, game_id: uuid.UUID) -> HttpResponse:
    """Takes the free seat."""
    try:
        lobby.join_game(user=person(request), game_id=game_id, invitation=request.POST.get("invitation") or None)
    except (errors.NotOpen, errors.AlreadySeated) as refused:
        messages.error(request, str(refused.detail))
        return redirect("open-games")
    return redirect("game", game_id=game_id)


@require_POST
@login_required
@hiding_what_is_not_there
def cancel(request: HttpRequest, game_id: uuid.UUID) -> HttpResponse:
    """Withdraws an open game."""
    try:
        lobby.cancel_game(user=person(request), game_id=game_id)
    except (errors.NotOpen, errors.NotYours) as refused:
        messages.error(request, str(refused.detail))
    else:
        messages.success(request, _("The game was withdrawn."))
    return redirect("my-games")
