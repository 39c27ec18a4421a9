"""Helpers shared by the views: forms that perform an act, and lines of games."""

import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any, TypeVar

from django.contrib import messages
from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import Resolver404, resolve
from django.utils.http import url_has_allowed_host_and_scheme
from rest_framework import serializers

from frontend.board_images import board_image
from games import errors
from games.api.acts import cached_serializer
from games.api.operations import Operation
from games.disputes.errors import CaseNotFound, Tied
from games.models import Game, User
from games.models.game import OTHER
from games.services.record.dice import Contribution
from games.services.results import results
from games.services.talk import talk
from games.services.views import clock_view, listing
from games.tournaments.errors import TournamentNotFound

View = Callable[..., HttpResponse]
Done = TypeVar("Done")

ANSWERED_BY_DECORATORS = (errors.GameNotFound, TournamentNotFound, CaseNotFound, Tied)
"""Refusals that are no message on a page: the decorators of views answer them, so that what is not there and what is
closed look alike.
"""


def unknown_games_as_404(view: View) -> View:
    """Decorator: answers 404 alike for games that do not exist and games closed to this person."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except errors.GameNotFound as error:
            raise Http404 from error

    return guarded


def route_name(request: HttpRequest) -> str | None:
    """Returns the name of the requested route, `admin:` and the like before it; None for an unknown address."""
    try:
        return resolve(request.path_info).view_name
    except Resolver404:
        return None


def redirect_back(request: HttpRequest, otherwise: str, **arguments: Any) -> HttpResponse:
    """Redirects to the page that the form names if it is one of ours, else to this route."""
    back = request.POST.get("next", "")
    safe = url_has_allowed_host_and_scheme(back, allowed_hosts={request.get_host()}, require_https=request.is_secure())
    return redirect(back) if safe else redirect(otherwise, **arguments)


def person(request: HttpRequest) -> User:
    """Returns the logged-in user; for views behind `login_required`."""
    assert isinstance(request.user, User)
    return request.user


def key_of(request: HttpRequest) -> uuid.UUID | None:
    """Returns the idempotency key in a page's form, so that a double click acts once.

    Without a valid one each click counts.
    """
    return _read_uuid(request.POST.get("key", ""))


def _read_uuid(text: str) -> uuid.UUID | None:
    """Reads a UUID; None for other text."""
    try:
        return uuid.UUID(text)
    except ValueError:
        return None


def number_of(text: str) -> int:
    """Returns the number in a form; 0, which nothing has, for other text."""
    return int(text) if text.isdecimal() and len(text) <= 18 else 0


def perform(request: HttpRequest, operation: Operation[Done], **named: Any) -> Done:
    """Performs an act with the fields of a form.

    `named` is what the address names, and what comes in the place of a field.
    """
    return operation.service(user=person(request), **{**_fields(operation.shape, request.POST), **named})


def _fields(shape: type[serializers.Serializer[Any]], posted: QueryDict) -> dict[str, Any]:
    """Returns a form's fields as the service takes them; the service says what is wrong with them.

    What need not be given may be empty.
    """
    found: dict[str, Any] = {}
    for name, field in cached_serializer(shape).fields.items():
        text, argument = posted.get(name.replace("-", "_"), ""), str(field.source)
        if isinstance(field, serializers.IntegerField):
            found[argument] = number_of(text)
        elif isinstance(field, serializers.BooleanField):
            found[argument] = bool(text)
        elif isinstance(field, serializers.UUIDField):
            found[argument] = _read_uuid(text)
        elif text or field.required:
            found[argument] = text
    return found


@contextmanager
def showing_refusals(
    request: HttpRequest, words: Callable[[errors.Refused], str] = lambda refused: str(refused.detail)
) -> Iterator[None]:
    """Context manager: shows a refused act's reason on the next page."""
    try:
        yield
    except ANSWERED_BY_DECORATORS:
        raise
    except errors.Refused as refused:
        messages.error(request, words(refused))


def contribution_of(request: HttpRequest) -> Contribution | None:
    """Returns the contribution to the dice in a form, if any. Raises BadContribution."""
    return Contribution.read(request.POST.get("dice", ""), request.POST.get("randomness", ""))


def summaries(request: HttpRequest, games: Any) -> list[dict[str, Any]]:
    """Returns the summaries of games for the user who asks."""
    return lines_for(request.user, games)


def lines_for(
    user: User | AnonymousUser,
    games: Any,
    results_of: Callable[[set[int]], dict[int, results.PlayerResults]] = results.results_of,
) -> list[dict[str, Any]]:
    """Returns summaries with what only templates need: names without hyphens, the game itself, its creator's results
    before a start.
    """
    games = list(games)
    times = clock_view.times_in_list(games, user.pk)
    unread = _unread_in(user, games)
    strangers = {game.creator_id for game in games if game.status == Game.Status.OPEN and user.pk != game.creator_id}
    records = results_of(strangers) if strangers else {}
    found = []
    for game in games:
        line: dict[str, Any] = {name.replace("-", "_"): value for name, value in listing.summary(game, user).items()}
        line |= {
            "game": game,
            "time": times.get(game.pk),
            "unread": unread.get(game.pk, 0),
            "board": board_image(game, listing.seats_of(game), user),
            "record": records.get(game.creator_id),
        }
        line["creator_side"] = OTHER.get(
            line["free_side"] or "", ""
        )  # who creates a game plays the side that is not free
        found.append(line)
    return found


def _unread_in(user: User | AnonymousUser, games: list[Game]) -> dict[int, int]:
    """How many messages this person has not read in each of their own games among these."""
    own = [game for game in games if any(seat.user_id == user.pk for seat in listing.seats_of(game))]
    return talk.unread(user, own) if own and isinstance(user, User) else {}
