"""The page of a player."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from frontend.views.parts import person, summaries
from frontend.views.results import result_rows
from games import errors
from games.exercises import attempts
from games.models import Game, RatedGame, User
from games.models.game import SIDES
from games.people import relations
from games.services.results import results
from games.services.results.ratings import ENOUGH
from games.services.talk import talk
from games.services.views import listing

MOST_RECENT = 10
MOST_RUNNING = 5
LONGEST_CURVE = 60
WIDTH, HEIGHT = 260, 60
"""Of the drawing of a rating's course, in its own units."""


@require_safe
def profile(request: HttpRequest, name: str) -> HttpResponse:
    """The page of a player: public games and results. Deleted accounts have none."""
    player = _player_named(name)
    record = results.results_of([player])[player.pk]
    recent = results.finished(request.user, player=player).filter(visibility=Game.Visibility.PUBLIC)
    running = listing.public_games().filter(seats__user=player, status=Game.Status.ACTIVE)
    own = player == request.user
    context = {
        "player": player,
        "own": own,
        "decisions": attempts.progress_of(player) if own else None,
        "record": record,
        "sides": [(side, record.sides[side], curve(player, side)) for side in SIDES],
        "enough": ENOUGH,
        "responses": results.response_times(player),
        "recent": result_rows(recent[:MOST_RECENT], request.user),
        "running": summaries(request, running[:MOST_RUNNING]),
        "muted": not own and isinstance(request.user, User) and talk.mutes(request.user, player),
    }
    return render(request, "frontend/people/profile.html", context)


def _player_named(name: str) -> User:
    """Returns the player of this name. Raises Http404."""
    try:
        return relations.find_person(name)
    except errors.NoSuchPerson as error:
        raise Http404 from error


@require_POST
@login_required
def mute(request: HttpRequest, name: str) -> HttpResponse:
    """Mutes or unmutes this player in all games."""
    player = _player_named(name)
    muted = request.POST.get("muted") == "yes"
    try:
        talk.mute(user=person(request), other=player, muted=muted)
    except errors.NotYourself as refused:
        messages.error(request, str(refused.detail))
    else:
        words = _("You do not hear {name} any more. They are not told.") if muted else _("You hear {name} again.")
        messages.success(request, words.format(name=player.get_username()))
    return redirect("player", name=player.username)


def curve(player: User, side: str) -> dict[str, Any] | None:
    """Returns a side's rating over time as points of a line, left to right; None before two games."""
    seats = {f"game__seats__{field}": value for field, value in (("user", player), ("side", side))}
    rated = (
        RatedGame.objects.filter(**seats)
        .order_by("-ended_at", "-game")
        .values_list(f"{side}_after", flat=True)[:LONGEST_CURVE]
    )
    values = list(reversed(rated))
    if len(values) < 2:
        return None
    low, high = min(values), max(values)
    span = max(high - low, 50.0)
    step = WIDTH / (len(values) - 1)
    points = [
        f"{number * step:.1f},{HEIGHT - (value - low) / span * HEIGHT:.1f}" for number, value in enumerate(values)
    ]
    return {
        "points": " ".join(points),
        "low": round(low),
        "high": round(high),
        "width": WIDTH,
        "height": HEIGHT,
        "count": len(values),
    }
